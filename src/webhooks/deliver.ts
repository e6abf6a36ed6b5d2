// The worker that turns events into deliveries and delivers them.
//
// Fan-out follows the positions of each organization's events: an endpoint remembers how far its events
// were turned into deliveries, and nothing is marked on events, so an organization without endpoints costs
// nothing. The delivery table is the queue. A claim pushes the due time to the end of a lease, so what a
// killed worker had is due again after it; no transaction is open during a request. Several workers may run.
//
// Promises: at least once; each try of a delivery has the same id and the same bytes; at most
// ENDPOINT_IN_FLIGHT_MAX requests at once for an endpoint, over all workers, and endpoints take turns, so
// that a receiver that never answers delays nobody but itself.
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { batched } from '../batcher.ts';
import type { Database } from '../database/database.ts';
import type { Statement } from '../database/statement.ts';
import { envelopeText } from '../events/event.ts';
import type { SecretBox } from '../secrets.ts';
import type { AddressGuard } from './address-guard.ts';
import { openSecrets } from './endpoint-secrets.ts';
import { type Resolver, type Sent, send } from './send.ts';
import { signedHeaders } from './sign.ts';

const POLL_MILLISECONDS = 150;
/** Sockets, which cost little; with fewer, sixteen receivers that hang would take them all. */
const IN_FLIGHT_MAX = 1_024;
const ENDPOINT_IN_FLIGHT_MAX = 8;
const FAN_OUT_ENDPOINTS_MAX = 50;
const FAN_OUT_EVENTS_MAX = 200;
const LEASE_SECONDS = 25;
const JITTER = 0.2;
const RESULTS_MAX = 64;
/** A fan-out round that was full is followed by another at once, at most this often. */
const ROUNDS_MAX = 20;

export interface DeliveryParts {
  readonly database: Database;
  readonly secrets: SecretBox;
  readonly guard: AddressGuard;
  /** Waits after failed tries; after the last comes death. */
  readonly retrySeconds: readonly number[];
  readonly log: Logger;
  readonly resolver?: Resolver;
}

interface Claimed {
  id: string;
  organization_id: string;
  endpoint_id: string;
  type: string;
  payload: string;
  attempts: number;
  url: string;
  secret: Buffer;
  next_secret: Buffer | null;
  overlap_is_over: boolean;
}

interface Result {
  readonly delivery: Claimed;
  readonly at: Date;
  readonly sent: Sent;
}

