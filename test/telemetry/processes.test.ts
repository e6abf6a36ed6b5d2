// The parent's sum of what its children count. The children are made up: two that end in one moment are hard to make.
import type { Worker } from 'node:cluster';
import { EventEmitter } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { Counter, Gauge, Registry } from 'prom-client';
import { expect, it, vi } from 'vitest';
import { ProcessMetrics } from '../../src/telemetry/processes.ts';
import { metricValue } from '../support/metrics-text.ts';

/** That end in one round, and steps of the event loop's between two of them. */
const ENDING = 6;
const STEPS_MAX = 24;

interface Asked {
  readonly telemetry: string;
  readonly id: number;
  readonly text?: string;
}

/** Answers with a counter and a gauge of the same number, and has its own questions answered. */
class Child extends EventEmitter {
  readonly #registry = new Registry();
  readonly #counter: Counter;
  readonly #gauge: Gauge;
  #resolveSum: (text: string) => void = () => {};
  /** Before it answers. */
  pause: () => Promise<unknown> = async () => {};

  constructor(counted: number) {
    super();
    const registers = [this.#registry];
    this.#counter = new Counter({ name: 'counted_total', help: 'Counted.', registers });
    this.#gauge = new Gauge({ name: 'under_way', help: 'Under way.', registers });
    this.count(counted);
  }

  count(more: number): void {
    this.#counter.inc(more);
    this.#gauge.inc(more);
  }

  isConnected = () => true;

  send({ telemetry, id, text }: Asked): void {
    if (telemetry === 'sum') this.#resolveSum(text as string);
    else void this.pause().then(() => this.tell(id));
  }

  /** As if the parent had asked it. */
  async tell(index = 0): Promise<void> {
    // As they come from another process.
    const metrics = structuredClone(await this.#registry.getMetricsAsJSON());
    this.#say({ telemetry: 'metrics', id: index, metrics });
  }

  sum(): Promise<string> {
    return new Promise((resolve) => {
      this.#resolveSum = resolve;
      this.#say({ telemetry: 'sum?', id: 1 });
    });
  }

  #say(message: object): void {
    this.emit('message', message);
  }
}

it('loses nothing that children had counted which end in the same moment, nor shows a sum without them', async () => {
  const children = [1, 10, 100, 1_000].map((counted) => new Child(counted));
  const parent = new ProcessMetrics();
  for (const child of children) parent.add(child as unknown as Worker);
  const [left, ...others] = children as [Child, ...Child[]];
  const counted = async () => metricValue(await left.sum(), 'counted_total');
  expect(await counted()).toBe(1_111);
  for (const child of others) child.emit('exit');
  // The sum is right while it is still being computed, and afterwards.
  expect([await counted(), await counted()]).toEqual([1_111, 1_111]);
  parent.add(new Child(0) as unknown as Worker);
  expect(await counted()).toBe(1_111);
});

it('counts once the metrics of a child that ended before they were read, and asks it no more', async () => {
  const [left, ended] = [new Child(1), new Child(10)];
  const parent = new ProcessMetrics();
  for (const child of [left, ended]) parent.add(child as unknown as Worker);
  expect(metricValue(await left.sum(), 'counted_total')).toBe(11);
  ended.emit('exit');
  await ended.tell();
  const sum = await left.sum();
  expect(metricValue(sum, 'counted_total')).toBe(11);
  expect(sum).toContain('service_processes{state="answering"} 1');
});

it('waits for what every child says now, before it adds up', async () => {
  const children = [1, 10, 100].map((counted) => new Child(counted));
  const parent = new ProcessMetrics();
  for (const child of children) parent.add(child as unknown as Worker);
  const [first] = children as [Child];
  expect(metricValue(await first.sum(), 'counted_total')).toBe(111);
  for (const child of children) child.count(1);
  (children[1] as Child).pause = () => setImmediate();
  const sum = await first.sum();
  expect(metricValue(sum, 'counted_total')).toBe(114);
  expect(metricValue(sum, 'service_processes{state="answering"}')).toBe(3);
  expect(metricValue(sum, 'service_processes{state="silent"}')).toBe(0);
});

it('counts a child that does not answer in time with its last metrics, and reports how many are silent', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const children = [1, 10, 100].map((counted) => new Child(counted));
    const parent = new ProcessMetrics();
    for (const child of children) parent.add(child as unknown as Worker);
    const [first, silent] = children as [Child, Child];
    await first.sum();
    silent.pause = () => new Promise(() => {});
    for (const child of children) child.count(1);
    const asked = first.sum();
    await vi.advanceTimersByTimeAsync(1_000);
    const sum = await asked;
    expect(metricValue(sum, 'counted_total')).toBe(113);
    expect(metricValue(sum, 'service_processes{state="answering"}')).toBe(2);
    expect(metricValue(sum, 'service_processes{state="silent"}')).toBe(1);
  } finally {
    vi.useRealTimers();
  }
});

it('takes what was under way in a child for over once that has ended', async () => {
  const [left, ended] = [new Child(1), new Child(10)];
  const parent = new ProcessMetrics();
  for (const child of [left, ended]) parent.add(child as unknown as Worker);
  expect(metricValue(await left.sum(), 'under_way')).toBe(11);
  ended.emit('exit');
  const sum = await left.sum();
  expect([metricValue(sum, 'under_way'), metricValue(sum, 'counted_total')]).toEqual([1, 11]);
});

it('loses nothing of children that end one soon after another, while those before them are added up', async () => {
  const left = new Child(1);
  const parent = new ProcessMetrics();
  parent.add(left as unknown as Worker);
  for (let steps = 0; steps < STEPS_MAX; steps += 1) {
    const ending = Array.from({ length: ENDING }, () => new Child(1));
    for (const child of ending) parent.add(child as unknown as Worker);
    await left.sum();
    for (const child of ending) {
      child.emit('exit');
      for (let step = 0; step < steps; step += 1) await undefined;
    }
    expect(metricValue(await left.sum(), 'counted_total')).toBe(1 + ENDING * (steps + 1));
  }
});
