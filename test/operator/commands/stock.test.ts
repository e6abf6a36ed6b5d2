// What a person does with stock, as typed: adjust, waste, count, transfer.
import { userInfo } from 'node:os';
import { afterAll, describe, expect, it } from 'vitest';
import { clock } from '../../../kit/database.ts';
import { postCount } from '../../../src/inventory/corrections/count-stock.ts';
import { findLot } from '../../../src/inventory/rows/find-lots-of-number.ts';
import { personChange } from '../../../src/inventory/writer/person-change.ts';
import { StockWriter } from '../../../src/inventory/writer/stock-writer.ts';
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
  shelfIn,
} from '../../support/reservations.ts';
import { useWorld } from '../../support/world.ts';

const SKUS = Array.from({ length: 60 }, (_, index) => `KEPT-${index}`);

const world = useWorld(async ({ db, service }) => {
  const mine = await makePharmacy(db.database, { skuCodes: SKUS });
  await makePharmacy(db.database, { slug: 'theirs', skuCodes: ['THEIRS'] });
  const organization = mine.slug;
  const locations = [{ organization: 'theirs', name: 'Their cellar' }];
  await importFile(db.database, JSON.stringify({ locations }));
  const api = client({ url: service.url, key: mine.liveKey });
  const stocked = shelfIn(db, organization, SKUS);
  return { mine, api, stocked };
});

afterAll(async () => {
  await expectConsistentReservations(world.db);
});

/** At Main, where the words name no location. */
function onLot(sku: string, lot: string, ...words: string[]): string[] {
  const at = words.includes('--location') ? [] : ['--location', 'Main'];
  return ['--organization', world.mine.slug, '--sku', sku, '--lot', lot, ...at, ...words];
}

const receive = (sku: string, lot: string, ...words: string[]) => [
  'stock',
  'receive',
  ...onLot(sku, lot, '--expiry', day(30), ...words),
];
const adjust = (sku: string, lot: string, ...words: string[]) => [
  'stock',
  'adjust',
  ...onLot(sku, lot, '--reason', 'found one broken', ...words),
];
const waste = (sku: string, lot: string, ...words: string[]) => [
  'stock',
  'waste',
  ...onLot(sku, lot, '--reason', 'dropped', ...words),
];
const count = (sku: string, lot: string, ...words: string[]) => [
  'stock',
  'count',
  ...onLot(sku, lot, ...words),
];
const transfer = (sku: string, lot: string, ...words: string[]) => [
  'stock',
  'transfer',
  ...onLot(sku, lot, ...words),
];

/** Runs what must be refused, and proves that it wrote nothing. */
async function refused(words: string[], message: RegExp): Promise<void> {
  const before = await everythingWritten(world.db);
  await expect(world.operate(...words)).rejects.toThrow(message);
  expect(await everythingWritten(world.db)).toEqual(before);
}

/** What every count of the lot A answers beside what it posted. */
const COUNTED = { lot: 'A', location: 'Main', moved: [], idempotent: false };

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/;

/** The newest entries of a SKU first. */
async function entries(sku_code: string): Promise<Record<string, unknown>[]> {
  const { body } = await world.api.get('/v1/inventory/transactions', { query: { sku_code } });
  return body.data;
}

describe('stock receive', () => {
  it('receives a new lot, and more of it, as a receipt of the API does', async () => {
    const sku = await world.stocked();
    const first = receive(sku, 'NEW', '--qty', '5', '--po', 'PO-7', '--actor', 'Ada');
    expect(await world.operateJson(...first)).toEqual({
      lot: 'NEW',
      location: 'Main',
      qty: 5,
      balance_after: 5,
      idempotent: false,
    });
    const { printed } = await world.operate(...receive(sku, 'NEW', '--qty', '2'));
    expect(printed).toBe('lot NEW at Main: +2, now 7');
    expect(await entries(sku)).toMatchObject([
      { type: 'receive', qty: 2, balance_after: 7, po_number: null },
      { type: 'receive', qty: 5, balance_after: 5, po_number: 'PO-7' },
    ]);
    expect(await readLot(world.api, sku, 'NEW')).toMatchObject({
      expiry_date: day(30),
      status: 'released',
      on_hand: 7,
    });
    expect(await eventsOf(world.db, sku)).toMatchObject([
      ['stock.changed', { cause: 'receive', on_hand: 5, version: 1 }],
      ['stock.changed', { cause: 'receive', on_hand: 7, version: 2 }],
    ]);
  });

  it('receives into quarantine, and at the location that is named', async () => {
    const sku = await world.stocked();
    const held = ['--qty', '5', '--status', 'quarantine', '--location', 'Annex'];
    await world.operate(...receive(sku, 'HELD', ...held));
    expect(await readLevel(world.api, sku, 'Annex')).toMatchObject({ on_hand: 5, quarantined: 5 });
  });

  it('refuses what cannot be received, in words', async () => {
    const sku = await world.stocked({ lot: 'A', expires: day(30) });
    const one = ['--qty', '1'];
    const several = ['--organization', world.mine.slug, '--sku', sku, '--lot', 'A', ...one];
    const expiry = ['--expiry', day(30)];
    await refused(['stock', 'receive', ...several, ...expiry], /several locations: Annex, Main\.$/);
    await refused(receive('NO-SKU', 'A', ...one), /No SKU .* NO-SKU/);
    await refused(receive(sku, '\u200b', ...one), /^--lot must not/);
    await refused(receive(sku, 'x'.repeat(101), ...one), /^--lot must have at most 100/);
    await refused(receive(sku, 'A', '--qty', '0'), /at least 1/);
    await refused(receive(sku, 'A', '--qty', '1000000001'), /at most/);
    await refused(receive(sku, 'A', ...one, '--po', ' '), /--po .* at most 100/);
    await refused(
      receive(sku, 'A', ...one, '--status', 'lost'),
      /--status .* released, quarantine/,
    );
    await refused(receive(sku, 'A', ...one, '--status', 'quarantine'), /released/);
    await refused(['stock', 'receive', ...onLot(sku, 'A', ...one, '--expiry', day(31))], /expir/);
    await refused(['stock', 'receive', ...onLot(sku, 'A', ...one)], /--expiry/);
  });
});

