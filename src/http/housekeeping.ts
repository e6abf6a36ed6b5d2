/** Outside of the contract: for the platform that runs the process. Whoever asks, one look serves all who ask. */
import { type RequestHandler, Router } from 'express';
import type { Logger } from 'pino';
import { READY_MILLISECONDS_MAX } from './limits.ts';
import { type Lag, NO_LAG } from './overload.ts';
import { describeCause } from './problems.ts';
import { send } from './respond.ts';

/** What a process knows about its own end; main makes it, listen() sets it. */
export interface Lifecycle {
  draining: boolean;
  /** What only the operator can mend, found at start; /readyz says it. */
  notReadyReason?: string;
}

/** What a database that answers may lack. */
export type DatabaseState = 'ok' | 'migrations pending';

export interface Housekeeping {
  /** Rejects while the database cannot be used. */
  checkDatabase: () => Promise<DatabaseState>;
  lifecycle: Lifecycle;
  log: Logger;
  /** The delay of this process's event loop; without it the process counts as never late. */
  lag?: Lag;
  /** Prometheus text; without it /metrics is an unknown address. */
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
        // No answer is a gap; half of the processes would be a fall and a rise.
        log.warn({ cause: describeCause(error) }, 'the figures of all processes could not be had');
        send(response, 503, '{"status":"figures unavailable"}');
      }
    });
  }
  return router;
}

const OK = 'ok';

/**
 * Each check by its name, and as the status what the first one says that is not ok. That the event loop is late is
 * told and decides nothing: it comes of too much to do, which is answered with 503 and Retry-After one by one. A
 * balancer that left the process out would give what it has to the others, until there is none.
 */
function readiness({ checkDatabase, lifecycle, log, lag = NO_LAG }: Housekeeping): RequestHandler {
  const look = shared(async () => {
    try {
      return await inTime(checkDatabase());
    } catch (error) {
      log.warn({ cause: describeCause(error) }, 'the database cannot be used');
      return 'database unavailable';
    }
  });
  return async (_request, response) => {
    const own = {
      process: lifecycle.draining ? 'draining' : OK,
      secrets: lifecycle.notReadyReason ?? OK,
    };
    // Whoever drains is not asked again, and the database may be gone with it.
    const found = lifecycle.draining ? undefined : await look();
    const isThere = found !== undefined && found !== 'database unavailable';
    const deciding = {
      ...own,
      ...(found !== undefined && { database: isThere ? OK : found }),
      ...(isThere && { migrations: found }),
    };
    const status = Object.values(deciding).find((says) => says !== OK) ?? OK;
    const checks = { ...deciding, event_loop: lag.isTooLong ? 'event loop late' : OK };
    send(response, status === OK ? 200 : 503, JSON.stringify({ status, checks }));
  };
}

/** Whoever asks while it is under way gets the same answer. */
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
