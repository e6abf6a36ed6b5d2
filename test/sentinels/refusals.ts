// Requests that are refused, with a text in them that no refusal may quote and no log may keep.
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Operation } from '../../src/http/operations.ts';
import type { RequestOptions } from '../support/client.ts';
import { ask, inTurn, PUBLIC, requestsOf, type Surface, someIds } from './requests.ts';
import type { Caller, Stage } from './stage.ts';

const BY = ['pharmacy live', 'clinic live', 'pharmacy test', 'pharmacy person'];
const LONG = 6_000;

/** @returns how many were refused, by operation */
export async function sendRefused(
  stage: Stage,
  surface: Surface = PUBLIC,
): Promise<Map<string, number>> {
  const refused = new Map<string, number>();
  for (const operation of surface.operations) {
    await surface.prepare(stage);
    const ids = await someIds(stage);
    const calls: (() => Promise<void>)[] = [];
    for (const caller of surface.callersOf(stage).filter(({ name }) => BY.includes(name))) {
      const [plain] = await requestsOf(stage, { surface, operation, caller, ids });
      if (plain === undefined) continue;
      for (const { path = plain.path, options, by = caller } of spoilt(stage, operation, plain)) {
        calls.push(async () => {
          const { status } = await ask(stage, {
            caller: by ?? undefined,
            operation,
            path,
            options,
          });
          if (status >= 400) refused.set(operation.id, (refused.get(operation.id) ?? 0) + 1);
        });
      }
    }
    await inTurn(calls);
  }
  await sendGarbage(stage);
  return refused;
}

interface Spoilt {
  readonly path?: string;
  readonly options: RequestOptions;
  /** Null: without a key. */
  readonly by?: Caller | null;
}

function* spoilt(
  { sentinels }: Stage,
  operation: Operation,
  plain: { path: string; options: RequestOptions },
): Iterable<Spoilt> {
  const sent = sentinels.sent();
  // What a caller calls a field, a refusal has to name; a log has not.
  const name = sentinels.text('a name', ({ where }) => where === 'answer');
  const { options } = plain;
  yield* [sent, `${sent}\0`, sent.repeat(20), `${sent}\u00e9`].map((value) => ({
    path: plain.path.replace(/[^/]+$/, encodeURIComponent(value)),
    options,
  }));
  yield { options: { ...options, query: { ...options.query, [name]: sent } } };
  for (const known of [...operation.parameters.map((one) => one.name), 'bogus']) {
    for (const value of [sent, `${sent}\0`, sent.repeat(50)]) {
      yield { options: { ...options, query: { ...options.query, [known]: value } } };
    }
  }
  const withHeaders = (headers: Record<string, string>) => ({
    options: { ...options, headers: { ...options.headers, ...headers } },
  });
  yield withHeaders({ 'Idempotency-Key': `${sent} with a space` });
  yield withHeaders({ 'Idempotency-Key': sent.repeat(10) });
  yield withHeaders({ 'Content-Type': `text/${sent}` });
  yield withHeaders({ 'Content-Encoding': sent });
  yield withHeaders({
    'User-Agent': sent,
    'X-Request-Id': sent,
    Referer: `http://${sent}/`,
    Cookie: sent,
  });
  yield { ...withHeaders({ Authorization: `Bearer ${sent}` }), by: null };
  yield { ...withHeaders({ Authorization: `Bearer vita_live_${sent}` }), by: null };
  yield { ...withHeaders({ Authorization: `${sent} x` }), by: null };
  if (operation.body === 'none') return;
  const { body: _, ...rest } = options;
  for (const rawBody of spoiltBodies(options.body, { sent, name })) {
    const headers = { ...rest.headers, 'Content-Type': 'application/json' };
    yield { options: { ...rest, headers, rawBody } };
  }
}

/** The body with one of its values spoilt, and then broken off or no longer UTF-8 within the text. */
function* spoiltBodies(
  body: unknown,
  { sent, name }: { sent: string; name: string },
): Iterable<string | Uint8Array<ArrayBuffer>> {
  yield JSON.stringify(sent);
  yield `{"${sent}`;
  yield sent;
  const values = [
    sent,
    sent.padEnd(LONG, 'x'),
    `${sent}\0`,
    `${sent}\ud800`,
    [sent],
    { [name]: sent },
    `2026-02-30 ${sent}`,
  ];
  for (const path of pathsOf(body)) {
    for (const value of values) {
      const json = JSON.stringify(replaced(body, path, value));
      yield json;
      yield json.slice(0, json.indexOf(sent) + sent.length - 3);
      const bytes = Buffer.from(json);
      bytes[json.indexOf(sent) + sent.length - 2] = 0xff;
      yield new Uint8Array(bytes);
    }
  }
  if (typeof body === 'object' && body !== null) yield JSON.stringify({ ...body, bogus: sent });
}

function pathsOf(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  const members = Object.entries(value).flatMap(([name, one]) => pathsOf(one, [...path, name]));
  return path.length === 0 ? members : [path, ...members];
}

function replaced(value: unknown, [name, ...rest]: readonly string[], by: unknown): unknown {
  if (name === undefined) return by;
  if (Array.isArray(value)) {
    return value.map((item, index) => (String(index) === name ? replaced(item, rest, by) : item));
  }
  const members = value as Record<string, unknown>;
  return { ...members, [name]: replaced(members[name], rest, by) };
}

/** What never becomes a request. */
async function sendGarbage({ server, sentinels }: Stage): Promise<void> {
  const { hostname, port } = new URL(server.url);
  const sent = sentinels.sent();
  for (const bytes of [
    `GET /${sent} HTTP/9.9\r\n\r\n`,
    `${sent} / HTTP/1.1\r\nHost: x\r\n\r\n`,
    `GET / HTTP/1.1\r\nHost: x\r\n${sent}\r\n\r\n`,
    `GET /api/public/v1/${sent} HTTP/1.1\r\nHost: x\r\nX: ${sent.repeat(2_000)}\r\n\r\n`,
    `GET /api/public/v1/${sent} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
    `GET /${sent}%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
    `POST /api/public/v1/inventory/movements HTTP/1.1\r\nHost: x\r\nContent-Length: 500\r\n\r\n${sent}`,
  ]) {
    const socket = connect(Number(port), hostname);
    socket.on('error', () => {});
    socket.end(bytes);
    const answer = await text(socket).catch(() => '');
    sentinels.look({ where: 'answer', caller: 'garbage', status: 400 }, answer);
  }
}