describe('stock adjust', () => {
  it('adds and takes units as typed, with the reason as the note of one entry', async () => {
    const sku = await world.stocked({ lot: 'A', expires: day(30) });
    const taken = await world.operateJson(...adjust(sku, 'A', '--qty', '-2'));
    const answer = { lot: 'A', location: 'Main', qty: -2, balance_after: 8, idempotent: false };
    expect(taken).toEqual(answer);
    const added = await world.operate(...adjust(sku, 'A', '--qty', '5'));
    expect(added).toEqual({ code: 0, printed: 'lot A at Main: +5, now 13' });
    const [last, first] = await entries(sku);
    const entry = { type: 'adjust', lot_number: 'A', reference: null, note: 'found one broken' };
    expect(last).toMatchObject({ ...entry, qty: 5, balance_after: 13 });
    expect(first).toMatchObject({ ...entry, qty: -2, balance_after: 8 });
    expect(await readLevel(world.api, sku)).toMatchObject({ on_hand: 13, version: 3 });
  });

  it('says in the outbox what the level is now', async () => {
    const sku = await world.stocked({ lot: 'A', expires: day(30) });
    await world.operate(...adjust(sku, 'A', '--qty', '-2'));
    expect((await eventsOf(world.db, sku)).slice(1)).toEqual([
      [
        'stock.changed',
        {
          sku_code: sku,
          product_id: world.mine.productIds[SKUS.indexOf(sku)],
          location: 'Main',
          cause: 'adjust',
          on_hand: 8,
          reserved: 0,
          available: 8,
          version: 2,
          reference: null,
        },
      ],
    ]);
  });

  it('never takes reserved units, nor more than there is', async () => {
    const sku = await world.stocked({ lot: 'A', expires: day(30) });
    await hold(world.api, 'O', { sku_code: sku, qty: 7 });
    const short = /^Only 10 on hand, 7 of them reserved; cannot take 4\.$/;
    await refused(adjust(sku, 'A', '--qty', '-4'), short);
    await refused(adjust(sku, 'A', '--qty', '-11'), /cannot take 11\./);
    await world.operate(...adjust(sku, 'A', '--qty', '-3'));
    expect(await readLot(world.api, sku, 'A')).toMatchObject({
      on_hand: 7,
      reserved: 7,
      available: 0,
    });
  });

  it('works on lots that the API would not draw', async () => {
    const sku = await world.stocked(
      { lot: 'OLD', expires: day(-9) },
      { lot: 'HELD', expires: day(9), status: 'quarantine' },
    );
    for (const lot of ['OLD', 'HELD']) {
      await world.operate(...adjust(sku, lot, '--qty', '-10'));
    }
    expect(await readLevel(world.api, sku)).toMatchObject({
      on_hand: 0,
      quarantined: 0,
      expired: 0,
    });
  });

  it('works at the location that is named', async () => {
    const lots = ['Main', 'Annex'].map((location) => ({ lot: 'A', expires: day(30), location }));
    const sku = await world.stocked(...lots);
    await world.operate(...adjust(sku, 'A', '--qty', '1'));
    await world.operate(...adjust(sku, 'A', '--qty', '2', '--location', 'Annex'));
    expect((await readLevel(world.api, sku)).on_hand).toBe(11);
    expect((await readLevel(world.api, sku, 'Annex')).on_hand).toBe(12);
  });

  it('refuses what it cannot find or read, in words', async () => {
    const sku = await world.stocked({ lot: 'A', expires: day(30), location: 'Annex' });
    const one = ['--qty', '1'];
    await refused(adjust(sku, 'A', ...one), /^There is no lot A at Main; it is at Annex\.$/);
    await refused(adjust(sku, 'a', ...one, '--location', 'Annex'), /no lot a .* at Annex/);
    const nowhere = /^Unknown location "Nowhere"\. Known: Annex, Main\.$/;
    await refused(adjust(sku, 'A', ...one, '--location', 'Nowhere'), nowhere);
    const unsaid = ['--organization', world.mine.slug, '--sku', sku, '--lot', 'A', '--reason', 'x'];
    const several = /^--location is required, since there are several locations: Annex, Main\.$/;
    await refused(['stock', 'adjust', ...unsaid, ...one], several);
    await refused(adjust('NO-SKU', 'A', ...one), /no lot A of a SKU NO-SKU/);
    const theirs = ['--organization', 'theirs', '--sku', sku, '--lot', 'A'];
    const cellar = ['--location', 'Their cellar', ...one, '--reason', 'x'];
    await refused(['stock', 'adjust', ...theirs, ...cellar], /no lot A/);
    const nobody = ['--organization', 'nobody', '--sku', sku, '--lot', 'A', ...one];
    await refused(['stock', 'adjust', ...nobody, '--reason', 'x'], /nobody/);
    const annex = ['--location', 'Annex'];
    await refused(adjust(sku, 'A', '--qty', '0', ...annex), /--qty must not be 0/);
    await refused(adjust(sku, 'A', '--qty', '1000000001', ...annex), /at most 1000000000/);
    await refused(adjust(sku, 'A', '--qty', '1.5', ...annex), /whole number/);
    await refused(adjust(sku, 'A', '--qty', '10000000000', ...annex), /at most ten digits/);
    await refused(adjust(sku, 'A', ...annex), /--qty/);
    await refused(['stock', 'adjust', ...onLot(sku, 'A', ...one, ...annex)], /--reason/);
  });
});

