// Planted anomalies in reads of the past, in pages, in traces and scans, and in how movements name their product.
import { describe, expect, it } from 'vitest';
import type { Command } from '../kit/model.ts';
import type { ListAsk } from './asks.ts';
import { codeOf, gtinOf } from './catalog.ts';
import { type Draft, FabricatedHistory, TODAY } from './fabricated-history.ts';
import type { Call } from './history.ts';
import { expectFound, fulfill, LATER, PLACE, SOON } from './planted.ts';

const receive = (lot: string, qty: number, more = {}): Command => ({
  kind: 'receive',
  ...PLACE,
  lot,
  qty,
  expiry: lot === 'L1' ? SOON : LATER,
  ...more,
});

/** Makes two lots of one SKU, one of another, and one at another location. */
function stocked(): FabricatedHistory {
  const story = new FabricatedHistory();
  story.change(receive('L1', 10));
  story.change(receive('L2', 10));
  story.change(receive('L1', 3, { sku: 'SKU-2' }));
  story.change(receive('L1', 4, { at: 'Annex' }));
  return story;
}

// biome-ignore lint/suspicious/noExplicitAny: each test knows its rows
function rowsOf({ response }: Draft<Call>): any[] {
  return (response as { rows: unknown[] }).rows as never;
}

/** @returns the time of the movement with this number */
function timeOf({ ledger }: FabricatedHistory, index: number): string {
  return ledger.at(index)?.createdAt as string;
}

describe('stock as of a time', () => {
  function asked(more: { isFinal?: boolean } = {}) {
    const story = stocked();
    story.change(fulfill(3));
    const asOf = timeOf(story, -1);
    story.change(fulfill(4));
    const read = story.read({ kind: 'as_of', sku: 'SKU-1', asOf, ...more });
    return { story, read };
  }

  it('accepts the sum of the entries up to the time, whatever came later', () => {
    const { story, read } = asked({ isFinal: true });
    expectFound(story);
    expect(rowsOf(read)).toMatchObject([
      { at: 'Annex', on_hand: 4 },
      { at: 'Main', on_hand: 17, next_expiry: SOON },
    ]);
  });

  it('finds an entry of that very time that is left out, and a later one that is counted', () => {
    for (const onHand of [20, 13]) {
      const { story, read } = asked();
      rowsOf(read)[1].on_hand = onHand;
      expectFound(story, 'unexplained');
    }
  });

  it('finds a level that had no entry by then', () => {
    const { story, read } = asked();
    const early = { kind: 'as_of' as const, sku: 'SKU-1', asOf: `${TODAY}T00:00:00.000000Z` };
    (read as { ask: unknown }).ask = early;
    expectFound(story, 'unexplained');
    rowsOf(read).splice(0, 1);
    Object.assign(rowsOf(read)[0], { on_hand: 10 });
    expectFound(story);
  });

  it('finds an entry that was added later to a final time', () => {
    const story = stocked();
    const asOf = timeOf(story, -1);
    const read = story.read({ kind: 'as_of', sku: 'SKU-1', asOf, isFinal: true });
    story.change(fulfill(3));
    expectFound(story);
    const [entry] = story.ledger.at(-1)?.links ?? [];
    Object.assign(entry as object, { createdAt: asOf });
    expectFound(story, 'unexplained');
    read.ask = { kind: 'as_of', sku: 'SKU-1', asOf };
    expectFound(story);
  });
});

