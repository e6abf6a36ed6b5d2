// The world in which each client does the same: a server of its own, an organization, and a SKU for each client.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stopLater } from '../bench/cleanup.ts';
import { operate, startProduct } from '../bench/product.ts';

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
  const file = join(folder, 'import.json');
  await writeFile(file, JSON.stringify(recordsFor(clients)));
  await operate(settings, ['import', file]);
  const words = ['--organization', ORGANIZATION, '--environment', 'live', '--scopes', 'all'];
  const issued = await operate(settings, ['key', 'issue', ...words, '--plan', 'partner', '--json']);
  const { key } = JSON.parse(issued) as { key: string };
  const settingsFor = (client: string) => ({
    CLIENT_URL: `${url}/api/public`,
    CLIENT_KEY: key,
    CLIENT_SKU: client,
    CLIENT_EXPIRY: `${new Date().getUTCFullYear() + 2}-12-31`,
    CLIENT_HOOK: HOOK,
  });
  return { url, settingsFor };
}

function recordsFor(clients: readonly string[]): object {
  const organization = ORGANIZATION;
  const products = clients.map((name) => ({ id: crypto.randomUUID(), organization, name }));
  return {
    organizations: [{ slug: organization, name: 'Clients', kind: 'pharmacy' }],
    locations: [{ organization, name: 'Main', is_default: true }],
    products,
    skus: products.map(({ id, name }) => ({ organization, sku_code: name, product_id: id })),
  };
}
