// Shows how far a long command is: one line on the terminal of the person who waits, written over and over, and cleared
// at the end. Where no one looks (no terminal, `--json`), nothing is written.
import type { Writable } from 'node:stream';
import type { OnProgress } from '../lib/on-progress.ts';

export interface Progress {
  readonly show: OnProgress;
  /** Clears the line; must be called before anything else is printed. */
  end(): void;
}

/** Between two writes, so that the line can be read and the terminal does not slow the command down. */
const WRITE_MILLISECONDS = 200;
/** A rate over less time says little. */
const RATE_MILLISECONDS = 1_000;

/** @param unit what is counted: `records` */
export function progressOn(
  terminal: Pick<Writable, 'write'>,
  { unit, now = () => performance.now() }: { unit: string; now?: () => number },
): Progress {
  const startedAt = now();
  let writtenAt = startedAt;
  let isShown = false;
  return {
    show: (done, total) => {
      if (now() - writtenAt < WRITE_MILLISECONDS) return;
      writtenAt = now();
      isShown = true;
      terminal.write(`\r${progressLine({ done, total, unit, took: writtenAt - startedAt })}\x1b[K`);
    },
    end: () => {
      if (isShown) terminal.write('\r\x1b[K');
      isShown = false;
    },
  };
}

/** @param took milliseconds */
function progressLine({
  done,
  total,
  unit,
  took,
}: {
  done: number;
  total: number | undefined;
  unit: string;
  took: number;
}): string {
  const count = (number: number) => number.toLocaleString('en-US');
  const known = total !== undefined && total >= done && total > 0;
  const of = known ? ` of ${count(total)}` : '';
  const percent = known ? ` (${Math.floor((100 * done) / total)} %)` : '';
  const line = `${count(done)}${of} ${unit}${percent}`;
  if (took < RATE_MILLISECONDS || done === 0) return line;
  const rate = (done * 1_000) / took;
  const left = known ? `, ${timeLeft((total - done) / rate)} left` : '';
  return `${line}, ${count(Math.max(1, Math.round(rate)))} a second${left}`;
}

function timeLeft(seconds: number): string {
  if (seconds < 60) return `${Math.ceil(seconds)} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
