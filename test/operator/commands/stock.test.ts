// What a person does with stock, as typed: adjust, waste, count, transfer.
import { userInfo } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importFile } from '../../support/as-operator.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { operate, operateJson } from '../../support/operator.ts';
import {
  type Client,
  client,
  day,
  makePharmacy,
  type Pharmacy,
  post,
  type RunningService,
  startService,
} from '../../support/pharmacy.ts';
import { everythingWritten } from '../../support/refusals.ts';
import {
  eventsOf,
  expectBooksHold,
  hold,
  lotsOf,
  readLevel,
  readLot,
  type Shelf,
  shelfIn,
} from '../../support/reservations.ts';

const SKUS = Array.from({ length: 40 }, (_, place) => `KEPT-${place}`);

let db: TestDatabase;
let service: RunningService;
let mine: Pharmacy;
let api: Client;
let stocked: Shelf;

beforeAll(async () => {
  db = await createTestDatabase();
  mine = await makePharmacy(db.database, { skuCodes: SKUS });
  await makePharmacy(db.database, { slug: 'theirs', skuCodes: ['THEIRS'] });
  const organization = mine.slug;
  const locations = [{ organization: 'theirs', name: 'Their cellar' }];
  await importFile(db.database, JSON.stringify({ locations }));
  service = await startService(db.database);
  api = client({ url: service.url, key: mine.liveKey });
  stocked = shelfIn(db, organization, SKUS);
});

afterAll(async () => {
  await expectBooksHold(db);
  await service.close();
  await db.drop();
});

function onLot(sku: string, lot: string, ...words: string[]): string[] {
  return ['--organization', mine.slug, '--sku', sku, '--lot', lot, ...words];
}

const adjust = (sku: string, lot: string, ...words: string[]) => [
  ...['stock', 'adjust'],
  ...onLot(sku, lot, '--reason', 'found one broken', ...words),
];
const waste = (sku: string, lot: string, ...words: string[]) => [
  ...['stock', 'waste'],
  ...onLot(sku, lot, '--reason', 'dropped', ...words),
];
const count = (sku: string, lot: string, ...words: string[]) => [
  ...['stock', 'count'],
  ...onLot(sku, lot, ...words),
];
const transfer = (sku: string, lot: string, ...words: string[]) => [
  ...['stock', 'transfer'],
  ...onLot(sku, lot, ...words),
];

/** Runs what must be refused, and proves that it wrote nothing. */
async function refused(words: string[], message: RegExp): Promise<void> {
  const before = await everythingWritten(db);
  await expect(operate(db.database, ...words)).rejects.toThrow(message);
  expect(await everythingWritten(db)).toEqual(before);
}

/** The newest entries of a SKU first. */
async function entries(sku_code: string): Promise<Record<string, unknown>[]> {
  const { body } = await api.get('/v1/inventory/transactions', { query: { sku_code } });
  return body.data;
}

