// Keys of one pharmacy, and what the service says to those who come with them.
import { afterAll, beforeAll } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../kit/database.ts';
import { issueKey } from './as-operator.ts';
import { client, makePharmacy, type RunningService, startService } from './pharmacy.ts';

/** A database and a service of this file's own. */
export function useIssuedKeys() {
  let db: TestDatabase;
  let service: RunningService;
  beforeAll(async () => {
    db = await createTestDatabase();
    await makePharmacy(db.database);
    service = await startService(db.database);
  });
  afterAll(async () => {
    await service.close();
    await db.drop();
  });
  return {
    get db() {
      return db;
    },
    issue: (scopes = 'all') =>
      issueKey(db.database, {
        organization: 'pharmacy',
        environment: 'live',
        scopes,
        plan: 'partner',
      }),
    as: (key: string) => client({ url: service.url, key }),
    /** Of a read, with this key. */
    statusOf: async (key: string) =>
      (await client({ url: service.url, key }).get('/v1/inventory/stock')).status,
  };
}
