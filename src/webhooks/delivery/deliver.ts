// The worker that turns events into deliveries and delivers them. Several may run.
//
// Promises: at least once; each try of a delivery has the same id and the same bytes; requests at once for
// an endpoint are bounded, over all workers, and endpoints share the sockets fairly (shares.ts), so
// that receivers that never answer delay nobody but themselves; a worker that gets the signal to stop ends within
// seconds, and what it had in flight is due at once.
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '../../database/database.ts';
import type { SecretBox } from '../../lib/seal.ts';
import { batched } from '../../queues/batcher.ts';
import { attemptsInFlight, countAttempt, countDelivered } from '../../telemetry/metrics.ts';
import { tracer } from '../../telemetry/tracing.ts';
import type { AddressGuard } from '../endpoints/address-guard.ts';
import { openSecrets } from '../endpoints/endpoint-secrets.ts';
import { signedHeaders } from '../endpoints/sign.ts';
import { type Claimed, claimDeliveries, LEASE_SECONDS } from './claim-deliveries.ts';
import { fanOut } from './fan-out.ts';
import { noteOutcomes } from './note-outcomes.ts';
import { queueDueDeliveries } from './queue-due-deliveries.ts';
import { type Attempt, recordAttempts } from './record-attempts.ts';
import { releaseDeliveries } from './release-deliveries.ts';
import { type Resolver, type Sent, send } from './send.ts';
import { IN_FLIGHT_MAX, sharesOf } from './shares.ts';
import { tendDeliveries } from './tend-deliveries.ts';

const POLL_MILLISECONDS = 150;
const TEND_MILLISECONDS = 1_000;
const ATTEMPTS_AT_ONCE = 64;
/** Attempts in flight at the signal to stop have this long to be answered. */
const GRACE_MILLISECONDS = 2_000;

export interface DeliveryParts {
  readonly database: Database;
  readonly secrets: SecretBox;
  readonly guard: AddressGuard;
  /** Waits after failed tries; after the last the delivery is dead. */
  readonly retrySeconds: readonly number[];
  readonly log: Logger;
  readonly resolver?: Resolver;
}

/**
 * Delivers until the signal to stop. Then what is in flight has a moment to be answered, is cut off and
 * released, so that another worker has it at once; it resolves within seconds, whatever receivers do.
 */
export async function deliverUntil(signal: AbortSignal, parts: DeliveryParts): Promise<void> {
  await Promise.all([deliverWhatIsDue(signal, parts), tend(signal, parts)]);
}

