import { describe, expect, it } from 'vitest';
import { fanOut } from '../../../src/webhooks/delivery/fan-out.ts';
import { tendDeliveries } from '../../../src/webhooks/delivery/tend-deliveries.ts';
import { hold } from '../../support/concurrency.ts';
import { claimDue } from '../../support/deliveries.ts';
import {
  addDelivery,
  create,
  PUBLIC_URL,
  rowOf,
  useEndpoints,
  WEBHOOKS,
} from '../../support/endpoints.ts';
import { day, post } from '../../support/pharmacy.ts';

const webhooks = useEndpoints();

const OTHER_URL = 'https://8.8.8.8/hooks';

const patch = (id: string, body: Record<string, unknown>) =>
  webhooks.live.patch(`${WEBHOOKS}/${id}`, { body });

async function deliveries(id: string, status?: string): Promise<Record<string, unknown>[]> {
  const query = status === undefined ? {} : { status };
  return (await webhooks.live.get(`${WEBHOOKS}/${id}/deliveries`, { query })).body.data;
}

it('changes what is named and leaves the rest, the secret included', async () => {
  const { secret, ...made } = await create(webhooks.live, { description: 'Shop' });
  const sealed = (await rowOf(webhooks, made.id)).secret;
  const changes: [Record<string, unknown>, Record<string, unknown>][] = [
    [{ url: OTHER_URL }, { url: OTHER_URL }],
    [{ events: ['stock.low', 'stock.low'] }, { events: ['stock.low'] }],
    [{ description: 'Store' }, { description: 'Store' }],
    [{ status: 'enabled' }, {}],
    [
      { url: PUBLIC_URL, events: [], description: null },
      { url: PUBLIC_URL, events: [], description: null },
    ],
  ];
  let expected = made;
  for (const [body, change] of changes) {
    expected = { ...expected, ...change };
    const changed = await patch(made.id, body);
    expect([changed.status, changed.body]).toEqual([200, expected]);
    expect((await webhooks.live.get(`${WEBHOOKS}/${made.id}`)).body).toEqual(expected);
  }
  expect((await rowOf(webhooks, made.id)).secret).toEqual(sealed);
  expect(secret).toMatch(/^whsec_/);
});

it('refuses an address that is not public, a field that is unknown and a change of nothing', async () => {
  const { id } = await create(webhooks.live);
  for (const body of [
    { url: 'https://127.0.0.1/' },
    { url: 'http://8.8.8.8/' },
    { url: null },
    { events: ['stock.gone'] },
    { status: 'deleted' },
    { secret: 'mine' },
    {},
  ]) {
    const refused = await patch(id, body);
    expect([refused.status, refused.body.error.code]).toEqual([400, 'validation_error']);
  }
  expect((await webhooks.live.get(`${WEBHOOKS}/${id}`)).body.url).toBe(PUBLIC_URL);
});

