// What a person does with lots, as typed: their status, a recall, a wrong expiry date.
import { userInfo } from 'node:os';
import { afterAll, describe, expect, it } from 'vitest';
import { importFile } from '../../support/as-operator.ts';
import { client, day, makePharmacy, post } from '../../support/pharmacy.ts';
import { everythingWritten } from '../../support/refusals.ts';
import {
  eventsOf,
  expectConsistentReservations,
  heldBy,
  hold,
  lotsOf,
  order,
  readLevel,
  readLot,
  reserve,
  shelfIn,
} from '../../support/reservations.ts';
import { useWorld } from '../../support/world.ts';

const SKUS = Array.from({ length: 36 }, (_, index) => `STATE-${index}`);

const world = useWorld(async ({ db, service }) => {
  const mine = await makePharmacy(db.database, { skuCodes: SKUS });
  const locations = [{ organization: mine.slug, name: 'Cellar' }];
  await importFile(db.database, JSON.stringify({ locations }));
  const api = client({ url: service.url, key: mine.liveKey });
  const stocked = shelfIn(db, mine.slug, SKUS);
  return { mine, api, stocked };
});

afterAll(async () => {
  await expectConsistentReservations(world.db);
});

const onLot = (sku: string, lot: string) => [
  '--organization',
  world.mine.slug,
  '--sku',
  sku,
  '--lot',
  lot,
];

const setStatus = (sku: string, lot: string, status: string, ...words: string[]) => [
  'lot',
  'set-status',
  ...onLot(sku, lot),
  '--status',
  status,
  ...words,
];

const setExpiry = (sku: string, lot: string, expiry: string, ...words: string[]) => [
  'lot',
  'set-expiry',
  ...onLot(sku, lot),
  '--expiry',
  expiry,
  '--reason',
  'misread label',
  ...words,
];

async function refused(words: string[], message: RegExp): Promise<void> {
  const before = await everythingWritten(world.db);
  await expect(world.operate(...words)).rejects.toThrow(message);
  expect(await everythingWritten(world.db)).toEqual(before);
}

const receive = (sku_code: string, fields: Record<string, unknown> = {}) =>
  post(world.api, {
    type: 'receive',
    sku_code,
    qty: 5,
    lot_number: 'A',
    expiry_date: day(30),
    ...fields,
  });

const atMain = ['--location', 'Main'];

describe('--key', () => {
  const key = () => ['--key', crypto.randomUUID()];

  it('lets a repeat of a recall change nothing, and answers it as the first time', async () => {
    const sku = await world.stocked(
      { lot: 'A', expires: day(30) },
      { lot: 'A', expires: day(30), location: 'Cellar', status: 'quarantine' },
    );
    await hold(world.api, 'O-1', { sku_code: sku, qty: 4 });
    const words = [...setStatus(sku, 'A', 'quarantine'), ...key()];
    const first = await world.operateJson(...words);
    expect(first).toMatchObject({ idempotent: false });
    const { printed } = await world.operate(...words);
    expect(printed).toMatch(/Main: now quarantine, already posted with this key\n/);
    expect(await world.operateJson(...words)).toEqual({ ...first, idempotent: true });
    await world.operate(...setStatus(sku, 'A', 'released'));
    const before = await everythingWritten(world.db);
    expect(await world.operateJson(...words)).toEqual({ ...first, idempotent: true });
    expect(await everythingWritten(world.db)).toEqual(before);
    expect((await readLot(world.api, sku, 'A')).status).toBe('released');
  });

  it('lets a repeat of a corrected date change nothing', async () => {
    const sku = await world.stocked({ lot: 'A', expires: day(30) });
    const words = [...setExpiry(sku, 'A', day(60)), ...key()];
    const first = await world.operateJson(...words);
    expect(first).toEqual({
      lot: 'A',
      expiry_date: day(60),
      moved: [],
      waiting: 0,
      idempotent: false,
    });
    await world.operate(...setExpiry(sku, 'A', day(90)));
    expect(await world.operateJson(...words)).toEqual({ ...first, idempotent: true });
    expect((await readLot(world.api, sku, 'A')).expiry_date).toBe(day(90));
  });

  it('is refused with other arguments, also where the first changed nothing', async () => {
    const sku = await world.stocked({ lot: 'A', expires: day(30) });
    const same = key();
    await world.operate(...setStatus(sku, 'A', 'released', ...same));
    await world.operate(...setExpiry(sku, 'A', day(30), ...same));
    const before = await everythingWritten(world.db);
    const reused = { code: 'idempotency_key_reused' };
    for (const words of [
      setStatus(sku, 'A', 'quarantine', ...same),
      setStatus(sku, 'A', 'released', ...atMain, ...same),
      setExpiry(sku, 'A', day(31), ...same),
    ]) {
      await expect(world.operate(...words)).rejects.toMatchObject(reused);
    }
    expect(await everythingWritten(world.db)).toEqual(before);
  });
});