async function deliverWhatIsDue(signal: AbortSignal, parts: DeliveryParts): Promise<void> {
  const { database, log } = parts;
  const inFlight = new Set<Promise<void>>();
  let slowInFlight = 0;
  const cut = new AbortController();
  const unfinished: Claimed[] = [];
  let wake: () => void = () => {};
  const record = recorder(parts);

  async function deliver(delivery: Claimed): Promise<void> {
    const at = new Date();
    const leaseEnd = performance.now() + LEASE_SECONDS * 1_000;
    try {
      const sent = await tryOnce(delivery, at, { ...parts, signal: cut.signal });
      if (cut.signal.aborted && sent.status === null) unfinished.push(delivery);
      else await recordInTime({ delivery, at, sent }, leaseEnd);
    } catch (error) {
      // The lease ends by itself, and then it is tried again.
      log.error(
        { deliveryId: delivery.id, cause: (error as Error).message },
        'a delivery failed unexpectedly',
      );
    }
  }

  /** Tries again while the database is away, so that neither its receiver nor its endpoint waits for the lease to end. */
  async function recordInTime(attempt: Attempt, leaseEnd: number): Promise<void> {
    for (;;) {
      try {
        return await record(attempt);
      } catch (error) {
        if (signal.aborted || performance.now() >= leaseEnd) throw error;
        await pause(POLL_MILLISECONDS, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  async function claimMore(): Promise<void> {
    if (inFlight.size >= IN_FLIGHT_MAX) return;
    const claimed = await claimDeliveries(database, sharesOf(inFlight.size, slowInFlight));
    if (signal.aborted) unfinished.push(...claimed);
    else for (const delivery of claimed) start(delivery);
  }

  function start(delivery: Claimed): void {
    const slow = delivery.is_slow ? 1 : 0;
    const done = deliver(delivery).finally(() => {
      inFlight.delete(done);
      slowInFlight -= slow;
      attemptsInFlight.dec();
      wake();
    });
    inFlight.add(done);
    slowInFlight += slow;
    attemptsInFlight.inc();
  }

  let polledAt = Number.NEGATIVE_INFINITY;
  while (!signal.aborted) {
    // An attempt that ends from here on frees a socket, which this round may not see.
    const woken = new Promise<void>((resolve) => {
      wake = resolve;
    });
    try {
      if (performance.now() - polledAt >= POLL_MILLISECONDS) {
        polledAt = performance.now();
        await fanOut(database, signal);
        await queueDueDeliveries(database, signal);
      }
      await claimMore();
    } catch (error) {
      log.warn({ cause: (error as Error).message }, 'webhooks wait for the database');
      await pause(POLL_MILLISECONDS);
    }
    await wokenOrPolled(woken);
  }
  const cutting = setTimeout(() => cut.abort(), GRACE_MILLISECONDS);
  await Promise.all(inFlight);
  clearTimeout(cutting);
  await releaseDeliveries(database, unfinished).catch((error: Error) => {
    // Their leases end by themselves.
    log.warn({ cause: error.message }, 'deliveries in flight could not be released');
  });
}

/** Records the outcomes of attempts, and notes them on their endpoints. */
function recorder({ database, retrySeconds, log }: DeliveryParts) {
  return batched<Attempt, void>(
    async (attempts) => {
      // The count is made here, since a repetition of the batch finds them recorded.
      for (const seconds of await recordAttempts(database, attempts, retrySeconds)) {
        countDelivered(seconds);
      }
      for (const { id, organization_id } of await noteOutcomes(database, attempts)) {
        log.warn(
          { endpointId: id, organizationId: organization_id },
          'an endpoint had no success for five days and is disabled',
        );
      }
      // A batch that fails before this is repeated, and would be counted twice.
      for (const { delivery, sent } of attempts) {
        const isLast = retrySeconds[delivery.attempts] === undefined;
        countAttempt({
          outcome: sent.error === null ? 'succeeded' : isLast ? 'dead' : 'failed',
          reason: sent.error,
          milliseconds: sent.milliseconds,
        });
      }
      return attempts.map(() => undefined);
    },
    {
      queue: 'webhook_attempts',
      itemsMax: ATTEMPTS_AT_ONCE,
      inFlightMax: 2,
      waitingMax: IN_FLIGHT_MAX,
      waitsForever: true,
    },
  );
}

async function tend(signal: AbortSignal, { database, log }: DeliveryParts): Promise<void> {
  while (!signal.aborted) {
    try {
      await tendDeliveries(database, signal);
    } catch (error) {
      log.warn(
        { cause: (error as Error).message },
        'the deliveries could not be maintained and are tried again later',
      );
    }
    await pause(TEND_MILLISECONDS, undefined, { signal }).catch(() => undefined);
  }
}

function tryOnce(
  delivery: Claimed,
  at: Date,
  parts: DeliveryParts & { readonly signal: AbortSignal },
): Promise<Sent> {
  const { id: deliveryId, type, payload, url } = delivery;
  const signing = { deliveryId, type, payload, at, ...openSecrets(parts.secrets, delivery) };
  const work = () => send({ url, headers: signedHeaders(signing), body: payload }, parts);
  const tracing = tracer();
  if (tracing === undefined) return work();
  const { id: eventId } = JSON.parse(payload) as { id: string };
  return tracing.attempt({ deliveryId, eventId, type, number: delivery.attempt_number }, work);
}

async function wokenOrPolled(woken: Promise<void>): Promise<void> {
  const { promise: polled, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, POLL_MILLISECONDS);
  await Promise.race([woken, polled]);
  clearTimeout(timer);
}
