/** Routes outside of the contract, for the platform that runs the process. Concurrent callers share one check. */
import { setTimeout as pause } from 'node:timers/promises';
import { type RequestHandler, Router } from 'express';
import type { Logger } from 'pino';
import { READY_MILLISECONDS_MAX, READY_OTHERS_MILLISECONDS } from './limits.ts';
import { type Lag, NO_LAG } from './overload.ts';
import { describeCause } from './problems.ts';
import { send } from './respond.ts';

/** What a process knows about its own end; main creates it, listen() updates it. */
export interface Lifecycle {
  draining: boolean;
  /** A problem found at start that only the operator can solve; /readyz reports it. */
  notReadyReason?: string;
  /** Set while a process that serves several cells has never reached the directory of their keys. */
  isDirectoryMissing?: boolean;
}

/** The states of a database that answers. */
export type DatabaseState = 'ok' | 'migrations pending';

export interface Housekeeping {
  /** The one of no name, or that of each cell by its name. Each rejects while the database cannot be used. */
  databases: ReadonlyMap<string | undefined, () => Promise<DatabaseState>>;
  lifecycle: Lifecycle;
  log: Logger;
  /** The delay of this process's event loop; without it the event loop never counts as late. */
  lag?: Lag;
  /** Whether writes have lately failed for want of room; without it they never have. */
  isExhausted?: () => boolean;
  /** Prometheus text; without it there is no /metrics. */
  metrics?: () => Promise<{ contentType: string; text: string }>;
}

export function housekeeping(parts: Housekeeping): Router {
  const router = Router({ caseSensitive: true, strict: true });
  router.get('/healthz', (_request, response) => {
    send(response, 200, '{"status":"ok"}');
  });
  router.get('/readyz', readiness(parts));
  const { metrics, log } = parts;
  if (metrics) {
    const scraped = shared(metrics);
    router.get('/metrics', async (_request, response) => {
      try {
        const { contentType, text } = await scraped();
        response.setHeader('Content-Type', contentType);
        response.end(text);
      } catch (error) {
        // No answer leaves a gap in the graphs; the metrics of half of the processes would show a fall and a rise.
        log.warn({ cause: describeCause(error) }, 'the metrics of all processes could not be read');
        send(response, 503, '{"status":"metrics unavailable"}');
      }
    });
  }
  return router;
}

const OK = 'ok';
/** The best first: of several cells the best one counts. */
const STATES = [OK, 'migrations pending', 'database unavailable'] as const;

/**
 * Answers with each check by its name; the status is the first one that is not ok. Each cell is named, and one that is
 * ok suffices: of the others, which may be silent, the answer before is reported. Two checks are
 * reported and do not change the status. A late event loop comes from overload, which single requests are shed for: a
 * balancer that took the process out would overload the others, until there is none. Where a full disk refuses writes,
 * reads are still answered, by this process as by any other.
 */
function readiness({
  databases,
  lifecycle,
  log,
  lag = NO_LAG,
  isExhausted = () => false,
}: Housekeeping): RequestHandler {
  const checks = [...databases].map(([cell, checkDatabase]) => {
    const known: Known = { cell, state: 'database unavailable' };
    const check = shared(async () => {
      try {
        known.state = await inTime(checkDatabase());
      } catch (error) {
        log.warn({ cell, cause: describeCause(error) }, 'the database cannot be used');
        known.state = 'database unavailable';
      }
      return known;
    });
    return { known, check };
  });
  return async (_request, response) => {
    const own = {
      process: lifecycle.draining ? 'draining' : OK,
      secrets: lifecycle.notReadyReason ?? OK,
      ...(lifecycle.isDirectoryMissing && { directory: 'directory unavailable' }),
    };
    // A draining process does not check the database, which may close with it.
    const states = lifecycle.draining ? [] : await enough(checks);
    // A cell that is down refuses its own requests, and the others go on.
    const found = STATES.find((one) => states.some(({ state }) => state === one));
    const isThere = found !== undefined && found !== 'database unavailable';
    const deciding = {
      ...own,
      ...(found !== undefined && { database: isThere ? OK : found }),
      ...(isThere && { migrations: found }),
    };
    const status = Object.values(deciding).find((says) => says !== OK) ?? OK;
    const cells = states.flatMap(({ cell, state }) => (cell === undefined ? [] : [[cell, state]]));
    const all = {
      ...deciding,
      ...(cells.length > 0 && { cells: Object.fromEntries(cells) }),
      writes: isExhausted() ? 'no room in the database' : OK,
      event_loop: lag.isTooLong ? 'event loop late' : OK,
    };
    send(response, status === OK ? 200 : 503, JSON.stringify({ status, checks: all }));
  };
}

interface Known {
  readonly cell: string | undefined;
  state: DatabaseState | 'database unavailable';
}

/** Waits for all checks, or for one that is ok and a short time for the others. */
async function enough(
  checks: readonly { readonly known: Known; readonly check: () => Promise<Known> }[],
): Promise<Known[]> {
  const asked = checks.map(({ check }) => check());
  const first = async (): Promise<unknown> => {
    const isOk = asked.map(async (one) => {
      if ((await one).state !== OK) throw new Error('not ok');
    });
    await Promise.any(isOk).catch(() => Promise.all(asked));
    return pause(READY_OTHERS_MILLISECONDS, undefined, { ref: false });
  };
  await Promise.race(asked.length === 1 ? asked : [Promise.all(asked), first()]);
  return checks.map(({ known }) => ({ ...known }));
}

/** Callers that come while a check is under way get its result. */
function shared<Result>(ask: () => Promise<Result>): () => Promise<Result> {
  let asked: Promise<Result> | undefined;
  return () => {
    asked ??= ask().finally(() => {
      asked = undefined;
    });
    return asked;
  };
}

async function inTime<Result>(answer: Promise<Result>): Promise<Result> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new Error(`no answer in ${READY_MILLISECONDS_MAX} ms`)),
    READY_MILLISECONDS_MAX,
  );
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