describe('a reason', () => {
  it('says something, and no more than a note may', async () => {
    const sku = await world.stocked({ lot: 'A', expires: day(30) });
    const words = (reason: string) => [
      'stock',
      'adjust',
      ...onLot(sku, 'A', '--qty', '1', '--reason', reason),
    ];
    for (const reason of ['', '  ']) await refused(words(reason), /must not be blank/);
    await refused(words('x'.repeat(2_001)), /at most 2000/);
    await world.operate(...words('x'.repeat(2_000)));
    expect(String((await entries(sku))[0]?.note)).toHaveLength(2_000);
  });
});

it.each([
  ['stock transfer', (sku: string) => transfer(sku, 'A', '--to', 'Annex', '--qty', '1')],
  [
    'lot set-status',
    (sku: string) => ['lot', 'set-status', ...onLot(sku, 'A', '--status', 'quarantine')],
  ],
])('%s keeps a reason as the note of its movement, if one is given', async (command, words) => {
  const sku = await world.stocked({ lot: 'A', expires: day(30) });
  await world.operate(...words(sku), '--reason', 'too full');
  const { rows } = await world.db.owner.query(
    `select movement.note from movement join sku on sku.id = sku_id
      where sku_code = $1 and note is not null`,
    [sku],
  );
  expect(rows).toEqual([{ note: 'too full' }]);
  const [action] = await world.operateJson('log', '--limit', '1');
  expect(action).toMatchObject({ command, reason: 'too full' });
});

describe('stock waste', () => {
  it('takes units, with the reason as the note', async () => {
    const sku = await world.stocked({ lot: 'A', expires: day(30) });
    const wasted = await world.operateJson(...waste(sku, 'A', '--qty', '3'));
    const answer = { lot: 'A', location: 'Main', qty: -3, balance_after: 7, idempotent: false };
    expect(wasted).toEqual(answer);
    const { printed } = await world.operate(...waste(sku, 'A', '--qty', '1'));
    expect(printed).toBe('lot A at Main: -1, now 6');
    expect((await entries(sku))[0]).toMatchObject({ type: 'waste', qty: -1, note: 'dropped' });
    expect((await eventsOf(world.db, sku)).at(-1)).toMatchObject([
      'stock.changed',
      { cause: 'waste' },
    ]);
  });

  it('never takes reserved units, and takes at least one', async () => {
    const sku = await world.stocked({ lot: 'A', expires: day(30) });
    await hold(world.api, 'O', { sku_code: sku, qty: 7 });
    await refused(waste(sku, 'A', '--qty', '4'), /7 of them reserved; cannot take 4/);
    await refused(waste(sku, 'A', '--qty', '0'), /at least 1/);
    await refused(waste(sku, 'A', '--qty', '-1'), /at least 1/);
    await refused(waste(sku, 'A', '--qty', '1000000001'), /at most/);
  });
});

