// Everything at once, for as long as one likes, and the proof that one order explains it (docs/testing.md).
//
//   npm run soak -- --minutes 10 --seed 7
//   npm run soak -- --check .soak/7-3.json
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { isStopping, stopAll, stopAllWhenEnded, stopLater } from '../kit/cleanup.ts';
import { verifyLedger } from '../src/inventory/ledger/verify-ledger.ts';
import { startReceiver } from './callers/receiver.ts';
import { agent } from './callers/send.ts';
import { check } from './checker/check-history.ts';
import { violationLines } from './checker/print-violation.ts';
import { shrink } from './checker/shrink.ts';
import { Draw } from './draw.ts';
import { type Base, type History, revivedBase } from './history.ts';
import { checkOrdersPart } from './orders/check.ts';
import type { OrdersBase, OrdersHistory } from './orders/history.ts';
import { marksIn } from './orders/marks.ts';
import { checkMeeting, type Meeting, revivedMeeting } from './orders/meet.ts';
import { OrdersPart } from './orders/part.ts';
import { ordersLineOf, ordersLines } from './orders/report.ts';
import { makeOrdersWorld, subscribeToOrders } from './orders/world.ts';
import { disturb, FAULTS } from './stage/faults.ts';
import { openStage } from './stage/stage.ts';
import { Soak, type StretchResult } from './stretch.ts';
import { Tally } from './tally.ts';
import { makeWorld, subscribe } from './world.ts';

const USAGE = `npm run soak -- [--minutes N] [--seed S] [--clients N] [--calm] [--check FILE]

--minutes   how long, 2 by default
--seed      what is drawn; a race comes again only as far as the machine does the same
--clients   callers beside the operators and the reader of the feed, 6 by default
--calm      without faults
--check     checks a file again that a soak has left`;

const STRETCH_SECONDS = 20;
const FAULT_REST_MILLISECONDS = 5_000;
const DELIVERED_SECONDS_MAX = 180;
/** A shorter soak need not have met everything. */
const TELLING_MINUTES = 10;
const FOLDER = '.soak';

const say = (line: string) => process.stdout.write(`${line}\n`);

stopAllWhenEnded();
try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`${(error as Error).stack}\n`);
  process.exitCode = 1;
} finally {
  await stopAll();
}
process.stdout.write('', () => process.exit());

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      minutes: { type: 'string', default: '2' },
      seed: { type: 'string', default: `${Date.now() % 1_000_000}` },
      clients: { type: 'string', default: '6' },
      calm: { type: 'boolean', default: false },
      check: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    say(USAGE);
    return 0;
  }
  if (values.check !== undefined) return checkAgain(values.check);
  return soak({
    minutes: number('minutes', values.minutes),
    seed: number('seed', values.seed),
    clients: number('clients', values.clients),
    calm: values.calm,
  });
}