describe('stock adjust', () => {
  it('adds and takes units as typed, with the reason as the note of one entry', async () => {
    const sku = await stocked({ lot: 'A', expires: day(30) });
    const taken = await operateJson(db.database, ...adjust(sku, 'A', '--qty', '-2'));
    expect(taken).toEqual({ lot: 'A', location: 'Main', qty: -2, balance_after: 8 });
    const added = await operate(db.database, ...adjust(sku, 'A', '--qty', '5'));
    expect(added).toEqual({ code: 0, printed: 'lot A at Main: +5, now 13' });
    const [last, first] = await entries(sku);
    const entry = { type: 'adjust', lot_number: 'A', reference: null, note: 'found one broken' };
    expect(last).toMatchObject({ ...entry, qty: 5, balance_after: 13 });
    expect(first).toMatchObject({ ...entry, qty: -2, balance_after: 8 });
    expect(await readLevel(api, sku)).toMatchObject({ on_hand: 13, version: 3 });
  });

  it('says in the outbox what the level is now', async () => {
    const sku = await stocked({ lot: 'A', expires: day(30) });
    await operate(db.database, ...adjust(sku, 'A', '--qty', '-2'));
    expect((await eventsOf(db, sku)).slice(1)).toEqual([
      [
        'stock.changed',
        {
          sku_code: sku,
          product_id: mine.productIds[SKUS.indexOf(sku)],
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
    const sku = await stocked({ lot: 'A', expires: day(30) });
    await hold(api, 'O', { sku_code: sku, qty: 7 });
    const short = /holds 10 units and 7 of them are reserved: 4 cannot be taken away/;
    await refused(adjust(sku, 'A', '--qty', '-4'), short);
    await refused(adjust(sku, 'A', '--qty', '-11'), /11 cannot be taken away/);
    await operate(db.database, ...adjust(sku, 'A', '--qty', '-3'));
    expect(await readLot(api, sku, 'A')).toMatchObject({ on_hand: 7, reserved: 7, available: 0 });
  });

  it('works on lots that the API would not draw', async () => {
    const sku = await stocked(
      { lot: 'OLD', expires: day(-9) },
      { lot: 'HELD', expires: day(9), status: 'quarantine' },
    );
    for (const lot of ['OLD', 'HELD']) {
      await operate(db.database, ...adjust(sku, lot, '--qty', '-10'));
    }
    expect(await readLevel(api, sku)).toMatchObject({ on_hand: 0, quarantined: 0, expired: 0 });
  });

  it('works at the default location, or at the one that is named', async () => {
    const lots = ['Main', 'Annex'].map((location) => ({ lot: 'A', expires: day(30), location }));
    const sku = await stocked(...lots);
    await operate(db.database, ...adjust(sku, 'A', '--qty', '1'));
    await operate(db.database, ...adjust(sku, 'A', '--qty', '2', '--location', 'Annex'));
    expect((await readLevel(api, sku)).on_hand).toBe(11);
    expect((await readLevel(api, sku, 'Annex')).on_hand).toBe(12);
  });

  it('refuses what it cannot find or read, in words', async () => {
    const sku = await stocked({ lot: 'A', expires: day(30), location: 'Annex' });
    const one = ['--qty', '1'];
    await refused(adjust(sku, 'A', ...one), new RegExp(`no lot A of a SKU ${sku}`));
    await refused(adjust(sku, 'a', ...one, '--location', 'Annex'), /no lot a .* at Annex/);
    await refused(adjust(sku, 'A', ...one, '--location', 'Nowhere'), /no lot A .* at Nowhere/);
    await refused(adjust('NO-SKU', 'A', ...one), /no lot A of a SKU NO-SKU/);
    const theirs = ['--organization', 'theirs', '--sku', sku, '--lot', 'A', '--location', 'Annex'];
    await refused(['stock', 'adjust', ...theirs, ...one, '--reason', 'x'], /no lot A/);
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
    const sku = await stocked({ lot: 'A', expires: day(30) });
    const words = (reason: string) => [
      ...['stock', 'adjust', ...onLot(sku, 'A', '--qty', '1', '--reason', reason)],
    ];
    for (const reason of ['', '  ']) await refused(words(reason), /must say why/);
    await refused(words('x'.repeat(2_001)), /at most 2000/);
    await operate(db.database, ...words('x'.repeat(2_000)));
    expect(String((await entries(sku))[0]?.note)).toHaveLength(2_000);
  });
});

describe('stock waste', () => {
  it('takes units, with the reason as the note', async () => {
    const sku = await stocked({ lot: 'A', expires: day(30) });
    const wasted = await operateJson(db.database, ...waste(sku, 'A', '--qty', '3'));
    expect(wasted).toEqual({ lot: 'A', location: 'Main', qty: -3, balance_after: 7 });
    const { printed } = await operate(db.database, ...waste(sku, 'A', '--qty', '1'));
    expect(printed).toBe('lot A at Main: -1, now 6');
    expect((await entries(sku))[0]).toMatchObject({ type: 'waste', qty: -1, note: 'dropped' });
    expect((await eventsOf(db, sku)).at(-1)).toMatchObject(['stock.changed', { cause: 'waste' }]);
  });

  it('never takes reserved units, and takes at least one', async () => {
    const sku = await stocked({ lot: 'A', expires: day(30) });
    await hold(api, 'O', { sku_code: sku, qty: 7 });
    await refused(waste(sku, 'A', '--qty', '4'), /7 of them are reserved: 4 cannot/);
    await refused(waste(sku, 'A', '--qty', '0'), /at least 1/);
    await refused(waste(sku, 'A', '--qty', '-1'), /at least 1/);
    await refused(waste(sku, 'A', '--qty', '1000000001'), /at most/);
  });
});

describe('stock count', () => {
  it('posts the difference to what was counted, and its event', async () => {
    const sku = await stocked({ lot: 'A', expires: day(30) });
    const { id } = await readLot(api, sku, 'A');
    const less = await operateJson(db.database, ...count(sku, 'A', '--counted', '7'));
    expect(less).toEqual({ lot: 'A', location: 'Main', qty: -3, balance_after: 7 });
    const { printed } = await operate(db.database, ...count(sku, 'A', '--counted', '9'));
    expect(printed).toBe('lot A at Main: +2, now 9');
    expect((await entries(sku)).slice(0, 2)).toMatchObject([
      { type: 'count', qty: 2, balance_after: 9, note: null },
      { type: 'count', qty: -3, balance_after: 7, note: null },
    ]);
    const about = { sku_code: sku, product_id: mine.productIds[SKUS.indexOf(sku)] };
    expect((await eventsOf(db, sku)).slice(1)).toMatchObject([
      ['stock.changed', { cause: 'count', on_hand: 7, version: 2 }],
      ['count.approved', { counted: 7, difference: -3 }],
      ['stock.changed', { cause: 'count', on_hand: 9, version: 3 }],
      ['count.approved', { counted: 9, difference: 2 }],
    ]);
    expect((await eventsOf(db, sku)).at(-1)?.[1]).toEqual({
      ...about,
      location: 'Main',
      lot_id: id,
      lot_number: 'A',
      counted: 9,
      difference: 2,
    });
  });

  it('that matches posts a movement and its event, and no entry', async () => {
    const sku = await stocked({ lot: 'A', expires: day(30) });
    const same = await operateJson(db.database, ...count(sku, 'A', '--counted', '10'));
    expect(same).toEqual({ lot: 'A', location: 'Main', qty: 0, balance_after: null });
    const { printed } = await operate(db.database, ...count(sku, 'A', '--counted', '10'));
    expect(printed).toMatch(/^lot A at Main: as counted/);
    expect(await entries(sku)).toHaveLength(1);
    expect(await readLevel(api, sku)).toMatchObject({ on_hand: 10, version: 1 });
    expect((await eventsOf(db, sku)).slice(1)).toMatchObject([
      ['count.approved', { counted: 10, difference: 0 }],
      ['count.approved', { counted: 10, difference: 0 }],
    ]);
    const { rows } = await db.owner.query(
      `select m.type, m.actor, count(e.*)::int as entries
         from movement m join sku s on s.id = m.sku_id left join ledger_entry e on e.movement_id = m.id
        where s.sku_code = $1 and m.type = 'count' group by m.id, m.organization_id`,
      [sku],
    );
    expect(rows).toEqual(
      Array(2).fill({ type: 'count', actor: `operator:${userInfo().username}`, entries: 0 }),
    );
  });

  it('never counts reserved units away, and may count everything else away', async () => {
    const sku = await stocked({ lot: 'A', expires: day(30) }, { lot: 'B', expires: day(40) });
    await hold(api, 'O', { sku_code: sku, qty: 7 });
    await refused(count(sku, 'A', '--counted', '6'), /7 of them are reserved/);
    await operate(db.database, ...count(sku, 'A', '--counted', '7'));
    await operate(db.database, ...count(sku, 'B', '--counted', '0'));
    await operate(db.database, ...count(sku, 'B', '--counted', '4'));
    expect(await readLevel(api, sku)).toMatchObject({ on_hand: 11, reserved: 7 });
    await refused(count(sku, 'A', '--counted', '-1'), /at least 0/);
    await refused(count(sku, 'A', '--counted', '1000000001'), /at most/);
  });
});

describe('stock transfer', () => {
  const toAnnex = ['--to', 'Annex'];

  it('is one movement of two entries, an event at each end, and the lot’s own expiry', async () => {
    const sku = await stocked({ lot: 'A', expires: day(30) });
    const words = transfer(sku, 'A', ...toAnnex, '--qty', '4');
    const moved = await operateJson(db.database, ...words);
    expect(moved).toEqual({ lot: 'A', from: 'Main', to: 'Annex', qty: 4 });
    const { printed } = await operate(db.database, ...transfer(sku, 'A', ...toAnnex, '--qty', '1'));
    expect(printed).toBe('1 units of lot A moved from Main to Annex');
    const [one, other, ...before] = await entries(sku);
    expect(one?.movement_id).toBe(other?.movement_id);
    expect(before).toHaveLength(3);
    expect(before.slice(0, 2)).toMatchObject([
      { type: 'transfer_in', location: 'Annex', qty: 4, balance_after: 4 },
      { type: 'transfer_out', location: 'Main', qty: -4, balance_after: 6 },
    ]);
    const [here, there] = [await readLot(api, sku, 'A'), await readLot(api, sku, 'A', 'Annex')];
    expect(here).toMatchObject({ on_hand: 5, expiry_date: there.expiry_date });
    expect(there).toMatchObject({ on_hand: 5, status: 'released' });
    expect((await eventsOf(db, sku)).slice(1, 3)).toMatchObject([
      ['stock.changed', { location: 'Main', cause: 'transfer_out', on_hand: 6, version: 2 }],
      ['stock.changed', { location: 'Annex', cause: 'transfer_in', on_hand: 4, version: 1 }],
    ]);
  });

  it('keeps the first receipt, which decides between lots of one expiry date', async () => {
    const sku = await stocked(
      { lot: 'EARLY', expires: day(30) },
      { lot: 'THERE', expires: day(30), location: 'Annex' },
      { lot: 'LATER', expires: day(30) },
    );
    for (const lot of ['LATER', 'EARLY']) {
      await operate(db.database, ...transfer(sku, lot, ...toAnnex, '--qty', '2'));
    }
    const drawn = { type: 'fulfill', sku_code: sku, qty: 13, location: 'Annex' };
    const { body } = await post(api, drawn);
    expect(lotsOf(body.transactions)).toEqual(['EARLY:2', 'THERE:10', 'LATER:1']);
  });

  it('carries the status, and refuses where the lot has another one', async () => {
    const sku = await stocked(
      { lot: 'HELD', expires: day(30), status: 'quarantine' },
      { lot: 'SPLIT', expires: day(30) },
      { lot: 'SPLIT', expires: day(30), status: 'quarantine', location: 'Annex' },
      { lot: 'OLD', expires: day(-3) },
    );
    await operate(db.database, ...transfer(sku, 'HELD', ...toAnnex, '--qty', '3'));
    expect(await readLot(api, sku, 'HELD', 'Annex')).toMatchObject({
      on_hand: 3,
      status: 'quarantine',
    });
    await refused(
      transfer(sku, 'SPLIT', ...toAnnex, '--qty', '3'),
      /released here and quarantine there/,
    );
    const back = ['--location', 'Annex', '--to', 'Main', '--qty', '3'];
    await refused(transfer(sku, 'SPLIT', ...back), /quarantine here and released there/);
    await operate(db.database, ...transfer(sku, 'OLD', ...toAnnex, '--qty', '10'));
    expect(await readLevel(api, sku, 'Annex')).toMatchObject({ expired: 10, quarantined: 13 });
  });

  it('adds to the lot that is there, and goes back and forth without a trace in the sums', async () => {
    const lots = ['Main', 'Annex'].map((location) => ({ lot: 'A', expires: day(30), location }));
    const sku = await stocked(...lots);
    const back = ['--location', 'Annex', '--to', 'Main'];
    await operate(db.database, ...transfer(sku, 'A', ...toAnnex, '--qty', '10'));
    await operate(db.database, ...transfer(sku, 'A', ...back, '--qty', '10'));
    expect((await readLot(api, sku, 'A')).on_hand).toBe(10);
    expect((await readLot(api, sku, 'A', 'Annex')).on_hand).toBe(10);
  });

  it('never takes reserved units, nor more than there is', async () => {
    const sku = await stocked({ lot: 'A', expires: day(30) });
    await hold(api, 'O', { sku_code: sku, qty: 7 });
    const short = /7 of them are reserved: 4 cannot be taken away/;
    await refused(transfer(sku, 'A', ...toAnnex, '--qty', '4'), short);
    await refused(transfer(sku, 'A', ...toAnnex, '--qty', '11'), /11 cannot be taken away/);
    await operate(db.database, ...transfer(sku, 'A', ...toAnnex, '--qty', '3'));
    expect(await readLot(api, sku, 'A', 'Annex')).toMatchObject({ on_hand: 3, reserved: 0 });
  });

  it('refuses places and quantities that make no sense', async () => {
    const sku = await stocked({ lot: 'A', expires: day(30) });
    const one = ['--qty', '1'];
    await refused(transfer(sku, 'A', '--to', 'Nowhere', ...one), /--to names no location/);
    await refused(transfer(sku, 'A', '--to', 'Their cellar', ...one), /--to names no location/);
    await refused(transfer(sku, 'A', '--to', 'Main', ...one), /another location/);
    await refused(transfer(sku, 'A', ...toAnnex, '--qty', '0'), /at least 1/);
    await refused(transfer(sku, 'A', ...toAnnex, '--qty', '-1'), /at least 1/);
    await refused(transfer(sku, 'B', ...toAnnex, ...one), /no lot B/);
    await refused(transfer(sku, 'A', ...one), /--to/);
  });
});
