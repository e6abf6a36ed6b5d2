// Planted anomalies where orders and stock meet: what is shipped with its lots, and cancelled while it holds some.
import { describe, expect, it } from 'vitest';
import type { Command } from '../kit/model.ts';
import { check } from './checker/check-history.ts';
import { FabricatedHistory } from './fabricated-history.ts';
import { checkMeeting } from './orders/meet.ts';
import type { OrderStep } from './orders/order-steps.ts';
import { expectFound, LATER, last, PLACE, SOON } from './planted.ts';

const AT = 'Main';
const OTHER = { sku: 'SKU-2', at: AT };
const ORDER = 'order-1';

const ship = (...lots: [sku: string, lot: string, qty: number][]): Command => ({
  kind: 'ship',
  order: ORDER,
  at: AT,
  lots: lots.map(([sku, lot, qty]) => ({ sku, lot, qty })),
});
const cancel: Command = { kind: 'cancel', order: ORDER };

/** The order holds two units of the first lot, and one of another SKU. */
function held(): FabricatedHistory {
  const story = new FabricatedHistory();
  story.change({ kind: 'receive', ...PLACE, lot: 'L1', qty: 10, expiry: SOON });
  story.change({ kind: 'receive', ...PLACE, lot: 'L2', qty: 10, expiry: LATER });
  story.change({ kind: 'receive', ...OTHER, lot: 'M1', qty: 10, expiry: LATER });
  story.change({ kind: 'reserve', ...PLACE, qty: 2, order: ORDER });
  story.change({ kind: 'reserve', ...OTHER, qty: 1, order: ORDER });
  return story;
}

describe('a shipment', () => {
  it('is accepted where it draws its lots, what the order holds first, or nothing', () => {
    const story = held();
    story.change(ship(['SKU-1', 'L1', 4], ['SKU-1', 'L2', 1], ['SKU-2', 'M1', 1]));
    story.change(ship(['SKU-1', 'L2', 1], ['SKU-1', 'L1', 99]));
    story.read({ kind: 'allocations', order: ORDER });
    expectFound(story);
    expect(story.calls.slice(-3).map(({ response }) => response)).toMatchObject([
      {
        status: 201,
        entries: [
          ['L1', -4, 6],
          ['L2', -1, 9],
          ['M1', -1, 9],
        ],
      },
      { status: 0, code: 'OPERATOR' },
      { rows: [] },
    ]);
    expect(check(story.history(), story.base).steps.length).toBe(6);
  });

  it('is reported where it draws another lot', () => {
    const story = held();
    const call = story.change(ship(['SKU-1', 'L2', 1]));
    call.ask = { kind: 'change', command: ship(['SKU-1', 'L1', 1]) };
    expectFound(story, 'rules', /the rules say L1 -1/);
  });

  it('is reported where it leaves what the order holds and takes units that no order holds', () => {
    const story = held();
    story.change(ship(['SKU-1', 'L1', 1]));
    const { links } = last(story.ledger);
    links.splice(
      links.findIndex(({ kind }) => kind === 'release'),
      1,
    );
    expectFound(story, 'rules', /2 for order-1 by the ledger/);
  });

  it('is reported where half of it took effect', () => {
    const story = held();
    const call = story.change(ship(['SKU-1', 'L1', 1]));
    call.ask = { kind: 'change', command: ship(['SKU-1', 'L1', 1], ['SKU-2', 'M1', 1]) };
    expectFound(story, 'unasked');
  });

  it('is reported where its lots leave in two transactions', () => {
    const story = held();
    story.change(ship(['SKU-1', 'L1', 1], ['SKU-2', 'M1', 1]));
    last(story.feed).transaction = 'another';
    expectFound(story, 'unasked');
  });

  it('is reported where a read shows one lot drawn and the other not', () => {
    const story = held();
    const between = story.read({ kind: 'allocations', order: ORDER });
    story.change(ship(['SKU-1', 'L1', 2], ['SKU-2', 'M1', 1]));
    Object.assign(between, { start: 50, end: 900, response: { rows: ['SKU-2 Main M1 1'] } });
    expectFound(story, 'unexplained');
  });

  it('is reported where it was refused though its lots were there, and where it was acknowledged and is missing', () => {
    const refused = held();
    const command = ship(['SKU-1', 'L1', 1]);
    const call = refused.read({ kind: 'stock', sku: 'SKU-1' });
    Object.assign(call, {
      client: 'operator:x',
      ask: { kind: 'change', command },
      response: { status: 0, code: 'OPERATOR' },
    });
    expectFound(refused, 'unexplained');
    Object.assign(call, { response: { status: 201, entries: [] } });
    expectFound(refused, 'lost');
  });
});

