// The world in which each client does the same: a server of its own, an organization, and a SKU for each client.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stopLater } from '../bench/cleanup.ts';
import { run } from '../bench/run.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PROGRAM = ['--disable-warning=ExperimentalWarning', 'src/main.ts'];
const START_SECONDS_MAX = 120;
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
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    DATA_DIR: join(folder, 'data'),
    DEMO: 'off',
    PORT: '0',
    LOG_LEVEL: 'warn',
    WORKER: 'off',
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
  };
  const url = await startServer(env);
  const operate = (...words: string[]) =>
    run(process.execPath, [...PROGRAM, 'operator', ...words], {
      cwd: ROOT,
      env,
      name: `operator ${words[0]}`,
    });
  const file = join(folder, 'import.json');
  await writeFile(file, JSON.stringify(recordsFor(clients)));
  await operate('import', file);
  const words = ['--organization', ORGANIZATION, '--environment', 'live', '--scopes', 'all'];
  const issued = await operate('key', 'issue', ...words, '--plan', 'partner', '--json');
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

async function startServer(env: NodeJS.ProcessEnv): Promise<string> {
  const child = spawn(process.execPath, [...PROGRAM, 'serve'], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  stopLater(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'close');
  });
  return new Promise((resolve, reject) => {
    const overdue = setTimeout(
      () => reject(new Error('the server is not ready in time')),
      START_SECONDS_MAX * 1000,
    );
    let said = '';
    child.stdout.on('data', (bytes) => {
      said += bytes;
      const url = /listening on (http:\S+)/.exec(said)?.[1];
      if (url === undefined) return;
      clearTimeout(overdue);
      resolve(url);
    });
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${said}`)));
  });
}
