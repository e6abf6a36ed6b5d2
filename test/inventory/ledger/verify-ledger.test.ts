import { beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../../kit/database.ts';
import { verifyLedger } from '../../../src/inventory/ledger/verify-ledger.ts';
import { type Client, client, day, makePharmacy, post } from '../../support/pharmacy.ts';
import { expectConsistentStock } from '../../support/stock-consistency.ts';
import { useWorld } from '../../support/world.ts';

let organization: string;
let api: Client;
let number = 0;

const world = useWorld();

/** A fresh pharmacy whose lot L1 has three entries and L2 one. */
beforeEach(async () => {
  number += 1;
  organization = `pharmacy-${number}`;
  const { liveKey } = await makePharmacy(world.db.database, { slug: organization });
  api = client({ url: world.service.url, key: liveKey });
  const lot = { sku_code: 'SKU-1', expiry_date: day(30) };
  const texts = {
    po_number: 'PO-1',
    note: 'A note.',
    reference: { type: 'order', id: 'O-1', rx_number: 'RX-1' },
  };
  for (const body of [
    { type: 'receive', qty: 10, lot_number: 'L1', ...lot, ...texts },
    { type: 'receive', qty: 5, lot_number: 'L2', ...lot },
    { type: 'dispense', qty: 3, lot_number: 'L1', sku_code: 'SKU-1' },
    { type: 'return', qty: 1, lot_number: 'L1', sku_code: 'SKU-1' },
  ]) {
    expect((await post(api, body)).status).toBe(201);
  }
});

const verify = async () => {
  const { code, printed } = await world.operate(
    'ledger',
    'verify',
    '--organization',
    organization,
    '--json',
  );
  return { code, ...JSON.parse(printed) };
};

/** Ids of the entries of L1 in their order. */
async function entries(): Promise<string[]> {
  const { rows } = await world.db.owner.query(
    `select e.id from ledger_entry e join lot l on l.id = e.lot_id
       join organization o on o.id = e.organization_id
      where o.slug = $1 and l.lot_number = 'L1' order by e.seq`,
    [organization],
  );
  return rows.map(({ id }) => id);
}

async function one(text: string, values: unknown[] = [organization]): Promise<string> {
  const { rows } = await world.db.owner.query(text, values);
  expect(rows).toHaveLength(1);
  return String(rows[0].id);
}

/** Writes as an owner can who switches off triggers, and the foreign keys with them. */
async function tamper(text: string, values: unknown[]): Promise<void> {
  const owner = await world.db.owner.connect();
  try {
    await owner.query('begin');
    await owner.query("set local session_replication_role = 'replica'");
    expect((await owner.query(text, values)).rowCount).toBeGreaterThan(0);
    await owner.query('commit');
  } finally {
    await owner.query('rollback');
    owner.release();
  }
}

async function expectFound(kind: string, id: string, message?: string): Promise<void> {
  const verdict = await verify();
  expect(verdict).toMatchObject({ code: 1, ok: false });
  expect(verdict.problems).toContainEqual({
    kind,
    id,
    message: message === undefined ? expect.any(String) : expect.stringContaining(message),
  });
  expect(verdict.problem_count).toBe(verdict.problems.length);
}

it('finds nothing wrong with what the service wrote', async () => {
  expect(await verify()).toEqual({
    code: 0,
    ok: true,
    entries: 4,
    records: 2,
    lots: 2,
    levels: 1,
    since: null,
    problem_count: 0,
    problems: [],
  });
});

describe('a changed column of an entry', () => {
  const other = "'00000000-0000-4000-8000-000000000000'::uuid";
  it.each([
    ['seq', 'seq + 1'],
    ['movement_id', other],
    ['type', "case type when 'receive' then 'return' else 'receive' end"],
    ['sku_id', other],
    ['location_id', other],
    ['qty', 'qty + 1'],
    ['balance_after', 'balance_after + 1'],
    ['hash', "decode(repeat('ab', 32), 'hex')"],
    ['created_at', "created_at + interval '1 microsecond'"],
  ])('%s is reported', async (column, value) => {
    const all = await entries();
    for (const [at, id] of all.entries()) {
      const changed = `update ledger_entry set ${column} = ${value} where id = $1`;
      const { rows } = await world.db.owner.query('select * from ledger_entry where id = $1', [id]);
      await tamper(changed, [id]);
      await expectFound('entry', id);
      const back = `update ledger_entry set ${column} = $2 where id = $1`;
      // A Date would lose the microseconds.
      if (column === 'created_at') {
        await tamper(
          `update ledger_entry set created_at = created_at - interval '1 microsecond' where id = $1`,
          [id],
        );
      } else await tamper(back, [id, rows[0][column]]);
      expect([at, (await verify()).ok]).toEqual([at, true]);
    }
  });

  it('id is reported under the new one', async () => {
    const [first] = await entries();
    const fresh = crypto.randomUUID();
    await tamper('update ledger_entry set id = $2 where id = $1', [first, fresh]);
    await expectFound('entry', fresh);
  });

  it('lot_id is reported, to another lot or to none', async () => {
    const [, second] = await entries();
    const lot = await one(
      `select l.id from lot l join organization o on o.id = l.organization_id
        where o.slug = $1 and l.lot_number = 'L2'`,
    );
    await tamper('update ledger_entry set lot_id = $2 where id = $1', [second, lot]);
    await expectFound('entry', second as string);
    await tamper('update ledger_entry set lot_id = $2 where id = $1', [
      second,
      crypto.randomUUID(),
    ]);
    await expectFound('entry', second as string, 'its lot is gone');
  });

  it('organization_id is reported', async () => {
    const [first] = await entries();
    const away = await one("select id from organization where slug = 'pharmacy-1'", []);
    await makePharmacy(world.db.database, { slug: `${organization}-other` });
    const target = number === 1 ? crypto.randomUUID() : away;
    await tamper('update ledger_entry set organization_id = $2 where id = $1', [first, target]);
    const all = await world.operate('ledger', 'verify');
    expect(all.code).toBe(1);
    expect(all.printed).toContain(`entry ${first}: `);
    await tamper('delete from ledger_entry where id = $1', [first]);
  });
});

describe('a changed column of a movement', () => {
  it.each([
    ['type', "case type when 'receive' then 'return' else 'receive' end"],
    ['sku_id', "'00000000-0000-4000-8000-000000000000'::uuid"],
    ['location_id', "'00000000-0000-4000-8000-000000000000'::uuid"],
    ['idempotency_key', "'another-key'"],
    ['request_digest', "decode(repeat('ab', 32), 'hex')"],
    ['reference_type', "'transfer'"],
    ['reference_id', "'O-2'"],
    ['reference_id', 'null'],
    ['rx_number_digest', "decode(repeat('ab', 32), 'hex')"],
    ['po_number', "'PO-2'"],
    ['note_digest', "decode(repeat('ab', 32), 'hex')"],
    ['actor', "'somebody'"],
    ['created_at', "created_at - interval '1 microsecond'"],
    ['id', 'gen_random_uuid()'],
    ['organization_id', 'gen_random_uuid()'],
  ])('%s (%s) is reported with its entry', async (column, value) => {
    const [first] = await entries();
    await tamper(
      `update movement set ${column} = ${value}
        where id = (select movement_id from ledger_entry where id = $1)`,
      [first],
    );
    await expectFound('entry', first as string);
  });

  it.each([
    ['rx_number', "'RX-2'"],
    ['rx_number', 'null'],
    ['rx_number_salt', "decode('ab', 'hex')"],
    ['note', "'Another note.'"],
    ['note', 'null'],
    ['note_salt', 'null'],
    ['(note, note_salt)', '(null, null)'],
    ['(rx_number, rx_number_salt)', '(null, null)'],
  ])('%s (%s) is reported with the movement', async (column, value) => {
    const [first] = await entries();
    const movement = await one('select movement_id as id from ledger_entry where id = $1', [first]);
    await tamper(`update movement set ${column} = ${value} where id = $1`, [movement]);
    await expectFound('movement', movement);
  });

  it('is none where a text was redacted with its salt', async () => {
    const [first] = await entries();
    await tamper(
      `update movement set note = null, note_salt = null, rx_number = null, rx_number_salt = null,
                           request_salt = null, redacted_at = now()
        where id = (select movement_id from ledger_entry where id = $1)`,
      [first],
    );
    expect(await verify()).toMatchObject({ code: 0, ok: true });
  });
});

describe('what refers to something that is not there', () => {
  const ofOthers = (table: string) =>
    `(select id from ${table} where organization_id <> t.organization_id limit 1)`;

  beforeEach(async () => {
    const lots = [{ sku_code: 'SKU-1', lot_number: 'L1', expiry_date: day(30), qty: 1 }];
    await makePharmacy(world.db.database, { slug: `${organization}-other`, lots });
  });

  it.each([
    ['ledger_entry', 'movement_id', 'gen_random_uuid()', 'its movement is gone'],
    ['ledger_entry', 'movement_id', ofOthers('movement'), 'its movement is gone'],
    ['ledger_entry', 'lot_id', 'gen_random_uuid()', 'its lot is gone'],
    ['ledger_entry', 'lot_id', ofOthers('lot'), 'its lot is gone'],
    ['ledger_entry', 'sku_id', ofOthers('sku'), 'its lot is of another SKU or location'],
    ['ledger_entry', 'location_id', ofOthers('location'), 'its lot is of another SKU or location'],
    ['lot_record', 'movement_id', 'gen_random_uuid()', 'its movement is gone'],
    ['lot_record', 'movement_id', ofOthers('movement'), 'its movement is gone'],
    ['lot_record', 'lot_id', 'gen_random_uuid()', 'its lot is gone'],
    ['lot_record', 'lot_id', ofOthers('lot'), 'its lot is gone'],
    ['allocation', 'lot_id', 'gen_random_uuid()', 'it is not where an allocation of it is'],
    ['allocation', 'lot_id', ofOthers('lot'), 'it is not where an allocation of it is'],
    ['allocation', 'sku_id', ofOthers('sku'), 'it is not where an allocation of it is'],
    ['allocation', 'location_id', 'gen_random_uuid()', 'it is not where an allocation of it is'],
    ['movement', 'sku_id', 'gen_random_uuid()', 'it is gone, and movements are of it'],
    ['movement', 'sku_id', ofOthers('sku'), 'it is gone, and movements are of it'],
    ['movement', 'location_id', ofOthers('location'), 'it is gone, and movements are of it'],
  ])('is reported: %s with %s = %s', async (table, column, value, message) => {
    const body = { reference: { type: 'order', id: 'O-1' }, sku_code: 'SKU-1', qty: 2 };
    expect((await api.post('/v1/inventory/allocations', { body })).status).toBe(201);
    const fresh = {
      allocation: `'id', gen_random_uuid(), 'reference_id', 'O-2'`,
      ledger_entry: `'id', gen_random_uuid(), 'seq', seq + 1`,
      lot_record: `'seq', seq + 1`,
      movement: `'id', gen_random_uuid(), 'idempotency_key', null, 'operation', null,
                 'request_salt', null, 'request_digest', null`,
    }[table];
    const [kind, id] = {
      allocation: ['lot', 'lot_id'],
      ledger_entry: ['entry', 'id'],
      lot_record: ['record', "lot_id || '/' || seq"],
      movement: ['level', "sku_id || '/' || location_id"],
    }[table] as [string, string];
    // As the service: no foreign key refuses it.
    const { rows } = await world.db.database.pool.query(
      `insert into ${table}
       select (jsonb_populate_record(t, jsonb_build_object(${fresh}, '${column}', ${value}))).*
         from ${table} t join organization o on o.id = t.organization_id
        where o.slug = $1
        order by t.created_at desc
        limit 1
       returning ${id} as id`,
      [organization],
    );
    await expectFound(kind, rows[0].id, message);
  });
});

describe('a removed entry', () => {
  it('is missed by the entry after it', async () => {
    const [first, second, third] = await entries();
    await tamper('delete from ledger_entry where id = $1', [first]);
    await expectFound('entry', second as string, 'its hash does not follow');
    await tamper('delete from ledger_entry where id = $1', [second]);
    await expectFound('entry', third as string, 'its balance_after');
  });

  it('is missed by its lot when it was the last one, or all', async () => {
    const lot = await one(
      `select l.id from lot l join organization o on o.id = l.organization_id
        where o.slug = $1 and l.lot_number = 'L1'`,
    );
    const all = await entries();
    await tamper('delete from ledger_entry where id = $1', [all.at(-1)]);
    await expectFound('lot', lot, 'its last entry is not the one');
    await tamper('delete from ledger_entry where lot_id = $1', [lot]);
    await expectFound('lot', lot, 'it has no entries');
  });

  it('is missed by its movement, and a removed movement by its entry', async () => {
    const [, second] = await entries();
    const movement = await one('select movement_id as id from ledger_entry where id = $1', [
      second,
    ]);
    await tamper('delete from ledger_entry where id = $1', [second]);
    await expectFound('movement', movement, 'it has no entries');
    const [, third] = await entries();
    await tamper(
      'delete from movement where id = (select movement_id from ledger_entry where id = $1)',
      [third],
    );
    await expectFound('entry', third as string, 'its movement is gone');
  });
});

it('reports two entries whose order was swapped', async () => {
  const [, second, third] = await entries();
  const seqs = await world.db.owner.query(
    'select seq from ledger_entry where id = any($1) order by seq',
    [[second, third]],
  );
  const setSeq = 'update ledger_entry set seq = $2 where id = $1';
  await tamper(setSeq, [second, -2]);
  await expectFound('entry', second as string);
  await tamper(setSeq, [third, seqs.rows[0].seq]);
  await tamper(setSeq, [second, seqs.rows[1].seq]);
  await expectFound('entry', second as string);
  await expectFound('entry', third as string);
});

describe('a changed sum', () => {
  it.each([
    ['on_hand = on_hand + 1', 'its on_hand'],
    ["last_hash = decode(repeat('ab', 32), 'hex')", 'its last entry is not the one'],
    ["last_entry_at = last_entry_at + interval '1 microsecond'", 'has not the time'],
    ['holders = holders + 1', 'its holders are not its allocations'],
  ])('of a lot (%s) is reported', async (change, message) => {
    const lot = await one(
      `select l.id from lot l join organization o on o.id = l.organization_id
        where o.slug = $1 and l.lot_number = 'L1'`,
    );
    await tamper(`update lot set ${change} where id = $1`, [lot]);
    await expectFound('lot', lot, message);
  });

  it.each(['on_hand = on_hand + 1', 'reserved = 1', 'quarantined = 1', 'on_hand = on_hand - 1'])(
    'of a level (%s) is reported',
    async (change) => {
      const level = await one(
        `select v.sku_id || '/' || v.location_id as id
           from stock_level v join organization o on o.id = v.organization_id
          where o.slug = $1`,
      );
      await tamper(`update stock_level set ${change} where sku_id || '/' || location_id = $1`, [
        level,
      ]);
      await expectFound('level', level, 'not the sum of its lots');
    },
  );
});

describe('a reservation', () => {
  beforeEach(async () => {
    const body = { reference: { type: 'order', id: 'O-1' }, sku_code: 'SKU-1', qty: 2 };
    expect((await api.post('/v1/inventory/allocations', { body })).status).toBe(201);
    expect(await verify()).toMatchObject({ code: 0, ok: true });
  });

  it.each([
    'update allocation set qty = qty + 1 where id = $1',
    'update allocation set qty = 1 where id = $1',
    'delete from allocation where id = $1',
    `update allocation set lot_id = (select l.id from lot l where l.organization_id = allocation.organization_id
                                        and l.id <> allocation.lot_id) where id = $1`,
  ])('that does not add up to what its lot has reserved is reported: %s', async (sql) => {
    const { rows } = await world.db.owner.query(
      `select a.id, a.lot_id from allocation a join organization o on o.id = a.organization_id
        where o.slug = $1`,
      [organization],
    );
    await tamper(sql, [rows[0].id]);
    await expectFound('lot', rows[0].lot_id, 'its reserved is not the sum of its allocations');
  });

  it('that only the lot shows is reported with the lot and its level', async () => {
    const lot = await one(
      `select l.id from lot l join organization o on o.id = l.organization_id
        where o.slug = $1 and l.lot_number = 'L2'`,
    );
    await tamper('update lot set reserved = reserved + 1 where id = $1', [lot]);
    await expectFound('lot', lot, 'its reserved is not the sum of its allocations');
    const level = await one(
      `select v.sku_id || '/' || v.location_id as id
         from stock_level v join organization o on o.id = v.organization_id
        where o.slug = $1`,
    );
    await expectFound('level', level, 'not the sum of its lots');
  });
});

it('keeps the lots of two organizations apart where their ids are the same', async () => {
  const own = await createTestDatabase();
  try {
    const lot = { sku_code: 'SKU-1', lot_number: 'L1', expiry_date: day(30) };
    for (const [index, slug] of ['one', 'two'].entries()) {
      await makePharmacy(own.database, { slug, lots: [{ ...lot, qty: 3 + index }] });
    }
    const owner = await own.owner.connect();
    await owner.query("set session_replication_role = 'replica'");
    const id = crypto.randomUUID();
    await owner.query(`update ledger_entry set lot_id = '${id}';
                       update lot_record set lot_id = '${id}'; update lot set id = '${id}'`);
    owner.release(true);
    const { problems } = await verifyLedger(own.database, null);
    // The hash covers the lot's id; the balances are right, each in its own chain.
    expect(problems.map(({ message }) => message)).toEqual(
      ['record', 'entry', 'record', 'entry'].map(
        (kind) => `its hash does not follow from its content and the ${kind} before it`,
      ),
    );
  } finally {
    await own.drop();
  }
});

describe('the command', () => {
  it('verifies one organization when asked to', async () => {
    const [first] = await entries();
    await tamper('update ledger_entry set qty = qty + 1 where id = $1', [first]);
    const mine = await world.operate('ledger', 'verify', '--organization', organization);
    expect(mine.code).toBe(1);
    expect(mine.printed).toMatch(
      /4 entries and 2 records of 2 lots at 1 levels verified: \d+ problems$/,
    );
    await makePharmacy(world.db.database, { slug: 'untouched' });
    const other = await world.operate('ledger', 'verify', '--organization', 'untouched');
    expect(other).toEqual({
      code: 0,
      printed:
        '0 entries and 0 records of 0 lots at 0 levels verified: every balance and chain is correct',
    });
    expect((await world.operateJson('ledger', 'verify')).ok).toBe(false);
  });

  it('refuses an organization that is not there', async () => {
    await expect(world.operate('ledger', 'verify', '--organization', 'nobody')).rejects.toThrow(
      'No organization has the slug nobody.',
    );
  });
});

describe('a lot', () => {
  let lot: string;
  let records: { seq: string; type: string }[];

  /** L1 is quarantined and released again, holds a reservation, and expires a day later than it did. */
  beforeEach(async () => {
    lot = await one(
      `select l.id from lot l join organization o on o.id = l.organization_id
        where o.slug = $1 and l.lot_number = 'L1'`,
    );
    const name = ['--organization', organization, '--sku', 'SKU-1', '--lot', 'L1'];
    await world.operate('lot', 'set-status', ...name, '--status', 'quarantine');
    await world.operate('lot', 'set-status', ...name, '--status', 'released');
    const why = ['--reason', 'Misread label'];
    await world.operate('lot', 'set-expiry', ...name, '--expiry', day(31), ...why);
    const body = { reference: { type: 'order', id: 'O-1' }, sku_code: 'SKU-1', qty: 6 };
    expect((await api.post('/v1/inventory/allocations', { body })).status).toBe(201);
    const fulfill = { type: 'fulfill', qty: 2, sku_code: 'SKU-1', reference: body.reference };
    expect((await post(api, fulfill)).status).toBe(201);
    const { rows } = await world.db.owner.query(
      'select seq::text, type from lot_record where lot_id = $1 order by seq',
      [lot],
    );
    records = rows;
    expect(await verify()).toMatchObject({ code: 0, ok: true });
    await expectConsistentStock(world.db, organization);
  });

  it('has a record of its beginning, and of every change of status, expiry and reservations', () => {
    expect(records.map(({ type }) => type)).toEqual([
      'set_status',
      'set_status',
      'set_status',
      'set_expiry',
      'reserve',
    ]);
  });

  it('in quarantine that SQL set to released is reported', async () => {
    const name = ['--organization', organization, '--sku', 'SKU-1', '--lot', 'L2'];
    await world.operate('lot', 'set-status', ...name, '--status', 'quarantine');
    const other = await one(
      `select l.id from lot l join organization o on o.id = l.organization_id
        where o.slug = $1 and l.lot_number = 'L2'`,
    );
    await tamper("update lot set status = 'released' where id = $1", [other]);
    await tamper(
      `update stock_level set quarantined = 0
        where (sku_id, location_id) in (select sku_id, location_id from lot where id = $1)`,
      [other],
    );
    await expectFound('lot', other, 'its status does not follow from its chain');
  });

  it('whose expiry date SQL changed, with its number’s, is reported', async () => {
    await tamper(
      `update lot_number set expiry_date = expiry_date + 365
        where (lot_number, sku_id) in (select lot_number, sku_id from lot where id = $1)`,
      [lot],
    );
    await tamper('update lot set expiry_date = expiry_date + 365 where id = $1', [lot]);
    await expectFound('lot', lot, 'its expiry_date does not follow from its chain');
  });

  it('whose reservation SQL took away everywhere is reported', async () => {
    const { rows } = await world.db.owner.query('select reserved from lot where id = $1', [lot]);
    await tamper('delete from allocation where lot_id = $1', [lot]);
    await tamper('update lot set reserved = 0 where id = $1', [lot]);
    await tamper(
      `update stock_level set reserved = reserved - $2
        where (sku_id, location_id) in (select sku_id, location_id from lot where id = $1)`,
      [lot, rows[0].reserved],
    );
    await expectFound('lot', lot, 'its reserved does not follow from its chain');
  });

  it.each([
    ['seq', 'seq + 1'],
    ['movement_id', "'00000000-0000-4000-8000-000000000000'::uuid"],
    [
      'type',
      `case type when 'reserve' then 'release' when 'set_expiry' then 'set_status'
                 else 'set_expiry' end`,
    ],
    ['reference_type', "'other'"],
    ['reference_id', "'other'"],
    ['qty', 'qty + 1'],
    ['reserved_after', 'reserved_after + 1'],
    ['status', "case status when 'released' then 'quarantine' else 'released' end"],
    ['expiry_date', 'expiry_date + 1'],
    ['hash', "decode(repeat('ab', 32), 'hex')"],
    ['created_at', "created_at + interval '1 microsecond'"],
  ])('has no record whose %s could be changed unseen', async (column, value) => {
    const ofReservations = ['reference_type', 'reference_id', 'qty'];
    const holding = records.filter(
      ({ type }) => type === 'reserve' || !ofReservations.includes(column),
    );
    expect(holding.length).toBeGreaterThan(0);
    for (const { seq } of holding) {
      const where = 'where lot_id = $1 and seq = $2';
      const { rows } = await world.db.owner.query(
        `select to_jsonb(r) as row from lot_record r ${where}`,
        [lot, seq],
      );
      await tamper(`update lot_record set ${column} = ${value} ${where}`, [lot, seq]);
      const changed = column === 'seq' ? String(BigInt(seq) + 1n) : seq;
      await expectFound('record', `${lot}/${changed}`);
      await tamper(
        `update lot_record r set ${column} = old.${column}
           from jsonb_populate_record(null::lot_record, $3) old
          where r.lot_id = $1 and r.seq = $2`,
        [lot, changed, rows[0].row],
      );
      expect((await verify()).ok).toBe(true);
    }
  });

  it('that lost a record is reported', async () => {
    const [, second, third] = records;
    await tamper('delete from lot_record where lot_id = $1 and seq = $2', [lot, second?.seq]);
    await expectFound('record', `${lot}/${third?.seq}`, 'its hash does not follow');
  });
});

it('lets nobody change or remove an entry or a record while the triggers are there', async () => {
  const [first] = await entries();
  for (const [text, values] of [
    ['update lot_record set seq = seq', []],
    ['delete from lot_record', []],
    ['truncate lot_record', []],
    ['update ledger_entry set qty = 1 where id = $1', [first]],
    ['delete from ledger_entry where id = $1', [first]],
    ['truncate ledger_entry cascade', []],
    [
      "update movement set actor = 'x' where id = $1",
      [await one('select movement_id as id from ledger_entry where id = $1', [first])],
    ],
    ['truncate movement cascade', []],
  ] as const) {
    await expect(world.db.owner.query(text, [...values])).rejects.toThrow('is append-only');
    await expect(world.db.database.pool.query(text, [...values])).rejects.toThrow(
      'permission denied',
    );
  }
});
