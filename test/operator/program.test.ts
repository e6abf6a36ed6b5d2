// Every command that changes something leaves its trace, with its change or not at all.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ListedAction } from '../../src/audit/operator-actions.ts';
import { MOVES_A_STEP } from '../../src/inventory/sweep/reallocate-lots.ts';
import { SecretBox } from '../../src/lib/seal.ts';
import { COMMANDS } from '../../src/operator/program.ts';
import { importFile, issueKey, revokeKey } from '../support/as-operator.ts';
import { addDelivery, create, useEndpoints } from '../support/endpoints.ts';
import { operate, operateWith, SECRETS_KEYS } from '../support/operator.ts';
import { day } from '../support/pharmacy.ts';
import { everythingWritten } from '../support/refusals.ts';
import { ALLOCATIONS } from '../support/reservations.ts';

/** They change nothing, and so leave nothing. What is neither here nor leaves a trace fails below. */
const READING_ONLY = [
  'organization list',
  'location list',
  'sku list',
  'stock show',
  'lot list',
  'order list',
  'listing list',
  'webhook list',
  'temperature list',
  'key list',
  'person list',
  'ledger verify',
  'ledger anchor',
  'ledger export',
  'webhook show',
  'webhook dead',
  'order show',
  'account list',
  'patient accesses',
  'log',
  'lot sweep --dry-run',
];

const LOT = ['--organization', 'pharmacy', '--sku', 'SKU-1', '--lot', 'L-1'];
const AT_MAIN = [...LOT, '--location', 'Main'];
const KEY = { organization: 'pharmacy', environment: 'live', scopes: 'all' } as const;

const webhooks = useEndpoints();

const OTHER_KEY = Buffer.alloc(32, 9);
const held = () => ({
  database: webhooks.db.database,
  secretsKeys: [...SECRETS_KEYS, OTHER_KEY],
});

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'operator-'));
  const lot = { organization: 'pharmacy', sku_code: 'SKU-1', qty: 100 };
  const lots = ['L-1', 'L-2'].map((lot_number) => ({ ...lot, lot_number, expiry_date: day(400) }));
  await importFile(webhooks.db.database, JSON.stringify({ lots }));
});
afterAll(() => rmSync(folder, { recursive: true }));

let daysToExpiry = 300;
const aKey = () => issueKey(webhooks.db.database, { ...KEY, plan: 'standard' });
/** An order that the pharmacy placed and ships itself. */
async function anOrder(status = 'pending'): Promise<string> {
  const id = crypto.randomUUID();
  const [organization, order_number] = ['pharmacy', id];
  const order = { organization, id, order_number, status, fulfillment_organization: organization };
  await importFile(webhooks.db.database, JSON.stringify({ orders: [order] }));
  return id;
}
async function aPatient(environment = 'live'): Promise<string> {
  const id = crypto.randomUUID();
  const patient = {
    organization: 'pharmacy',
    environment,
    id,
    first_name: 'Ann',
    last_name: 'Bee',
  };
  await importFile(webhooks.db.database, JSON.stringify({ patients: [patient] }));
  return id;
}
const file = (name: string, content: object) => {
  const path = join(folder, name);
  writeFileSync(path, JSON.stringify(content));
  return path;
};

/** What a person would type after the command's own words, and what its trace says that it changed. */
interface Example {
  readonly words: readonly string[];
  readonly target: string | RegExp | null;
  readonly organization?: string | null;
  readonly reason?: string;
}