describe('lot set-status', () => {
  it('quarantines and releases a lot, and says so in the outbox', async () => {
    const sku = await world.stocked({ lot: 'A', expires: day(30) });
    const changed = await world.operateJson(...setStatus(sku, 'A', 'quarantine', ...atMain));
    const places = [{ location: 'Main', changed: true, moved: [], waiting: 0 }];
    expect(changed).toEqual({
      status: 'quarantine',
      places,
      similar_lots: [],
      idempotent: false,
    });
    expect(await readLevel(world.api, sku)).toMatchObject({
      quarantined: 10,
      available: 0,
      version: 2,
    });
    const { printed } = await world.operate(...setStatus(sku, 'A', 'released', ...atMain));
    expect(printed).toBe('Main: now released');
    expect(await readLevel(world.api, sku)).toMatchObject({
      quarantined: 0,
      available: 10,
      version: 3,
    });
    const { id } = await readLot(world.api, sku, 'A');
    const about = {
      sku_code: sku,
      product_id: world.mine.productIds[SKUS.indexOf(sku)],
      location: 'Main',
    };
    const lot = { ...about, lot_id: id, lot_number: 'A' };
    const level = { ...about, cause: 'lot_status', on_hand: 10, reserved: 0, reference: null };
    expect((await eventsOf(world.db, sku)).slice(1)).toEqual([
      ['lot.status_changed', { ...lot, from: 'released', to: 'quarantine' }],
      ['stock.changed', { ...level, available: 0, version: 2 }],
      ['lot.status_changed', { ...lot, from: 'quarantine', to: 'released' }],
      ['stock.changed', { ...level, available: 10, version: 3 }],
    ]);
  });

  it('changes nothing where the lot has the status already', async () => {
    const sku = await world.stocked({ lot: 'A', expires: day(30) });
    const before = await everythingWritten(world.db);
    const { printed } = await world.operate(...setStatus(sku, 'A', 'released', ...atMain));
    expect(printed).toBe('Main: was released already');
    expect(await everythingWritten(world.db)).toEqual(before);
  });

  it('moves reservations to other lots first to expire first, the oldest order first', async () => {
    const sku = await world.stocked(
      { lot: 'A', expires: day(10) },
      { lot: 'LATE', expires: day(40), qty: 5 },
      { lot: 'NEXT', expires: day(20), qty: 4 },
      { lot: 'OLD', expires: day(-1) },
      { lot: 'HELD', expires: day(15), status: 'quarantine' },
    );
    await hold(world.api, 'FIRST', { sku_code: sku, qty: 6 });
    await hold(world.api, 'SECOND', { sku_code: sku, qty: 4 });
    const { printed } = await world.operate(...setStatus(sku, 'A', 'quarantine', ...atMain));
    expect(printed.split('\n')).toEqual([
      'Main: now quarantine',
      '  order FIRST: 6 moved from lot A',
      '  order SECOND: 3 moved from lot A, 1 released: THE ORDER IS SHORT',
    ]);
    expect(await heldBy(world.api, 'FIRST', sku)).toEqual(['LATE:2', 'NEXT:4']);
    expect(await heldBy(world.api, 'SECOND', sku)).toEqual(['LATE:3']);
    expect(await readLot(world.api, sku, 'A')).toMatchObject({ reserved: 0, status: 'quarantine' });
    expect((await eventsOf(world.db, sku)).slice(-2)).toMatchObject([
      ['lot.status_changed', { lot_number: 'A' }],
      ['stock.changed', { cause: 'lot_status', reserved: 9, available: 0 }],
    ]);
  });

  it('adds what moves to what the order holds there already', async () => {
    const sku = await world.stocked({ lot: 'A', expires: day(10) }, { lot: 'B', expires: day(20) });
    await hold(world.api, 'O', { sku_code: sku, qty: 14 });
    const { places } = await world.operateJson(...setStatus(sku, 'A', 'quarantine', ...atMain));
    const moved = { reference: order('O'), lot_number: 'A', moved: 6, released: 4 };
    expect(places).toEqual([{ location: 'Main', changed: true, moved: [moved], waiting: 0 }]);
    expect(await heldBy(world.api, 'O', sku)).toEqual(['B:10']);
  });

  it('keeps, for the record, who was moved', async () => {
    const sku = await world.stocked({ lot: 'A', expires: day(10) });
    await hold(world.api, 'O', { sku_code: sku, qty: 2 });
    await world.operate(...setStatus(sku, 'A', 'quarantine', ...atMain));
    const { rows } = await world.db.owner.query(
      `select m.actor, m.answer from movement m join sku s on s.id = m.sku_id
        where s.sku_code = $1 and m.type = 'set_status'`,
      [sku],
    );
    const moved = [{ reference: order('O'), lot_number: 'A', moved: 0, released: 2 }];
    expect(rows).toEqual([
      { actor: `operator:${userInfo().username}`, answer: { changed: true, moved } },
    ]);
  });

  it('refuses what it cannot find or read', async () => {
    const sku = await world.stocked({ lot: 'A', expires: day(30) });
    await refused(setStatus(sku, 'B', 'quarantine'), /no lot B/);
    await refused(
      setStatus(sku, 'A', 'quarantine', '--location', 'Annex'),
      /no lot A at Annex; it is at Main\.$/,
    );
    await refused(setStatus(sku, 'A', 'destroyed'), /Allowed choices are released, quarantine/);
    const nobody = ['--organization', 'nobody', '--sku', sku, '--lot', 'A'];
    await refused(['lot', 'set-status', ...nobody, '--status', 'released'], /nobody/);
  });
});

