// Planted anomalies in what operators do: imports, sweeps, and lots that many orders leave in steps.
import { describe, expect, it } from 'vitest';
import type { Command, Import } from '../../test/support/model.ts';
import { check } from './checker/check-history.ts';
import { violationLines } from './checker/print-violation.ts';
import { shrink } from './checker/shrink.ts';
import { type Draft, FabricatedHistory } from './fabricated-history.ts';
import type { Call, FeedEvent, Link } from './history.ts';

const PLACE = { sku: 'SKU-1', at: 'Main' };
const SOON = '2027-03-01';
const LATER = '2027-06-01';
const GONE = '2026-10-01';
/** The day as of which L1 has expired and L2 is announced. */
const AS_OF = '2027-03-10';
const MANY = 90;

const receive = (lot: string, qty: number, expiry = lot === 'L1' ? SOON : LATER): Command => ({
  kind: 'receive',
  ...PLACE,
  lot,
  qty,
  expiry,
});
const reserve = (qty: number, order: string): Command => ({
  kind: 'reserve',
  ...PLACE,
  qty,
  order,
});
const file = (...lots: Partial<Import['lots'][number]>[]): Import => ({
  kind: 'import',
  skus: [],
  lots: lots.map((lot) => ({ ...PLACE, lot: 'I1', qty: 5, expiry: LATER, ...lot })),
});
const quarantine: Command = { kind: 'set_status', ...PLACE, lot: 'L1', status: 'quarantine' };

function stocked(units = 10): FabricatedHistory {
  const story = new FabricatedHistory();
  story.change(receive('L1', units));
  story.change(receive('L2', units));
  return story;
}

/** So many orders hold a unit of the first lot each. */
function withHotLot(): FabricatedHistory {
  const story = stocked(100);
  for (let index = 1; index <= MANY; index += 1) story.change(reserve(1, `O-${index}`));
  return story;
}

function found(story: FabricatedHistory) {
  const { violation } = check(story.history(), story.base);
  return violation && { kind: violation.kind, text: violation.text };
}

function last<Item>(items: readonly Item[]): Item {
  return items.at(-1) as Item;
}

/** Makes the outcome of a call unknown. */
function unknow(call: Draft<Call>): void {
  call.end = null;
  delete call.response;
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
    expect(found(story)).toBeUndefined();
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
    expect(found(story)).toMatchObject({
      kind: 'rules',
      text: expect.stringMatching(/10 on hand.* by the ledger/),
    });
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
    expect(found(story)).toMatchObject({
      kind: 'one key',
      text: expect.stringMatching(/second result/),
    });
  });

  it('is reported where it was refused and a part of it took effect', () => {
    const story = stocked();
    const refused = story.change(file({}));
    refused.ask = { kind: 'change', command: { ...file({}), isSpoilt: true } };
    refused.response = { status: 0, code: 'OPERATOR' };
    expect(found(story)).toMatchObject({ kind: 'unasked' });
  });

  it('is reported where it was refused without a reason', () => {
    const story = stocked();
    const refused = story.change({ ...file({}), isSpoilt: true });
    refused.ask = { kind: 'change', command: file({}) };
    expect(found(story)).toMatchObject({ kind: 'unexplained' });
  });

  it('is reported where half of it is missing', () => {
    const story = stocked();
    const whole = story.change(file({}, { lot: 'I2' }));
    forget(story);
    expect(found(story)).toMatchObject({
      kind: 'rules',
      text: expect.stringMatching(/"created":2/),
    });
    whole.response = { created: 1, updated: 0 };
    expect(found(story)).toMatchObject({ kind: 'unexplained' });
  });

  it('is reported where another change came between its lots', () => {
    const story = stocked();
    unknow(story.change(file({}, { lot: 'I2' })));
    last(story.feed).transaction = 'another';
    expect(found(story)).toMatchObject({
      kind: 'one key',
      text: expect.stringMatching(/second result/),
    });
  });

  it('is reported where it accepts a lot that has another expiry date', () => {
    const story = stocked();
    const kept = story.change(file({ lot: 'L1', expiry: SOON }));
    expect(found(story)).toBeUndefined();
    kept.ask = { kind: 'change', command: file({ lot: 'L1', expiry: LATER }) };
    expect(found(story)).toMatchObject({ kind: 'unexplained' });
  });

  it('is reported where its new reorder point makes no level low, or the event has another reorder point', () => {
    const story = stocked();
    story.change({ ...file(), skus: [{ sku: 'SKU-1', reorderPoint: 60 }] });
    const low = story.feed.pop();
    story.deliveries.pop();
    expect(low?.type).toBe('stock.low');
    expect(found(story)).toMatchObject({ kind: 'feed' });
    const other = stocked();
    other.change({ ...file(), skus: [{ sku: 'SKU-1', reorderPoint: 1 }] });
    (last(other.feed) as Draft<FeedEvent>).data.reorder_point = 2;
    expect(found(other)).toMatchObject({ kind: 'unasked' });
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
    expect(found(story)).toBeUndefined();
    expect(call.response).toEqual({ moved: [['O-1', 'L1', 4, 0]], expiring: 1, busy: 0 });
  });

  it('is reported where it takes a reservation from a usable lot', () => {
    const story = stocked();
    story.change(reserve(4, 'O-1'));
    const call = story.change({ kind: 'sweep', asOf: AS_OF });
    call.ask = { kind: 'change', command: { kind: 'sweep', asOf: '2026-12-01' } };
    expect(found(story)).toMatchObject({ kind: 'rules' });
  });

  it('is reported where it leaves a reservation in an expired lot', () => {
    const { story, call } = swept();
    story.ledger.pop();
    const [, , , , announced] = story.feed;
    story.feed.splice(3, 2, { ...(announced as FeedEvent), position: 4 });
    story.deliveries.splice(3, 1);
    call.response = { moved: [], expiring: 1, busy: 0 };
    expect(found(story)).toMatchObject({ kind: 'unexplained' });
    // Unless it could not have the level.
    call.response = { moved: [], expiring: 1, busy: 1 };
    story.deliveries.pop();
    expect(found(story)?.kind).toBe('webhook');
  });

  it('is reported where it announces a lot again, or not at all', () => {
    const { story } = swept();
    const [event] = story.feed.slice(-1) as [FeedEvent];
    story.feed.push({ ...event, position: event.position + 1, id: 'again' });
    expect(found(story)).toMatchObject({
      kind: 'rules',
      text: expect.stringMatching(/nothing was to be announced/),
    });
    const other = swept();
    other.story.feed.pop();
    other.story.deliveries.pop();
    other.call.response = { moved: [['O-1', 'L1', 4, 0]], expiring: 0, busy: 0 };
    expect(found(other.story)).toMatchObject({ kind: 'unexplained' });
  });

  it('is reported where its response differs from what it did', () => {
    const { story, call } = swept();
    call.response = { moved: [['O-1', 'L1', 3, 1]], expiring: 1, busy: 0 };
    expect(found(story)).toMatchObject({ kind: 'lost' });
    call.response = { moved: [['O-1', 'L1', 4, 0]], expiring: 2, busy: 0 };
    expect(found(story)).toMatchObject({ kind: 'lost' });
  });

  it('is reported where nobody asked for it', () => {
    const { story } = swept();
    story.calls.pop();
    expect(found(story)).toMatchObject({ kind: 'unasked' });
    const announced = stocked();
    announced.change({ kind: 'sweep', asOf: AS_OF });
    announced.calls.pop();
    expect(found(announced)).toMatchObject({
      kind: 'unasked',
      text: expect.stringMatching(/lot.expiring of L2/),
    });
  });

  it('is reported where its dry run lists what it would not do', () => {
    const story = stocked();
    story.change(reserve(4, 'O-1'));
    const early = story.read({ kind: 'dry_run', asOf: AS_OF });
    story.change({ kind: 'release', order: 'O-1' });
    const late = story.read({ kind: 'dry_run', asOf: AS_OF });
    expect(found(story)).toBeUndefined();
    late.response = early.response as never;
    expect(found(story)).toMatchObject({ kind: 'unexplained' });
  });
});

