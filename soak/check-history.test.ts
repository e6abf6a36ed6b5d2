// Planted anomalies: the checker of the soak finds each, and says nothing of what is right.
import { describe, expect, it } from 'vitest';
import type { Command } from '../kit/model.ts';
import { type Draft, FabricatedHistory } from './fabricated-history.ts';
import type { Call, Link } from './history.ts';
import { expectFound, fulfill, GONE, LATER, PLACE, receive, reserve, stocked } from './planted.ts';

function firstLink(story: FabricatedHistory, index: number): Draft<Link> {
  const [link] = story.ledger.at(index)?.links ?? [];
  if (link === undefined) throw new Error('Nothing happened to a lot.');
  return link;
}

it('accepts a correct history', () => {
  const story = stocked();
  story.readFeed('event-1');
  story.change(fulfill(3));
  story.change(reserve(9, 'O-1'));
  story.change(reserve(9, 'O-1'));
  story.read({ kind: 'stock', sku: 'SKU-1' });
  story.change(fulfill(50));
  story.change({ kind: 'set_status', sku: 'SKU-1', lot: 'L1', status: 'quarantine' });
  story.read({ kind: 'lots', ...PLACE });
  story.read({ kind: 'preview', ...PLACE, qty: 5 });
  story.change({ kind: 'transfer', ...PLACE, lot: 'L2', qty: 1, to: 'Annex' });
  story.change({ kind: 'count', ...PLACE, lot: 'L1', qty: 7 });
  story.change({ kind: 'count', ...PLACE, lot: 'L1', qty: 4 });
  story.change(fulfill(2, 'O-1'));
  story.read({ kind: 'allocations', order: 'O-1' });
  story.change({ kind: 'release', order: 'O-1' });
  story.change({ kind: 'set_expiry', sku: 'SKU-1', lot: 'L2', expiry: GONE });
  story.read({ kind: 'entries', ...PLACE, lot: 'L2' });
  story.readFeed('event-2', 3);
  expect(story.ledger.length).toBeGreaterThan(9);
  expectFound(story);
});

describe('the rules of stock', () => {
  it('finds a lost update: two draws from the same balance', () => {
    const story = stocked();
    story.change(fulfill(3));
    const second = story.change(fulfill(4));
    const link = firstLink(story, -1);
    link.after = 6;
    second.response = { status: 201, entries: [['L1', -4, 6]] };
    expectFound(story, 'ledger', /units make 3, .* says 6/);
  });

  it('finds units that were drawn twice', () => {
    const story = stocked();
    story.change(fulfill(19));
    const twice = story.change(fulfill(1));
    story.change({ kind: 'return', ...PLACE, lot: 'L2', qty: 1 });
    // Accepted for three where one is left.
    twice.ask = { kind: 'change', command: fulfill(3), key: 'key-3' };
    const link = firstLink(story, 3);
    link.qty = -3;
    expectFound(story, 'rules', /insufficient_stock, 1 are/);
  });

  it('finds a lot that was drawn though another expires sooner', () => {
    const story = stocked();
    const draw = story.change(fulfill(3));
    const link = firstLink(story, -1);
    link.lot = 'L2';
    draw.response = { status: 201, entries: [['L2', -3, 7]] };
    expectFound(story, 'rules', /rules say L1 -3 =7/);
  });

  it('finds a lot that was handed out after it had expired', () => {
    const story = stocked();
    const expiry = story.change({ kind: 'set_expiry', sku: 'SKU-1', lot: 'L1', expiry: GONE });
    story.change(fulfill(3));
    // The service continues as if the command had not come.
    const other = stocked();
    other.change({ kind: 'set_expiry', sku: 'SKU-1', lot: 'L2', expiry: LATER });
    other.change(fulfill(3));
    const [draw] = other.ledger.slice(-1);
    story.ledger[3] = { ...draw, id: 'movement-4', key: story.ledger[3]?.key ?? '' } as never;
    (story.calls[3] as { response: unknown }).response = other.calls[3]?.response;
    expect(expiry.response).toBeDefined();
    expectFound(story, /rules|ledger/);
  });

  it('finds an order whose reservation was given to another', () => {
    const story = stocked();
    story.change(reserve(12, 'O-1'));
    story.change({ kind: 'release', order: 'O-1' });
    story.change(fulfill(9, 'O-2'));
    // The ledger looks as if no one had released it.
    const freed = story.calls.splice(3, 1);
    story.ledger.splice(3, 1);
    const [event] = story.feed.splice(3, 1);
    story.deliveries.splice(3, 1);
    for (const one of story.feed.slice(3)) {
      one.position -= 1;
      one.data.version -= 1;
      one.data.reserved = 12;
    }
    expect([freed.length, event?.data.cause]).toEqual([1, 'release']);
    expectFound(story, 'rules', /insufficient_stock/);
  });
});