describe('a recall', () => {
  const inBoth = ['Main', 'Annex'].map((location) => ({ lot: 'A', expires: day(30), location }));

  it('quarantines the lot number at all locations, and where it is received later', async () => {
    const sku = await world.stocked(...inBoth);
    await hold(world.api, 'O', { sku_code: sku, qty: 3, location: 'Annex' });
    const { places } = await world.operateJson(...setStatus(sku, 'A', 'quarantine'));
    expect(places).toEqual([
      { location: 'Main', changed: true, moved: [], waiting: 0 },
      {
        location: 'Annex',
        changed: true,
        moved: [{ reference: order('O'), lot_number: 'A', moved: 0, released: 3 }],
        waiting: 0,
      },
    ]);
    const refusal = await receive(sku, { location: 'Cellar', status: 'released' });
    expect([refusal.status, refusal.body.error.code]).toEqual([400, 'invalid_movement']);
    expect(refusal.body.error.message).toMatch(/quarantined everywhere/);
    expect((await receive(sku, { location: 'Cellar' })).status).toBe(201);
    expect((await readLot(world.api, sku, 'A', 'Cellar')).status).toBe('quarantine');
    expect((await receive(sku)).status).toBe(201);
    expect((await readLot(world.api, sku, 'A')).status).toBe('quarantine');
    const asked = await reserve(world.api, { reference: order('P'), sku_code: sku, qty: 1 });
    expect(asked.body.error.details).toMatchObject({ blocked: { quarantined: 15 } });
  });

  it('covers imports, and ends when the lot is released everywhere', async () => {
    const sku = await world.stocked({ lot: 'A', expires: day(30) });
    await world.operate(...setStatus(sku, 'A', 'quarantine'));
    const lot = {
      organization: world.mine.slug,
      sku_code: sku,
      lot_number: 'A',
      expiry_date: day(30),
    };
    const importing = (location: string, status?: string) =>
      importFile(
        world.db.database,
        JSON.stringify({ lots: [{ ...lot, qty: 2, location, ...(status && { status }) }] }),
      );
    await expect(importing('Annex', 'released')).rejects.toThrow(/quarantined everywhere/);
    await importing('Annex', 'quarantine');
    const { places } = await world.operateJson(...setStatus(sku, 'A', 'released'));
    expect(places).toHaveLength(2);
    expect((await receive(sku, { location: 'Cellar' })).status).toBe(201);
    expect((await readLot(world.api, sku, 'A', 'Cellar')).status).toBe('released');
  });

  it('is not ended for one location, from which the lot could be drawn then', async () => {
    const sku = await world.stocked(...inBoth);
    await world.operate(...setStatus(sku, 'A', 'quarantine'));
    await refused(setStatus(sku, 'A', 'released', '--location', 'Annex'), /recalled everywhere/);
    expect((await readLot(world.api, sku, 'A', 'Annex')).status).toBe('quarantine');
    await world.operate(...setStatus(sku, 'A', 'released'));
    expect((await readLot(world.api, sku, 'A', 'Annex')).status).toBe('released');
  });

  it('of one location leaves the others, and what is received later, alone', async () => {
    const sku = await world.stocked(...inBoth);
    await world.operate(...setStatus(sku, 'A', 'quarantine', '--location', 'Annex'));
    expect((await readLot(world.api, sku, 'A')).status).toBe('released');
    expect((await receive(sku, { location: 'Cellar' })).status).toBe(201);
    expect((await readLot(world.api, sku, 'A', 'Cellar')).status).toBe('released');
  });

  it('can be repeated', async () => {
    const sku = await world.stocked({ lot: 'A', expires: day(30) });
    await world.operate(...setStatus(sku, 'A', 'quarantine'));
    const before = await everythingWritten(world.db);
    const { printed } = await world.operate(...setStatus(sku, 'A', 'quarantine'));
    expect(printed).toBe('Main: was quarantine already');
    expect(await everythingWritten(world.db)).toEqual(before);
  });

  it('keeps a quarantined lot in quarantine wherever it is transferred', async () => {
    const sku = await world.stocked({ lot: 'A', expires: day(30) });
    await world.operate(...setStatus(sku, 'A', 'quarantine'));
    const words = [...onLot(sku, 'A'), '--location', 'Main', '--to', 'Cellar', '--qty', '4'];
    await world.operate('stock', 'transfer', ...words);
    expect(await readLot(world.api, sku, 'A', 'Cellar')).toMatchObject({
      status: 'quarantine',
      on_hand: 4,
    });
  });
});