/** Starts delivering; `stop` waits for what is in flight. */
export function startDelivery(parts: DeliveryParts): { stop(): Promise<void> } {
  const { database, log } = parts;
  const inFlight = new Set<Promise<void>>();
  let stopping = false;
  let wake: () => void = () => {};
  const finish = batched<Result, void>((results) => record(database, results, parts), {
    itemsMax: RESULTS_MAX,
    inFlightMax: 2,
    waitingMax: IN_FLIGHT_MAX,
  });

  async function deliver(delivery: Claimed): Promise<void> {
    const at = new Date();
    try {
      const sent = await tryOnce(delivery, at, parts);
      await finish({ delivery, at, sent });
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
    const claimed = await database.query<Claimed>(CLAIM, [
      LEASE_SECONDS,
      ENDPOINT_IN_FLIGHT_MAX,
      room,
    ]);
    for (const delivery of claimed) {
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

async function wokenOrPolled(woken: Promise<void>): Promise<void> {
  const { promise: polled, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, POLL_MILLISECONDS);
  await Promise.race([woken, polled]);
  clearTimeout(timer);
}

function tryOnce(delivery: Claimed, at: Date, parts: DeliveryParts): Promise<Sent> {
  const { id: deliveryId, type, payload, url } = delivery;
  const signing = { deliveryId, type, payload, at, ...openSecrets(parts.secrets, delivery) };
  return send({ url, headers: signedHeaders(signing), body: payload }, parts);
}

async function fanOut(database: Database): Promise<void> {
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const [row] = await database.query(FAN_OUT, [FAN_OUT_ENDPOINTS_MAX, FAN_OUT_EVENTS_MAX]);
    if (row.endpoints < FAN_OUT_ENDPOINTS_MAX && row.most < FAN_OUT_EVENTS_MAX) return;
  }
}

/**
 * Endpoints come in any order, so that none waits behind others that always have something. Where fewer
 * events are left than a round takes, the endpoint is level with the counter, forgotten events included.
 */
const FAN_OUT: Statement = {
  name: 'webhook-fan-out',
  text: `
    with due as (
      select e.*, c.position
        from webhook_endpoint e
        join event_counter c on c.organization_id = e.organization_id
       where e.environment = 'live' and e.fanned_position < c.position
       order by random()
       limit $1
         for update of e skip locked
    ), batch as (
      select d.id as endpoint_id, d.organization_id, d.events, ev.position, ev.id, ev.type, ev.data,
             ev.created_at
        from due d
       cross join lateral (
             select * from event v
              where v.organization_id = d.organization_id
                and v.position > d.fanned_position and v.position <= d.position
              order by v.position
              limit $2) ev
    ), made as (
      insert into webhook_delivery (
        id, organization_id, endpoint_id, event_id, type, payload, created_at, next_attempt_at)
      select gen_random_uuid(), organization_id, endpoint_id, id, type,
             ${envelopeText('batch')},
             now(), now()
        from batch
       where case when cardinality(events) = 0 then type <> 'order.updated' else type = any(events) end
       order by endpoint_id, position
      on conflict (event_id, endpoint_id, organization_id) do nothing
    ), last as (
      select endpoint_id, max(position) as position, count(*)::int as n from batch group by endpoint_id
    ), moved as (
      update webhook_endpoint e
         set fanned_position = case when l.n = $2 then l.position else d.position end
        from due d
        left join last l on l.endpoint_id = d.id
       where e.id = d.id
    )
    select (select count(*)::int from due) as endpoints, coalesce(max(n), 0) as most from last`,
};

/** Endpoints take turns: the first due delivery of each, then the second of each, up to the room. */
const CLAIM: Statement = {
  name: 'webhook-claim',
  text: `
    with chosen as (
      select q.id
        from webhook_endpoint e
       cross join lateral (
             select $2::int - count(*) as room
               from webhook_delivery l
              where l.endpoint_id = e.id and l.leased_until > now()) free
       cross join lateral (
             select d.id, row_number() over (order by d.next_attempt_at, d.id) as turn
               from (select id, next_attempt_at from webhook_delivery
                      where endpoint_id = e.id and status = 'pending' and next_attempt_at <= now()
                      order by next_attempt_at, id
                      limit greatest(free.room, 0)) d) q
       order by q.turn, q.id
       limit $3
    ), locked as (
      select d.id
        from webhook_delivery d
       where d.id in (select id from chosen) and d.status = 'pending' and d.next_attempt_at <= now()
       order by d.id
         for update skip locked
    )
    update webhook_delivery d
       set leased_until = now() + make_interval(secs => $1::int),
           next_attempt_at = now() + make_interval(secs => $1::int)
      from locked l, webhook_endpoint e
     where d.id = l.id and e.id = d.endpoint_id
    returning d.id, d.organization_id, d.endpoint_id, d.type, d.payload, d.attempts, e.url, e.secret,
              e.next_secret, coalesce(e.overlap_ends_at <= now(), false) as overlap_is_over`,
};

async function record(
  database: Database,
  results: readonly Result[],
  { retrySeconds }: DeliveryParts,
): Promise<undefined[]> {
  await database.query(RECORD, [
    JSON.stringify(
      results.map(({ delivery, at, sent }) => {
        const wait = retrySeconds[delivery.attempts];
        const status = sent.error === null ? 'succeeded' : wait === undefined ? 'dead' : 'pending';
        return {
          id: delivery.id,
          organization_id: delivery.organization_id,
          at: at.toISOString(),
          http_status: sent.status,
          milliseconds: sent.milliseconds,
          error: sent.error,
          status,
          wait_seconds: status === 'pending' ? (wait ?? 0) * (1 + Math.random() * JITTER) : null,
        };
      }),
    ),
  ]);
  return results.map(() => undefined);
}

/**
 * A delivery whose endpoint was deleted meanwhile is gone, and so is its result. A failure that comes after
 * its lease changes nothing that another try has finished.
 */
const RECORD: Statement = {
  name: 'webhook-record',
  text: `
    with result as (
      select r.*
        from json_to_recordset($1::json) as r (
             id uuid, organization_id uuid, at timestamptz, http_status int, milliseconds int, error text,
             status text, wait_seconds double precision)
        join webhook_delivery d on d.id = r.id
       order by r.id
         for update of d
    ), tried as (
      insert into webhook_attempt (organization_id, delivery_id, at, status, milliseconds, error)
      select organization_id, id, at, http_status, milliseconds, error from result
    )
    update webhook_delivery d
       set status = r.status, attempts = d.attempts + 1, leased_until = null,
           next_attempt_at = now() + make_interval(secs => r.wait_seconds),
           finished_at = case when r.status <> 'pending' then now() end
      from result r
     where d.id = r.id and (d.status = 'pending' or r.status = 'succeeded')`,
};
