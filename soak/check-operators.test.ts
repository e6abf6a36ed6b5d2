// Planted anomalies in what operators do: imports, sweeps, and lots that many orders leave in steps, also for a count.
import { describe, expect, it } from 'vitest';
import type { Command, Import, Moved } from '../kit/model.ts';
import { check } from './checker/check-history.ts';
import { violationLines } from './checker/print-violation.ts';
import { shrink } from './checker/shrink.ts';
import type { Draft, FabricatedHistory } from './fabricated-history.ts';
import type { Base, Call, FeedEvent, Link } from './history.ts';
import {
  expectFound,
  GONE,
  LATER,
  last,
  PLACE,
  receive,
  reserve,
  SOON,
  stocked,
  unknow,
} from './planted.ts';

/** The day as of which L1 has expired and L2 is announced. */
const AS_OF = '2027-03-10';
const MANY = 90;

const file = (...lots: Partial<Import['lots'][number]>[]): Import => ({
  kind: 'import',
  skus: [],
  lots: lots.map((lot) => ({ ...PLACE, lot: 'I1', qty: 5, expiry: LATER, ...lot })),
});
const count = (qty: number, lot = 'L1'): Command => ({ kind: 'count', ...PLACE, lot, qty });
const quarantine: Command = { kind: 'set_status', ...PLACE, lot: 'L1', status: 'quarantine' };

/** So many orders hold a unit of the first lot each. */
function withHotLot(many = MANY): FabricatedHistory {
  const story = stocked(many + 10);
  for (let index = 1; index <= many; index += 1) story.change(reserve(1, `O-${index}`));
  return story;
}

/** Takes the last step out, as if it had not happened. */
function forget(story: FabricatedHistory, events = 1): void {
  story.ledger.pop();
  for (let index = 0; index < events; index += 1) {
    story.feed.pop();
    story.deliveries.pop();
  }
}