describe('lot set-expiry', () => {
  it('corrects the date of the lot number everywhere, for later receipts too', async () => {
    const lots = ['Main', 'Annex'].map((location) => ({ lot: 'A', expires: day(30), location }));
    const sku = await world.stocked(...lots);
    const corrected = await world.operateJson(...setExpiry(sku, 'A', day(300)));
    expect(corrected).toEqual({
      lot: 'A',
      expiry_date: day(300),
      moved: [],
      waiting: 0,
      idempotent: false,
    });
    for (const location of ['Main', 'Annex']) {
      expect((await readLot(world.api, sku, 'A', location)).expiry_date).toBe(day(300));
    }
    const old = await receive(sku, { location: 'Cellar', expiry_date: day(30) });
    expect(old.body.error.code).toBe('lot_expiry_mismatch');
    expect((await receive(sku, { expiry_date: day(300), location: 'Cellar' })).status).toBe(201);
  });

  it('changes the order in which lots are drawn', async () => {
    const sku = await world.stocked({ lot: 'A', expires: day(10) }, { lot: 'B', expires: day(20) });
    await world.operate(...setExpiry(sku, 'A', day(30)));
    const { body } = await post(world.api, { type: 'fulfill', sku_code: sku, qty: 11 });
    expect(lotsOf(body.transactions)).toEqual(['B:10', 'A:1']);
  });

  it('moves reservations off a lot that turns out to be expired, and brings it back', async () => {
    const sku = await world.stocked(
      { lot: 'A', expires: day(10) },
      { lot: 'B', expires: day(20), qty: 4 },
      { lot: 'A', expires: day(10), location: 'Annex' },
    );
    await hold(world.api, 'O', { sku_code: sku, qty: 6 });
    await hold(world.api, 'FAR', { sku_code: sku, qty: 2, location: 'Annex' });
    const { printed } = await world.operate(...setExpiry(sku, 'A', day(-1)));
    expect(printed.split('\n')).toEqual([
      `lot A expires on ${day(-1)} everywhere`,
      '  order O: 4 moved from lot A, 2 released: THE ORDER IS SHORT',
      '  order FAR: 0 moved from lot A, 2 released: THE ORDER IS SHORT',
    ]);
    expect(await heldBy(world.api, 'O', sku)).toEqual(['B:4']);
    expect(await readLevel(world.api, sku)).toMatchObject({
      expired: 10,
      reserved: 4,
      available: 0,
    });
    expect(await readLevel(world.api, sku, 'Annex')).toMatchObject({ expired: 10, reserved: 0 });
    await world.operate(...setExpiry(sku, 'A', day(1)));
    expect(await readLevel(world.api, sku)).toMatchObject({ expired: 0, available: 10 });
  });

  it('leaves reservations where the lot stays usable', async () => {
    const sku = await world.stocked({ lot: 'A', expires: day(10) }, { lot: 'B', expires: day(20) });
    await hold(world.api, 'O', { sku_code: sku, qty: 6 });
    await world.operate(...setExpiry(sku, 'A', day(40)));
    expect(await heldBy(world.api, 'O', sku)).toEqual(['A:6']);
  });

  it('is kept as a movement without entries, with the reason as its note', async () => {
    const sku = await world.stocked({ lot: 'A', expires: day(10) });
    await world.operate(...setExpiry(sku, 'A', day(11)));
    const { rows } = await world.db.owner.query(
      `select m.note, m.actor, m.answer, count(e.*)::int as entries
         from movement m join sku s on s.id = m.sku_id left join ledger_entry e on e.movement_id = m.id
        where s.sku_code = $1 and m.type = 'set_expiry' group by m.organization_id, m.id`,
      [sku],
    );
    const answer = { expiry_date: day(11), moved: [] };
    expect(rows).toEqual([
      { note: 'misread label', actor: `operator:${userInfo().username}`, answer, entries: 0 },
    ]);
    expect((await eventsOf(world.db, sku)).at(-1)).toMatchObject(['stock.changed', { version: 2 }]);
  });

  it('refuses what it cannot find or read', async () => {
    const sku = await world.stocked({ lot: 'A', expires: day(30) });
    await refused(setExpiry(sku, 'B', day(30)), /no lot B/);
    for (const expiry of ['2027-02-30', '31.01.2027', '2027-1-1', '', '0001-01-01', '9999-12-31']) {
      await refused(
        setExpiry(sku, 'A', expiry),
        /--expiry.* must be a date in the years 1000 to 2999/,
      );
    }
    const unreasoned = ['lot', 'set-expiry', ...onLot(sku, 'A'), '--expiry', day(9)];
    await refused(unreasoned, /--reason/);
  });
});