describe('disabling', () => {
  it('ends all that is pending as dead at once, anyone who holds it', async () => {
    const { id } = await create(webhooks.live);
    const pending = await addDelivery(webhooks, id, 'pending');
    const done = await addDelivery(webhooks, id, 'succeeded');
    const held = await hold(webhooks.db.owner, 'select * from webhook_delivery for update');
    try {
      const disabled = await patch(id, { status: 'disabled' });
      expect([disabled.status, disabled.body]).toMatchObject([
        200,
        { status: 'disabled', disabled_at: expect.any(String), disabled_reason: 'requested' },
      ]);
      expect(await deliveries(id, 'pending')).toEqual([]);
      expect(await deliveries(id, 'dead')).toMatchObject([
        { id: pending, status: 'dead', next_attempt_at: null },
      ]);
      expect((await deliveries(id)).map((one) => [one.id, one.status])).toEqual(
        expect.arrayContaining([
          [pending, 'dead'],
          [done, 'succeeded'],
        ]),
      );
      // Again is no change: the time stays.
      expect((await patch(id, { status: 'disabled' })).body).toEqual(disabled.body);
    } finally {
      await held.release();
    }
    const before = await deliveries(id);
    await tendDeliveries(webhooks.db.database);
    expect(await deliveries(id)).toEqual(before);
    expect(await deliveries(id, 'dead')).toHaveLength(1);
    const { rows } = await webhooks.db.owner.query(
      `select delivery.status, delivery.finished_at = endpoint.disabled_at as by_mark
         from webhook_delivery delivery join webhook_endpoint endpoint on endpoint.id = endpoint_id
        where delivery.id = $1`,
      [pending],
    );
    expect(rows).toEqual([{ status: 'dead', by_mark: true }]);
  });

  it('refuses a test and replays, of one and of all', async () => {
    const { id } = await create(webhooks.live);
    const dead = await addDelivery(webhooks, id);
    await patch(id, { status: 'disabled' });
    const since = '2026-01-01T00:00:00Z';
    for (const refused of await Promise.all([
      webhooks.live.post(`${WEBHOOKS}/${id}/test`),
      webhooks.live.post(`${WEBHOOKS}/${id}/replay`, { body: { since } }),
      webhooks.live.post(`${WEBHOOKS}/${id}/deliveries/${dead}/replay`),
    ])) {
      expect([refused.status, refused.body.error.code]).toEqual([400, 'validation_error']);
    }
    expect(await deliveries(id)).toMatchObject([{ id: dead, status: 'dead' }]);
  });

  it('ends a replay that is under way', async () => {
    const { id } = await create(webhooks.live);
    for (let index = 0; index < 3; index += 1) await addDelivery(webhooks, id);
    await webhooks.db.owner.query(
      `insert into webhook_replay (id, organization_id, endpoint_id, died_since, died_until, next_attempt_at)
       select gen_random_uuid(), organization_id, id, now() - interval '1 day', now(), now()
         from webhook_endpoint where id = $1`,
      [id],
    );
    await patch(id, { status: 'disabled' });
    await patch(id, { status: 'enabled' });
    await tendDeliveries(webhooks.db.database);
    expect(await deliveries(id, 'dead')).toHaveLength(3);
  });
});

describe('enabling', () => {
  it('begins with the events from then on; those of the meantime are in the feed alone', async () => {
    const { id } = await create(webhooks.live);
    const receive = async () => {
      const lot = { lot_number: 'L', expiry_date: day(60) };
      const body = { type: 'receive', sku_code: 'SKU-1', qty: 1, ...lot };
      expect((await post(webhooks.live, body)).status).toBe(201);
    };
    await patch(id, { status: 'disabled' });
    await receive();
    await fanOut(webhooks.db.database);
    const enabled = await patch(id, { status: 'enabled' });
    const state = { status: 'enabled', disabled_at: null, disabled_reason: null };
    expect(enabled.body).toMatchObject(state);
    await fanOut(webhooks.db.database);
    expect(await deliveries(id)).toEqual([]);
    await receive();
    await fanOut(webhooks.db.database);
    const feed = (await webhooks.live.get('/v1/inventory/events', { query: { limit: 100 } })).body;
    expect(await deliveries(id, 'pending')).toMatchObject([{ event_id: feed.data.at(-1).id }]);
  });

  it('brings back nothing that ended, unless it is replayed', async () => {
    const { id } = await create(webhooks.live);
    const ended = await addDelivery(webhooks, id, 'pending');
    await patch(id, { status: 'disabled' });
    await patch(id, { status: 'enabled' });
    expect(await deliveries(id)).toMatchObject([{ id: ended, status: 'dead' }]);
    // No worker has ended it in its row yet, and none takes it up.
    expect((await claimDue(webhooks.db.database)).map((claimed) => claimed.id)).not.toContain(
      ended,
    );
    const since = '2026-01-01T00:00:00Z';
    const { body } = await webhooks.live.post(`${WEBHOOKS}/${id}/replay`, { body: { since } });
    // Counted, though no worker has been there yet.
    expect(body).toEqual({ replayed: 1 });
    await tendDeliveries(webhooks.db.database);
    expect(await deliveries(id)).toMatchObject([{ id: ended, status: 'pending' }]);
  });
});
