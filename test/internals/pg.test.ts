// The private parts of the driver do what the service takes them for. The server is made up, byte by byte.
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  breakOff,
  failAnswers,
  processIdOf,
  queryOnce,
  sendTogether,
  trafficOf,
} from '../../src/internals/pg.ts';

/** A message of PostgreSQL's protocol: its type, its length, its fields. */
function message(type: string, ...fields: (string | readonly number[])[]): Buffer {
  const body = Buffer.concat(fields.map((field) => Buffer.from(field as string)));
  const head = Buffer.alloc(5);
  head.write(type, 'latin1');
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

const PROCESS_ID = 77;
const READY = message('Z', 'I');
const WELCOME = Buffer.concat([
  message('R', [0, 0, 0, 0]),
  message('K', [0, 0, 0, PROCESS_ID], [0, 0, 0, 1]),
  READY,
]);
const DONE = Buffer.concat([message('C', 'SET\0'), READY]);

let server: Server;
let socket: Socket;
let received: Buffer[];
let client: pg.Client;

beforeEach(async () => {
  received = [];
  server = createServer((connected) => {
    socket = connected;
    connected.on('error', () => {});
    connected.once('data', () => {
      connected.write(WELCOME);
      connected.on('data', (bytes) => received.push(bytes));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  client = new pg.Client({ host: '127.0.0.1', port, user: 'u', pipeline: true });
  client.on('error', () => {});
  expect(processIdOf(client)).toBe(0);
  await client.connect();
});
afterEach(() => {
  breakOff(client);
  server.close();
});

it('knows the number of the session', () => {
  expect(processIdOf(client)).toBe(PROCESS_ID);
});

it('shows which query waits for its answer, and what has gone over the connection', async () => {
  const before = trafficOf(client);
  expect(before).toMatchObject({ query: null, bytesRead: WELCOME.length, isSent: true });
  const first = client.query('set a = 1');
  const second = client.query('set b = 2');
  const asked = trafficOf(client);
  expect(asked.query).not.toBeNull();
  expect(asked.bytesWritten).toBeGreaterThan(before.bytesWritten);
  expect(trafficOf(client).query).toBe(asked.query);
  socket.write(DONE);
  await first;
  const next = trafficOf(client);
  expect(next.query).not.toBeNull();
  expect(next.query).not.toBe(asked.query);
  expect(next.bytesRead).toBe(before.bytesRead + DONE.length);
  socket.write(DONE);
  await second;
  expect(trafficOf(client).query).toBeNull();
});

it('sends what is asked in one turn in one packet', async () => {
  sendTogether(client);
  const answers = [client.query('set a = 1'), client.query('set b = 2')];
  expect(trafficOf(client).isSent).toBe(false);
  await once(socket, 'data');
  expect(trafficOf(client).isSent).toBe(true);
  socket.write(Buffer.concat([DONE, DONE]));
  await Promise.all(answers);
  expect(received).toHaveLength(1);
});

it('has the server describe the rows of a prepared statement once, and reads them the same', async () => {
  const TEXT = [0, 0, 0, 25];
  const described = message(
    'T',
    [0, 1],
    'name\0',
    [0, 0, 0, 0, 0, 0],
    TEXT,
    [255, 255, 255, 255, 255, 255, 0, 0],
  );
  const row = (value: string) => message('D', [0, 1, 0, 0, 0, value.length], value);
  const done = Buffer.concat([message('C', 'SELECT 1\0'), READY]);
  const ask = async (...answer: Buffer[]) => {
    received = [];
    const rows = queryOnce(client, { name: 'named', text: 'select name', values: [] });
    await once(socket, 'data');
    socket.write(Buffer.concat([...answer, done]));
    const portal = message('D', 'P\0');
    return { rows: (await rows).rows, isDescribed: Buffer.concat(received).includes(portal) };
  };
  const [PARSED, BOUND] = [message('1'), message('2')];
  const first = await ask(PARSED, BOUND, described, row('a'));
  expect(first).toEqual({ rows: [{ name: 'a' }], isDescribed: true });
  const second = await ask(BOUND, row('b'));
  expect(second).toEqual({ rows: [{ name: 'b' }], isDescribed: false });
  expect(await ask(BOUND)).toEqual({ rows: [], isDescribed: false });
});

it('fails all that wait before an answer in the same packet is read', async () => {
  const failure = new Error('a warning came');
  client.on('notice', () => failAnswers(client, failure));
  const answers = [client.query('set a = 1'), client.query('set b = 2')];
  const warning = message('N', 'SWARNING\0', 'Mwaits no longer\0', 'RSyncRepWaitForLSN\0', '\0');
  socket.write(Buffer.concat([warning, DONE, DONE]));
  const ends = await Promise.allSettled(answers);
  expect(ends.map((end) => end.status === 'rejected' && end.reason)).toEqual([failure, failure]);
});

it('breaks a connection off at once, without a goodbye', async () => {
  const answer = client.query('set a = 1').catch((error: Error) => error);
  await once(socket, 'data');
  const closed = once(socket, 'close');
  breakOff(client);
  expect(await answer).toBeInstanceOf(Error);
  await closed;
  expect(Buffer.concat(received).includes('set a = 1')).toBe(true);
  // A goodbye is an X of four bytes.
  expect(Buffer.concat(received).includes(message('X'))).toBe(false);
});
