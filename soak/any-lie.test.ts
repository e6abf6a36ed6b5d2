// Fabricated histories of all kinds of calls: right ones are taken for right however calls overlap, and of the others
// no single number can be another without being found.
import { describe, expect, it } from 'vitest';
import type { Command } from '../kit/model.ts';
import { check } from './checker/check-history.ts';
import { shrink } from './checker/shrink.ts';
import { Draw } from './draw.ts';
import { FabricatedHistory, TODAY } from './fabricated-history.ts';
import type { Call, History } from './history.ts';

const RIGHT = 40;
const WRONG = 150;
const LONG = 60;
const SHORT = 25;
const LOTS = ['L1', 'L2', 'L3'];
const IMPORTED = ['I1', 'I2', 'I3', 'I4', 'I5', 'I6'];
const DATES: Record<string, string> = { L1: '2027-03-01', L2: '2027-06-01', L3: '2027-09-01' };
const GONE: Record<string, string> = { L1: '2026-03-01', L2: '2026-06-01', L3: '2026-09-01' };

function storyOf(draw: Draw, length: number): FabricatedHistory {
  const story = new FabricatedHistory();
  for (const lot of LOTS) story.change(receive('SKU-1', 'Main', lot, 20));
  for (let index = 0; index < length; index += 1) addStep(story, draw);
  return story;
}

function receive(sku: string, at: string, lot: string, qty: number): Command {
  return { kind: 'receive', sku, at, lot, qty, expiry: DATES[lot] as string };
}

function addStep(story: FabricatedHistory, draw: Draw): void {
  const level = {
    sku: draw.one(['SKU-1', 'SKU-1', 'SKU-2']),
    at: draw.one(['Main', 'Main', 'Annex']),
  };
  const lot = draw.one(LOTS);
  const order = draw.one(['O-1', 'O-2', 'O-3']);
  const qty = draw.between(1, 15);
  const changes: (() => Command)[] = [
    () => receive(level.sku, level.at, lot, qty),
    () => ({ kind: 'return', ...level, lot, qty }),
    () => ({ kind: 'fulfill', ...level, qty }),
    () => ({ kind: 'fulfill', ...level, qty, order }),
    () => ({ kind: 'dispense', ...level, qty, lot }),
    () => ({ kind: 'reserve', ...level, qty, order }),
    () => ({ kind: 'reserve', ...level, qty, order }),
    () => ({ kind: 'release', order }),
    () => ({ kind: 'adjust', ...level, lot, qty: draw.one([-qty, qty]) }),
    () => ({ kind: 'waste', ...level, lot, qty }),
    () => ({ kind: 'count', ...level, lot, qty: draw.below(20) }),
    () => ({ kind: 'transfer', ...level, lot, qty, to: level.at === 'Main' ? 'Annex' : 'Main' }),
    () => ({ kind: 'set_status', ...level, lot, status: draw.one(['released', 'quarantine']) }),
    () => ({
      kind: 'set_expiry',
      sku: level.sku,
      lot,
      expiry: draw.one([DATES[lot] as string, GONE[lot] as string]),
    }),
    () => ({ kind: 'sweep', asOf: sweepDay(story) }),
    () => ({
      kind: 'import',
      skus: draw.chance(30) ? [{ sku: level.sku, reorderPoint: story.calls.length }] : [],
      lots: [
        { ...level, lot, qty, expiry: DATES[lot] as string },
        {
          ...level,
          lot: draw.one(IMPORTED),
          qty: 5,
          expiry: draw.one(['2027-12-01', '2025-12-01']),
        },
      ],
    }),
  ];
  const reads = [
    () => story.read({ kind: 'stock', sku: level.sku }),
    () => story.read({ kind: 'lots', ...level }),
    () => story.read({ kind: 'allocations', order }),
    () => story.read({ kind: 'entries', ...level, lot }),
    () => story.read({ kind: 'preview', ...level, qty, order }),
    () => story.read({ kind: 'dry_run', asOf: sweepDay(story) }),
    () => story.read({ kind: 'as_of', sku: level.sku, asOf: timeIn(story, draw) }),
    () => story.read({ kind: 'levels', low: draw.chance(50), limit: 2 }),
    () => story.read({ kind: 'lot_list', sku: level.sku, limit: 3 }),
    () => story.read({ kind: 'transactions', sku: level.sku, from: TODAY, limit: 4 }),
    () => story.read({ kind: 'trace', ...level, lot, everywhere: draw.chance(50), limit: 3 }),
    () => story.read({ kind: 'skus', limit: 1 }),
    () => story.readFeed(`event-${draw.between(1, story.feed.length)}`),
  ];
  if (draw.chance(70)) story.change(draw.one(changes)());
  else draw.one(reads)();
}

