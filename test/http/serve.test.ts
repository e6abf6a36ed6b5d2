import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { createServer } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import type { DatabaseState } from '../../src/http/housekeeping.ts';
import { listen } from '../../src/http/serve.ts';
import { until } from '../support/concurrency.ts';
import { startShell, thing } from './shell.ts';

interface Got {
  status: number;
  connection: string | undefined;
  text: string;
}

function get(url: string, agent: Agent): Promise<Got> {
  return new Promise((resolve, reject) => {
    const answered = (response: IncomingMessage): void => {
      let text = '';
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => {
        const { statusCode: status = 0, headers } = response;
        resolve({ status, connection: headers.connection, text });
      });
      response.on('error', reject);
    };
    const headers = { authorization: 'Bearer live' };
    httpRequest(url, { agent, headers }, answered).on('error', reject).end();
  });
}

interface Load {
  answered: number;
  askedToLeave: number;
  errors: string[];
}

const CALLERS = 30;
/** What makes a load of them. */
const ANSWERED_LEAST = 100;

/** Thirty callers on kept connections, one request after the other, until close() is done. */
async function closeUnderLoad({ leaveWhenAsked }: { leaveWhenAsked: boolean }) {
  let handled = 0;
  const shell = await startShell({
    graceMilliseconds: 500,
    handlers: {
      listThings: async () => {
        await setTimeout(Math.random() * 20);
        handled += 1;
        return { status: 200, body: { data: [thing], next_cursor: null } };
      },
    },
  });
  const agent = new Agent({ keepAlive: true });
  const load: Load = { answered: 0, askedToLeave: 0, errors: [] };
  let connected = 0;
  const caller = async (): Promise<void> => {
    for (let index = 0; ; index += 1) {
      try {
        const address = `${shell.url}/api/public/v1/inventory/things`;
        const { status, connection, text } = await get(address, agent);
        expect(status).toBe(200);
        JSON.parse(text);
        load.answered += 1;
        if (index === 0) connected += 1;
        if (connection === 'close') load.askedToLeave += 1;
        if (connection === 'close' && leaveWhenAsked) return;
      } catch (error) {
        load.errors.push(String(error));
        return;
      }
    }
  };
  const callers = Promise.all(Array.from({ length: CALLERS }, caller));
  // Who still knocks when the door is shut was not let in.
  await vi.waitFor(() => expect(connected).toBe(CALLERS), { timeout: 20_000 });
  await vi.waitFor(() => expect(load.answered).toBeGreaterThan(ANSWERED_LEAST), {
    timeout: 20_000,
  });
  await shell.close();
  await callers;
  agent.destroy();
  return { ...load, handled };
}

test('loses no answer and breaks no connection when it closes under load', async () => {
  const { answered, askedToLeave, errors, handled } = await closeUnderLoad({
    leaveWhenAsked: true,
  });
  expect(errors).toEqual([]);
  expect(askedToLeave).toBe(CALLERS);
  expect(answered).toBe(handled);
});

test('loses no answer to callers who keep coming back until the door is shut', async () => {
  const { answered, askedToLeave, handled } = await closeUnderLoad({ leaveWhenAsked: false });
  // Their last try met a shut door; what was let in was answered.
  expect(answered).toBe(handled);
  expect(askedToLeave).toBeGreaterThan(30);
});

test('finishes a slow answer that was under way, and tells its caller to leave', async () => {
  let finish = (): void => undefined;
  const shell = await startShell({
    graceMilliseconds: 10,
    handlers: {
      listThings: () =>
        new Promise((resolve) => {
          finish = () => resolve({ status: 200, body: { data: [], next_cursor: null } });
        }),
    },
  });
  const agent = new Agent({ keepAlive: true });
  const answer = get(`${shell.url}/api/public/v1/inventory/things`, agent);
  await vi.waitFor(() => expect(shell.authenticated).toHaveLength(1));
  const closed = shell.close();
  await setTimeout(100);
  finish();
  expect(await answer).toMatchObject({ status: 200, connection: 'close' });
  await closed;
  agent.destroy();
});

test('does not wait for ever for an answer that never comes', async () => {
  const shell = await startShell({
    graceMilliseconds: 10,
    drainMilliseconds: 100,
    handlers: { listThings: () => new Promise(() => undefined) },
  });
  const agent = new Agent();
  const answer = get(`${shell.url}/api/public/v1/inventory/things`, agent);
  const refused = expect(answer).rejects.toThrow();
  await vi.waitFor(() => expect(shell.authenticated).toHaveLength(1));
  await shell.close();
  await refused;
});

