// The world in which each client does the same: a server of its own, an organization, and a SKU for each client.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stopLater } from '../../kit/cleanup.ts';
import { importOrganization } from '../../kit/organization.ts';
import { startProduct } from '../../kit/product.ts';

const ORGANIZATION = 'clients';
/** Nobody listens there, and no worker sends. */
const HOOK = 'https://127.0.0.1:9/hooks';

export interface World {
  readonly url: string;
  /** What the programme of this client reads from its environment. */
  settingsFor(client: string): Record<string, string>;
}

/** @param clients by names that do as SKU codes */
export async function makeWorld(clients: readonly string[]): Promise<World> {
  const folder = await mkdtemp(join(tmpdir(), 'clients-world-'));
  stopLater(() => rm(folder, { recursive: true, force: true }));
  const settings = {
    DATA_DIR: join(folder, 'data'),
    LOG_LEVEL: 'warn',
    WORKER: 'off',
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
  };
  const product = await startProduct(settings);
  const url = new URL(product.url).origin;
  const key = await importOrganization(settings, { slug: ORGANIZATION, skus: clients }, folder);
  const settingsFor = (client: string) => ({
    CLIENT_URL: `${url}/api/public`,
    CLIENT_KEY: key,
    CLIENT_SKU: client,
    CLIENT_EXPIRY: `${new Date().getUTCFullYear() + 2}-12-31`,
    CLIENT_HOOK: HOOK,
  });
  return { url, settingsFor };
}
