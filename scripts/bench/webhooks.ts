// How fast webhooks are delivered, on an embedded server of its own: `npm run bench:webhooks`.
// Goals: 300 deliveries a second to five receivers, and a second from commit to receipt for 95 of 100 at
// 100 events a second.
import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { Database } from '../../src/database/database.ts';
import { joinEmbeddedServer } from '../../src/database/embedded/embedded-server.ts';
import { migrate, serviceUrl } from '../../src/database/migrate.ts';
import type { Statement } from '../../src/database/statement.ts';
import { appendEvents } from '../../src/events/append-events.ts';
import { importFile } from '../../src/operator/import/import-file.ts';
import { operatorAction } from '../../src/operator-actions.ts';
import { SecretBox } from '../../src/secrets.ts';
import { AddressGuard } from '../../src/webhooks/address-guard.ts';
import { deliverUntil } from '../../src/webhooks/deliver.ts';
import { placeOf } from '../../src/webhooks/endpoint-secrets.ts';
import { makeSecret } from '../../src/webhooks/sign.ts';

const RECEIVERS = 5;
const ANSWER_MILLISECONDS = 10;
const STORM_EVENTS = 2_000;
const PACED_EVENTS_PER_SECOND = 100;
const PACED_SECONDS = 15;
const WAIT_SECONDS_MAX = 120;

if (process.argv[2] === 'receive') await receive();
else await measure();

/** In a process of its own, so that its work is not the worker's: tells each event and when it came. */
async function receive(): Promise<void> {
  let told: [string, number][] = [];
  setInterval(() => {
    if (told.length > 0) process.send?.({ told });
    told = [];
  }, 50);
  const urls: string[] = [];
  for (let nth = 0; nth < RECEIVERS; nth += 1) {
    const server = createServer((request, response) => {
      let text = '';
      request.on('data', (chunk) => {
        text += chunk;
      });
      request.on('end', () => {
        told.push([JSON.parse(text).id, Date.now()]);
        setTimeout(() => response.writeHead(204).end(), ANSWER_MILLISECONDS);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    urls.push(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  }
  process.send?.({ urls });
}

async function measure(): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'pharmacy-bench-'));
  const embedded = await joinEmbeddedServer({ dataDir: join(directory, 'data') });
  await migrate(embedded.ownerUrl);
  const database = new Database(await serviceUrl(embedded.ownerUrl), { preparedStatements: true });
  const receivers = fork(import.meta.filename, ['receive']);
  const came: [string, number][] = [];
  try {
    const urls = await new Promise<string[]>((resolve) => {
      receivers.on('message', (message: { urls?: string[]; told?: [string, number][] }) => {
        if (message.urls) resolve(message.urls);
        came.push(...(message.told ?? []));
      });
    });
    const organizationId = await organization(database);
    const secrets = new SecretBox([Buffer.alloc(32, 1)]);
    for (const url of urls) await endpoint(database, { organizationId, url, secrets });
    const guard = new AddressGuard(['127.0.0.0/8']);
    const log = pino({ level: 'warn' });
    const stopping = new AbortController();
    const working = deliverUntil(stopping.signal, {
      database,
      secrets,
      guard,
      retrySeconds: [1],
      log,
    });

    await pause(500);
    const startedAt = Date.now();
    for (let nth = 0; nth < STORM_EVENTS; nth += 100) await append(database, organizationId, 100);
    await all(came, STORM_EVENTS * RECEIVERS);
    const seconds = (Date.now() - startedAt) / 1000;
    const perSecond = Math.round((STORM_EVENTS * RECEIVERS) / seconds);
    print(`${RECEIVERS} receivers, ${ANSWER_MILLISECONDS} ms each: ${perSecond} deliveries/s`);

    came.length = 0;
    const committedAt = new Map<string, number>();
    const pacedAt = Date.now();
    const appending: Promise<void>[] = [];
    for (let nth = 0; nth < PACED_EVENTS_PER_SECOND * PACED_SECONDS; nth += 1) {
      await pause(Math.max(0, pacedAt + (nth * 1000) / PACED_EVENTS_PER_SECOND - Date.now()));
      appending.push(
        append(database, organizationId, 1).then(([id]) => {
          committedAt.set(id as string, Date.now());
        }),
      );
    }
    await Promise.all(appending);
    await all(came, appending.length * RECEIVERS);
    const delays = came
      .map(([id, at]) => at - (committedAt.get(id) as number))
      .sort((a, b) => a - b);
    const at = (share: number) => delays[Math.ceil(delays.length * share) - 1];
    const rate = `${PACED_EVENTS_PER_SECOND} events/s to ${RECEIVERS} receivers`;
    print(`${rate}, commit to receipt: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, p99 ${at(0.99)} ms`);
    stopping.abort();
    await working;
  } finally {
    receivers.kill();
    await database.close();
    await embedded.leave();
    rmSync(directory, { recursive: true, force: true });
  }
}

const OWN: Statement<{ id: string }> = { name: 'bench-own', text: 'select id from organization' };

async function organization(database: Database): Promise<string> {
  const organizations = [{ slug: 'bench', name: 'Bench', kind: 'pharmacy' }];
  await importFile(database, JSON.stringify({ organizations }), byBench());
  const [row] = await database.query(OWN, []);
  if (row === undefined) throw new Error('The organization was not made.');
  return row.id;
}

async function endpoint(
  database: Database,
  { organizationId, url, secrets }: { organizationId: string; url: string; secrets: SecretBox },
): Promise<void> {
  const id = uuidv7();
  const sealed = secrets.seal(makeSecret(), placeOf(organizationId, id));
  const text = `
    insert into webhook_endpoint (
      id, organization_id, environment, url, events, secret, fanned_position, created_at)
    values ($1, $2, 'live', $3, '{}', $4, 0, now())`;
  await database.query({ name: 'bench-endpoint', text }, [id, organizationId, url, sealed]);
}

async function append(
  database: Database,
  organizationId: string,
  count: number,
): Promise<string[]> {
  const ids = Array.from({ length: count }, () => uuidv7());
  const createdAt = new Date().toISOString();
  await database.transaction(async (tx) =>
    appendEvents(
      tx,
      ids.map((id) => {
        const data = {
          sku_code: 'SKU',
          product_id: id,
          location: 'Main',
          cause: 'receive',
          on_hand: 1,
          reserved: 0,
          available: 1,
          version: 1,
          reference: null,
        };
        return { id, organizationId, type: 'stock.changed', data, createdAt };
      }),
    ),
  );
  return ids;
}

async function all(came: readonly unknown[], count: number): Promise<void> {
  const deadline = Date.now() + WAIT_SECONDS_MAX * 1000;
  while (came.length < count) {
    if (Date.now() > deadline) throw new Error(`${came.length} of ${count} came in time.`);
    await pause(20);
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function byBench() {
  const action = operatorAction({ actor: 'bench', command: 'import' });
  return { action, secrets: new SecretBox([Buffer.alloc(32, 7)]) };
}
