// Two hosts that both say that they accept writes: who fell silent as the primary may wake as one, after its standby
// was promoted. They are made up, since a real one does so only in a moment that is hard to hold.

import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { NoPrimary, Primary } from '../../src/hosts/primary.ts';
import { until } from '../support/concurrency.ts';

const hosts: Host[] = [];
afterEach(async () => {
  for (const host of hosts.splice(0)) await host.end();
});

/** Speaks as much of PostgreSQL's protocol as it takes to say on which timeline it is. */
class Host {
  timeline: string | undefined;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  constructor(timeline: string) {
    this.timeline = timeline;
    this.#server = createServer((socket) => {
      this.#sockets.add(socket);
      let hasBegun = false;
      socket.on('error', () => {});
      socket.on('data', (bytes) => {
        if (this.timeline === undefined) return;
        if (!hasBegun) {
          hasBegun = true;
          socket.write(Buffer.concat([message('R', int32(0)), READY]));
        } else if (bytes.toString('latin1').startsWith('Q')) {
          socket.write(Buffer.concat([row(['f', 'f', this.timeline]), READY]));
        }
      });
    });
    hosts.push(this);
  }

  async start(): Promise<string> {
    await once(this.#server.listen(0, '127.0.0.1'), 'listening');
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async end(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
  }
}

const BOOLEAN = 16;
const TEXT = 25;

function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeInt16BE(value);
  return bytes;
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

function message(type: string, body: Buffer): Buffer {
  return Buffer.concat([Buffer.from(type), int32(body.length + 4), body]);
}

const READY = message('Z', Buffer.from('I'));

/** A result of one row with the columns of the question. */
function row(values: readonly string[]): Buffer {
  const columns = ['is_standby', 'is_read_only', 'timeline'].map((name, index) =>
    Buffer.concat([
      Buffer.from(`${name}\0`),
      int32(0),
      int16(0),
      int32(index < 2 ? BOOLEAN : TEXT),
      int16(-1),
      int32(-1),
      int16(0),
    ]),
  );
  const cells = values.map((value) => Buffer.concat([int32(value.length), Buffer.from(value)]));
  return Buffer.concat([
    message('T', Buffer.concat([int16(columns.length), ...columns])),
    message('D', Buffer.concat([int16(cells.length), ...cells])),
    message('C', Buffer.from('SELECT 1\0')),
  ]);
}

it('goes to the later timeline, and never back to the one that was left', async () => {
  const [old, promoted] = [new Host('00000001'), new Host('00000002')];
  const [first, second] = [await old.start(), await promoted.start()];
  promoted.timeline = undefined;
  const primary = new Primary(`postgresql://u:p@${first},${second}/d`);
  expect(await primary.find()).toContain(first);

  const found = () => {
    primary.suspect();
    return primary.find().catch(({ name }: Error) => name);
  };
  const seen: string[] = [];
  const comesTo = (wanted: string) =>
    until(`${wanted} is found`, async () => {
      seen.push(await found());
      return seen.at(-1)?.includes(wanted) ?? false;
    });
  promoted.timeline = '00000002';
  await comesTo(second);

  // It has woken, and the other one does not answer for a while.
  seen.length = 0;
  promoted.timeline = undefined;
  await comesTo(NoPrimary.name);
  for (let look = 0; look < 3; look += 1) seen.push(await found());
  promoted.timeline = '00000003';
  await comesTo(second);
  expect(seen.filter((one) => one.includes(first))).toEqual([]);
  primary.close();
});
