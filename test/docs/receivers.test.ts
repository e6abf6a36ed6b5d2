// The receivers that the guides to webhooks show, in docs/ and on the pages of the contract, are run as they stand.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { freePort } from '../../kit/system-server.ts';
import { type Sent, send } from '../../src/webhooks/delivery/send.ts';
import { AddressGuard } from '../../src/webhooks/endpoints/address-guard.ts';
import { makeSecret, signedHeaders } from '../../src/webhooks/endpoints/sign.ts';
import { until } from '../support/concurrency.ts';
import { readDocument } from '../support/document.ts';
import { nodes } from '../support/nodes.ts';

const GUIDES = 'openapi/guides.md';
const BODY_SIGNED = 'X-Webhook-Signature';
/** With the time, so that what is old is refused. */
const WHOLLY_SIGNED = 'webhook-signature';

const programs = (file: string): string[] =>
  file.endsWith('.py') ? ['python3'] : nodes().map(([, path]) => path);

it.each(
  [
    ['docs/webhooks.md', 'receiver.mjs', BODY_SIGNED] as const,
    [GUIDES, 'receiver.mjs', WHOLLY_SIGNED] as const,
    [GUIDES, 'receiver.py', WHOLLY_SIGNED] as const,
  ].flatMap((row) => programs(row[1]).map((program) => [...row, program] as const)),
)('%s: %s takes what is genuine, and refuses the rest', async (path, file, header, program) => {
  if (!isInstalled(program)) return;
  const folder = mkdtempSync(join(tmpdir(), 'pharmacy-receiver-'));
  writeFileSync(join(folder, file), readDocument(path).files.get(file)?.text as string);
  const [secret, nextSecret, port] = [makeSecret(), makeSecret(), await freePort()];
  const given = header === WHOLLY_SIGNED ? `${makeSecret()},${nextSecret}` : secret;
  const env = { ...process.env, SECRET: given, PORT: String(port) };
  const child = spawn(program, [join(folder, file)], { env });
  let printed = '';
  child.stdout.on('data', (bytes) => {
    printed += bytes;
  });
  const body = '{"type": "stock.low", "data": {"location": "Größe"}}';
  /** During an overlap, and what has the new secret alone must take it too. */
  const deliver = (
    isGenuine: boolean,
    headers: Record<string, string> = {},
    at = new Date(),
  ): Promise<Sent> => {
    const signing = { deliveryId: 'd-1', type: 'stock.low', payload: body, at };
    const secrets = isGenuine ? { secret, nextSecret } : { secret: makeSecret(), nextSecret: null };
    const signed = signedHeaders({ ...signing, ...secrets });
    const url = `http://127.0.0.1:${port}/`;
    const guard = new AddressGuard(['127.0.0.0/8']);
    return send({ url, headers: { ...signed, ...headers }, body }, { guard });
  };
  try {
    await until('it listens', async () => (await deliver(false)).status === 401);
    const forged = ['', 'sha256=', 'v1,', 'ü'.repeat(71), 'ü'.repeat(47)].map((signature) => ({
      [header]: signature,
    }));
    if (header === WHOLLY_SIGNED) {
      forged.push({ 'webhook-id': 'd-2' }, { 'webhook-timestamp': '²' });
      forged.push({ 'webhook-timestamp': String(Math.floor(Date.now() / 1000) - 1) });
      for (const seconds of [-310, 310]) {
        const stale = await deliver(true, {}, new Date(Date.now() + seconds * 1000));
        expect([seconds, stale.status]).toEqual([seconds, 401]);
      }
    }
    for (const headers of forged) {
      expect([headers, (await deliver(true, headers)).status]).toEqual([headers, 401]);
    }
    expect(printed).toBe('');
    expect(await deliver(true)).toMatchObject({ status: 204, error: null });
    await until('it is printed', () => printed.endsWith('\n'));
    expect(printed).toBe(`d-1 ${body}\n`);
  } finally {
    child.kill();
    await once(child, 'exit');
    rmSync(folder, { recursive: true });
  }
});

function isInstalled(program: string): boolean {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