describe('an import', () => {
  it('is accepted where it posts what is missing, once', () => {
    const story = stocked();
    story.change(file({}, { lot: 'I2', expiry: GONE }, { lot: 'L1', expiry: SOON, qty: 99 }));
    story.change(file({}, { lot: 'I2', expiry: GONE }));
    story.change(file({ lot: 'L1', expiry: LATER }, { lot: 'I3' }));
    story.change({ ...file({ lot: 'I4' }), isSpoilt: true });
    story.change({ ...file(), skus: [{ sku: 'SKU-1', reorderPoint: 60 }] });
    story.read({ kind: 'lots', ...PLACE });
    expectFound(story);
    expect(story.calls.map(({ response }) => response)).toMatchObject([
      { status: 201 },
      { status: 201 },
      { created: 2, updated: 0 },
      { created: 0, updated: 0 },
      { status: 0, code: 'OPERATOR' },
      { status: 0, code: 'OPERATOR' },
      { created: 0, updated: 1 },
      {},
    ]);
    expect(story.feed.slice(-2).map(({ type }) => type)).toEqual(['sku.updated', 'stock.low']);
  });

  it('is reported where it posts a lot that exists', () => {
    const story = stocked();
    story.change(file({}));
    const again = story.change(file({ lot: 'I2' }));
    // What came in as another lot came in as the first, once more.
    const { links } = last(story.ledger);
    story.ledger[3] = {
      ...last(story.ledger),
      links: links.filter(({ kind }) => kind === 'entry'),
    };
    Object.assign(last(links), { lot: 'I1', after: 10 });
    again.ask = { kind: 'change', command: file({}) };
    expectFound(story, 'rules', /10 on hand.* by the ledger/);
  });

  it('is reported where it took effect twice', () => {
    const story = stocked();
    const first = story.change(file({}));
    story.change(file({ lot: 'I2' }));
    // The ledger looks as if one command had posted both, one after the other.
    story.calls.pop();
    last(story.ledger).actor = first.client;
    first.ask = { kind: 'change', command: file({}, { lot: 'I2' }) };
    unknow(first);
    expectFound(story, 'one key', /second result/);
  });

  it('is reported where it was refused and a part of it took effect', () => {
    const story = stocked();
    const refused = story.change(file({}));
    refused.ask = { kind: 'change', command: { ...file({}), isSpoilt: true } };
    refused.response = { status: 0, code: 'OPERATOR' };
    expectFound(story, 'unasked');
  });

  it('is reported where it was refused without a reason', () => {
    const story = stocked();
    const refused = story.change({ ...file({}), isSpoilt: true });
    refused.ask = { kind: 'change', command: file({}) };
    expectFound(story, 'unexplained');
  });

  it('is reported where half of it is missing', () => {
    const story = stocked();
    const whole = story.change(file({}, { lot: 'I2' }));
    forget(story);
    expectFound(story, 'rules', /"created":2/);
    whole.response = { created: 1, updated: 0 };
    expectFound(story, 'unexplained');
  });

  it('is reported where another change came between its lots', () => {
    const story = stocked();
    unknow(story.change(file({}, { lot: 'I2' })));
    last(story.feed).transaction = 'another';
    expectFound(story, 'one key', /second result/);
  });

  it('is reported where it accepts a lot that has another expiry date', () => {
    const story = stocked();
    const kept = story.change(file({ lot: 'L1', expiry: SOON }));
    expectFound(story);
    kept.ask = { kind: 'change', command: file({ lot: 'L1', expiry: LATER }) };
    expectFound(story, 'unexplained');
  });

  it('is reported where its new reorder point makes no level low, or the event has another reorder point', () => {
    const story = stocked();
    story.change({ ...file(), skus: [{ sku: 'SKU-1', reorderPoint: 60 }] });
    const low = story.feed.pop();
    story.deliveries.pop();
    expect(low?.type).toBe('stock.low');
    expectFound(story, 'feed');
    const other = stocked();
    other.change({ ...file(), skus: [{ sku: 'SKU-1', reorderPoint: 1 }] });
    (last(other.feed) as Draft<FeedEvent>).data.reorder_point = 2;
    expectFound(other, 'unasked');
  });
});

describe('a sweep', () => {
  function swept(): { story: FabricatedHistory; call: Draft<Call> } {
    const story = stocked();
    story.change(reserve(4, 'O-1'));
    const call = story.change({ kind: 'sweep', asOf: AS_OF });
    return { story, call };
  }

  it('is accepted where it releases reservations of expired lots and announces lots that will expire', () => {
    const { story, call } = swept();
    story.read({ kind: 'dry_run', asOf: AS_OF });
    story.read({ kind: 'lots', ...PLACE });
    story.change({ kind: 'sweep', asOf: AS_OF });
    expectFound(story);
    expect(call.response).toEqual({ moved: [['O-1', 'L1', 4, 0]], expiring: 1, busy: 0 });
  });

  it('is reported where it takes a reservation from a usable lot', () => {
    const story = stocked();
    story.change(reserve(4, 'O-1'));
    const call = story.change({ kind: 'sweep', asOf: AS_OF });
    call.ask = { kind: 'change', command: { kind: 'sweep', asOf: '2026-12-01' } };
    expectFound(story, 'rules');
  });

  it('is reported where it leaves a reservation in an expired lot', () => {
    const { story, call } = swept();
    story.ledger.pop();
    const [, , , , announced] = story.feed;
    story.feed.splice(3, 2, { ...(announced as FeedEvent), position: 4 });
    story.deliveries.splice(3, 1);
    call.response = { moved: [], expiring: 1, busy: 0 };
    expectFound(story, 'unexplained');
    // Unless it could not have the level.
    call.response = { moved: [], expiring: 1, busy: 1 };
    story.deliveries.pop();
    expectFound(story, 'webhook');
  });

  it('is reported where it announces a lot again, or not at all', () => {
    const { story } = swept();
    const [event] = story.feed.slice(-1) as [FeedEvent];
    story.feed.push({ ...event, position: event.position + 1, id: 'again' });
    expectFound(story, 'rules', /nothing was to be announced/);
    const other = swept();
    other.story.feed.pop();
    other.story.deliveries.pop();
    other.call.response = { moved: [['O-1', 'L1', 4, 0]], expiring: 0, busy: 0 };
    expectFound(other.story, 'unexplained');
  });

  it('is reported where its response differs from what it did', () => {
    const { story, call } = swept();
    call.response = { moved: [['O-1', 'L1', 3, 1]], expiring: 1, busy: 0 };
    expectFound(story, 'lost');
    call.response = { moved: [['O-1', 'L1', 4, 0]], expiring: 2, busy: 0 };
    expectFound(story, 'lost');
  });

  it('is reported where no one asked for it', () => {
    const { story } = swept();
    story.calls.pop();
    expectFound(story, 'unasked');
    const announced = stocked();
    announced.change({ kind: 'sweep', asOf: AS_OF });
    announced.calls.pop();
    expectFound(announced, 'unasked', /lot.expiring of L2/);
  });

  it('is reported where its dry run lists what it would not do', () => {
    const story = stocked();
    story.change(reserve(4, 'O-1'));
    const early = story.read({ kind: 'dry_run', asOf: AS_OF });
    story.change({ kind: 'release', order: 'O-1' });
    const late = story.read({ kind: 'dry_run', asOf: AS_OF });
    expectFound(story);
    late.response = early.response as never;
    expectFound(story, 'unexplained');
  });
});

