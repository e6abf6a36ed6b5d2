// A receiver was down for a day: `DELIVERIES=1000000 npx vitest run test/webhooks/delivery/replay-deliveries.scale.test.ts`.
import { expect, it } from 'vitest';
import { tendDeliveries } from '../../../src/webhooks/delivery/tend-deliveries.ts';
import { create, useEndpoints, WEBHOOKS } from '../../support/endpoints.ts';

const webhooks = useEndpoints();

const DELIVERIES = Number(process.env.DELIVERIES ?? 20_000);
const MILLISECONDS_MAX = 3_000;

it(`answers a replay, a disabling and a deletion of ${DELIVERIES} deliveries within 3 s each`, async () => {
  const { id } = await create(webhooks.live);
  await webhooks.db.owner.query(
    `insert into webhook_delivery (id, organization_id, endpoint_id, event_id, type, payload, status,
                                   created_at, finished_at)
     select gen_random_uuid(), organization_id, id, gen_random_uuid(), 'stock.changed', '{}', 'dead',
            now() + make_interval(secs => nth), now()
       from webhook_endpoint, generate_series(1, $2::int) nth where id = $1`,
    [id, DELIVERIES],
  );
  const timed = async (what: string, work: () => Promise<{ status: number; body: unknown }>) => {
    const startedAt = performance.now();
    const { status, body } = await work();
    const milliseconds = Math.round(performance.now() - startedAt);
    if (process.env.DELIVERIES !== undefined) process.stdout.write(`${what}: ${milliseconds} ms\n`);
    expect([what, status]).toEqual([what, 200]);
    expect(milliseconds).toBeLessThan(MILLISECONDS_MAX);
    return body;
  };
  const since = '2026-01-01T00:00:00Z';
  const replay = () => webhooks.live.post(`${WEBHOOKS}/${id}/replay`, { body: { since } });
  expect(await timed('replay', replay)).toEqual({ replayed: DELIVERIES });
  const startedAt = performance.now();
  await tendDeliveries(webhooks.db.database);
  if (process.env.DELIVERIES !== undefined) {
    process.stdout.write(`slices: ${Math.round(performance.now() - startedAt)} ms\n`);
  }
  const list = (status: string) =>
    timed(`list of ${status}`, () =>
      webhooks.live.get(`${WEBHOOKS}/${id}/deliveries`, { query: { status } }),
    );
  expect(await list('pending')).toMatchObject({ next_cursor: expect.any(String) });
  const body = { status: 'disabled' };
  await timed('disable', () => webhooks.live.patch(`${WEBHOOKS}/${id}`, { body }));
  expect(await list('pending')).toMatchObject({ data: [], next_cursor: null });
  expect(await list('dead')).toMatchObject({ next_cursor: expect.any(String) });
  await timed('delete', () => webhooks.live.delete(`${WEBHOOKS}/${id}`));
  expect((await webhooks.live.get(`${WEBHOOKS}/${id}`)).status).toBe(404);
}, 900_000);