describe('responses to callers', () => {
  it('finds an acknowledged movement that is nowhere', () => {
    const story = stocked();
    const lost = story.change(fulfill(50));
    lost.response = { status: 201, entries: [['L1', -10, 0]] };
    expectFound(story, 'lost');
  });

  it('finds a movement that no one asked for', () => {
    const story = stocked();
    story.change(fulfill(3));
    story.calls.pop();
    expectFound(story, 'unasked');
  });

  it('finds two results of one key', () => {
    const story = stocked();
    const first = story.change(fulfill(3));
    const again = { ...first, id: 9, start: 60, end: 64 };
    story.calls.push({ ...again, response: { status: 200, entries: [['L1', -3, 7]] } });
    expectFound(story);
    story.calls.pop();
    story.calls.push({ ...again, response: { status: 200, entries: [['L1', -3, 4]] } });
    expectFound(story, 'one key');
  });

  it('finds two movements of one key', () => {
    const story = stocked();
    story.change(fulfill(3), { key: 'the-same' });
    story.change(fulfill(3), { key: 'the-same' });
    expectFound(story, 'one key');
  });

  it('finds a refusal that no state explains', () => {
    const story = stocked();
    const refused = story.change(fulfill(21));
    expectFound(story);
    refused.ask = { kind: 'change', command: fulfill(20), key: 'key-2' };
    expectFound(story, 'unexplained');
  });

  it('finds a refusal under a key that was accepted before', () => {
    const story = stocked();
    const first = story.change(fulfill(15));
    const refused = story.change(fulfill(15));
    refused.ask = first.ask;
    expectFound(story, 'unexplained');
  });

  it('finds a key that is refused as reused though it never was used', () => {
    const story = stocked();
    const first = story.change(fulfill(3));
    const other = story.change(fulfill(21));
    other.ask = {
      kind: 'change',
      command: fulfill(4),
      key: first.ask.kind === 'change' ? (first.ask.key as string) : '',
    };
    other.response = { status: 422, code: 'idempotency_key_reused' };
    expectFound(story);
    other.ask = { kind: 'change', command: fulfill(4), key: 'never' };
    expectFound(story, 'unexplained');
  });

  it('accepts that a call of unknown outcome takes effect once, later, or not at all', () => {
    const story = stocked();
    const draw = story.change(fulfill(3));
    story.read({ kind: 'stock', sku: 'SKU-1' });
    draw.end = null;
    delete draw.response;
    expectFound(story);
    const before = stocked();
    const unknown = { ...draw, id: 9, start: 1 };
    before.calls.push(unknown);
    expectFound(before);
  });
});

