import type { Database } from '../../database/database.ts';
import { statement } from '../../database/statement.ts';
import type { Claimed } from './claim-deliveries.ts';
import type { Sent } from './send.ts';

/** Receivers that failed together are not tried again together. */
const JITTER = 0.2;

export interface Attempt {
  readonly delivery: Claimed;
  readonly at: Date;
  readonly sent: Sent;
}

/** The state of a delivery after an attempt. */
type Outcome =
  | { readonly status: 'succeeded' | 'dead'; readonly wait_seconds: null }
  | { readonly status: 'pending'; readonly wait_seconds: number };

/**
 * An attempt that is recorded already changes nothing, so a call whose answer was lost can be repeated.
 *
 * @param retrySeconds waits after failed attempts; a delivery is dead after the last
 * @returns for each delivery that has its first success now, the seconds since its event was created
 */
export async function recordAttempts(
  database: Database,
  attempts: readonly Attempt[],
  retrySeconds: readonly number[],
): Promise<number[]> {
  const rows = JSON.stringify(
    attempts.map(({ delivery, at, sent }) => ({
      id: delivery.id,
      organization_id: delivery.organization_id,
      number: delivery.attempt_number,
      at: at.toISOString(),
      http_status: sent.status,
      milliseconds: sent.milliseconds,
      error: sent.error,
      ...outcomeOf(sent, retrySeconds[delivery.attempts]),
    })),
  );
  const [, recorded] = await database.transaction((tx) =>
    Promise.all([tx.query(LOCK, [rows]), tx.query(RECORD, [rows])]),
  );
  return recorded.flatMap(({ delay_seconds }) => delay_seconds ?? []);
}

/** @param waitSeconds until the next attempt after a failure; undefined when this was the last */
function outcomeOf({ error }: Sent, waitSeconds: number | undefined): Outcome {
  if (error === null) return { status: 'succeeded', wait_seconds: null };
  if (waitSeconds === undefined) return { status: 'dead', wait_seconds: null };
  return { status: 'pending', wait_seconds: waitSeconds * (1 + Math.random() * JITTER) };
}

/**
 * All are locked before the first is changed: a row that a statement has changed cannot be locked by it any more, and the
 * attempt would be lost. It is a statement of its own, in the same trip: from rows that the same statement locks, Citus
 * cannot insert others.
 */
const LOCK = statement<never>(
  'webhook-lock-deliveries',
  `
    select
      from json_to_recordset($1::json) as given (id uuid, organization_id uuid)
      join webhook_delivery delivery
        on delivery.id = given.id and delivery.organization_id = given.organization_id
     order by given.id
       for update of delivery`,
);

/**
 * A delivery whose endpoint was deleted meanwhile is gone, and so is its attempt. A failure that comes after
 * its lease changes nothing: another attempt has finished the delivery, or is under way and will record how it
 * ends. Of two attempts of one delivery that are recorded together, a success decides. The delay is measured by the
 * database's clock at both ends.
 */
const RECORD = statement<{ delay_seconds: number | null }>(
  'webhook-record',
  `
    with attempt as (
      select given.*
        from json_to_recordset($1::json) as given (
             id uuid, organization_id uuid, number int, at timestamptz, http_status int, milliseconds int,
             error text, status text, wait_seconds double precision)
        join webhook_delivery delivery
          on delivery.id = given.id and delivery.organization_id = given.organization_id
    ), written as (
      insert into webhook_attempt (
        delivery_id, number, organization_id, at, status, milliseconds, error)
      select id, number, organization_id, at, http_status, milliseconds, error from attempt
      on conflict (delivery_id, number, organization_id) do nothing
      returning delivery_id, number, organization_id
    ), recorded as (
      update webhook_delivery delivery
         set status = decisive.status, attempts = delivery.attempts + 1, leased_until = null,
             is_queued = false, next_attempt_at = decisive.next_attempt_at,
             finished_at = decisive.finished_at
        from (select distinct on (id, organization_id) id, organization_id, number, status,
                     now() + make_interval(secs => wait_seconds) as next_attempt_at,
                     case when status <> 'pending' then now() end as finished_at
                from attempt
               where (id, number, organization_id) in (
                       select delivery_id, number, organization_id from written)
               order by id, organization_id, status = 'succeeded' desc, number desc) decisive
       where delivery.id = decisive.id and delivery.organization_id = decisive.organization_id
         and (decisive.status = 'succeeded'
              or delivery.status = 'pending' and delivery.claims = decisive.number)
      returning delivery.id, delivery.organization_id,
                case when delivery.status = 'succeeded' then delivery.payload::json ->> 'created_at' end
                  as created_at
    )
    select case
        when created_at is not null
             and not exists (select from webhook_attempt earlier
                              where earlier.delivery_id = recorded.id
                                and earlier.organization_id = recorded.organization_id and earlier.error is null)
        then extract(epoch from clock_timestamp() - created_at::timestamptz)::float8
      end as delay_seconds
      from recorded`,
);
