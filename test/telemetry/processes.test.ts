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
