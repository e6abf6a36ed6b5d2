/**
 * Who may do what in the application, for every operation of its contract: each role asks with a session of its own,
 * and a pharmacist who is a manager too asks for another organization's things. The requests are made of the
 * contract's examples, so that a new operation is tried as soon as it is described.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import document from '../../generated/application.json' with { type: 'json' };
import type { Database } from '../../src/database/database.ts';
import {
  type ContractDocument,
  type Operation,
  readOperations,
} from '../../src/http/operations.ts';
import { ROLE_NAMES, type Role, scopesOf } from '../../src/people/roles.ts';
import { importFile } from '../support/as-operator.ts';
import { type Client, client, type RequestOptions } from '../support/client.ts';
import { exampleOf } from '../support/examples.ts';
import { cookieOf, signInAs } from '../support/people.ts';
import { day, freshKey, makePharmacy } from '../support/pharmacy.ts';
import { useWorld } from '../support/world.ts';

const contract = document as unknown as ContractDocument;
const operations = readOperations(contract);
const guarded = operations.filter(({ isOpen }) => !isOpen);

/** What a request would do is judged by its handler too, so that a role with the scope may be refused. */
const JUDGED_FURTHER = [
  'setLotStatus',
  'undoCorrection',
  'wasteStock',
  'adjustStock',
  // One's own, or a manager's: test/people/ways-in.test.ts.
  'listWaysIn',
  'removePasskey',
  'endPersonSession',
];

const world = useWorld(async ({ db, service }) => {
  const { database, owner } = db;
  const lots = (location?: string) => [
    {
      sku_code: 'SKU-1',
      lot_number: 'L1',
      qty: 9,
      expiry_date: day(90),
      ...(location && { location }),
    },
  ];
  await makePharmacy(database, { slug: 'mine', lots: lots() });
  await makePharmacy(database, {
    slug: 'theirs',
    skuCodes: ['SKU-1', 'THEIRS'],
    lots: lots('Annex'),
  });
  await importFile(
    database,
    JSON.stringify({
      locations: [{ organization: 'theirs', name: 'Cellar' }],
      lots: [
        {
          organization: 'theirs',
          sku_code: 'THEIRS',
          lot_number: 'T1',
          qty: 9,
          expiry_date: day(90),
        },
      ],
    }),
  );
  const { rows } = await owner.query('select id, slug from organization');
  const idOf = (slug: string): string => rows.find((row) => row.slug === slug).id;
  const at = { database, url: service.url };
  return {
    mine: idOf('mine'),
    theirs: idOf('theirs'),
    at,
    foreign: await foreignThings(at, idOf('theirs')),
  };
});

interface At {
  readonly database: Database;
  readonly url: string;
}

/** What another organization has, by the parameter of a path that could name it. */
async function foreignThings(at: At, organizationId: string) {
  const { api, id: person } = await signInAs(at, organizationId, [
    'pharmacist',
    'manager',
    'developer',
  ]);
  const made = async (path: string, body: object) => {
    const headers = { 'Idempotency-Key': freshKey() };
    const answer = await api.post(path, { body, headers });
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer.body;
  };
  const lots = await api.get('/inventory/lots', { query: { sku_code: 'THEIRS' } });
  const waste = {
    sku_code: 'THEIRS',
    lot_number: 'T1',
    location: 'Main',
    qty: 1,
    reason: 'broken',
  };
  const { movement_id } = await made('/inventory/waste', waste);
  const sheet = await made('/counts', { location: 'Main', scope: 'all' });
  const terminal = await made('/terminals', { name: 'Their counter' });
  return {
    lot: lots.body.data[0].id,
    movement: movement_id,
    sheet: sheet.id,
    terminal: terminal.id,
    person,
  };
}

/** The id of the other organization's thing that a path could name. */
function foreignIdFor({ template }: Operation): string | undefined {
  const { lot, movement, sheet, terminal, person } = world.foreign;
  if (template.startsWith('/counts/')) return sheet;
  if (template.startsWith('/people/')) return person;
  if (template.startsWith('/terminals/')) return terminal;
  if (template.includes('/corrections/')) return movement;
  if (template.startsWith('/inventory/lots/{id}')) return lot;
  return undefined;
}

