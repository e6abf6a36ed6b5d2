import { setTimeout as pause } from 'node:timers/promises';

const TRIES_MAX = 200;
const AGAIN_MILLISECONDS = 150;

/** Again and again: PostgreSQL may still be on its way back. */
export async function patiently<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (tries === TRIES_MAX) throw error;
      await pause(AGAIN_MILLISECONDS);
    }
  }
}