describe('pages', () => {
  const pages: [string, ListAsk][] = [
    ['levels', { kind: 'levels', after: ['SKU-1', 'Annex'], limit: 1 }],
    ['lots', { kind: 'lot_list', after: [SOON, 'id-L1 of SKU-1 at Annex'], limit: 2 }],
    ['SKUs', { kind: 'skus', limit: 1 }],
    ['locations', { kind: 'locations', limit: 1 }],
    ['entries', { kind: 'transactions', sku: 'SKU-1', from: TODAY, limit: 2 }],
  ];

  it.each(pages)(
    'finds a row of %s that is left out, doubled, or last though more follow',
    (_, ask) => {
      const asked = () => {
        const story = stocked();
        return { story, rows: rowsOf(story.read(ask)) };
      };
      const right = asked();
      expect(right.rows.length).toBeGreaterThan(1);
      expectFound(right.story);
      const plants: ((rows: unknown[]) => void)[] = [
        (rows) => rows.shift(),
        (rows) => rows.unshift(rows[0]),
        (rows) => rows.splice(-1, 1, { more: false, next: null }),
      ];
      for (const plant of plants) {
        const { story, rows } = asked();
        plant(rows);
        expectFound(story, 'unexplained');
      }
    },
  );

  it('finds a row of the page before that is shown again', () => {
    const story = stocked();
    const first = story.read({ kind: 'lot_list', sku: 'SKU-1', limit: 2 });
    const { id, expiry } = rowsOf(first)[1];
    const after = [expiry, id] as const;
    const second = story.read({ kind: 'lot_list', sku: 'SKU-1', after, limit: 2 });
    expectFound(story);
    rowsOf(second).unshift(rowsOf(first)[1]);
    expectFound(story, 'unexplained');
  });
});

describe('filters', () => {
  it('finds a level that is low by another number than the available units', () => {
    const story = stocked();
    story.change({ kind: 'reserve', ...PLACE, qty: 16, order: 'O-1' });
    const read = story.read({ kind: 'levels', low: true, limit: 9 });
    expect(rowsOf(read).map(({ sku, at }) => `${sku} ${at}`)).toEqual([
      'SKU-1 Annex',
      'SKU-1 Main',
      'SKU-2 Main',
      'undefined undefined',
    ]);
    expectFound(story);
    rowsOf(read).splice(1, 1);
    expectFound(story, 'unexplained');
  });

  const lots: [string, Partial<ListAsk & { kind: 'lot_list' }>][] = [
    ['a status', { status: 'quarantine' }],
    ['what is in stock', { inStock: false }],
    ['a date', { expiringBefore: LATER }],
    ['a lot number', { lot: 'L1' }],
    ['a location', { at: 'Annex' }],
  ];
  it.each(lots)('finds a lot that %s leaves out', (_, filter) => {
    const story = stocked();
    story.change({ kind: 'set_status', ...PLACE, lot: 'L1', status: 'quarantine' });
    story.change(fulfill(10));
    const all = story.read({ kind: 'lot_list', limit: 9 });
    const some = story.read({ kind: 'lot_list', limit: 9, ...filter });
    expect(rowsOf(some).length).toBeLessThan(rowsOf(all).length);
    expectFound(story);
    some.response = all.response as never;
    expectFound(story, 'unexplained');
  });

  const entries: [string, Partial<ListAsk & { kind: 'transactions' }>][] = [
    ['a type', { type: 'fulfill' }],
    ['an order', { order: 'O-1' }],
    ['a lot', { at: 'Main', lot: 'L2' }],
    ['a time', { to: `${TODAY}T00:00:00.000001Z` }],
  ];
  it.each(entries)('finds an entry that %s leaves out', (_, filter) => {
    const story = stocked();
    story.change(fulfill(2, 'O-1'));
    const whole = { kind: 'transactions' as const, sku: 'SKU-1', from: TODAY, limit: 9 };
    const all = story.read(whole);
    const some = story.read({ ...whole, ...filter });
    expect(rowsOf(some).length).toBeLessThan(rowsOf(all).length);
    expectFound(story);
    some.response = all.response as never;
    expectFound(story, 'unexplained');
  });
});

describe('a trace', () => {
  it.each([false, true])('finds parts of two different states, everywhere: %s', (everywhere) => {
    const ask = { kind: 'trace' as const, ...PLACE, lot: 'L1', everywhere, limit: 3 };
    const story = stocked();
    const before = story.read(ask);
    const held = story.change({ kind: 'reserve', ...PLACE, qty: 2, order: 'O-1' });
    const after = story.read(ask);
    Object.assign(held, { start: before.start - 1, end: (after.end as number) + 1 });
    expectFound(story);
    rowsOf(after)[1] = rowsOf(before)[1];
    expectFound(story, 'unexplained');
  });

  it('finds a trace of one location that shows all locations', () => {
    const story = stocked();
    const here = story.read({ kind: 'trace', ...PLACE, lot: 'L1', limit: 3 });
    const all = story.read({ kind: 'trace', ...PLACE, lot: 'L1', everywhere: true, limit: 3 });
    expectFound(story);
    here.response = all.response as never;
    expectFound(story, 'unexplained');
  });
});

