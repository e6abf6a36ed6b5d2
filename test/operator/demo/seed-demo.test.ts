import { expect, it } from 'vitest';
import { seedDemo } from '../../../src/operator/demo/seed-demo.ts';
import { SECRETS } from '../../support/as-operator.ts';
import { client } from '../../support/client.ts';
import { useWorld } from '../../support/world.ts';

const world = useWorld(
  async ({ db }) => {
    const demo = await seedDemo(db.database, { actor: 'tester', secrets: SECRETS });
    return { demo };
  },
  { timeout: 30_000 },
);

it('gives its keys the limits of the plan standard, as a first integration will have them', async () => {
  const { rows } = await world.db.owner.query(
    `select plan, requests_per_minute::int as minute, requests_per_day::int as day from api_key`,
  );
  const standard = { plan: 'standard', minute: 60, day: 10_000 };
  expect(rows).toEqual([standard, standard, standard, standard]);
  const api = client({ url: world.service.url, key: world.demo?.keys?.pharmacy.live as string });
  const { headers } = await api.post('/v1/inventory/movements', { body: {} });
  expect(headers.get('x-ratelimit-limit')).toBe('60');
});
