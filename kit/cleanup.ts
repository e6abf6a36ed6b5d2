// What was started is ended, however the program ends: in the reverse order, and by what started it.

type Stop = () => Promise<unknown> | unknown;

const stops: Stop[] = [];

/** @returns stops it now, once */
export function stopLater(stop: Stop): () => Promise<void> {
  stops.push(stop);
  return async () => {
    const index = stops.indexOf(stop);
    if (index < 0) return;
    stops.splice(index, 1);
    await stop();
  };
}

let stopping: Promise<void> | undefined;

/** Once, whoever else asks for it meanwhile: a folder goes when its server is gone. */
export function stopAll(): Promise<void> {
  stopping ??= stopEach();
  return stopping;
}

export function isStopping(): boolean {
  return stopping !== undefined;
}

async function stopEach(): Promise<void> {
  for (let stop = stops.pop(); stop !== undefined; stop = stops.pop()) {
    try {
      await stop();
    } catch (error) {
      process.stderr.write(`${(error as Error).message}\n`);
    }
  }
}

const EXIT_FAILED = 1;
const EXIT_INTERRUPTED = 130;

/** Also where no one reads any longer what the program prints. */
export function stopAllWhenEnded(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => void stopAll().then(() => process.exit(EXIT_INTERRUPTED)));
  }
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  process.once('uncaughtException', (error) => {
    process.stderr.write(`${error.stack ?? error.message}\n`);
    void stopAll().then(() => process.exit(EXIT_FAILED));
  });
}