/** What stands below the thing has the id of the example. */
function pathOf({ template }: Operation, id: string, example: string): string {
  return template.replace(/\{\w+\}/, id).replace(/\{\w+\}/, example.split('/').at(-1) ?? '');
}

function requestOf({ template, method }: Operation): RequestOptions & { path: string } {
  const request = exampleOf(contract, template, method);
  const headers = { ...request.headers };
  if ('Idempotency-Key' in headers) headers['Idempotency-Key'] = freshKey();
  return { ...request, headers };
}

function ask(api: Client, operation: Operation, request = requestOf(operation)) {
  const { path, ...options } = request;
  return api.request(operation.method.toUpperCase(), path, options);
}

type SignedIn = ReturnType<typeof signInAs>;
const readers = new Map<Role, SignedIn>();

function readerOf(role: Role): SignedIn {
  const reader = readers.get(role) ?? signInAs(world.at, world.mine, [role]);
  readers.set(role, reader);
  return reader;
}

describe.each(guarded)('$id', (operation) => {
  it.each(ROLE_NAMES)('is for a %s as the table of roles says', async (role: Role) => {
    // What only reads ends no session, so that one of each role is enough for all of those.
    const { api } =
      operation.method === 'get'
        ? await readerOf(role)
        : await signInAs(world.at, world.mine, [role]);
    const { status, body } = await ask(api, operation);
    const scopes: ReadonlySet<string> = scopesOf([role]);
    const may = operation.scopeAlternatives.some((needed) =>
      needed.every((one) => scopes.has(one)),
    );
    const refused = status === 403 && body.error.code === 'insufficient_scope';
    if (!may) expect(refused).toBe(true);
    else if (!JUDGED_FURTHER.includes(operation.id))
      expect([refused, status]).toEqual([false, status]);
    expect(status).toBeLessThan(500);
  });

  it('is nothing in a window that shows another person', async () => {
    const shown = await readerOf('manager');
    const { api, id } = await signInAs(world.at, world.mine, [
      'pharmacist',
      'manager',
      'developer',
    ]);
    const { headers, ...request } = requestOf(operation);
    const { rows } = await world.db.owner.query(
      `update person_session set last_used_at = now() - interval '1 minute'
        where person_id = $1 returning last_used_at`,
      [id],
    );
    const answer = await ask(api, operation, {
      ...request,
      headers: { ...headers, 'Pharmacy-Person': shown.id },
    });
    if (['getSession', 'signOut'].includes(operation.id)) return expect(answer.status).toBe(200);
    expect([answer.status, answer.body.error.code]).toEqual([409, 'another_person']);
    // It does not even keep the other person's session awake.
    const after = await world.db.owner.query(
      'select last_used_at from person_session where person_id = $1',
      [id],
    );
    expect(after.rows).toEqual(rows);
  });

  it('is nothing for a locked session, an ended one, and somebody who has left', async () => {
    const { owner } = world.db;
    const { api, id } = await signInAs(world.at, world.mine, ['pharmacist']);
    const set = (change: string) =>
      owner.query(`update person_session set ${change} where person_id = $1`, [id]);
    await set(`last_used_at = now() - interval '31 minutes'`);
    const locked = await ask(api, operation);
    if (operation.mayBeLocked) expect(locked.body.error?.code).not.toBe('session_locked');
    else expect([locked.status, locked.body.error.code]).toEqual([401, 'session_locked']);
    await set(`last_used_at = now(), created_at = now() - interval '12 hours 1 second'`);
    expect((await ask(api, operation)).status).toBe(401);

    const gone = await signInAs(world.at, world.mine, ['pharmacist']);
    await owner.query('update person set ended_at = now() where id = $1', [gone.id]);
    const answer = await ask(gone.api, operation);
    expect([answer.status, answer.body.error.code]).toEqual([401, 'unauthorized']);
  });
});

