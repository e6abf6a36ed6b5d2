// What becomes of what a connection sends beyond what is answered.
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { attach } from '../../src/http/connections.ts';
import { PIPELINED_MAX } from '../../src/http/limits.ts';
import { RawConnection, requestBytes } from '../support/raw.ts';

let server: Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

async function serve(app: RequestListener): Promise<string> {
  server = createServer();
  attach(server, app);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test.each([
  ['nothing', requestBytes({ target: '/' })],
  ['a body', requestBytes({ method: 'POST', target: '/', body: 'x'.repeat(100) })],
  [
    'a body in chunks',
    requestBytes({
      method: 'POST',
      target: '/',
      headers: [['Transfer-Encoding', 'chunked']],
      body: '3\r\nabc\r\n0\r\n\r\n',
    }),
  ],
])('makes nothing of thousands of requests with %s that it will not answer', async (_what, one) => {
  let made = 0;
  // None is answered before all that come at once are there.
  const url = await serve((_request, response) => setTimeout(() => response.end('answered'), 200));
  server.on('request', () => {
    made += 1;
  });
  const flood = await RawConnection.open(url);
  flood.send(Buffer.concat(Array.from({ length: 5_000 }, () => one)));
  const answers = await flood.rest();
  expect(answers).toHaveLength(PIPELINED_MAX + 1);
  expect(answers.at(-1)?.headers.get('connection')).toBe('close');
  expect(made).toBe(answers.length);
});