describe('a lot that many orders hold', () => {
  it('is vacated in steps, between which other calls take effect', () => {
    const story = withHotLot();
    const changes = story.ledger.length;
    story.change(quarantine);
    expect(story.ledger.slice(changes).map(({ type }) => type)).toEqual(['set_status', 'vacate']);
    expect(found(story)).toBeUndefined();
  });

  it('is reported where it still serves an order in between', () => {
    const story = withHotLot();
    const changes = story.ledger.length;
    story.change(quarantine);
    const step = story.ledger[changes] as { links: Draft<Link>[] };
    // One more than a step takes, and the last in another order.
    step.links.splice(1, 1);
    expect(found(story)?.kind).toMatch(/rules|ledger/);
  });

  it('is reported where a reservation in between leaves the waiting one in the lot', () => {
    const story = withHotLot();
    unknow(story.change(quarantine, { isCut: true }));
    story.change(reserve(2, `O-${MANY}`));
    expect(found(story)).toBeUndefined();
    const { links } = last(story.ledger);
    const ended = links.findIndex(({ kind }) => kind === 'release');
    expect(links.splice(ended, 1)).toMatchObject([{ lot: 'L1', order: `O-${MANY}`, qty: 1 }]);
    expect(found(story)).toMatchObject({
      kind: 'rules',
      text: expect.stringMatching(/1 for O-90 by the ledger/),
    });
  });

  it('is reported where a release in between leaves the waiting one in the lot', () => {
    const story = withHotLot();
    unknow(story.change(quarantine, { isCut: true }));
    const release = story.change({ kind: 'release', order: `O-${MANY}` });
    story.read({ kind: 'allocations', order: `O-${MANY}` });
    expect(found(story)).toBeUndefined();
    // The waiting reservation is still there, and the release was answered that there was nothing to release.
    forget(story);
    release.response = { released: 0 };
    expect(found(story)).toMatchObject({ kind: 'unexplained' });
  });

  it('is reported where a response counts no waiting reservation, and some wait', () => {
    const story = withHotLot();
    const response = story.change(quarantine);
    forget(story);
    expect(response.response).toMatchObject({ waiting: 0 });
    expect(found(story)).toMatchObject({ kind: 'unexplained' });
    response.response = { moved: [], changed: 1, waiting: 26 };
    expect(found(story)).toBeUndefined();
  });

  it('is vacated by the worker where no call does it', () => {
    const story = withHotLot();
    const response = story.change(quarantine);
    last(story.ledger).actor = 'worker';
    expect(found(story)).toBeUndefined();
    response.response = { moved: [], changed: 1, waiting: 26 };
    expect(found(story)).toBeUndefined();
    last(story.ledger).actor = 'operator:nobody';
    expect(found(story)).toMatchObject({ kind: 'unasked' });
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