test('closes idle connections instead of waiting for them', async () => {
  const shell = await startShell({ graceMilliseconds: 10 });
  const agent = new Agent({ keepAlive: true });
  await get(`${shell.url}/healthz`, agent);
  const startedAt = performance.now();
  await Promise.all([shell.close(), shell.close()]);
  expect(performance.now() - startedAt).toBeLessThan(2_000);
  agent.destroy();
});

test('is alive, and ready only while the database is and nothing closes', async () => {
  let reachable = true;
  const shell = await startShell({
    checkDatabase: async () => {
      if (!reachable) throw new Error('unreachable');
      return 'ok';
    },
  });
  const statusOf = async (path: string): Promise<number> => (await fetch(shell.url + path)).status;
  expect([await statusOf('/healthz'), await statusOf('/readyz')]).toEqual([200, 200]);
  reachable = false;
  expect([await statusOf('/healthz'), await statusOf('/readyz')]).toEqual([200, 503]);
  reachable = true;
  shell.lifecycle.draining = true;
  expect([await statusOf('/healthz'), await statusOf('/readyz')]).toEqual([200, 503]);
  await shell.close();
});

test('says that writes fail where the database has no room, and stays ready for reads', async () => {
  let full = false;
  const shell = await startShell({ isExhausted: () => full });
  const ready = async () => {
    const answer = await fetch(`${shell.url}/readyz`);
    return [answer.status, ((await answer.json()) as { checks: { writes: string } }).checks.writes];
  };
  expect(await ready()).toEqual([200, 'ok']);
  full = true;
  expect(await ready()).toEqual([200, 'no room in the database']);
  await shell.close();
});

test('says which of its checks keeps it from being ready, and asks the database once for all who ask', async () => {
  const asked: (() => void)[] = [];
  let state: DatabaseState | Error = 'ok';
  const lag = { isTooLong: false };
  const shell = await startShell({
    lag,
    checkDatabase: async () => {
      await new Promise<void>((answer) => asked.push(answer));
      if (state instanceof Error) throw state;
      return state;
    },
  });
  const ask = async () => (await fetch(`${shell.url}/readyz`)).json();
  const health = async () => {
    const both = Promise.all([ask(), ask()]);
    await until('the database was asked', () => asked.length === 1);
    // The second is on its way to the same question.
    await fetch(`${shell.url}/healthz`);
    for (const answer of asked.splice(0)) answer();
    const [one, other] = await both;
    expect(other).toEqual(one);
    return one;
  };
  const fine = {
    process: 'ok',
    secrets: 'ok',
    writes: 'ok',
    event_loop: 'ok',
    database: 'ok',
    migrations: 'ok',
  };
  expect(await health()).toEqual({ status: 'ok', checks: fine });
  state = 'migrations pending';
  const pending = { ...fine, migrations: 'migrations pending' };
  expect(await health()).toEqual({ status: 'migrations pending', checks: pending });
  state = new Error('password of the database');
  const { migrations: _, ...others } = fine;
  expect(await health()).toEqual({
    status: 'database unavailable',
    checks: { ...others, database: 'database unavailable' },
  });
  state = 'ok';
  // Reported, but the process stays in rotation: the remaining ones would be late next.
  lag.isTooLong = true;
  expect(await health()).toEqual({
    status: 'ok',
    checks: { ...fine, event_loop: 'event loop late' },
  });
  shell.lifecycle.notReadyReason = 'SECRETS_KEY lacks a key';
  expect(await health()).toEqual({
    status: 'SECRETS_KEY lacks a key',
    checks: { ...fine, secrets: 'SECRETS_KEY lacks a key', event_loop: 'event loop late' },
  });
  // No one asks the database for one that leaves.
  shell.lifecycle.draining = true;
  expect(await ask()).toMatchObject({ status: 'draining', checks: { process: 'draining' } });
  await shell.close();
});

test('says what to do about a port that is taken', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as { port: number };
  const lifecycle = { draining: false };
  await expect(listen(() => undefined, { host: '127.0.0.1', port, lifecycle })).rejects.toThrow(
    `Port ${port} is taken: set PORT to another, or to 0 for a free one.`,
  );
  await expect(listen(() => undefined, { host: '192.0.2.1', port: 0, lifecycle })).rejects.toThrow(
    'set HOST',
  );
  other.close();
});
