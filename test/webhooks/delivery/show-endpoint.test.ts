import { expect, it } from 'vitest';
import { fanOut } from '../../../src/webhooks/delivery/fan-out.ts';
import { showEndpoint } from '../../../src/webhooks/delivery/show-endpoint.ts';
import {
  addDelivery,
  create,
  PUBLIC_URL,
  UNKNOWN,
  useEndpoints,
  WEBHOOKS,
} from '../../support/endpoints.ts';
import { day, post } from '../../support/pharmacy.ts';

const webhooks = useEndpoints();

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/;

const show = (id: string) => showEndpoint(webhooks.db.database, id);

async function printedFor(id: string): Promise<string[]> {
  const { printed } = await webhooks.operate('webhook', 'show', '--endpoint', id);
  return printed.split('\n');
}

const receive = () =>
  post(webhooks.live, {
    type: 'receive',
    sku_code: 'SKU-1',
    qty: 1,
    lot_number: 'L',
    expiry_date: day(60),
  });

async function addAttempt(
  deliveryId: string,
  { number, at, error }: { number: number; at: string; error: string | null },
): Promise<void> {
  await webhooks.db.owner.query(
    `insert into webhook_attempt (delivery_id, number, organization_id, at, status, milliseconds, error)
     select id, $2, organization_id, $3, case when $4::text = 'timeout' then null else 503 end, 43, $4
       from webhook_delivery where id = $1`,
    [deliveryId, number, at, error],
  );
}

it('shows an endpoint for which nothing waits', async () => {
  const { id } = await create(webhooks.test, { events: ['stock.low'] });
  await receive();
  expect(await show(id)).toEqual({
    id,
    organization: 'pharmacy',
    environment: 'test',
    url: PUBLIC_URL,
    events: ['stock.low'],
    status: 'enabled',
    disabled_at: null,
    disabled_reason: null,
    created_at: expect.stringMatching(TIME),
    failing_since: null,
    is_slow: false,
    fan_out_pending_since: null,
    pending: 0,
    pending_since: null,
    in_flight: 0,
    next_attempt_at: null,
    failures: [],
  });
  expect(await printedFor(id)).toEqual([
    `endpoint ${id} of pharmacy, test: enabled`,
    expect.stringMatching(/^created at \S+, sends stock\.low to https:/),
    'no attempt has failed since its last success',
    'every event is fanned out',
    'no delivery is pending',
  ]);
});

it('shows since when events wait to be fanned out, and then since when deliveries are pending', async () => {
  const { id } = await create(webhooks.live);
  await receive();
  await receive();
  const { rows } = await webhooks.db.owner.query(
    `select to_char(min(event.created_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as first
       from event join webhook_endpoint endpoint using (organization_id)
      where endpoint.id = $1 and position > fanned_position`,
    [id],
  );
  expect(await show(id)).toMatchObject({ fan_out_pending_since: rows[0].first, pending: 0 });
  await fanOut(webhooks.db.database);
  await webhooks.db.owner.query(
    `update webhook_delivery
        set leased_until = now() + interval '20 seconds', is_queued = false,
            created_at = '2026-11-20T10:00:00Z'
      where id = (select id from webhook_delivery where endpoint_id = $1 limit 1)`,
    [id],
  );
  expect(await show(id)).toMatchObject({
    fan_out_pending_since: null,
    pending: 2,
    pending_since: '2026-11-20T10:00:00.000000Z',
    in_flight: 1,
    next_attempt_at: expect.stringMatching(TIME),
  });
  expect(await printedFor(id)).toContainEqual(
    expect.stringMatching(
      /^2 deliveries have been pending since 2026-11-20T10:00:00\.000000Z: 1 in flight, the next is due at 20/,
    ),
  );
});

it('shows how the last attempts failed, the newest first, of the deliveries that wait, died or were made last', async () => {
  const { id } = await create(webhooks.live);
  const [waits, died, done] = [
    await addDelivery(webhooks, id, 'pending'),
    await addDelivery(webhooks, id, 'dead'),
    await addDelivery(webhooks, id, 'succeeded'),
  ];
  const other = await addDelivery(webhooks, (await create(webhooks.live)).id);
  await addAttempt(other, { number: 1, at: '2026-11-20T10:09:00Z', error: 'status' });
  await addAttempt(waits, { number: 1, at: '2026-11-20T10:03:00Z', error: 'status' });
  await addAttempt(waits, { number: 2, at: '2026-11-20T10:04:00Z', error: 'timeout' });
  await addAttempt(died, { number: 10, at: '2026-11-20T10:01:00Z', error: 'status' });
  await addAttempt(done, { number: 1, at: '2026-11-20T10:02:00Z', error: 'status' });
  await addAttempt(done, { number: 2, at: '2026-11-20T10:05:00Z', error: null });
  const { failures } = await show(id);
  expect(failures.map(({ delivery_id, attempt }) => [delivery_id, attempt])).toEqual([
    [waits, 2],
    [waits, 1],
    [done, 1],
    [died, 10],
  ]);
  expect(failures[0]).toEqual({
    at: '2026-11-20T10:04:00.000000Z',
    delivery_id: waits,
    type: 'stock.changed',
    attempt: 2,
    status: null,
    milliseconds: 43,
    error: 'timeout',
  });
  expect((await printedFor(id)).slice(-4)).toEqual([
    `  2026-11-20T10:04:00.000000Z stock.changed ${waits}, attempt 2: timeout after 43 ms`,
    `  2026-11-20T10:03:00.000000Z stock.changed ${waits}, attempt 1: status 503 after 43 ms`,
    `  2026-11-20T10:02:00.000000Z stock.changed ${done}, attempt 1: status 503 after 43 ms`,
    `  2026-11-20T10:01:00.000000Z stock.changed ${died}, attempt 10: status 503 after 43 ms`,
  ]);
});

it('shows why an endpoint is disabled; what was pending for it is dead, and no event waits for it', async () => {
  const { id } = await create(webhooks.live);
  await addDelivery(webhooks, id, 'pending');
  await webhooks.live.patch(`${WEBHOOKS}/${id}`, { body: { status: 'disabled' } });
  await receive();
  expect(await show(id)).toMatchObject({
    status: 'disabled',
    disabled_at: expect.stringMatching(TIME),
    disabled_reason: 'requested',
    fan_out_pending_since: null,
    pending: 0,
  });
  expect(await printedFor(id)).toContainEqual(
    expect.stringMatching(/^disabled since 20\S+: requested$/),
  );
});

it('shows since when the attempts of a slow endpoint fail', async () => {
  const { id } = await create(webhooks.live);
  await webhooks.db.owner.query(
    `update webhook_endpoint set failing_since = '2026-11-20T10:00:00Z', is_slow = true where id = $1`,
    [id],
  );
  expect(await printedFor(id)).toEqual(
    expect.arrayContaining([
      'attempts have failed since 2026-11-20T10:00:00.000000Z',
      'slow: its last attempts took five seconds or more',
    ]),
  );
});

it('refuses an id that no endpoint has, or one that was deleted', async () => {
  const { id } = await create(webhooks.live);
  await webhooks.live.delete(`${WEBHOOKS}/${id}`);
  for (const unknown of [id, UNKNOWN]) {
    await expect(show(unknown)).rejects.toThrow('`endpoint` is not the id of an endpoint.');
  }
});
