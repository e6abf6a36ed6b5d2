// The private part of Node's HTTP server does what the service takes it for.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { stopParsing } from '../../src/internals/node-http.ts';

it('makes no request of what follows the one at which parsing stops', async () => {
  const targets: string[] = [];
  const server = createServer((request, response) => {
    targets.push(request.url as string);
    if (request.url === '/2') {
      response.shouldKeepAlive = false;
      stopParsing(request.socket);
    }
    response.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write([1, 2, 3, 4].map((index) => `GET /${index} HTTP/1.1\r\nHost: x\r\n\r\n`).join(''));
  const answers = await text(socket);
  expect(answers.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(2);
  expect(targets).toEqual(['/1', '/2']);
  server.close();
});
