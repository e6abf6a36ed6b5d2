// Receivers of webhooks that take 10 ms for an answer. They tell how long after its event each delivery came.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const ANSWER_MILLISECONDS = 10;
const TELL_MILLISECONDS = 50;

let delays: number[] = [];
setInterval(() => {
  if (delays.length > 0) process.send?.({ delays });
  delays = [];
}, TELL_MILLISECONDS);
process.once('disconnect', () => process.exit());

const urls: string[] = [];
for (let index = 0; index < Number(process.argv[2]); index += 1) {
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (bytes) => {
      text += bytes;
    });
    request.on('end', () => {
      delays.push(Date.now() - Date.parse(JSON.parse(text).created_at));
      setTimeout(() => response.writeHead(204).end(), ANSWER_MILLISECONDS);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  urls.push(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
}
process.send?.({ urls });
