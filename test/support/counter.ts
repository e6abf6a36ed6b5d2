// People at a counter: two of them are pharmacists, at a terminal where one witnesses what the other does.

import type { TestDatabase } from '../../kit/database.ts';
import { importFile } from './as-operator.ts';
import { type Answered, client } from './client.ts';
import { cookieOf, type SignedInPerson, signInAs } from './people.ts';
import { freshKey, makePharmacy } from './pharmacy.ts';
import { shelfIn } from './reservations.ts';
import { useWorld } from './world.ts';

const PIN = '493027';

export interface Counter {
  readonly manager: SignedInPerson;
  readonly clerk: SignedInPerson;
  /** At the terminal. */
  readonly pharmacist: SignedInPerson;
  /** Who may witness. */
  readonly colleague: SignedInPerson;
  /** A pharmacist of another organization. */
  readonly stranger: SignedInPerson;
  /** The colleague witnesses what the pharmacist is about to do. */
  witness(operation: string, body: object): Promise<string>;
}

async function openCounter(db: TestDatabase, url: string): Promise<Counter> {
  const { rows } = await db.owner.query('select id, slug from organization');
  const idOf = (slug: string): string => rows.find((row) => row.slug === slug).id;
  const [mine, theirs] = [idOf('pharmacy'), idOf('theirs')];
  const at = { database: db.database, url };
  const manager = await signInAs(at, mine, ['manager']);
  const enrolled = await manager.api.post('/terminals', { body: { name: 'Counter' } });
  const terminal = cookieOf(enrolled.headers, '__Host-terminal');
  const pharmacist = await signInAs(at, mine, ['pharmacist'], { terminal });
  const colleague = await signInAs(at, mine, ['pharmacist'], { name: 'colleague' });
  const set = await colleague.api.put('/me/pin', { body: { pin: PIN } });
  if (set.status !== 200) throw new Error(`no PIN was set: ${set.text}`);
  return {
    manager,
    clerk: await signInAs(at, mine, ['clerk']),
    pharmacist,
    colleague,
    stranger: await signInAs(at, theirs, ['pharmacist']),
    witness: async (operation, body) => {
      const asked = { person_id: colleague.id, pin: PIN, operation, body };
      const { status, text, body: given } = await pharmacist.api.post('/witness', { body: asked });
      if (status !== 201) throw new Error(`nobody witnessed: ${text}`);
      return given.token;
    },
  };
}

/** A pharmacy with its counter, a key for reads, and SKUs that each test takes its own of; CTRL is controlled. */
export function useCounter(skus = 12) {
  const codes = Array.from({ length: skus }, (_, index) => `COUNTER-${index}`);
  return useWorld(async ({ db, service }) => {
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
    const counter = await openCounter(db, service.url);
    const api = client({ url: service.url, key: mine.liveKey });
    return { mine, counter, api, stocked: shelfIn(db, mine.slug, codes) };
  });
}

/** Asks with a key of its own, unless one is given. */
export function ask(
  { api }: Pick<SignedInPerson, 'api'>,
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
       from operator_action where person_id is not null and command <> all ('{invitePerson,enrolTerminal,setPin}')
        and command not like 'signIn%' order by at, id`,
  );
  return { movements: movements.rows, actions: actions.rows };
}
