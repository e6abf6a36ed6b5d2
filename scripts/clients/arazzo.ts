/**
 * Follows the workflows as the server publishes them with another runner than Redocly's: arazzo-runner, from PyPI.
 * Prints a line for each, and ends with 1 where a step failed. Needs Python 3; without it, it says so and succeeds.
 *
 *     npm run clients:arazzo
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stopAll, stopAllWhenEnded, stopLater } from '../../kit/cleanup.ts';
import { importOrganization } from '../../kit/organization.ts';
import { print } from '../../kit/print.ts';
import { operate, startProduct } from '../../kit/product.ts';
import { run } from '../../kit/run.ts';
import { missingOf } from './toolchains.ts';

const RUNNER = 'arazzo-runner==0.9.6';
const ORGANIZATION = 'workflows';
const SKUS = ['SHIPPED', 'RECALLED'];
const DAY_MILLISECONDS = 86_400_000;
const inDays = (days: number) =>
  new Date(Date.now() + days * DAY_MILLISECONDS).toISOString().slice(0, 10);

const lots = { recalled_lot: 'R1', recalled_expiry_date: inDays(100) };
const recall = { ...lots, other_lot: 'R2', other_expiry_date: inDays(200), order_id: '7' };
const shipment = { lot_number: 'L1', expiry_date: inDays(100), order_id: '5' };

stopAllWhenEnded();
try {
  const missing = await missingOf(['python3']);
  if (missing.length > 0) print(`skipped: this machine has no ${missing.join(', ')}`);
  else await followAll();
} finally {
  await stopAll();
}

async function followAll(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'arazzo-'));
  stopLater(() => rm(folder, { recursive: true, force: true }));
  await run('python3', ['-m', 'venv', 'venv'], { cwd: folder });
  await run('venv/bin/pip', ['install', '--quiet', RUNNER], { cwd: folder });
  const settings = {
    DATA_DIR: join(folder, 'data'),
    LOG_LEVEL: 'warn',
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
  };
  const product = await startProduct(settings);
  const key = await importOrganization(settings, { slug: ORGANIZATION, skus: SKUS }, folder);
  const { origin } = new URL(product.url);
  await takeDocuments(origin, folder);
  const follow = async (document: string, workflow: string, inputs: object) => {
    const file = `workflows/${document}.arazzo.yaml`;
    const given = JSON.stringify({ key, ...inputs });
    const words = ['execute-workflow', file, '--workflow-id', workflow, '--inputs', given];
    // It takes the key of the contract's security from here, and passes over the workflow's own parameters.
    const env = { ...process.env, PHARMACY_APIKEY_TOKEN: key };
    const said = await run('venv/bin/arazzo-runner', words, { cwd: folder, env });
    const isDone = said.includes('status=workflow_complete');
    print(`${workflow}: ${isDone ? 'followed' : `FAILED\n${said}`}`);
    if (!isDone) process.exitCode = 1;
  };
  await follow('receive-reserve-ship', 'receive-reserve-ship', {
    sku_code: 'SHIPPED',
    ...shipment,
  });
  await follow('recall', 'before-the-recall', { sku_code: 'RECALLED', ...recall });
  const lot = ['--sku', 'RECALLED', '--lot', recall.recalled_lot, '--status', 'quarantine'];
  await operate(settings, ['lot', 'set-status', '--organization', ORGANIZATION, ...lot]);
  await follow('recall', 'after-the-recall', { sku_code: 'RECALLED', ...recall });
  await follow('webhook-set-up', 'webhook-set-up', { url: await receiverUrl() });
}

/** The contract with the address of this server, and the workflows next to it. */
async function takeDocuments(origin: string, folder: string): Promise<void> {
  const document = (await (await fetch(`${origin}/openapi.json`)).json()) as object;
  const servers = [{ url: `${origin}/api/public` }];
  await writeFile(join(folder, 'openapi.json'), JSON.stringify({ ...document, servers }));
  await mkdir(join(folder, 'workflows'));
  for (const name of ['receive-reserve-ship', 'recall', 'webhook-set-up']) {
    const file = `workflows/${name}.arazzo.yaml`;
    await writeFile(join(folder, file), await (await fetch(`${origin}/${file}`)).text());
  }
}

async function receiverUrl(): Promise<string> {
  const receiver = createServer((request, response) => {
    request.resume();
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  stopLater(async () => {
    receiver.close();
    receiver.closeAllConnections();
  });
  return `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
}
