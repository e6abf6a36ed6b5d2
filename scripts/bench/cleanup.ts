// What was started is ended, however the program ends: in the reverse order, and by what started it.

type Stop = () => Promise<unknown> | unknown;

const stops: Stop[] = [];

/** @returns stops it now, once */
export function stopLater(stop: Stop): () => Promise<void> {
  stops.push(stop);
  return async () => {
    const place = stops.indexOf(stop);
    if (place < 0) return;
    stops.splice(place, 1);
    await stop();
  };
}

export async function stopAll(): Promise<void> {
  for (let stop = stops.pop(); stop !== undefined; stop = stops.pop()) {
    try {
      await stop();
    } catch (error) {
      process.stderr.write(`${(error as Error).message}\n`);
    }
  }
}

const EXIT_INTERRUPTED = 130;

export function stopAllOnSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => void stopAll().then(() => process.exit(EXIT_INTERRUPTED)));
  }
}
