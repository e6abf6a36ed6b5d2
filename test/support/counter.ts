// People at a counter: each is signed in, and a witness may be asked for.
import { afterAll } from 'vitest';
import type { OperationId } from '../../src/contract.ts';
import { makeWitnessToken } from '../../src/people/witness.ts';
import { importFile } from './as-operator.ts';
import { type Answered, client } from './client.ts';
import type { TestDatabase } from './database.ts';
import { type SignedInPerson, signInAs } from './people.ts';
import { freshKey, makePharmacy, startService } from './pharmacy.ts';
import { shelfIn } from './reservations.ts';
import { useWorld } from './world.ts';

export interface Counter {
  readonly clerk: Person;
  readonly pharmacist: Person;
  /** A pharmacist of another organization. */
  readonly stranger: Person;
  readonly url: string;
  /** Gives a token for what this person is to witness, which works once. */
  witness(
    person: Person,
    asked: { by: Person; operation: OperationId; body: object },
  ): Promise<string>;
  close(): Promise<void>;
}

export type Person = SignedInPerson;

/** @param slugs of the organization of the counter, and of the stranger's */
export async function openCounter(
  db: TestDatabase,
  [mine, theirs]: readonly [mine: string, theirs: string],
): Promise<Counter> {
  const { rows } = await db.owner.query('select id, slug from organization');
  const idOf = (slug: string): string => rows.find((row) => row.slug === slug).id;
  const { database } = db;
  const service = await startService(database);
  const at = { database, url: service.url };
  return {
    clerk: await signInAs(at, idOf(mine), ['clerk']),
    pharmacist: await signInAs(at, idOf(mine), ['pharmacist']),
    stranger: await signInAs(at, idOf(theirs), ['pharmacist']),
    url: service.url,
    witness: async ({ id }, { by, operation, body }) => {
      const principal = { personId: by.id, organizationId: idOf(mine) };
      const request = { principal, operation, body: body as Record<string, unknown> };
      return (await makeWitnessToken(database, request, id)).token;
    },
    close: () => service.close(),
  };
}

/** A pharmacy with its counter, a key for reads, and SKUs that each test takes its own of; CTRL is controlled. */
export function useCounter(skus = 12) {
  const codes = Array.from({ length: skus }, (_, index) => `COUNTER-${index}`);
  const world = useWorld(
    async ({ db }) => {
      const mine = await makePharmacy(db.database, { skuCodes: [...codes, 'CTRL'] });
      await makePharmacy(db.database, { slug: 'theirs', skuCodes: ['THEIRS'] });
      const products = [
        {
          organization: mine.slug,
          id: mine.productIds.at(-1),
          name: 'Oxycodone',
          controlled_schedule: 'II',
        },
      ];
      const locations = [
        { organization: mine.slug, name: 'Fridge', min_celsius: 2, max_celsius: 8 },
        { organization: 'theirs', name: 'Their cellar' },
      ];
      await importFile(db.database, JSON.stringify({ products, locations }));
      const counter = await openCounter(db, [mine.slug, 'theirs']);
      const api = client({ url: counter.url, key: mine.liveKey });
      return { mine, counter, api, stocked: shelfIn(db, mine.slug, codes) };
    },
    { service: false },
  );
  afterAll(() => world.counter?.close());
  return world;
}

/** Asks with a key of its own, unless one is given. */
export function ask(
  { api }: Person,
  path: string,
  body: object,
  key: string = freshKey(),
): Promise<Answered> {
  return api.post(path, { body, headers: { 'Idempotency-Key': key } });
}

/** What was refused, and the fields that it names. */
export function refusal({ status, body }: Answered): [number, string, ...string[]] {
  const { code, details } = body.error;
  const fields = Array.isArray(details) ? details.map(({ path }) => path) : [];
  return [status, code, ...fields];
}

/** Every movement and action of people, oldest first. */
export async function peopleWrote({ owner }: TestDatabase) {
  const movements = await owner.query(
    `select type, actor, note, reference_id from movement where actor like 'person:%' order by created_at, id`,
  );
  const actions = await owner.query(
    `select command, actor, target, arguments, reason, person_id, witness_id, terminal_id
       from operator_action where person_id is not null order by at, id`,
  );
  return { movements: movements.rows, actions: actions.rows };
}