describe('stock count', () => {
  it('posts the difference to what was counted, and its event', async () => {
    const sku = await world.stocked({ lot: 'A', expires: day(30) });
    const { id } = await readLot(world.api, sku, 'A');
    const less = await world.operateJson(...count(sku, 'A', '--counted', '7'));
    expect(less).toEqual({ ...COUNTED, qty: -3, balance_after: 7 });
    const { printed } = await world.operate(...count(sku, 'A', '--counted', '9'));
    expect(printed).toBe('lot A at Main: +2, now 9');
    expect((await entries(sku)).slice(0, 2)).toMatchObject([
      { type: 'count', qty: 2, balance_after: 9, note: null },
      { type: 'count', qty: -3, balance_after: 7, note: null },
    ]);
    const about = { sku_code: sku, product_id: world.mine.productIds[SKUS.indexOf(sku)] };
    expect((await eventsOf(world.db, sku)).slice(1)).toMatchObject([
      ['stock.changed', { cause: 'count', on_hand: 7, version: 2 }],
      ['count.approved', { counted: 7, difference: -3 }],
      ['stock.changed', { cause: 'count', on_hand: 9, version: 3 }],
      ['count.approved', { counted: 9, difference: 2 }],
    ]);
    expect((await eventsOf(world.db, sku)).at(-1)?.[1]).toEqual({
      ...about,
      location: 'Main',
      lot_id: id,
      lot_number: 'A',
      counted: 9,
      counted_at: expect.stringMatching(TIMESTAMP),
      difference: 2,
    });
  });

  it('that matches posts a movement and its event, and no entry', async () => {
    const sku = await world.stocked({ lot: 'A', expires: day(30) });
    const same = await world.operateJson(...count(sku, 'A', '--counted', '10'));
    expect(same).toEqual({ ...COUNTED, qty: 0, balance_after: null });
    const { printed } = await world.operate(...count(sku, 'A', '--counted', '10'));
    expect(printed).toMatch(/^lot A at Main: the count matches/);
    expect(await entries(sku)).toHaveLength(1);
    expect(await readLevel(world.api, sku)).toMatchObject({ on_hand: 10, version: 1 });
    expect((await eventsOf(world.db, sku)).slice(1)).toMatchObject([
      ['count.approved', { counted: 10, difference: 0 }],
      ['count.approved', { counted: 10, difference: 0 }],
    ]);
    const { rows } = await world.db.owner.query(
      `select m.type, m.actor, count(e.*)::int as entries
         from movement m join sku s on s.id = m.sku_id left join ledger_entry e on e.movement_id = m.id
        where s.sku_code = $1 and m.type = 'count' group by m.id, m.organization_id`,
      [sku],
    );
    expect(rows).toEqual(
      Array(2).fill({ type: 'count', actor: `operator:${userInfo().username}`, entries: 0 }),
    );
  });

  it('takes no more than a lot can hold, and no less than nothing', async () => {
    const sku = await world.stocked({ lot: 'A', expires: day(30) });
    await refused(count(sku, 'A', '--counted', '-1'), /at least 0/);
    await refused(count(sku, 'A', '--counted', '1000000001'), /at most/);
    await world.operate(...count(sku, 'A', '--counted', '0'));
    await world.operate(...count(sku, 'A', '--counted', '4'));
    expect(await readLevel(world.api, sku)).toMatchObject({ on_hand: 4 });
  });
});