function timeIn({ ledger }: FabricatedHistory, draw: Draw): string {
  return draw.one(ledger).createdAt;
}

/** Another with each call, so that it is known by what it announces. */
function sweepDay({ calls }: FabricatedHistory): string {
  return new Date(Date.parse('2026-12-01') + calls.length * 4 * 86_400_000)
    .toISOString()
    .slice(0, 10);
}

/** Not what is left to others: so much of it says nothing. */
const EXCUSES = ['status', 'busy', 'waiting'];

/** Each number in an answer, an event or the ledger, with a function that changes it. */
function numbersIn(history: History): { path: string; lie: () => void }[] {
  const found: { path: string; lie: () => void }[] = [];
  const walk = (value: unknown, path: string) => {
    if (typeof value !== 'object' || value === null) return;
    for (const [name, inner] of Object.entries(value)) {
      if (typeof inner === 'number' && !EXCUSES.includes(name)) {
        const lie = () => {
          (value as Record<string, number>)[name] = inner + 1;
        };
        found.push({ path: `${path}.${name}`, lie });
      } else if (name !== 'blocked') walk(inner, `${path}.${name}`);
    }
  };
  for (const [index, { response }] of history.calls.entries()) walk(response, `call ${index}`);
  for (const [index, { links }] of history.ledger.entries()) walk(links, `ledger ${index}`);
  for (const [index, { data }] of history.feed.entries()) walk(data, `feed ${index}`);
  return found;
}

describe('a correct history', () => {
  it('is accepted, however calls overlap', () => {
    const kinds = new Set<string>();
    for (let seed = 1; seed <= RIGHT; seed += 1) {
      const draw = new Draw(seed);
      const story = storyOf(draw, LONG);
      for (const call of story.calls) {
        call.start -= draw.below(100);
        call.end = (call.end as number) + draw.below(100);
        if (call.ask.kind === 'change') kinds.add(call.ask.command.kind);
      }
      const { violation, steps } = check(story.history(), story.base);
      expect(violation, `seed ${seed}`).toBeUndefined();
      expect(steps.length).toBeGreaterThan(3);
    }
    expect(kinds.size).toBe(14);
  });

  it('is accepted stretch by stretch, each on the state that the one before left', () => {
    const story = storyOf(new Draw(5), LONG);
    const { calls, ...rest } = story.history();
    const whole = check({ ...rest, calls }, story.base);
    const middle = whole.steps[Math.floor(whole.steps.length / 2)];
    const position = middle?.events[0]?.position ?? 0;
    const early = (call: Call) => call.start < (middle?.start ?? 0);
    const before = new Set(
      whole.steps
        .filter(({ events }) => (events[0]?.position ?? 0) < position)
        .flatMap(({ movements }) => movements.map(({ id }) => id)),
    );
    const isEarly = (history: History, is: boolean): History => ({
      calls: history.calls.filter((call) => early(call) === is),
      ledger: history.ledger.filter(({ id }) => before.has(id) === is),
      feed: history.feed.filter((event) => event.position < position === is),
      deliveries: is ? [] : history.deliveries,
      delivered: is ? [] : history.delivered,
    });
    const first = check(isEarly({ ...rest, calls }, true), story.base);
    expect(first.violation).toBeUndefined();
    const kept = JSON.parse(JSON.stringify(isEarly({ ...rest, calls }, false)));
    const second = check(kept, first.after);
    expect(second.violation).toBeUndefined();
    expect(first.steps.length + second.steps.length).toBe(whole.steps.length);
  });
});

describe('one changed number', () => {
  it('is found, wherever it stands', () => {
    const where = new Set<string>();
    for (let seed = 1; seed <= WRONG; seed += 1) {
      const draw = new Draw(seed * 7);
      const story = storyOf(draw, SHORT);
      const history = story.history();
      const { path, lie } = draw.one(numbersIn(history));
      lie();
      const { violation } = check(history, story.base);
      expect(violation, `seed ${seed}: ${path}`).toBeDefined();
      where.add(path.split(' ')[0] as string);
    }
    expect([...where].sort()).toEqual(['call', 'feed', 'ledger']);
  });

  it('is shown in a short history', () => {
    for (let seed = 1; seed <= 12; seed += 1) {
      const draw = new Draw(seed * 13);
      const story = storyOf(draw, LONG);
      const history = story.history();
      draw.one(numbersIn(history)).lie();
      const { violation } = check(history, story.base);
      if (violation === undefined) throw new Error(`seed ${seed}: not found`);
      const shrunk = shrink(history, story.base, violation);
      expect(shrunk.violation.kind).toBe(violation.kind);
      expect(shrunk.violation.subject).toBe(violation.subject);
      expect(shrunk.history.calls.length, `seed ${seed}`).toBeLessThanOrEqual(6);
    }
  });
});
