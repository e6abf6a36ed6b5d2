import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Demo, seedDemo } from '../../../src/operator/demo/seed-demo.ts';
import { SECRETS } from '../../support/as-operator.ts';
import { client } from '../../support/client.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { type RunningService, startService } from '../../support/pharmacy.ts';

let db: TestDatabase;
let service: RunningService;
let demo: Demo | undefined;
beforeAll(async () => {
  db = await createTestDatabase();
  demo = await seedDemo(db.database, { actor: 'tester', secrets: SECRETS });
  service = await startService(db.database);
}, 30_000);
afterAll(async () => {
  await service.close();
  await db.drop();
});

it('gives its keys the limits of the plan standard, as a first integration will have them', async () => {
  const { rows } = await db.owner.query(
    `select plan, requests_per_minute::int as minute, requests_per_day::int as day from api_key`,
  );
  const standard = { plan: 'standard', minute: 60, day: 10_000 };
  expect(rows).toEqual([standard, standard, standard, standard]);
  const api = client({ url: service.url, key: demo?.keys?.pharmacy.live as string });
  const { headers } = await api.post('/v1/inventory/movements', { body: {} });
  expect(headers.get('x-ratelimit-limit')).toBe('60');
});