describe('stock count --counted-at', () => {
  it('compares with the book of that time, and moves the balance by the difference', async () => {
    const sku = await world.stocked({ lot: 'A', expires: day(30) });
    const at = ['--counted-at', await clock(world.db)];
    await post(world.api, { type: 'fulfill', sku_code: sku, qty: 4 });
    // The shelf was counted before four units left it: nothing is missing, and nothing may be invented.
    const same = await world.operateJson(...count(sku, 'A', '--counted', '10', ...at));
    expect(same).toEqual({ ...COUNTED, qty: 0, balance_after: null });
    const other = await world.stocked({ lot: 'A', expires: day(30) });
    const then = ['--counted-at', await clock(world.db)];
    await post(world.api, { type: 'fulfill', sku_code: other, qty: 4 });
    const less = await world.operateJson(...count(other, 'A', '--counted', '9', ...then));
    expect(less).toEqual({ ...COUNTED, qty: -1, balance_after: 5 });
    expect((await eventsOf(world.db, other)).slice(-2)).toMatchObject([
      ['stock.changed', { cause: 'count', on_hand: 5 }],
      ['count.approved', { counted: 9, counted_at: then[1], difference: -1 }],
    ]);
  });

  it('takes a time with an offset, and the very moment of an entry as after it', async () => {
    const sku = await world.stocked({ lot: 'A', expires: day(30) });
    await post(world.api, { type: 'fulfill', sku_code: sku, qty: 4 });
    const moment = String((await entries(sku))[0]?.created_at);
    await post(world.api, { type: 'fulfill', sku_code: sku, qty: 1 });
    const at = ['--counted-at', moment.replace('Z', '+00:00')];
    const more = await world.operateJson(...count(sku, 'A', '--counted', '8', ...at));
    expect(more).toMatchObject({ qty: 2, balance_after: 7 });
  });

  it('refuses times that say nothing of the lot', async () => {
    const sku = await world.stocked({ lot: 'A', expires: day(30) });
    const at = (time: string) => count(sku, 'A', '--counted', '1', '--counted-at', time);
    await refused(
      at(new Date(Date.now() + 60_000).toISOString()),
      /counted_at must not be later than now/,
    );
    await refused(at('2020-01-01T00:00:00Z'), /first entry .* posted at 20.*: count it again/s);
    const beyond = '9999-12-31T23:59:59-14:00';
    for (const time of ['2026-02-30T00:00:00Z', 'yesterday', '2026-01-01', beyond]) {
      await refused(at(time), /--counted-at must be an ISO 8601 timestamp/);
    }
  });

  it('refuses a difference that the units of now cannot bear', async () => {
    const sku = await world.stocked({ lot: 'A', expires: day(30) });
    const at = ['--counted-at', await clock(world.db)];
    await post(world.api, { type: 'fulfill', sku_code: sku, qty: 8 });
    await refused(
      count(sku, 'A', '--counted', '7', ...at),
      /had 10 on hand then and has 2 now; cannot take 3/,
    );
  });

  it('refuses a lot that was corrected by a count since: one error is not taken twice', async () => {
    const sku = await world.stocked({ lot: 'A', expires: day(30) });
    const at = ['--counted-at', await clock(world.db)];
    await world.operate(...count(sku, 'A', '--counted', '9'));
    await refused(
      count(sku, 'A', '--counted', '9', ...at),
      /has been counted again since that time/,
    );
  });

  it('refuses a lot that was counted since and found right', async () => {
    const sku = await world.stocked({ lot: 'A', expires: day(30) });
    const at = ['--counted-at', await clock(world.db)];
    await world.operate(...count(sku, 'A', '--counted', '10'));
    await refused(
      count(sku, 'A', '--counted', '9', ...at),
      /has been counted again since that time/,
    );
  });
});

