import { expect, it } from 'vitest';
import { check } from './checker/check-history.ts';
import { violationLines } from './checker/print-violation.ts';
import { shrink } from './checker/shrink.ts';
import { FabricatedHistory } from './fabricated-history.ts';

const MAIN = { sku: 'SKU-1', at: 'Main' };
const ANNEX = { sku: 'SKU-1', at: 'Annex' };
const OTHER = { sku: 'SKU-2', at: 'Main' };
const EXPIRY = '2027-03-01';

/** Much that has nothing to do with it, before and after. */
function busy(plant: (story: FabricatedHistory) => void): FabricatedHistory {
  const story = new FabricatedHistory();
  const work = () => {
    for (const level of [MAIN, ANNEX, OTHER]) {
      story.change({ kind: 'receive', ...level, lot: 'L1', qty: 20, expiry: EXPIRY });
      story.change({ kind: 'fulfill', ...level, qty: 3 });
      story.change({ kind: 'reserve', ...level, qty: 2, order: 'O-1' });
      story.read({ kind: 'lots', ...level });
    }
    story.change({ kind: 'release', order: 'O-1' });
  };
  work();
  work();
  plant(story);
  work();
  return story;
}

function shortest(story: FabricatedHistory) {
  const history = story.history();
  const { violation } = check(history, story.base);
  if (violation === undefined) throw new Error('Nothing was found.');
  return shrink(history, story.base, violation);
}

it('cuts a stale read down to the read and the change that it misses', () => {
  const story = busy((one) => {
    const early = one.read({ kind: 'lots', ...MAIN });
    one.change({ kind: 'fulfill', ...MAIN, qty: 4 });
    one.read({ kind: 'lots', ...MAIN }).response = early.response as never;
  });
  const shrunk = shortest(story);
  expect(shrunk.history.calls.map(({ ask }) => ask)).toMatchObject([
    { kind: 'change', command: { kind: 'fulfill', qty: 4 } },
    { kind: 'lots' },
  ]);
  expect(shrunk.history.ledger).toHaveLength(1);
});

it('cuts a wrong draw down to the draw and the change before it', () => {
  const story = busy((one) => {
    one.change({ kind: 'receive', ...MAIN, lot: 'L2', qty: 20, expiry: '2027-09-01' });
    const draw = one.change({ kind: 'fulfill', ...MAIN, qty: 4 });
    const [link] = one.ledger.at(-1)?.links ?? [];
    Object.assign(link as object, { lot: 'L2', after: 16 });
    draw.response = { status: 201, entries: [['L2', -4, 16]] };
  });
  const shrunk = shortest(story);
  expect(shrunk.history.calls).toHaveLength(2);
  expect(shrunk.history.feed).toHaveLength(2);
});

it('cuts two steps in the wrong order down to those two', () => {
  const story = busy((one) => {
    const first = one.change({ kind: 'receive', ...MAIN, lot: 'L1', qty: 1 });
    const second = one.change({ kind: 'receive', ...OTHER, lot: 'L1', qty: 1 });
    const { start, end } = second;
    Object.assign(second, { start: first.start, end: first.end });
    Object.assign(first, { start, end });
  });
  const shrunk = shortest(story);
  expect(shrunk.violation.kind).toBe('real time');
  expect(shrunk.history.calls).toHaveLength(2);
});

it('cuts a key with two results down to its calls', () => {
  const story = busy((one) => {
    const first = one.change({ kind: 'fulfill', ...MAIN, qty: 4 });
    const response = { status: 200, entries: [['L1', -4, 1]] as [string, number, number][] };
    one.calls.push({
      ...first,
      id: 999,
      start: (first.end as number) + 1,
      end: (first.end as number) + 2,
      response,
    });
  });
  const shrunk = shortest(story);
  expect(shrunk.violation.kind).toBe('one key');
  expect(shrunk.history.calls.length).toBeLessThanOrEqual(3);
});

it('cuts a webhook that differs down to its event', () => {
  const story = busy((one) => {
    one.change({ kind: 'fulfill', ...MAIN, qty: 4 });
    const delivery = one.deliveries.at(-1) as { text: string };
    delivery.text = delivery.text.replace('"version":', '"version":1');
  });
  const shrunk = shortest(story);
  expect(shrunk.violation.kind).toBe('webhook');
  expect(shrunk.history.deliveries).toHaveLength(1);
  expect(shrunk.history.calls.length).toBeLessThanOrEqual(2);
});

it('prints the violation, the state before it, and each call with its time', () => {
  const story = busy((one) => {
    const early = one.read({ kind: 'lots', ...MAIN });
    one.change({ kind: 'fulfill', ...MAIN, qty: 4 });
    one.read({ kind: 'lots', ...MAIN }).response = early.response as never;
  });
  const lines = violationLines(shortest(story));
  expect(lines.join('\n')).toMatchInlineSnapshot(`
    "unexplained: no state between its start and its end explains what call 29 was answered

    before:
      SKU-1 at Main: L1 released until 2027-03-01, 34 on hand
      SKU-1 at Annex: L1 released until 2027-03-01, 34 on hand

    position  from ms  to ms  call  who     asked                                           answered
    1         0.00     4.00   28    api     fulfill sku SKU-1, at Main, qty 4 under key-27  201 L1 -4 =30
    -         10.00    14.00  29    reader  lots SKU-1 Main                                 {"lot":"L1","status":"released","expiry":"2027-03-01","on_hand":34,"reserved":0,"available":34}
    in the feed: 25 stock.changed fulfill at SKU-1 at Main, version 9"
  `);
});