const EXAMPLES: Record<string, () => Promise<Example>> = {
  'organization create': async () => ({
    words: ['--slug', 'fresh', '--name', 'Fresh', '--kind', 'clinic'],
    target: 'organization fresh',
    organization: 'fresh',
  }),
  'organization set-status': async () => ({
    words: ['--organization', 'other', '--status', 'suspended'],
    target: 'organization other',
    organization: 'other',
  }),
  'person approvals': async () => ({
    words: ['--organization', 'pharmacy', '--one'],
    target: 'organization pharmacy',
  }),
  'key issue': async () => ({
    words: ['--organization', 'pharmacy', '--environment', 'live', '--scopes', 'all'],
    target: /^key [0-9a-f-]{36}$/,
  }),
  'key rotate': async () => {
    const { id } = await aKey();
    const target = new RegExp(`^key ${id}, in its place [0-9a-f-]{36}$`);
    return { words: ['--id', id], target };
  },
  'key revoke': async () => {
    const { id } = await aKey();
    return { words: ['--id', id], target: `key ${id}` };
  },
  'person invite': async () => ({
    words: ['--organization', 'pharmacy', '--name', 'Ana Ruiz', '--roles', 'manager'],
    target: /^person [0-9a-f-]{36}$/,
  }),
  'person end': async () => {
    const words = ['--organization', 'pharmacy', '--name', 'Ben Okafor', '--roles', 'clerk'];
    const { id } = await webhooks.operateJson('person', 'invite', ...words);
    return { words: ['--id', id], target: `person ${id}` };
  },
  'person link': async () => {
    const words = ['--organization', 'pharmacy', '--name', 'Dana Fox', '--roles', 'clerk'];
    const { id } = await webhooks.operateJson('person', 'invite', ...words);
    return { words: ['--id', id], target: `person ${id}` };
  },
  'person confirm': async () => {
    const words = ['--organization', 'pharmacy', '--name', 'Eli Roth', '--roles', 'clerk'];
    const { id } = await webhooks.operateJson('person', 'invite', ...words);
    // As one whom a colleague invited, and who has used the link.
    await webhooks.db.owner.query(
      'update person set linked_by = array[gen_random_uuid()] where id = $1',
      [id],
    );
    return { words: ['--id', id], target: `person ${id}` };
  },
  'person erase': async () => {
    const words = ['--organization', 'pharmacy', '--name', 'Cy Vance', '--roles', 'clerk'];
    const { id } = await webhooks.operateJson('person', 'invite', ...words);
    await webhooks.operate('person', 'end', '--id', id);
    return { words: ['--id', id], target: `person ${id}` };
  },
  import: async () => ({
    words: [
      file('one.json', { locations: [{ organization: 'pharmacy', name: crypto.randomUUID() }] }),
    ],
    target: '1 locations',
  }),
  'stock receive': async () => {
    const lot = crypto.randomUUID();
    const words = ['--organization', 'pharmacy', '--sku', 'SKU-1', '--lot', lot];
    return {
      words: [...words, '--location', 'Main', '--expiry', day(400), '--qty', '5'],
      target: `lot ${lot} of SKU-1 at Main`,
    };
  },
  'stock adjust': async () => ({
    words: [...AT_MAIN, '--qty', '-2', '--reason', 'broken'],
    target: 'lot L-1 of SKU-1 at Main',
    reason: 'broken',
  }),
  'stock waste': async () => ({
    words: [...AT_MAIN, '--qty', '3', '--reason', 'spilled'],
    target: 'lot L-1 of SKU-1 at Main',
    reason: 'spilled',
  }),
  'stock count': async () => {
    const { rows } = await webhooks.db.owner.query(
      `select (on_hand - 1)::text as counted
         from lot join location on location.id = location_id
        where lot_number = 'L-1' and location.name = 'Main'`,
    );
    return {
      words: [...AT_MAIN, '--counted', rows[0].counted],
      target: 'lot L-1 of SKU-1 at Main',
    };
  },
  'stock transfer': async () => ({
    words: [...AT_MAIN, '--to', 'Annex', '--qty', '4'],
    target: 'lot L-1 of SKU-1 at Main',
  }),
  'lot set-status': async () => {
    const { rows } = await webhooks.db.owner.query(
      `select distinct case status when 'released' then 'quarantine' else 'released' end as other
         from lot where lot_number = 'L-1'`,
    );
    const target = 'lot L-1 of SKU-1 everywhere';
    return { words: [...LOT, '--status', rows[0].other], target };
  },
  'lot set-expiry': async () => {
    daysToExpiry += 1;
    return {
      words: [...LOT, '--expiry', day(daysToExpiry), '--reason', 'misread'],
      target: 'lot L-1 of SKU-1 everywhere',
      reason: 'misread',
    };
  },
  'lot sweep': async () => {
    // One that is announced once, at 30 days.
    const lot = { organization: 'pharmacy', sku_code: 'SKU-1', lot_number: crypto.randomUUID() };
    const lots = [{ ...lot, qty: 1, expiry_date: day(20) }];
    await importFile(webhooks.db.database, JSON.stringify({ lots }));
    return { words: ['--as-of', day(0)], target: null, organization: null };
  },
  'movement redact': async () => {
    await webhooks.operate('stock', 'adjust', ...AT_MAIN, '--qty', '1', '--reason', 'found');
    const { rows } = await webhooks.db.owner.query(
      `select id from movement where note = 'found' order by created_at desc limit 1`,
    );
    const [{ id }] = rows;
    const words = ['--id', id, '--reason', 'a name stood in it'];
    return { words, target: `movement ${id}`, reason: 'a name stood in it' };
  },
  'order set-status': async () => {
    const id = await anOrder();
    return { words: ['--id', id, '--status', 'paid'], target: `order ${id}` };
  },
  'order set-payment': async () => {
    const id = await anOrder();
    return { words: ['--id', id, '--status', 'failed'], target: `order ${id}` };
  },
  'order ship': async () => {
    const id = await anOrder('paid');
    const tracking = ['--tracking-number', '1Z', '--tracking-carrier', 'UPS'];
    return { words: ['--id', id, ...tracking, '--lots', 'SKU-1:L-2:1'], target: `order ${id}` };
  },
  'order cancel': async () => {
    const id = await anOrder();
    return { words: ['--id', id], target: `order ${id}` };
  },
  'patient erase': async () => {
    const id = await aPatient();
    const words = ['--id', id, '--reason', 'asked for it'];
    return { words, target: `patient ${id}`, reason: 'asked for it' };
  },
  'patient export': async () => {
    const id = await aPatient();
    return { words: ['--id', id], target: `patient ${id}` };
  },
  'sandbox reset': async () => {
    await aPatient('test');
    return { words: ['--organization', 'pharmacy'], target: 'test data' };
  },
  'secrets reseal': async () => {
    // Sealed with a key that is not the first one any more.
    const id = await aPatient();
    const { rows } = await webhooks.db.owner.query(
      'select sealed, organization_id from patient where id = $1',
      [id],
    );
    const [{ sealed, organization_id: organizationId }] = rows;
    const context = { table: 'patient', organizationId, rowId: id };
    const box = new SecretBox([OTHER_KEY, ...SECRETS_KEYS]);
    await webhooks.db.owner.query('update patient set sealed = $2 where id = $1', [
      id,
      box.seal(box.open(sealed, context), context),
    ]);
    return { words: [], target: 'secrets', organization: null };
  },
  'temperature record': async () => ({
    words: ['--organization', 'pharmacy', '--location', 'Main', '--celsius', '4.5'],
    target: 'location Main',
  }),
  'webhook replay': async () => {
    const delivery = await addDelivery(webhooks, (await create(webhooks.live)).id);
    return { words: ['--delivery', delivery], target: `delivery ${delivery}` };
  },
};