describe('stock count below what is reserved', () => {
  const held = (sku: string, ...ids: string[]) =>
    Promise.all(ids.map((id) => heldBy(world.api, id, sku)));

  it('posts what was counted, and moves to other lots what was reserved last', async () => {
    const sku = await world.stocked({ lot: 'A', expires: day(30) }, { lot: 'B', expires: day(40) });
    await hold(world.api, 'O-1', { sku_code: sku, qty: 4 });
    await hold(world.api, 'O-2', { sku_code: sku, qty: 4 });
    const counted = await world.operateJson(...count(sku, 'A', '--counted', '5'));
    const reference = order('O-2');
    const moved = [{ reference, lot_number: 'A', moved: 3, released: 0 }];
    expect(counted).toEqual({ ...COUNTED, qty: -5, balance_after: 5, moved });
    expect(await held(sku, 'O-1', 'O-2')).toEqual([['A:4'], ['A:1', 'B:3']]);
    expect((await eventsOf(world.db, sku)).slice(-2)).toMatchObject([
      ['stock.changed', { cause: 'count', on_hand: 15, reserved: 8, available: 7 }],
      ['count.approved', { lot_number: 'A', counted: 5, difference: -5 }],
    ]);
  });

  it('releases what no other lot holds, and names the orders that fall short', async () => {
    const sku = await world.stocked(
      { lot: 'A', expires: day(30) },
      { lot: 'B', expires: day(40), qty: 1 },
    );
    await hold(world.api, 'O-1', { sku_code: sku, qty: 4 });
    await hold(world.api, 'O-2', { sku_code: sku, qty: 4 });
    const { code, printed } = await world.operate(...count(sku, 'A', '--counted', '2'));
    expect([code, printed.split('\n')]).toEqual([
      0,
      [
        'lot A at Main: -8, now 2',
        '  order O-1: 1 moved from lot A, 1 released: THE ORDER IS SHORT',
        '  order O-2: 0 moved from lot A, 4 released: THE ORDER IS SHORT',
      ],
    ]);
    expect(await held(sku, 'O-1', 'O-2')).toEqual([['A:2', 'B:1'], []]);
    expect(await readLevel(world.api, sku)).toMatchObject({
      on_hand: 3,
      reserved: 3,
      available: 0,
    });
  });

  it('goes in steps where many orders hold the lot, and tells of all of them', async () => {
    const sku = await world.stocked({ lot: 'A', expires: day(30), qty: 150 });
    const ids = Array.from({ length: 140 }, (_, index) => `MANY-${index}`);
    for (const id of ids) await hold(world.api, id, { sku_code: sku, qty: 1 });
    const words = count(sku, 'A', '--counted', '3', '--key', 'many-orders');
    const first = await world.operateJson(...words);
    expect(first).toMatchObject({ qty: -147, balance_after: 3, idempotent: false });
    const short = first.moved.map((one: { reference: { id: string } }) => one.reference.id);
    expect(short.toSorted()).toEqual(ids.slice(3).toSorted());
    expect(await readLevel(world.api, sku)).toMatchObject({ on_hand: 3, reserved: 3 });
    const types = (await eventsOf(world.db, sku))
      .slice(141)
      .map(([type, { cause }]) => [type, cause]);
    expect(types).toEqual([
      ...Array(2).fill(['stock.changed', 'release']),
      ['stock.changed', 'count'],
      ['count.approved', undefined],
    ]);
    expect(await world.operateJson(...words)).toEqual({ ...first, idempotent: true });
  });

  it('names also what the steps of a count that was cut off have moved', async () => {
    const sku = await world.stocked({ lot: 'A', expires: day(30), qty: 100 });
    const ids = Array.from({ length: 100 }, (_, index) => `CUT-${index}`);
    for (const id of ids) await hold(world.api, id, { sku_code: sku, qty: 1 });
    // What a process has done that is killed behind its first step.
    const { rows } = await world.db.owner.query('select id from organization where slug = $1', [
      world.mine.slug,
    ]);
    const organizationId = rows[0].id;
    const lot = await findLot(world.db.database, {
      organizationId,
      skuCode: sku,
      lotNumber: 'A',
      location: 'Main',
    });
    const request = {
      type: 'count' as const,
      lotNumber: 'A',
      units: 0,
      countedAt: null,
      movesMax: 64,
      movedBefore: [],
    };
    await new StockWriter(world.db.database).submit(personChange(lot, request, { by: 'worker' }));
    expect(await readLevel(world.api, sku)).toMatchObject({ on_hand: 100, reserved: 36 });
    const { moved } = await world.operateJson(...count(sku, 'A', '--counted', '0'));
    const named = moved.map((one: { reference: { id: string } }) => one.reference.id);
    expect(named.toSorted()).toEqual(ids.toSorted());
    const again = await world.operateJson(...count(sku, 'A', '--counted', '0'));
    expect(again.moved).toEqual([]);
  });

  it('in steps means the time of the first of them: what leaves between them was counted', async () => {
    const sku = await world.stocked({ lot: 'A', expires: day(30), qty: 150 });
    const ids = Array.from({ length: 140 }, (_, index) => `STEP-${index}`);
    for (const id of ids) await hold(world.api, id, { sku_code: sku, qty: 1 });
    const { rows } = await world.db.owner.query('select id from organization where slug = $1', [
      world.mine.slug,
    ]);
    const name = { organizationId: rows[0].id, skuCode: sku, lotNumber: 'A', location: 'Main' };
    const lot = await findLot(world.db.database, name);
    const writer = new StockWriter(world.db.database);
    let steps = 0;
    const counted = { units: 80, countedAt: null };
    const { posted } = await postCount(world.db.database, lot, counted, async (step) => {
      steps += 1;
      // One of those who still hold a unit of it takes that away.
      if (steps === 2) {
        await post(world.api, {
          type: 'fulfill',
          sku_code: sku,
          qty: 1,
          reference: { type: 'order', id: ids[0] },
        });
      }
      return writer.submit(personChange(lot, { ...step, movesMax: 40 }, { by: 'worker' }));
    });
    expect(steps).toBeGreaterThan(1);
    expect(posted.entries).toMatchObject([{ qty: -70, balanceAfter: 79 }]);
  });

  it('is judged by the units of now where it was counted before', async () => {
    const sku = await world.stocked({ lot: 'A', expires: day(30) });
    const at = ['--counted-at', await clock(world.db)];
    await post(world.api, { type: 'receive', sku_code: sku, lot_number: 'A', qty: 2 });
    await hold(world.api, 'O-1', { sku_code: sku, qty: 12 });
    const { moved } = await world.operateJson(...count(sku, 'A', '--counted', '6', ...at));
    expect(moved).toMatchObject([{ moved: 0, released: 4 }]);
    expect(await held(sku, 'O-1')).toEqual([['A:8']]);
  });
});

