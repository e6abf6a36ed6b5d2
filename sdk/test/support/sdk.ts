// The SDK against the real service, with a proxy between them that breaks what a test asks it to break.
import { afterAll, beforeAll } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../kit/database.ts';
import {
  makePharmacy,
  type Pharmacy,
  type RunningService,
  startService,
} from '../../../test/support/pharmacy.ts';
import { type ClientOptions, createClient, type PharmacyPlatform } from '../../typescript/index.ts';
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts';

export interface SdkHome {
  readonly db: TestDatabase;
  readonly service: RunningService;
  readonly proxy: FaultProxy;
  readonly pharmacy: Pharmacy;
  /** A client that calls through the proxy, with the live key. */
  client(options?: Partial<ClientOptions>): PharmacyPlatform;
}

export const SKU = 'SKU-1';

export function useSdk(parts: Parameters<typeof makePharmacy>[1] = {}): SdkHome {
  const home = {} as SdkHome;
  beforeAll(async () => {
    const db = await createTestDatabase();
    const service = await startService(db.database, { allowedNetworks: ['127.0.0.0/8'] });
    const proxy = await startFaultProxy(service.url);
    const pharmacy = await makePharmacy(db.database, parts);
    const client = (options: Partial<ClientOptions> = {}) =>
      createClient({
        apiKey: pharmacy.liveKey,
        baseUrl: `${proxy.url}/api/public`,
        ...options,
      });
    Object.assign(home, { db, service, proxy, pharmacy, client });
  });
  afterAll(async () => {
    await home.proxy.close();
    await home.service.close();
    await home.db.drop();
  });
  return home;
}
