// The frame of a move that is rehearsed under load, whatever moves the cell: the load before, during and after, the
// seconds of each step, and the comparison of all that was acknowledged.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { print } from '../../kit/print.ts';
import { operate, startProduct } from '../../kit/product.ts';
import { CellLoad, makeLoadedOrganization } from './load.ts';

interface Step {
  readonly what: string;
  readonly seconds: number;
  /** The longest time without a 2xx meanwhile. */
  readonly pauseSeconds: number;
}

export interface RehearsalOptions {
  /** The settings that the product is started with. */
  readonly settings: Record<string, string>;
  /** For files of its own. */
  readonly folder: string;
  /** How many changes are acknowledged before each step. */
  readonly between: number;
}

export interface Rehearsal {
  /** Runs one step of the move, and keeps how long it took. */
  readonly timed: (what: string, work: () => Promise<unknown>) => Promise<void>;
  /** Waits for so many more acknowledged changes. */
  readonly moves: (more?: number) => Promise<void>;
}

/**
 * Prints a table of the steps, and what holds afterwards.
 *
 * @throws Error with the first guarantee that does not hold
 */
export async function rehearse(
  { settings, folder, between }: RehearsalOptions,
  move: (rehearsal: Rehearsal) => Promise<void>,
): Promise<void> {
  const product = await startProduct(settings);
  const key = await makeLoadedOrganization(settings, { slug: 'moved', folder });
  const load = new CellLoad({ api: product.url, key });
  load.start();
  await load.moves(between);
  await load.stop();
  await load.keepPages();
  const anchor = join(folder, 'anchor.jsonl');
  writeFileSync(anchor, await operate(settings, ['ledger', 'anchor']));
  load.start();
  await load.moves(between);

  const steps: Step[] = [];
  await move({
    timed: async (what, work) => {
      load.takePause();
      const from = performance.now();
      await work();
      const seconds = (performance.now() - from) / 1_000;
      steps.push({ what, seconds, pauseSeconds: load.takePause() });
      print(`${what}: ${seconds.toFixed(1)} s`);
    },
    moves: (more = between) => load.moves(more),
  });
  await load.moves(between);
  await load.stop();

  const facts = await load.check();
  facts.push((await operate(settings, ['ledger', 'verify', '--against', anchor])).trim());
  print(`\n| step | seconds | of them without a 2xx |\n|---|---|---|`);
  for (const { what, seconds, pauseSeconds } of steps) {
    print(`| ${what} | ${seconds.toFixed(1)} | ${pauseSeconds.toFixed(1)} |`);
  }
  print(`\n${facts.map((fact) => `- ${fact}`).join('\n')}`);
  await product.stop();
}