describe('a lot that many orders hold', () => {
  it('is reallocated in steps, between which other calls take effect', () => {
    const story = withHotLot();
    const changes = story.ledger.length;
    story.change(quarantine);
    expect(story.ledger.slice(changes).map(({ type }) => type)).toEqual([
      'set_status',
      'reallocate',
    ]);
    expectFound(story);
  });

  it('is reported where it still serves an order in between', () => {
    const story = withHotLot();
    const changes = story.ledger.length;
    story.change(quarantine);
    const step = story.ledger[changes] as { links: Draft<Link>[] };
    // One more than a step takes, and the last in another order.
    step.links.splice(1, 1);
    expectFound(story, /rules|ledger/);
  });

  it('is reported where a reservation in between leaves the waiting one in the lot', () => {
    const story = withHotLot();
    unknow(story.change(quarantine, { isCut: true }));
    story.change(reserve(2, `O-${MANY}`));
    expectFound(story);
    const { links } = last(story.ledger);
    const ended = links.findIndex(({ kind }) => kind === 'release');
    expect(links.splice(ended, 1)).toMatchObject([{ lot: 'L1', order: `O-${MANY}`, qty: 1 }]);
    expectFound(story, 'rules', /1 for O-90 by the ledger/);
  });

  it('is reported where a release in between leaves the waiting one in the lot', () => {
    const story = withHotLot();
    unknow(story.change(quarantine, { isCut: true }));
    const release = story.change({ kind: 'release', order: `O-${MANY}` });
    story.read({ kind: 'allocations', order: `O-${MANY}` });
    expectFound(story);
    // The waiting reservation is still there, and the release was answered that there was nothing to release.
    forget(story);
    release.response = { released: 0 };
    expectFound(story, 'unexplained');
  });

  it('is reported where a response counts no waiting reservation, and some wait', () => {
    const story = withHotLot();
    const response = story.change(quarantine);
    forget(story);
    expect(response.response).toMatchObject({ waiting: 0 });
    expectFound(story, 'unexplained');
    response.response = { moved: [], changed: 1, waiting: 26 };
    expectFound(story);
  });

  it('is reallocated on by any change of it that leaves it useless', () => {
    const story = withHotLot(200);
    const { sku, lot } = { ...PLACE, lot: 'L1' };
    unknow(story.change(quarantine, { isCut: true }));
    unknow(story.change({ kind: 'set_expiry', sku, lot, expiry: LATER }, { isCut: true }));
    unknow(story.change({ kind: 'set_expiry', sku, lot, expiry: GONE }, { isCut: true }));
    unknow(
      story.change({ ...PLACE, kind: 'set_status', lot, status: 'released' }, { isCut: true }),
    );
    const released = story.ledger.slice(-4).map(({ type, links }) => {
      const left = links.filter((one) => one.lot === lot && one.kind === 'release');
      return [type, left.length];
    });
    expect(released).toEqual([
      ['set_status', 64],
      ['set_expiry', 64],
      ['set_expiry', 64],
      ['set_status', 8],
    ]);
    expectFound(story);
  });

  it('is reallocated by the worker where no call does it', () => {
    const story = withHotLot();
    const response = story.change(quarantine);
    last(story.ledger).actor = 'worker';
    expectFound(story);
    response.response = { moved: [], changed: 1, waiting: 26 };
    expectFound(story);
    last(story.ledger).actor = 'operator:nobody';
    expectFound(story, 'unasked');
  });
});

