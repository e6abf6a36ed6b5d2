// Names that callers choose, and servers of names that answer in every way, or not at all.
import { createSocket, type Socket } from 'node:dgram';
import type { LookupAddress } from 'node:dns';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AddressGuard } from '../../../src/webhooks/endpoints/address-guard.ts';
import { nameResolver } from '../../../src/webhooks/endpoints/resolve-name.ts';
import { watchThreadPool } from '../../support/thread-pool.ts';

const HEADER_BYTES = 12;
const TYPE_A = 1;
/** By the first label of a name: the code of the answer (RFC 1035, section 4.1.1). Any other is not answered. */
const ANSWERS: Readonly<Record<string, number>> = {
  known: 0,
  empty: 0,
  broken: 2,
  unknown: 3,
  refused: 5,
};

let server: Socket;
let resolve: (name: string) => Promise<string[]>;
beforeAll(async () => {
  server = createSocket('udp4').bind(0, '127.0.0.1');
  server.on('message', (question, { port, address }) => {
    const answer = answerTo(question);
    if (answer !== undefined) server.send(answer, port, address);
  });
  await once(server, 'listening');
  const resolver = nameResolver([`127.0.0.1:${server.address().port}`]);
  resolve = (name) =>
    new Promise((done) =>
      resolver(name, { all: true }, (_error, found) =>
        done(((found || []) as LookupAddress[]).map(({ address }) => address)),
      ),
    );
});
afterAll(() => server.close());

/** One address for `known` over IPv4. The names of the tests have no label of a length beyond 63. */
function answerTo(question: Buffer): Buffer | undefined {
  const label = question.toString(
    'latin1',
    HEADER_BYTES + 1,
    HEADER_BYTES + 1 + Number(question[HEADER_BYTES]),
  );
  const code = ANSWERS[label];
  if (code === undefined) return undefined;
  const typeAt = question.indexOf(0, HEADER_BYTES) + 1;
  const asked = question.subarray(HEADER_BYTES, typeAt + 4);
  const hasAddress = label === 'known' && question.readUInt16BE(typeAt) === TYPE_A;
  const header = Buffer.alloc(HEADER_BYTES);
  header.set([...question.subarray(0, 2), 0x81, 0x80 | code, 0, 1, 0, hasAddress ? 1 : 0]);
  const address = Buffer.from([
    0xc0,
    HEADER_BYTES,
    0,
    TYPE_A,
    0,
    1,
    0,
    0,
    0,
    60,
    0,
    4,
    93,
    184,
    215,
    14,
  ]);
  return Buffer.concat([header, asked, ...(hasAddress ? [address] : [])]);
}

it('takes no thread from the database, whatever the servers of names say of a name', async () => {
  const queued = watchThreadPool();
  const names = ['known', 'empty', 'broken', 'unknown', 'refused', 'silent'];
  const found = await Promise.all(names.map((name) => resolve(`${name}.example`)));
  const guard = new AddressGuard([]);
  for (const name of ['localhost', 'does-not-resolve.invalid', '-', `${'a'.repeat(64)}.example`]) {
    expect(await guard.violationIn(`https://${name}/`)).toBeDefined();
  }
  expect(queued()).toEqual({});
  expect(found).toEqual([['93.184.215.14'], [], [], [], [], []]);
}, 20_000);

it('knows localhost and the names below it without asking, as the loopback of IPv4', async () => {
  for (const name of ['localhost', 'LOCALHOST', 'localhost.', 'inner.localhost']) {
    expect(await resolve(name)).toEqual(['127.0.0.1']);
  }
});
