// The receivers that the guide to webhooks shows are run as they stand.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { AddressGuard } from '../../src/webhooks/address-guard.ts';
import { type Sent, send } from '../../src/webhooks/send.ts';
import { makeSecret, signedHeaders } from '../../src/webhooks/sign.ts';
import { readDocument } from '../support/document.ts';
import { freePort } from '../support/free-port.ts';
import { until } from '../support/storm.ts';

const { files } = readDocument('docs/webhooks.md');

it.each([
  ['receiver.mjs', process.execPath],
  ['receiver.py', 'python3'],
])('%s takes what is genuine, and refuses the rest', async (file, program) => {
  if (!isInstalled(program)) return;
  const folder = mkdtempSync(join(tmpdir(), 'pharmacy-receiver-'));
  writeFileSync(join(folder, file), files.get(file)?.text as string);
  const [secret, port] = [makeSecret(), await freePort()];
  const env = { ...process.env, SECRET: secret, PORT: String(port) };
  const child = spawn(program, [join(folder, file)], { env });
  let printed = '';
  child.stdout.on('data', (bytes) => {
    printed += bytes;
  });
  const body = '{"type": "stock.low", "data": {"location": "Größe"}}';
  const deliver = (signedWith: string, headers: Record<string, string> = {}): Promise<Sent> => {
    const signing = { deliveryId: 'd-1', type: 'stock.low', payload: body, at: new Date() };
    const signed = signedHeaders({ ...signing, secret: signedWith, nextSecret: null });
    const url = `http://127.0.0.1:${port}/`;
    const guard = new AddressGuard(['127.0.0.0/8']);
    return send({ url, headers: { ...signed, ...headers }, body }, { guard });
  };
  try {
    await until('it listens', async () => (await deliver(makeSecret())).status === 401);
    for (const signature of ['', 'sha256=', 'ü'.repeat(71)]) {
      expect(await deliver(secret, { 'X-Webhook-Signature': signature })).toMatchObject({
        status: 401,
      });
    }
    expect(printed).toBe('');
    expect(await deliver(secret)).toMatchObject({ status: 204, error: null });
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