describe('another organization', () => {
  let before: string;
  let api: Client;
  beforeAll(async () => {
    before = await theirRows();
    ({ api } = await signInAs(world.at, world.mine, ['pharmacist', 'manager', 'developer']));
  });

  /** All that the other organization has, but for when its sessions were used. */
  async function theirRows(): Promise<string> {
    const { rows } = await world.db.owner.query(
      `select table_name from information_schema.columns
        where table_schema = 'public' and column_name = 'organization_id' and table_name <> 'person_session'
        order by table_name`,
    );
    const tables = await Promise.all(
      rows.map(({ table_name }) =>
        world.db.owner.query(
          `select coalesce(json_agg(row order by row::text), '[]')::text as all from ${table_name} row
            where row.organization_id = $1`,
          [world.theirs],
        ),
      ),
    );
    return JSON.stringify(tables.map(({ rows: [row] }) => row.all));
  }

  it.each(guarded.filter(({ template }) => template.includes('{')))(
    '$id does not find its things by their ids',
    async (operation) => {
      const id = foreignIdFor(operation);
      const request = requestOf(operation);
      const own = id === undefined ? request.path : pathOf(operation, id, request.path);
      const { status, text } = await ask(api, operation, { ...request, path: own });
      // Webhook endpoints and orders are tried with ids that no one has; theirs are tried in their own files.
      expect([status, text]).toEqual([404, text]);
    },
  );

  it.each(guarded.filter(({ body }) => body === 'required'))(
    '$id does not find its SKUs, lots and locations by their names',
    async (operation) => {
      const request = requestOf(operation);
      const body = JSON.parse(
        JSON.stringify(request.body, (name, value) => {
          if (name === 'sku_code') return 'THEIRS';
          if (name === 'sku_codes') return ['THEIRS'];
          if (name === 'lot_number') return 'T1';
          if (name === 'location' || name === 'to') return 'Cellar';
          return value;
        }),
      );
      if (JSON.stringify(body) === JSON.stringify(request.body)) return;
      const { status, text } = await ask(api, operation, { ...request, body });
      expect([[400, 403, 404].includes(status), text]).toEqual([true, text]);
    },
  );

  it.each(guarded.filter(({ method, template }) => method === 'get' && !template.includes('{')))(
    '$id lists nothing of it',
    async (operation) => {
      const { text } = await ask(api, operation);
      for (const name of [
        'THEIRS',
        'Cellar',
        'Their counter',
        world.foreign.person,
        world.foreign.sheet,
      ]) {
        expect(text).not.toContain(name);
      }
    },
  );

  it('is as it was', async () => {
    expect(await theirRows()).toBe(before);
  });
});

it('a terminal that is ended ends the sessions at it, and no PIN opens there any more', async () => {
  const { api, id } = await signInAs(world.at, world.mine, ['manager']);
  const enrolled = await api.post('/terminals', { body: { name: 'Counter' } });
  const terminal = cookieOf(enrolled.headers, '__Host-terminal');
  await api.put('/me/pin', { body: { pin: '493027' } });
  const pinned = client({ url: world.service.url, cookies: { '__Host-terminal': terminal } });
  const body = { person_id: id, pin: '493027' };
  const signed = await pinned.post('/session/pin', { body });
  expect(signed.status).toBe(200);
  const session = cookieOf(signed.headers, '__Host-session');
  const there = client({ url: world.service.url, cookies: { '__Host-session': session } });
  const other = await signInAs(world.at, world.mine, ['manager']);
  expect((await there.get('/session')).status).toBe(200);
  await other.api.delete(`/terminals/${enrolled.body.id}`);
  expect((await there.get('/session')).status).toBe(401);
  expect((await pinned.post('/session/pin', { body })).status).toBe(401);
});

it('the operator ends somebody with their next request', async () => {
  const { api, id } = await signInAs(world.at, world.mine, ['clerk']);
  await world.operate('person', 'end', '--id', id);
  expect((await api.get('/session')).status).toBe(401);
});