describe('a count of a lot that many orders hold', () => {
  type Steps = [
    step: FabricatedHistory['ledger'][number],
    post: FabricatedHistory['ledger'][number],
  ];

  /** Leaves 5 units, so that 85 of the orders have to leave. */
  function counted(): { story: FabricatedHistory; call: Draft<Call> } {
    const story = withHotLot();
    return { story, call: story.change(count(5)) };
  }

  function orders(first: number, last: number): string[] {
    return Array.from({ length: last - first + 1 }, (_, index) => `O-${first + index}`);
  }

  function leavingOf({ response }: Draft<Call>): Moved[] {
    return (response as { leaving: Moved[] }).leaving;
  }

  function namedBy(call: Draft<Call>): string[] {
    return leavingOf(call).map(([order]) => order);
  }

  /** Takes the movement and the event of the step out, as if the count had been posted at once. */
  function withoutStep(story: FabricatedHistory): void {
    story.ledger.splice(-2, 1);
    story.feed.splice(-3, 1);
    story.deliveries.splice(-3, 1);
    for (const event of story.feed.slice(-2)) event.position -= 1;
    for (const { type, data } of story.feed.slice(-2))
      if (type === 'stock.changed') data.version -= 1;
  }

  it('is posted behind a step, and its answer names what both have moved', () => {
    const { story, call } = counted();
    expect(story.ledger.slice(-2).map(({ type }) => type)).toEqual(['reallocate', 'count']);
    expect(namedBy(call)).toEqual([...orders(27, 90), ...orders(6, 26)]);
    expect(call.response).toMatchObject({ corrected: -95 });
    expectFound(story);
  });

  it('is posted at once where a step moves all that have to leave', () => {
    const story = withHotLot();
    const call = story.change(count(MANY - 64));
    expect(last(story.ledger).type).toBe('count');
    expect(namedBy(call)).toEqual(orders(27, 90));
    expectFound(story);
  });

  it('means what was there at its first step, and moves what is held at each', () => {
    const story = withHotLot();
    const call = story.change(count(5), { isCut: true });
    story.change({ kind: 'fulfill', ...PLACE, qty: 1, order: 'O-1' });
    story.change({ kind: 'release', order: 'O-2' });
    story.change(reserve(2, 'O-91'));
    story.read({ kind: 'lots', ...PLACE });
    story.finish(call);
    expect(call.response).toMatchObject({ corrected: -95 });
    expect(namedBy(call)).toEqual([...orders(27, 90), ...orders(7, 26), 'O-91']);
    expectFound(story);
  });

  it('continues where one before it was cut off, and names what that has moved', () => {
    const story = withHotLot();
    unknow(story.change(count(5), { isCut: true }));
    // What it holds lies in the other lot by now, and one unit of this lot is free.
    story.change({ kind: 'fulfill', ...PLACE, qty: 2, order: 'O-90' });
    story.change({ kind: 'waste', ...PLACE, lot: 'L2', qty: 30 });
    const again = story.change(count(9));
    expect(again.response).toMatchObject({ corrected: -90 });
    expect(namedBy(again)).toEqual([...orders(27, 90), ...orders(10, 26)]);
    expect(namedBy(story.change(count(8)))).toEqual(['O-9']);
    expectFound(story);
  });

  it('names what it has moved itself where another takes steps meanwhile', () => {
    const story = withHotLot(150);
    const call = story.change(count(5), { isCut: true });
    const other = story.change(count(6), { isCut: true });
    story.finish(call);
    story.finish(other);
    expect(namedBy(call)).toEqual([...orders(87, 150), ...orders(6, 22)]);
    expect(other.response).toMatchObject({ code: 'invalid_movement' });
    expectFound(story);
  });

  it('continues in the next stretch, where it is posted once', () => {
    const story = withHotLot(150);
    const call = story.change(count(5), { isCut: true });
    unknow(call);
    const other = story.change(count(6), { isCut: true });
    unknow(other);
    const begun = check(story.history(), story.base);
    const [ledger, feed] = [story.ledger.length, story.feed.length];
    story.finish(call);
    const rest = {
      ...story.history(),
      calls: [],
      ledger: story.ledger.slice(ledger),
      feed: story.feed.slice(feed),
      deliveries: story.deliveries.slice(feed),
    };
    const { violation, after } = check(rest, begun.after);
    expect([begun.violation, violation]).toEqual([undefined, undefined]);
    const idsOf = ({ open }: Base) => open.map(({ id }) => id);
    expect([begun.after, after].map(idsOf)).toEqual([[call.id, other.id], [other.id]]);
  });

  it('is refused where another was posted in between, and its steps stand', () => {
    const story = withHotLot();
    const call = story.change(count(5), { isCut: true });
    const between = story.change(count(100));
    story.finish(call);
    expect(namedBy(between)).toEqual(orders(27, 90));
    expect(call.response).toEqual({ status: 400, code: 'invalid_movement' });
    expectFound(story);
    expect(namedBy(story.change(count(26)))).toEqual([]);
    expectFound(story);
  });

  it('is refused where more has left in between than was counted', () => {
    const story = withHotLot();
    const call = story.change(count(0), { isCut: true });
    story.change({ kind: 'fulfill', ...PLACE, qty: 1, order: 'O-1' });
    story.finish(call);
    expect(call.response).toEqual({ status: 400, code: 'invalid_movement' });
    expectFound(story);
  });

  it('is reported where it was refused without a reason behind its step', () => {
    const story = withHotLot();
    const call = story.change(count(5), { isCut: true });
    story.change(reserve(2, 'O-91'));
    call.response = { status: 400, code: 'invalid_movement' };
    call.end = last(story.calls).end;
    expectFound(story, 'unexplained');
    // Before there was a lot it had no step.
    call.response = { status: 404, code: 'lot_not_found' };
    call.start = 0;
    expectFound(story, 'unexplained');
  });

  it('is reported where a step moves what was reserved first', () => {
    const { story } = counted();
    const [step] = story.ledger.slice(-2) as Steps;
    const renamed = step.links.filter(({ order }) => order === 'O-27');
    for (const link of renamed) link.order = 'O-1';
    expect(renamed).toHaveLength(2);
    expectFound(story, 'rules', /1 for O-27 by the ledger/);
  });

  it('is reported where a step moves one reservation too many', () => {
    const { story } = counted();
    const [step, post] = story.ledger.slice(-2) as Steps;
    const those = post.links.filter(({ order }) => order === 'O-6');
    expect(those).toHaveLength(2);
    step.links.push(...those);
    post.links = post.links.filter((link) => !those.includes(link));
    expectFound(story, 'rules', /1 for O-6 by the rules/);
  });

  it('is reported where it is posted and more move than in a step', () => {
    const { story } = counted();
    const [step, post] = story.ledger.slice(-2) as Steps;
    post.links.unshift(...step.links);
    withoutStep(story);
    expectFound(story, 'rules', /TOO MANY MOVES/);
  });

  it('is reported where a step moves what the count could have moved as it was posted', () => {
    const story = withHotLot();
    const call = story.change(count(5), { isCut: true });
    call.ask = { kind: 'change', command: count(MANY - 64) };
    unknow(call);
    expectFound(story, 'rules', /NO STEP LEFT/);
  });

  it('is reported where its answer leaves out what its own step has moved', () => {
    const { story, call } = counted();
    call.response = { corrected: -95, leaving: leavingOf(call).slice(64) };
    expectFound(story, 'rules', /was answered/);
  });

  it('is reported where it leaves out what one before it has moved, unless both were at once', () => {
    const story = withHotLot();
    const cut = story.change(count(5), { isCut: true });
    unknow(cut);
    // Its step is over by then.
    story.change(receive('L2', 1));
    const again = story.change(count(5));
    const { start } = again;
    const { answer } = last(story.ledger);
    (answer as { moved_before: unknown[] }).moved_before = [];
    again.response = { corrected: -95, leaving: leavingOf(again).slice(64) };
    expectFound(story, 'unexplained');
    again.start = cut.start;
    expectFound(story);
    // Its movement says so, too, where its answer never came.
    again.start = start;
    unknow(again);
    expectFound(story, 'unexplained');
  });

  it('is reported where it was acknowledged, and nothing but its step is there', () => {
    const { story, call } = counted();
    forget(story, 2);
    expectFound(story, 'lost', /the ledger has no such thing/);
    unknow(call);
    expectFound(story);
  });

  it('is reported where it takes a step behind its end', () => {
    const story = withHotLot();
    const call = story.change(count(95));
    const other = story.change(count(5), { isCut: true });
    last(story.ledger).actor = call.client;
    story.calls.pop();
    expect(other.response).toBeDefined();
    expectFound(story, 'one key', /second result/);
  });

  it.each<[string, Command | undefined]>([
    ['nobody', undefined],
    ['a count of another lot', count(5, 'L2')],
    ['a count at another location', { ...count(5), at: 'Annex' } as Command],
    ['a write-off of the lot', { kind: 'waste', ...PLACE, lot: 'L1', qty: 95 }],
  ])('is reported where %s asked for its step', (_, command) => {
    const story = withHotLot();
    const call = story.change(count(5), { isCut: true });
    unknow(call);
    expectFound(story);
    if (command === undefined) story.calls.pop();
    else call.ask = { kind: 'change', command };
    expectFound(story, 'unasked', /reallocate at SKU-1 at Main/);
  });

  it('is reported where a refused command of another kind moved reservations', () => {
    const story = withHotLot();
    const call = story.change(quarantine);
    call.response = { status: 422, code: 'lot_not_released' };
    expectFound(story, 'unasked');
  });
});

it('describes a file and a sweep in words', () => {
  const story = stocked();
  story.change(file({ lot: 'I2' }, { lot: 'I3' }));
  story.change({ kind: 'sweep', asOf: AS_OF });
  const wrong = story.change({ kind: 'sweep', asOf: '2027-05-10' });
  (wrong.response as { expiring: number }).expiring += 1;
  const { violation } = check(story.history(), story.base);
  if (violation === undefined) throw new Error('Nothing was found.');
  const lines = violationLines(shrink(story.history(), story.base, violation)).join('\n');
  expect(lines).toMatch(/sweep asOf 2027-05-10/);
  const whole = { history: story.history(), base: story.base, violation };
  const records = 'I2 of SKU-1 at Main 5 until 2027-06-01, I3 of SKU-1 at Main 5 until 2027-06-01';
  expect(violationLines(whole).join('\n')).toContain(`import ${records}`);
});
