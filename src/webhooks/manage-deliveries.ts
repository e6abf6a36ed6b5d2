// Deliveries as a partner sees them: the list with every attempt, tests and replays.
import { v7 as uuidv7 } from 'uuid';
import type { Answer, Call } from '../contract.ts';
import { type Database, type Queryable, timestampText } from '../database/database.ts';
import { ListFilter } from '../database/list-filter.ts';
import type { Statement } from '../database/statement.ts';
import { errors } from '../errors.ts';
import { envelopeText } from '../events/event.ts';
import { isTimestampText, isUuid } from '../formats.ts';
import { opaqueCursor, pageOf, readOpaqueCursor, readTimestamp } from '../paging.ts';
import { requireEndpoint } from './manage-endpoints.ts';

/** Replays of many start this far apart, so that a receiver that has just come back is not run over. */
const REPLAY_PAUSE_SECONDS = 0.02;

const COLUMNS = `
  d.id, d.event_id, d.type, d.status, ${timestampText('d.created_at')} as created_at,
  case when d.status = 'pending' then ${timestampText('d.next_attempt_at')} end as next_attempt_at,
  coalesce((
    select json_agg(json_build_object(
             'at', ${timestampText('a.at')}, 'status', a.status, 'milliseconds', a.milliseconds,
             'error', a.error) order by a.id)
      from webhook_attempt a where a.delivery_id = d.id), '[]'::json) as attempts`;

export async function listDeliveries(
  { path, query, principal }: Call<'listDeliveries'>,
  { database }: { readonly database: Database },
): Promise<Answer<'listDeliveries'>> {
  const endpoint = await requireEndpoint(database, principal, path.id);
  const [createdAt, id] = readOpaqueCursor(query.cursor, [isTimestampText, isUuid]);
  const where = new ListFilter()
    .add([endpoint.id], (endpointId) => `d.endpoint_id = ${endpointId}::uuid`)
    .add([query.status], (status) => `d.status = ${status}::text`)
    .add(
      [createdAt, id],
      (time, delivery) => `(d.created_at, d.id) < (${time}::timestamptz, ${delivery}::uuid)`,
    );
  const limit = where.value(query.limit + 1);
  const rows = await database.query(
    where.statement<Answer<'listDeliveries'>['body']['data'][number]>(
      'list-deliveries',
      (conditions) => `
        select ${COLUMNS} from webhook_delivery d
         where ${conditions} order by d.created_at desc, d.id desc limit ${limit}`,
    ),
    where.values,
  );
  const page = pageOf(
    rows,
    query.limit,
    (row) => row,
    (row) => opaqueCursor([row.created_at, row.id]),
  );
  return { status: 200, body: page };
}

export async function testWebhook(
  { path, principal }: Call<'testWebhook'>,
  { database }: { readonly database: Database },
): Promise<Answer<'testWebhook'>> {
  const endpoint = await requireEndpoint(database, principal, path.id);
  const id = uuidv7();
  const deliveryId = crypto.randomUUID();
  await database.query(ADD_TEST, [deliveryId, principal.organizationId, endpoint.id, id]);
  return { status: 201, body: await requireDelivery(database, endpoint.id, deliveryId) };
}

const ADD_TEST: Statement = {
  name: 'webhook-add-test',
  text: `
    insert into webhook_delivery (
      id, organization_id, endpoint_id, event_id, type, payload, created_at, next_attempt_at)
    select $1::uuid, $2::uuid, $3::uuid, test.id, test.type, ${envelopeText('test')}, now(), now()
      from (select $4::uuid as id, 'webhook.test' as type, clock_timestamp() as created_at,
                   json_build_object('webhook_id', $3::uuid) as data) test`,
};

export async function replayDelivery(
  { path, principal }: Call<'replayDelivery'>,
  { database }: { readonly database: Database },
): Promise<Answer<'replayDelivery'>> {
  const endpoint = await requireEndpoint(database, principal, path.id);
  await replayOne(database, endpoint.id, path.delivery_id);
  return { status: 200, body: await requireDelivery(database, endpoint.id, path.delivery_id) };
}

export async function replayDeliveries(
  { path, body, principal }: Call<'replayDeliveries'>,
  { database }: { readonly database: Database },
): Promise<Answer<'replayDeliveries'>> {
  const endpoint = await requireEndpoint(database, principal, path.id);
  const since = readTimestamp(body.since, 'since');
  return { status: 200, body: { replayed: await replaySince(database, endpoint.id, since) } };
}

/** Through all tries anew, with the same id and bytes. One that is pending stays as it is. */
export async function replayOne(
  db: Queryable,
  endpointId: string,
  deliveryId: string,
): Promise<void> {
  await db.query(REPLAY_ONE, [endpointId, deliveryId]);
}

/** @returns how many dead deliveries are pending again */
export async function replaySince(
  db: Queryable,
  endpointId: string,
  since: string,
): Promise<number> {
  const rows = await db.query(REPLAY_SINCE, [endpointId, since, REPLAY_PAUSE_SECONDS]);
  return rows.length;
}

const ANEW = `status = 'pending', attempts = 0, leased_until = null, finished_at = null`;

const REPLAY_ONE: Statement = {
  name: 'webhook-replay-one',
  text: `
    update webhook_delivery set ${ANEW}, next_attempt_at = now()
     where endpoint_id = $1::uuid and id = $2::uuid and status <> 'pending'`,
};

/** Each is locked, in the order of ids, and looked at again: two replays at once share them. */
const REPLAY_SINCE: Statement = {
  name: 'webhook-replay-since',
  text: `
    with locked as (
      select id, created_at
        from webhook_delivery
       where endpoint_id = $1::uuid and status = 'dead' and finished_at >= $2::timestamptz
       order by id
         for update
    ), dead as (
      select id, row_number() over (order by created_at, id) as turn from locked
    )
    update webhook_delivery d
       set ${ANEW}, next_attempt_at = now() + make_interval(secs => $3::double precision * dead.turn)
      from dead
     where d.id = dead.id
    returning d.id`,
};

async function requireDelivery(database: Database, endpointId: string, deliveryId: string) {
  const [delivery] = await database.query(GET, [endpointId, deliveryId]);
  if (delivery === undefined) throw errors.notFound('No delivery of this endpoint has this id.');
  return delivery;
}

const GET: Statement = {
  name: 'webhook-get-delivery',
  text: `select ${COLUMNS} from webhook_delivery d where d.endpoint_id = $1::uuid and d.id = $2::uuid`,
};