describe('real time', () => {
  it('finds a step that is ordered before one that had ended when it began', () => {
    const story = stocked();
    const [first, second] = story.calls as [Draft<Call>, Draft<Call>];
    Object.assign(first, { start: 30, end: 34 });
    expectFound(story, 'real time');
    // Calls that overlap have no order.
    Object.assign(second, { end: 31 });
    expectFound(story);
  });

  it('finds such a step across levels, too', () => {
    const story = new FabricatedHistory();
    story.change(receive('L1', 10));
    story.change({ ...receive('L2', 10), sku: 'SKU-2', at: 'Annex' } as Command);
    Object.assign(story.calls[0] as object, { start: 30, end: 34 });
    expectFound(story, 'real time');
  });

  it('finds a stale read', () => {
    const story = stocked();
    const early = story.read({ kind: 'stock', sku: 'SKU-1' });
    story.change(fulfill(3));
    story.change(fulfill(3));
    const late = story.read({ kind: 'stock', sku: 'SKU-1' });
    expectFound(story);
    late.response = early.response as never;
    expectFound(story, 'unexplained');
  });

  it('finds a read that was refused', () => {
    const story = stocked();
    const reads = [story.read({ kind: 'stock', sku: 'SKU-1' }), story.readFeed('event-1')];
    expectFound(story);
    for (const read of reads) {
      const { response } = read;
      read.response = { status: 404, code: 'not_found' };
      expectFound(story, 'unexplained');
      read.response = response as never;
    }
  });

  it('finds two reads that see two changes in different orders', () => {
    const story = stocked();
    const before = story.read({ kind: 'stock', sku: 'SKU-1' });
    const draw = story.change(fulfill(3));
    const after = story.read({ kind: 'stock', sku: 'SKU-1' });
    // The draw is under way all the time, and so either of them may see it; but not the first alone.
    Object.assign(draw, { start: before.start - 1, end: (after.end as number) + 1 });
    expectFound(story);
    [before.response, after.response] = [after.response as never, before.response as never];
    expectFound(story, 'unexplained', /by a state that was over/);
  });

  it('finds movements of one request that were decided in another order', () => {
    const story = stocked();
    story.change(fulfill(1), { batch: 1 });
    story.change(fulfill(2), { batch: 1 });
    const [first, second] = story.calls.slice(2) as [Draft<Call>, Draft<Call>];
    second.start = first.start;
    expectFound(story);
    [first.id, second.id] = [second.id, first.id];
    expectFound(story, 'real time', /same request/);
  });
});

describe('the feed and the webhooks', () => {
  it('finds a missing event', () => {
    const story = stocked();
    story.change(fulfill(3));
    story.feed.splice(1, 1);
    for (const one of story.feed.slice(1)) one.position -= 1;
    expectFound(story, 'feed');
  });

  it('finds a missing last event', () => {
    const story = stocked();
    story.change(fulfill(3));
    story.feed.pop();
    expectFound(story, 'feed', /no event announces/);
  });

  it('finds an event that is published twice', () => {
    const story = stocked();
    const [first] = story.feed;
    story.feed.splice(1, 0, { ...(first as (typeof story.feed)[number]), id: 'again' });
    story.feed.forEach((one, index) => {
      one.position = index + 1;
    });
    expectFound(story, 'feed');
  });

  it('finds events in another order than that of the ledger', () => {
    const story = stocked();
    const [first, second] = story.feed as [
      (typeof story.feed)[number],
      (typeof story.feed)[number],
    ];
    [first.data, second.data] = [second.data, first.data];
    expectFound(story, 'feed');
  });

  it('finds an event with a wrong number', () => {
    const story = stocked();
    (story.feed[1] as { data: { available: number } }).data.available = 19;
    expectFound(story, 'feed');
  });

  it('finds a reader of the feed who was shown a gap', () => {
    const story = stocked();
    story.change(fulfill(1));
    const read = story.readFeed('event-1');
    expectFound(story);
    read.response = { rows: ['event-3'] };
    expectFound(story, 'unexplained');
  });

  it('finds a reader of the feed who was not shown an acknowledged change', () => {
    const story = stocked();
    story.change(fulfill(1));
    const read = story.readFeed('event-1');
    read.response = { rows: ['event-2'] };
    expectFound(story, 'unexplained');
  });

  it.each([
    [
      'a body that differs from the feed',
      (text: string) => text.replace('"on_hand":20', '"on_hand":21'),
    ],
    ['an event that there is not', (text: string) => text.replace('event-2', 'event-9')],
  ])('finds a webhook with %s', (_, plant) => {
    const story = stocked();
    const [, second] = story.deliveries as [unknown, { text: string }];
    second.text = plant(second.text);
    expectFound(story, 'webhook');
  });

  it('finds a webhook that never came, that came as two deliveries, or that was not signed', () => {
    const story = stocked();
    const [first, second] = story.deliveries as [
      (typeof story.deliveries)[number],
      (typeof story.deliveries)[number],
    ];
    story.deliveries.push({ ...first });
    expectFound(story);
    story.deliveries[2] = { ...first, delivery: 'delivery-9' };
    expectFound(story, 'webhook', /repeats what delivery/);
    story.deliveries.splice(1);
    expectFound(story, 'webhook', /never came/);
    story.deliveries.push({ ...second, signed: false });
    expectFound(story, 'webhook', /signature/);
  });
});