function exampleOf(name: string): Promise<Example> {
  const example = EXAMPLES[name];
  if (example === undefined) {
    throw new Error(`${name} needs an example, or its name among the commands that only read.`);
  }
  return example();
}

/** By what one types for them. */
const commands = COMMANDS.flatMap((entry) =>
  'commands' in entry
    ? entry.commands.map(({ name }) => `${entry.name} ${name}`)
    : [entry.name.split(' ')[0] as string],
);
const changing = commands.filter((name) => !READING_ONLY.includes(name));

async function actions(): Promise<ListedAction[]> {
  return webhooks.operateJson('log', '--limit', '1000');
}

/** All that a command may change. */
async function everything(): Promise<unknown> {
  const { rows } = await webhooks.db.owner.query(`
    select (select json_agg(t order by id) from organization t) as organizations,
           (select json_agg(t order by id) from api_key t) as keys,
           (select json_agg(t order by id) from person t) as people,
           (select json_agg(t order by id) from sign_in_link t) as links,
           (select json_agg(t order by id) from location t) as locations,
           (select json_agg(t order by id) from webhook_delivery t) as deliveries,
           (select json_agg(t order by id) from customer_order t) as orders,
           (select json_agg(t order by id) from patient t) as patients,
           (select json_agg(t order by at) from patient_access t) as accesses,
           (select json_agg(t order by id) from operator_action t) as actions`);
  return { ...rows[0], stock: await everythingWritten(webhooks.db) };
}

/** @param refusing SQL that makes the database refuse the command, and what takes it back */
async function expectNothing(
  name: string,
  { refusing, again, message }: { refusing: string; again: string; message: string },
): Promise<void> {
  const { owner } = webhooks.db;
  const { words } = await exampleOf(name);
  const fresh = words.map((word) => (word === 'fresh' ? 'never' : word));
  const before = await everything();
  await owner.query(refusing);
  try {
    await expect(operateWith(held(), ...name.split(' '), ...fresh)).rejects.toThrow(message);
  } finally {
    await owner.query(again);
  }
  expect(await everything()).toEqual(before);
}

