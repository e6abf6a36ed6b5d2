// The worker that turns events into deliveries and delivers them. Several may run.
//
// Promises: at least once; each try of a delivery has the same id and the same bytes; requests at once for
// an endpoint are bounded, over all workers, and endpoints take turns, so that a receiver that never answers
// delays nobody but itself.
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { batched } from '../batcher.ts';
import type { Database } from '../database/database.ts';
import type { SecretBox } from '../secrets.ts';
import type { AddressGuard } from './address-guard.ts';
import { type Claimed, claimDeliveries } from './claim-deliveries.ts';
import { openSecrets } from './endpoint-secrets.ts';
import { fanOut } from './fan-out.ts';
import { type Attempt, recordAttempts } from './record-attempts.ts';
import { type Resolver, type Sent, send } from './send.ts';
import { signedHeaders } from './sign.ts';

const POLL_MILLISECONDS = 150;
/** Sockets, which cost little; with fewer, sixteen receivers that hang would take them all. */
const IN_FLIGHT_MAX = 1_024;
const ATTEMPTS_AT_ONCE = 64;

export interface DeliveryParts {
  readonly database: Database;
  readonly secrets: SecretBox;
  readonly guard: AddressGuard;
  /** Waits after failed tries; after the last comes death. */
  readonly retrySeconds: readonly number[];
  readonly log: Logger;
  readonly resolver?: Resolver;
}

/** Starts delivering; `stop` waits for what is in flight. */
export function startDelivery(parts: DeliveryParts): { stop(): Promise<void> } {
  const { database, log, retrySeconds } = parts;
  const inFlight = new Set<Promise<void>>();
  let stopping = false;
  let wake: () => void = () => {};
  const record = batched<Attempt, void>(
    async (attempts) => {
      await recordAttempts(database, attempts, retrySeconds);
      return attempts.map(() => undefined);
    },
    { itemsMax: ATTEMPTS_AT_ONCE, inFlightMax: 2, waitingMax: IN_FLIGHT_MAX },
  );

  async function deliver(delivery: Claimed): Promise<void> {
    const at = new Date();
    try {
      const sent = await tryOnce(delivery, at, parts);
      await record({ delivery, at, sent });
    } catch (error) {
      // The lease ends by itself, and then it is tried again.
      log.error(
        { deliveryId: delivery.id, cause: (error as Error).message },
        'a delivery broke off',
      );
    }
  }

  async function claimMore(): Promise<void> {
    const room = IN_FLIGHT_MAX - inFlight.size;
    if (room <= 0) return;
    for (const delivery of await claimDeliveries(database, room)) {
      const done = deliver(delivery).finally(() => {
        inFlight.delete(done);
        wake();
      });
      inFlight.add(done);
    }
  }

  async function run(): Promise<void> {
    let fannedOutAt = Number.NEGATIVE_INFINITY;
    while (!stopping) {
      // What ends from here on makes room that this round may not see.
      const woken = new Promise<void>((resolve) => {
        wake = resolve;
      });
      try {
        if (performance.now() - fannedOutAt >= POLL_MILLISECONDS) {
          fannedOutAt = performance.now();
          await fanOut(database);
        }
        await claimMore();
      } catch (error) {
        log.warn({ cause: (error as Error).message }, 'webhooks wait for the database');
        await pause(POLL_MILLISECONDS);
      }
      await wokenOrPolled(woken);
    }
    await Promise.all(inFlight);
  }

  const running = run();
  return {
    stop: async () => {
      stopping = true;
      wake();
      await running;
    },
  };
}

function tryOnce(delivery: Claimed, at: Date, parts: DeliveryParts): Promise<Sent> {
  const { id: deliveryId, type, payload, url } = delivery;
  const signing = { deliveryId, type, payload, at, ...openSecrets(parts.secrets, delivery) };
  return send({ url, headers: signedHeaders(signing), body: payload }, parts);
}

async function wokenOrPolled(woken: Promise<void>): Promise<void> {
  const { promise: polled, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, POLL_MILLISECONDS);
  await Promise.race([woken, polled]);
  clearTimeout(timer);
}