const release: Command = { kind: 'release', order: ORDER };

describe.each([
  ['a cancellation', cancel],
  ['a release', release],
])('%s', (_, command) => {
  it('is accepted where it releases all that the order holds', () => {
    const story = held();
    story.change(command);
    story.change(command);
    expectFound(story);
    expect(story.calls.slice(-2).map(({ response }) => response)).toEqual([
      { released: 3 },
      { released: 0 },
    ]);
  });

  it('is reported where it leaves a reservation at one level, whatever it was answered', () => {
    const story = held();
    const call = story.change(command);
    story.ledger.pop();
    story.feed.pop();
    story.deliveries.pop();
    for (const response of [{ released: 2 }, undefined]) {
      Object.assign(call, { response, end: response === undefined ? null : call.end });
      expectFound(story, 'rules', /the order holds more/);
    }
  });

  it('is reported where it is two steps, and where a read shows one of them', () => {
    const story = held();
    const call = story.change(command);
    const read = story.read({ kind: 'allocations', order: ORDER });
    Object.assign(read, { start: call.start, end: call.end });
    // As held() has made it at its second level.
    const { response } = held().read({ kind: 'allocations', order: ORDER });
    const [, ...rest] = (response as { rows: unknown[] }).rows;
    expect(rest).toHaveLength(1);
    Object.assign(read, { response: { rows: rest } });
    expectFound(story, 'unexplained');
    last(story.feed).transaction = 'another';
    expectFound(story, /unasked|one key|rules/);
  });
});

describe('a cancellation', () => {
  it('is reported where it releases what another order holds', () => {
    const story = held();
    story.change({ kind: 'reserve', ...PLACE, qty: 1, order: 'order-2' });
    const call = story.change(cancel);
    call.ask = { kind: 'change', command: { kind: 'cancel', order: 'order-2' } };
    expectFound(story, 'unasked');
  });
});

describe('orders and stock', () => {
  const template = { type: 'order.updated' as const, createdAt: '', id: 'shipped', data: {} };

  /** Runs both checkers on one shipment; the order's event follows that of its stock directly. */
  function met(change: { xid?: string; position?: number; start?: number; end?: number } = {}) {
    const story = held();
    const call = story.change(ship(['SKU-1', 'L1', 1]));
    const { steps: stock } = check(story.history(), story.base);
    const { transaction: xid = '', position } = last(story.feed);
    const event = { ...template, xid, position: position + 1, ...change };
    const from = { at: AT, lots: [{ sku: 'SKU-1', lot: 'L1', qty: 1 }] };
    const ask = { kind: 'ship', order: ORDER, tracking: '1Z', from } as const;
    const { start, end } = { start: call.start, end: call.end ?? 0, ...change };
    const orders: OrderStep[] = [
      { calls: [{ id: 1, client: call.client, start, end, ask }], start, end, events: [event] },
    ];
    return { stock, orders, feed: story.feed };
  }

  it('agree where a shipment is one transaction with its events together', () => {
    expect(checkMeeting(met())).toBeUndefined();
  });

  it('disagree where an order was shipped and its lots stay, or leave in another transaction', () => {
    expect(checkMeeting({ ...met(), stock: [] })).toMatchObject({ kind: 'lost' });
    expect(checkMeeting(met({ xid: '999' }))).toMatchObject({ kind: 'lost' });
  });

  it('disagree where lots leave and the order is not shipped', () => {
    expect(checkMeeting({ ...met(), orders: [] })).toMatchObject({
      kind: 'lost',
      text: expect.stringMatching(/did not ship it/),
    });
  });

  it('disagree where another event stands between theirs', () => {
    expect(checkMeeting(met({ position: 9 }))).toMatchObject({ kind: 'lost' });
  });

  it('disagree where a change of one had ended before an earlier change of the other began', () => {
    expect(checkMeeting(met({ start: -9, end: -5 }))).toMatchObject({ kind: 'real time' });
  });
});