describe('stock transfer', () => {
  const toAnnex = ['--to', 'Annex'];

  it('is one movement of two entries, an event at each end, and the lot’s own expiry', async () => {
    const sku = await world.stocked({ lot: 'A', expires: day(30) });
    const words = transfer(sku, 'A', ...toAnnex, '--qty', '4');
    const moved = await world.operateJson(...words);
    expect(moved).toEqual({ lot: 'A', from: 'Main', to: 'Annex', qty: 4, idempotent: false });
    const { printed } = await world.operate(...transfer(sku, 'A', ...toAnnex, '--qty', '1'));
    expect(printed).toBe('1 units of lot A moved from Main to Annex');
    const [one, other, ...before] = await entries(sku);
    expect(one?.movement_id).toBe(other?.movement_id);
    expect(before).toHaveLength(3);
    expect(before.slice(0, 2)).toMatchObject([
      { type: 'transfer_in', location: 'Annex', qty: 4, balance_after: 4 },
      { type: 'transfer_out', location: 'Main', qty: -4, balance_after: 6 },
    ]);
    const [here, there] = [
      await readLot(world.api, sku, 'A'),
      await readLot(world.api, sku, 'A', 'Annex'),
    ];
    expect(here).toMatchObject({ on_hand: 5, expiry_date: there.expiry_date });
    expect(there).toMatchObject({ on_hand: 5, status: 'released' });
    expect((await eventsOf(world.db, sku)).slice(1, 3)).toMatchObject([
      ['stock.changed', { location: 'Main', cause: 'transfer_out', on_hand: 6, version: 2 }],
      ['stock.changed', { location: 'Annex', cause: 'transfer_in', on_hand: 4, version: 1 }],
    ]);
  });

  it('keeps the first receipt, which decides between lots of one expiry date', async () => {
    const sku = await world.stocked(
      { lot: 'EARLY', expires: day(30) },
      { lot: 'THERE', expires: day(30), location: 'Annex' },
      { lot: 'LATER', expires: day(30) },
    );
    for (const lot of ['LATER', 'EARLY']) {
      await world.operate(...transfer(sku, lot, ...toAnnex, '--qty', '2'));
    }
    const drawn = { type: 'fulfill', sku_code: sku, qty: 13, location: 'Annex' };
    const { body } = await post(world.api, drawn);
    expect(lotsOf(body.transactions)).toEqual(['EARLY:2', 'THERE:10', 'LATER:1']);
  });

  it('carries the status, and refuses where the lot has another one', async () => {
    const sku = await world.stocked(
      { lot: 'HELD', expires: day(30), status: 'quarantine' },
      { lot: 'SPLIT', expires: day(30) },
      { lot: 'SPLIT', expires: day(30), status: 'quarantine', location: 'Annex' },
      { lot: 'OLD', expires: day(-3) },
    );
    await world.operate(...transfer(sku, 'HELD', ...toAnnex, '--qty', '3'));
    expect(await readLot(world.api, sku, 'HELD', 'Annex')).toMatchObject({
      on_hand: 3,
      status: 'quarantine',
    });
    await refused(
      transfer(sku, 'SPLIT', ...toAnnex, '--qty', '3'),
      /released here and quarantine there/,
    );
    const back = ['--location', 'Annex', '--to', 'Main', '--qty', '3'];
    await refused(transfer(sku, 'SPLIT', ...back), /quarantine here and released there/);
    await world.operate(...transfer(sku, 'OLD', ...toAnnex, '--qty', '10'));
    expect(await readLevel(world.api, sku, 'Annex')).toMatchObject({
      expired: 10,
      quarantined: 13,
    });
  });

  it('adds to the lot that is there, and goes back and forth without a trace in the sums', async () => {
    const lots = ['Main', 'Annex'].map((location) => ({ lot: 'A', expires: day(30), location }));
    const sku = await world.stocked(...lots);
    const back = ['--location', 'Annex', '--to', 'Main'];
    await world.operate(...transfer(sku, 'A', ...toAnnex, '--qty', '10'));
    await world.operate(...transfer(sku, 'A', ...back, '--qty', '10'));
    expect((await readLot(world.api, sku, 'A')).on_hand).toBe(10);
    expect((await readLot(world.api, sku, 'A', 'Annex')).on_hand).toBe(10);
  });

  it('never takes reserved units, nor more than there is', async () => {
    const sku = await world.stocked({ lot: 'A', expires: day(30) });
    await hold(world.api, 'O', { sku_code: sku, qty: 7 });
    const short = /^Only 10 on hand, 7 of them reserved; cannot take 4\.$/;
    await refused(transfer(sku, 'A', ...toAnnex, '--qty', '4'), short);
    await refused(transfer(sku, 'A', ...toAnnex, '--qty', '11'), /cannot take 11\./);
    await world.operate(...transfer(sku, 'A', ...toAnnex, '--qty', '3'));
    expect(await readLot(world.api, sku, 'A', 'Annex')).toMatchObject({ on_hand: 3, reserved: 0 });
  });

  it('refuses locations and quantities that make no sense', async () => {
    const sku = await world.stocked({ lot: 'A', expires: day(30) });
    const one = ['--qty', '1'];
    await refused(transfer(sku, 'A', '--to', 'Nowhere', ...one), /^Unknown location "Nowhere"/);
    await refused(
      transfer(sku, 'A', '--to', 'Their cellar', ...one),
      /^Unknown location "Their cellar"/,
    );
    await refused(transfer(sku, 'A', '--to', 'Main', ...one), /another location/);
    await refused(transfer(sku, 'A', ...toAnnex, '--qty', '0'), /at least 1/);
    await refused(transfer(sku, 'A', ...toAnnex, '--qty', '-1'), /at least 1/);
    await refused(transfer(sku, 'B', ...toAnnex, ...one), /no lot B/);
    await refused(transfer(sku, 'A', ...one), /--to/);
  });
});