describe('a command that changes something', () => {
  it.each(changing)('%s: leaves one trace of who did what to what', async (name) => {
    const { words, target, organization = 'pharmacy', reason = null } = await exampleOf(name);
    const before = await actions();
    await operateWith(held(), ...name.split(' '), ...words, '--actor', 'Ada L.');
    const after = await actions();
    expect(after.slice(1)).toEqual(before);
    expect(after[0]).toEqual({
      id: expect.any(String),
      actor: 'Ada L.',
      command: name,
      organization,
      reason,
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
      target: target instanceof RegExp ? expect.stringMatching(target) : target,
      arguments: expect.any(Object),
    });
    expect(JSON.stringify(after[0]?.arguments)).not.toMatch(/Ada|broken|spilled|misread/);
  });

  it.each(changing)('%s: changes nothing where its trace cannot be written', async (name) => {
    await expectNothing(name, {
      refusing: 'alter table operator_action add constraint is_full check (false) not valid',
      again: 'alter table operator_action drop constraint is_full',
      message: 'is_full',
    });
  });

  it.each(changing)('%s: leaves no trace where its change is not committed', async (name) => {
    const tables =
      'organization api_key person sign_in_link location webhook_delivery lot_number lot movement customer_order patient patient_access'.split(
        ' ',
      );
    await expectNothing(name, {
      refusing: `
        create function refuse_commit() returns trigger language plpgsql as
          $$ begin raise exception 'no commit'; end $$;
        ${tables
          .map(
            (table) => `
        create constraint trigger no_commit after insert or update or delete on ${table}
          deferrable initially deferred for each row execute function refuse_commit();`,
          )
          .join('')}`,
      again: 'drop function refuse_commit cascade',
      message: 'no commit',
    });
  });

  it('leaves none where it is refused, nor does one that only reads', async () => {
    const { database } = webhooks.db;
    const whoseOrder = await anOrder();
    const endpoint = await create(webhooks.live);
    const before = await actions();
    const unknown = crypto.randomUUID();
    for (const words of [
      ['organization', 'create', '--slug', 'pharmacy', '--name', 'Again', '--kind', 'clinic'],
      ['organization', 'set-status', '--organization', 'nobody', '--status', 'suspended'],
      ['key', 'revoke', '--id', unknown],
      ['key', 'rotate', '--id', unknown],
      ['import', file('bad.json', { locations: [{ organization: 'nobody', name: 'Cellar' }] })],
      ['stock', 'waste', ...AT_MAIN, '--qty', '1000000', '--reason', 'too many'],
      ['webhook', 'replay', '--delivery', unknown],
      ['order', 'set-status', '--id', unknown, '--status', 'paid'],
      ['order', 'set-payment', '--id', unknown, '--status', 'paid'],
      ['order', 'ship', '--id', unknown, '--tracking-number', '1', '--tracking-carrier', 'U'],
      ['order', 'cancel', '--id', unknown],
      ['patient', 'erase', '--id', unknown, '--reason', 'asked for it'],
      ['patient', 'export', '--id', unknown],
      ['temperature', 'record', '--organization', 'pharmacy', '--location', 'X', '--celsius', '1'],
    ]) {
      await expect(operate(database, ...words), words.join(' ')).rejects.toThrow();
    }
    for (const name of READING_ONLY) {
      const whose = /^(order show|patient)/.test(name)
        ? ['--id', whoseOrder]
        : name === 'webhook show'
          ? ['--endpoint', endpoint.id]
          : name === 'organization list'
            ? []
            : ['--organization', 'pharmacy'];
      await operate(database, ...name.split(' '), ...whose);
    }
    expect(await actions()).toEqual(before);
  });

  it('is the account’s, where no one is named', async () => {
    await webhooks.operate('stock', 'count', ...AT_MAIN, '--counted', '50');
    expect((await actions())[0]?.actor).toBe(userInfo().username);
  });

  it('is named by its movements too, which an API key’s are not', async () => {
    const { db, live } = webhooks;
    await operate(db.database, 'stock', 'count', ...AT_MAIN, '--counted', '49', '--actor', 'Grace');
    const moved = await live.post('/v1/inventory/movements', {
      body: { type: 'fulfill', sku_code: 'SKU-1', qty: 1 },
      headers: { 'Idempotency-Key': crypto.randomUUID() },
    });
    expect(moved.status).toBe(201);
    const { rows } = await db.owner.query(
      'select actor from movement order by created_at desc, id desc limit 2',
    );
    expect(rows).toEqual([
      { actor: expect.stringMatching(/^api_key:[0-9a-f-]{36}$/) },
      { actor: 'operator:Grace' },
    ]);
  });

  it('with several transactions leaves one trace, with the first of them', async () => {
    const { database, owner } = webhooks.db;
    const setStatus = ['lot', 'set-status', ...LOT, '--status'] as const;
    await operate(database, ...setStatus, 'released');
    await operate(database, 'stock', 'adjust', ...AT_MAIN, '--qty', '100', '--reason', 'restocked');
    // More orders than one transaction moves.
    const { rows: lots } = await owner.query(
      `select id from lot where lot_number = 'L-1' and on_hand > $1`,
      [MOVES_A_STEP],
    );
    for (let index = 0; index <= MOVES_A_STEP; index += 1) {
      const reference = { type: 'order', id: `MANY-${index}` };
      const body = { sku_code: 'SKU-1', qty: 1, lot_id: lots[0].id, reference };
      expect((await webhooks.live.post(ALLOCATIONS, { body })).status).toBe(201);
    }
    const before = await actions();
    await operate(database, ...setStatus, 'quarantine', '--actor', 'Ada L.');
    const after = await actions();
    expect(after).toHaveLength(before.length + 1);
    const { rows } = await owner.query(
      `select type, count(*)::int > 0 as some, bool_and(created_at >= $1) as after_the_trace
         from movement
        where type in ('set_status', 'reallocate') and actor = 'operator:Ada L.'
          and created_at >= $1::timestamptz - interval '1 second'
        group by type order by type`,
      [after[0]?.at],
    );
    expect(rows).toEqual([
      { type: 'reallocate', some: true, after_the_trace: true },
      { type: 'set_status', some: true, after_the_trace: expect.any(Boolean) },
    ]);
  });

  it('that imports leaves a trace in each organization that the file names', async () => {
    const path = file('two.json', {
      locations: [
        { organization: 'pharmacy', name: 'Shed' },
        { organization: 'other', name: 'Shed' },
      ],
    });
    const before = await actions();
    await webhooks.operate('import', path);
    const made = (await actions()).slice(0, 2);
    expect(await actions()).toHaveLength(before.length + 2);
    expect(made.map(({ organization }) => organization).sort()).toEqual(['other', 'pharmacy']);
    expect(made[0]?.arguments).toEqual({ file: path });
  });

  it('that replays all that died leaves a trace, and names the endpoint', async () => {
    const { id } = await create(webhooks.live);
    await addDelivery(webhooks, id);
    const words = ['--endpoint', id, '--since', '2026-01-01T00:00:00Z'];
    await webhooks.operate('webhook', 'replay', ...words, '--actor', 'Ada L.');
    const [latest] = await actions();
    expect(latest).toMatchObject({ actor: 'Ada L.', target: `endpoint ${id}` });
  });

  it('keeps no secret that somebody typed or was given', async () => {
    const { database, owner } = webhooks.db;
    const { id, key } = await aKey();
    await revokeKey(database, id);
    const made = await create(webhooks.live);
    const typed = [
      '--slug',
      'typed',
      '--kind',
      'clinic',
      '--name',
      `${key} ${key.replace('live', 'test')} ${made.secret}`,
    ];
    await operate(database, 'organization', 'create', ...typed);
    expect((await actions())[0]?.arguments).toMatchObject({
      name: 'vita_live_… vita_test_… whsec_…',
    });
    for (const name of changing) {
      const { words } = await exampleOf(name);
      const unused = words.map((word) => (word === 'fresh' ? 'unused' : word));
      await operateWith(held(), ...name.split(' '), ...unused);
    }
    const { rows } = await owner.query('select t::text as text from operator_action t');
    expect(rows.length).toBeGreaterThan(20);
    for (const { text } of rows) expect(text).not.toMatch(/vita_(live|test)_\w{4}|whsec_\w{4}/);
  });
});

describe('who does it', () => {
  it.each([
    ['nobody', ''],
    ['spaces', '  '],
    ['a line end', 'Ada\nadmin'],
    ['too long a name', 'a'.repeat(101)],
  ])('is not %s', async (_what, name) => {
    const run = webhooks.operate('log', '--actor', name);
    await expect(run).rejects.toThrow("option '--actor <name>'");
  });
});

describe('an option that is said twice', () => {
  const both = ['--organization', 'pharmacy', '--organization', 'other'];
  it.each([
    ['first and last', ['key', 'list', ...both], 'organization <slug>'],
    ['with an equals sign', ['log', '--actor=Ada', '--actor=Eve'], 'actor <name>'],
    ['a flag', ['lot', 'sweep', '--dry-run', '--dry-run'], 'dry-run'],
  ])('is refused: %s', async (_what, words, option) => {
    const run = webhooks.operate(...words);
    await expect(run).rejects.toThrow(`option '--${option}' is given twice: use it once`);
  });
});