describe('names of products', () => {
  it('finds a movement by the id of a product that has several SKUs', () => {
    const story = stocked();
    const draw = story.change(fulfill(1), { naming: { by: 'product' } });
    expectFound(story);
    story.change({ kind: 'import', skus: [{ sku: 'SKU-F1', reorderPoint: 1 }], lots: [] });
    (story.feed.at(-1) as { type: string }).type = 'sku.created';
    const { text, ...rest } = story.deliveries.at(-1) as { text: string; delivery: string };
    Object.assign(story.deliveries.at(-1) as object, {
      ...rest,
      text: text.replace('sku.updated', 'sku.created'),
    });
    story.change(fulfill(1), { naming: { by: 'product' } });
    expectFound(story, 'rules', /invalid_movement/);
    expect(draw.response).toBeDefined();
  });

  it('finds an accepted code with another expiry date than the lot, and a refused code with the same', () => {
    const story = stocked();
    const named: Command = { kind: 'dispense', ...PLACE, qty: 1, lot: 'L1' };
    const draw = story.change(named, { naming: { by: 'code', expiry: SOON } });
    expectFound(story);
    Object.assign(draw.ask, { naming: { by: 'code', expiry: LATER } });
    expectFound(story, 'rules', /lot_expiry_mismatch/);
    const other = stocked();
    const refused = other.change({ ...named, qty: 99 }, { naming: { by: 'code', expiry: LATER } });
    refused.response = { status: 422, code: 'lot_expiry_mismatch' };
    expectFound(other);
    Object.assign(refused.ask, { naming: { by: 'code', expiry: SOON } });
    expectFound(other, 'unexplained');
  });

  it('finds a scan that names another SKU, one that is not there, or another date', () => {
    const carried = { lot: 'L1', expiry: SOON };
    const code = codeOf('SKU-1', carried);
    const plants: [number, unknown][] = [
      [0, 'unknown_code'],
      [1, 'SKU-2'],
      [4, gtinOf('SKU-2')],
      [6, LATER],
    ];
    for (const [column, value] of plants) {
      const story = stocked();
      const scan = story.read({ kind: 'scan', sku: 'SKU-1', code, ...carried });
      expectFound(story);
      rowsOf(scan)[0][column] = value;
      expectFound(story, 'unexplained');
    }
    const story = stocked();
    const early = story.read({ kind: 'scan', sku: 'SKU-F1', code: 'SKU-F1' });
    expectFound(story);
    rowsOf(early)[0] = ['sku', 'SKU-F1', 'SKU-1', 'sku_code', null, null, null];
    expectFound(story, 'unexplained');
  });
});

describe('keys of the test environment', () => {
  it('finds a change that such a key made', () => {
    const story = stocked();
    const draw = story.change(fulfill(1));
    Object.assign(draw.ask, { isTest: true });
    expectFound(story, 'unasked');
  });

  it('finds a change that is answered by the rules of stock instead of a refusal of the key', () => {
    const story = stocked();
    const draw = story.change(fulfill(99));
    Object.assign(draw.ask, { isTest: true });
    expectFound(story, 'unexplained');
    draw.response = { status: 403, code: 'insufficient_scope' };
    expectFound(story);
  });

  it('finds a read with such a key that shows another stock', () => {
    const story = stocked();
    const early = story.read({ kind: 'lots', ...PLACE });
    story.change(fulfill(1));
    const read = story.read({ kind: 'lots', ...PLACE });
    Object.assign(read.ask, { isTest: true });
    expectFound(story);
    read.response = early.response as never;
    expectFound(story, 'unexplained');
  });
});