function number(name: string, text: string): number {
  const read = Number(text);
  if (!Number.isFinite(read) || read < 0) throw new Error(`--${name} must be a number.\n${USAGE}`);
  return read;
}

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a soak is one list of steps.
async function soak({
  minutes,
  seed,
  clients,
  calm,
}: {
  minutes: number;
  seed: number;
  clients: number;
  calm: boolean;
}): Promise<number> {
  const draw = new Draw(seed);
  const folder = mkdtempSync(join(tmpdir(), 'soak-'));
  stopLater(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(FOLDER, { recursive: true });
  const log = join(FOLDER, `${seed}.log`);
  rmSync(log, { force: true });

  const stage = await openStage({ folder, log });
  const { servers, workers, operatorDatabase, owner } = stage;
  const receiver = await startReceiver(draw.split());
  stopLater(() => receiver.close());
  stopLater(() => agent.destroy());

  const world = await makeWorld(operatorDatabase, owner, { callers: clients + 1 });
  const [caller] = world.callers;
  if (caller === undefined) throw new Error(`--clients must be at least 1.\n${USAGE}`);
  receiver.endpoint = await subscribe(servers[0]?.url ?? '', caller, receiver.url);
  const endpointId = receiver.endpoint.id;

  const urls = () => servers.flatMap(({ url }) => url ?? []);
  const ordersWorld = await makeOrdersWorld(operatorDatabase, owner, world);
  const receivers = await subscribeToOrders(servers[0]?.url ?? '', ordersWorld, draw.split());
  stopLater(() => Promise.all([receivers.pharmacy.close(), receivers.clinic.close()]));
  const orders = new OrdersPart(
    {
      world: ordersWorld,
      database: operatorDatabase,
      owner,
      receivers,
      logged: () => marksIn(readFileSync(log, 'utf8')),
      giveUp: stage.cutOperator,
    },
    draw.split(),
  );
  const soaking = new Soak({ world, urls, operatorDatabase, owner, orders }, draw);
  say(
    `seed ${seed}; ${stage.name}; ${clients} clients, ${servers.length} servers, ${workers.length} worker`,
  );
  const until = performance.now() + minutes * 60_000;
  const possible = calm ? [] : FAULTS.filter(({ canStrike }) => canStrike?.(stage) ?? true);
  const tally = new Tally();
  let [calls, steps, deliveries] = [0, 0, 0];
  for (let index = 1; ; index += 1) {
    const isLast = performance.now() >= until;
    if (isLast)
      await allDelivered(receiver.events, { soaking, orders, since: world.base.position });
    const noted: string[] = [];
    const milliseconds = isLast ? 0 : Math.min(STRETCH_SECONDS * 1000, until - performance.now());
    const result = await soaking.stretch({
      milliseconds,
      deliveries: receiver.take,
      delivered: () => (isLast ? [endpointId] : []),
      disturb: async (isOver) => {
        const note = (name: string, struck: boolean) => {
          noted.push(struck ? name : `${name} (in vain)`);
          tally.add(struck ? 'faults' : 'faults in vain', name);
        };
        const restMilliseconds = FAULT_REST_MILLISECONDS;
        if (!calm) await disturb(stage, { draw: draw.split(), isOver, restMilliseconds, note });
      },
    });
    if (isStopping()) return 1;
    const file = join(FOLDER, `${seed}-${index}.json`);
    calls += result.history.calls.length;
    steps += result.checked.steps.length;
    deliveries += result.history.deliveries.length;
    if (result.checked.violation !== undefined) {
      writeFileSync(file, JSON.stringify({ history: result.history, base: result.before }));
      report(result, { seed, stretch: index, file });
      say(`faults of this stretch: ${noted.join(', ') || 'none'}`);
      return 1;
    }
    if (result.orders?.checked.violation !== undefined) {
      const left = join(FOLDER, `${seed}-${index}-orders.json`);
      const { history: orders, before: ordersBase } = result.orders;
      writeFileSync(left, JSON.stringify({ orders, ordersBase }));
      say(`\nVIOLATION, seed ${seed}, stretch ${index}; all of it is in ${left}\n`);
      for (const line of ordersLines(result.orders)) say(line);
      say(`faults of this stretch: ${noted.join(', ') || 'none'}`);
      return 1;
    }
    const apart = checkMeeting(result.meeting);
    if (apart !== undefined) {
      const left = join(FOLDER, `${seed}-${index}-both.json`);
      writeFileSync(left, JSON.stringify({ meeting: result.meeting }));
      say(`\nVIOLATION, seed ${seed}, stretch ${index}; all of it is in ${left}\n`);
      say(`${apart.kind}: ${apart.text}`);
      say(`faults of this stretch: ${noted.join(', ') || 'none'}`);
      return 1;
    }
    say(lineOf(result, { index: index, noted }));
    if (result.orders !== undefined) say(ordersLineOf(result.orders));
    const ended = [...servers, ...workers].flatMap((one) => one.ended);
    if (ended.length > 0) {
      say(
        `\nVIOLATION, seed ${seed}, stretch ${index}: ${ended.join(', ')}, unexpectedly; see ${log}`,
      );
      return 1;
    }
    tally.addStretch(result);
    if (milliseconds === STRETCH_SECONDS * 1000 && result.checked.steps.length === 0) {
      say(`\nNO PROOF, seed ${seed}, stretch ${index}: nothing changed in all of it; see ${log}`);
      return 1;
    }
    if (isLast) break;
  }
  const verdict = await verifyLedger(operatorDatabase, null);
  if (!verdict.ok) {
    say(`ledger verify: ${JSON.stringify(verdict.problems.slice(0, 10))}`);
    return 1;
  }
  for (const line of tally.lines()) say(line);
  say(
    `starts: ${[...servers, ...workers].map(({ name, starts }) => `${name} ${starts}`).join(', ')}`,
  );
  const broken = brokenRequests(readFileSync(log, 'utf8'));
  if (broken.length > 0) {
    say(`\nVIOLATION, seed ${seed}: ${broken.length} answers were 500; see ${log}: ${broken[0]}`);
    return 1;
  }
  const missing = minutes < TELLING_MINUTES ? [] : tally.missing(possible);
  if (missing.length > 0) {
    say(`\nNO PROOF, seed ${seed}: what never happened: ${missing.join(', ')}`);
    return 1;
  }
  say(
    `seed ${seed}: one order explains all: ${calls} calls, ${steps} changes, ${deliveries} deliveries; the ledger holds`,
  );
  return 0;
}

/** Finds answers of 500: what breaks PostgreSQL must be answered 503. */
function brokenRequests(log: string): string[] {
  return log.split('\n').filter((line) => /"status":500\b.*"msg":"request"/.test(line));
}

/** The worker comes after. */
async function allDelivered(
  events: ReadonlySet<string>,
  { soaking, orders, since }: { soaking: Soak; orders: OrdersPart; since: number },
): Promise<void> {
  const deadline = performance.now() + DELIVERED_SECONDS_MAX * 1000;
  const isDelivered = () => events.size >= soaking.position - since && orders.isDelivered;
  while (!isDelivered() && performance.now() < deadline) await pause(100);
}

function lineOf(
  { history, checked }: StretchResult,
  { index, noted }: { index: number; noted: string[] },
): string {
  const responses = history.calls.map((call) => call.response);
  const refused = responses.filter((one) => one !== undefined && 'code' in one).length;
  const unknown = responses.filter((one) => one === undefined).length;
  const reads = responses.filter((one) => one !== undefined && 'rows' in one).length;
  return (
    `${index}: ${history.calls.length} calls (${reads} reads, ${refused} refused, ${unknown} unknown), ` +
    `${checked.steps.length} changes, ${history.feed.length} events, ${history.deliveries.length} deliveries, ` +
    `${Math.round(process.memoryUsage().rss / 1e6)} MB; ${noted.join(', ') || 'no faults'}`
  );
}

function report(
  {
    history,
    before,
    checked: { violation },
  }: Pick<StretchResult, 'history' | 'before' | 'checked'>,
  { seed, stretch, file }: { seed: number; stretch: number; file: string },
): void {
  if (violation === undefined) return;
  say(`\nVIOLATION, seed ${seed}, stretch ${stretch}; all of it is in ${file}\n`);
  for (const line of violationLines(shrink(history, before, violation))) say(line);
}

function checkAgain(file: string): number {
  const { history, base, meeting, orders, ordersBase } = JSON.parse(readFileSync(file, 'utf8')) as {
    history: History;
    base: Base;
    meeting?: Meeting;
    orders?: OrdersHistory;
    ordersBase: OrdersBase;
  };
  if (meeting !== undefined) {
    const wrong = checkMeeting(revivedMeeting(meeting));
    say(wrong === undefined ? 'orders and stock are one' : `${wrong.kind}: ${wrong.text}`);
    return wrong === undefined ? 0 : 1;
  }
  if (orders !== undefined) {
    const checked = checkOrdersPart(orders, ordersBase);
    for (const line of ordersLines({ history: orders, before: ordersBase, checked })) say(line);
    return checked.violation === undefined ? 0 : 1;
  }
  const before = revivedBase(base);
  const checked = check(history, before);
  if (checked.violation === undefined) {
    say(`one order explains all: ${history.calls.length} calls, ${checked.steps.length} changes`);
    return 0;
  }
  for (const line of violationLines(shrink(history, before, checked.violation))) say(line);
  return 1;
}