describe('--key', () => {
  const key = () => ['--key', crypto.randomUUID()];

  it.each([
    ['receive', (sku: string) => receive(sku, 'A', '--qty', '2')],
    ['adjust', (sku: string) => adjust(sku, 'A', '--qty', '-2')],
    ['waste', (sku: string) => waste(sku, 'A', '--qty', '2')],
    ['count', (sku: string) => count(sku, 'A', '--counted', '8')],
    ['transfer', (sku: string) => transfer(sku, 'A', '--to', 'Annex', '--qty', '2')],
  ])('makes a repeat of stock %s answer the first result and change nothing', async (_, words) => {
    const sku = await world.stocked({ lot: 'A', expires: day(30) });
    const typed = [...words(sku), ...key()];
    const first = await world.operateJson(...typed);
    expect(first.idempotent).toBe(false);
    await post(world.api, { type: 'fulfill', sku_code: sku, qty: 1 });
    const [before, actions] = [await everythingWritten(world.db), await operatorActions()];
    expect(await world.operateJson(...typed, '--actor', 'Ada')).toEqual({
      ...first,
      idempotent: true,
    });
    expect((await world.operate(...typed)).printed).toMatch(/already posted with this key$/);
    expect([await everythingWritten(world.db), await operatorActions()]).toEqual([before, actions]);
  });

  it('refuses other arguments', async () => {
    const lots = ['Main', 'Annex'].map((location) => ({ lot: 'A', expires: day(30), location }));
    const sku = await world.stocked(...lots);
    const same = key();
    await world.operate(...waste(sku, 'A', '--qty', '2', ...same));
    const reused = { code: 'idempotency_key_reused' };
    for (const words of [
      waste(sku, 'A', '--qty', '3', ...same),
      waste(sku, 'A', '--qty', '2', '--location', 'Annex', ...same),
      ['stock', 'waste', ...onLot(sku, 'A', '--reason', 'lost', '--qty', '2', ...same)],
    ]) {
      const before = await everythingWritten(world.db);
      await expect(world.operate(...words)).rejects.toMatchObject(reused);
      expect(await everythingWritten(world.db)).toEqual(before);
    }
    // Another command has keys of its own.
    await world.operate(...adjust(sku, 'A', '--qty', '-2', ...same));
    expect(await readLevel(world.api, sku)).toMatchObject({ on_hand: 6 });
  });

  it('is free after a refusal', async () => {
    const sku = await world.stocked({ lot: 'A', expires: day(30) });
    const words = waste(sku, 'A', '--qty', '11', ...key());
    await refused(words, /cannot take 11\./);
    await world.operate(...adjust(sku, 'A', '--qty', '1'));
    expect(await world.operateJson(...words)).toMatchObject({
      qty: -11,
      idempotent: false,
    });
  });

  it('posts once however many say it at once', async () => {
    const sku = await world.stocked({ lot: 'A', expires: day(30) });
    const words = waste(sku, 'A', '--qty', '2', ...key());
    const answers = await Promise.all(Array.from({ length: 5 }, () => world.operateJson(...words)));
    expect(answers.filter(({ idempotent }) => !idempotent)).toHaveLength(1);
    expect(await readLevel(world.api, sku)).toMatchObject({ on_hand: 8 });
  });

  it('has 8 to 100 visible ASCII characters', async () => {
    const sku = await world.stocked({ lot: 'A', expires: day(30) });
    for (const bad of ['x'.repeat(7), 'x'.repeat(101), 'with a blank', 'Schlüssel', '']) {
      await refused(waste(sku, 'A', '--qty', '1', '--key', bad), /8 to 100 visible ASCII/);
    }
  });
});

async function operatorActions(): Promise<unknown[]> {
  return (await world.db.owner.query('select id from operator_action order by id')).rows;
}
