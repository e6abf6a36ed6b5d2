// What a page of deliveries costs among very many of other statuses: the rows that are read for it.
import { expect, it } from 'vitest';
import { listDeliveries } from '../../../src/webhooks/delivery/list-deliveries.ts';
import { readsOf } from '../../support/database.ts';
import { costOf } from '../../support/plan-rows.ts';
import { setAnalysed } from '../../support/watched-plans.ts';
import { useWorld } from '../../support/world.ts';

const ORGANIZATION = '00000000-0000-7000-8000-000000000001';
const ENDPOINT = '00000000-0000-7000-8000-000000000002';
const DELIVERIES = 100_000;
const LIMIT = 5;
const ROWS_MAX = 100;

const world = useWorld(
  async ({ db }) => {
    await db.owner.query(`
    alter table webhook_delivery set (autovacuum_enabled = off);
    insert into organization (id, slug, name, kind) values ('${ORGANIZATION}', 'big', 'Big', 'pharmacy');
    insert into webhook_endpoint (id, organization_id, environment, url, events, secret, fanned_position, created_at)
    values ('${ENDPOINT}', '${ORGANIZATION}', 'live', 'https://example.com', '{}', '', 0, now());
    insert into webhook_delivery (id, organization_id, endpoint_id, event_id, type, payload, status, created_at,
                                  next_attempt_at, finished_at)
    select gen_random_uuid(), '${ORGANIZATION}', '${ENDPOINT}', gen_random_uuid(), 'stock.low', '{}', status,
           timestamptz '2026-01-01' + nth * interval '1 second',
           case when status = 'pending' then now() end, case when status <> 'pending' then now() end
      from generate_series(1, ${DELIVERIES}) nth
     cross join lateral (
           select case nth when 1 then 'succeeded' when 2 then 'pending' else 'dead' end as status) one`);
  },
  { service: false, timeout: 120_000 },
);

it.each([
  [undefined, LIMIT],
  ['dead', LIMIT],
  ['pending', 1],
  ['succeeded', 1],
  ['unheard-of', 0],
])('a page of those that are %s costs its rows', async (status, found) => {
  const principal = { organizationId: ORGANIZATION, environment: 'live' };
  const query = { limit: LIMIT, ...(status && { status }) };
  const call = { path: { id: ENDPOINT }, query, principal } as never;
  for (const state of ['never analysed', 'analysed'] as const) {
    await setAnalysed(world.db.owner, state);
    for (const plans of ['custom', 'generic'] as const) {
      const { rows } = await costOf(readsOf(world.db.database), plans, async (database) => {
        expect((await listDeliveries(call, { database })).body.data).toHaveLength(found);
      });
      expect(rows, `${state}, ${plans}`).toBeLessThan(ROWS_MAX);
    }
  }
});
