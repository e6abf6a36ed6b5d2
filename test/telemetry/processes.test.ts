// The parent's sum of what its children count. The children are made up: two that end in one moment are hard to make.
import type { Worker } from 'node:cluster';
import { EventEmitter } from 'node:events';
import { Counter, Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { ProcessFigures } from '../../src/telemetry/processes.ts';
import { figureOf } from '../support/figures.ts';

interface Asked {
  readonly telemetry: string;
  readonly nth: number;
  readonly text?: string;
}

/** Answers with one counter, and has its own questions answered. */
class Child extends EventEmitter {
  readonly #figures: Promise<object[]>;
  #told: (text: string) => void = () => {};

  constructor(counted: number) {
    super();
    const registry = new Registry();
    new Counter({ name: 'counted_total', help: 'Counted.', registers: [registry] }).inc(counted);
    this.#figures = registry.getMetricsAsJSON();
  }

  isConnected = () => true;

  send({ telemetry, nth, text }: Asked): void {
    if (telemetry === 'sum') this.#told(text as string);
    else void this.#figures.then((figures) => this.#say({ telemetry: 'figures', nth, figures }));
  }

  /** As if the parent had asked it. */
  tell(): Promise<void> {
    return this.#figures.then((figures) => this.#say({ telemetry: 'figures', nth: 0, figures }));
  }

  sum(): Promise<string> {
    return new Promise((resolve) => {
      this.#told = resolve;
      this.#say({ telemetry: 'sum?', nth: 1 });
    });
  }

  #say(message: object): void {
    this.emit('message', message);
  }
}

it('loses nothing that children had counted which end in the same moment, nor shows a sum without them', async () => {
  const children = [1, 10, 100, 1_000].map((counted) => new Child(counted));
  const parent = new ProcessFigures();
  for (const child of children) parent.add(child as unknown as Worker);
  const [left, ...others] = children as [Child, ...Child[]];
  const counted = async () => figureOf(await left.sum(), 'counted_total');
  expect(await counted()).toBe(1_111);
  for (const child of others) child.emit('exit');
  // While what they said is still added up, and afterwards.
  expect([await counted(), await counted()]).toEqual([1_111, 1_111]);
  parent.add(new Child(0) as unknown as Worker);
  expect(await counted()).toBe(1_111);
});

it('counts once what a child said whose end was seen before it was read, and asks it no more', async () => {
  const [left, ended] = [new Child(1), new Child(10)];
  const parent = new ProcessFigures();
  for (const child of [left, ended]) parent.add(child as unknown as Worker);
  expect(figureOf(await left.sum(), 'counted_total')).toBe(11);
  ended.emit('exit');
  await ended.tell();
  const sum = await left.sum();
  expect(figureOf(sum, 'counted_total')).toBe(11);
  expect(sum).toContain('service_processes{state="answering"} 1');
});
