// Deliveries to receivers on this machine: how many a second when events come all at once, and how long after
// its event each comes when they come evenly.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { stopLater } from '../../../kit/cleanup.ts';
import type { Product } from '../../../kit/product.ts';
import { SKUS_EACH } from '../fixture.ts';
import { send } from '../load/node-driver.ts';
import { type RequestForm, receiveOne } from '../load/requests.ts';
import { quantile, type Sample } from '../measurements.ts';
import { type BenchCase, inTurn, onCopy } from '../stage.ts';

const RECEIVERS = 5;
const RECEIVER = new URL('../receivers.ts', import.meta.url).pathname;
const BURST_EVENTS = 500;
const AT_ONCE = 32;
const EVENTS_PER_SECOND = 100;
const WAIT_SECONDS_MAX = 120;

export const webhooks: BenchCase = {
  name: 'webhooks',
  title: `Deliveries to ${RECEIVERS} receivers, each of which answers after 10 ms`,
  unit: 'deliveries',
  run: (stage) =>
    onCopy(stage, 'webhooks', async ({ start }) => {
      const product = await start({ WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' });
      const receivers = await startReceivers();
      const poster = postAs(product, stage.fixture.webhooksKey);
      for (const url of receivers.urls) await poster.post(createWebhook(url));
      const measured = await inTurn(stage, [
        { name: `${BURST_EVENTS} events at once`, measure: () => burst(poster, receivers) },
        {
          name: `${EVENTS_PER_SECOND} events a second`,
          measure: (seconds) => evenly(poster, receivers, seconds),
        },
      ]);
      poster.end();
      await receivers.stop();
      return measured;
    }),
};

const createWebhook = (url: string): RequestForm => ({
  method: 'POST',
  path: '/inventory/webhooks',
  body: JSON.stringify({ url, events: ['stock.changed'] }),
});

interface Receivers {
  readonly urls: readonly string[];
  /** Milliseconds from each event's time to its receipt, of all since it was asked for. */
  readonly delays: number[];
  stop(): Promise<void>;
}

/** In a process of their own, so that their work is not the load's. */
async function startReceivers(): Promise<Receivers> {
  const child = fork(RECEIVER, [`${RECEIVERS}`]);
  const stop = stopLater(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill();
    await once(child, 'exit');
  });
  const [{ urls }] = (await once(child, 'message')) as [{ urls: string[] }];
  const delays: number[] = [];
  child.on('message', (more: { delays?: number[] }) => delays.push(...(more.delays ?? [])));
  return { urls, delays, stop };
}

function postAs(product: Product, key: string) {
  const agent = new Agent({ keepAlive: true });
  return {
    post: async (form: RequestForm) => {
      const { status, body } = await send(product.url, { ...form, key }, agent);
      if (status !== 201) throw new Error(`A request was answered ${status}: ${body}`);
    },
    end: () => agent.destroy(),
  };
}

type Poster = ReturnType<typeof postAs>;

async function burst({ post }: Poster, { delays }: Receivers): Promise<Sample> {
  delays.length = 0;
  const startedAt = performance.now();
  let left = BURST_EVENTS;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (left-- > 0) await post(receiveOne(left % SKUS_EACH));
    }),
  );
  await arrived(delays, BURST_EVENTS * RECEIVERS);
  return {
    perSecond: (BURST_EVENTS * RECEIVERS) / ((performance.now() - startedAt) / 1000),
    p50: quantile(delays, 0.5),
    p99: quantile(delays, 0.99),
  };
}

async function evenly({ post }: Poster, { delays }: Receivers, seconds: number): Promise<Sample> {
  delays.length = 0;
  const startedAt = performance.now();
  const posting: Promise<void>[] = [];
  for (let index = 0; index < EVENTS_PER_SECOND * seconds; index += 1) {
    const dueAt = startedAt + (index * 1000) / EVENTS_PER_SECOND;
    await pause(Math.max(0, dueAt - performance.now()));
    posting.push(post(receiveOne(index % SKUS_EACH)));
  }
  await Promise.all(posting);
  await arrived(delays, posting.length * RECEIVERS);
  return {
    perSecond: (posting.length * RECEIVERS) / ((performance.now() - startedAt) / 1000),
    p50: quantile(delays, 0.5),
    p99: quantile(delays, 0.99),
  };
}

async function arrived(delays: readonly number[], count: number): Promise<void> {
  const deadline = performance.now() + WAIT_SECONDS_MAX * 1000;
  while (delays.length < count) {
    if (performance.now() > deadline) throw new Error(`${delays.length} of ${count} came in time.`);
    await pause(20);
  }
}
