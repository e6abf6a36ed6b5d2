// One HTTP try, against receivers that behave in every bad way.
import { execFileSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { type Resolver, send } from '../../../src/webhooks/delivery/send.ts';
import { AddressGuard } from '../../../src/webhooks/endpoints/address-guard.ts';
import { nameResolver } from '../../../src/webhooks/endpoints/resolve-name.ts';
import { type Receiver, startReceiver } from '../../support/receiver.ts';

const guard = new AddressGuard(['127.0.0.0/8']);
const strict = new AddressGuard([]);
const sending = (url: string) => ({ url, headers: { 'X-Webhook-Event': 'x' }, body: '{"ä": 1}' });

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

async function receiver(...answer: Parameters<typeof startReceiver>): Promise<Receiver> {
  const started = await startReceiver(...answer);
  closing.push(() => started.close());
  return started;
}

/** A server that speaks in bytes, or not at all. */
async function raw(onSocket: (socket: Socket) => void, server: Server = createServer()) {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    onSocket(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

describe('an answer', () => {
  it.each([
    [200, null],
    [204, null],
    [299, null],
    [300, 'redirect'],
    [302, 'redirect'],
    [304, 'redirect'],
    [308, 'redirect'],
    [400, 'status'],
    [404, 'status'],
    [410, 'status'],
    [429, 'status'],
    [500, 'status'],
    [503, 'status'],
  ])('of %i is %s', async (status, error) => {
    const elsewhere = await receiver();
    const { url, received } = await receiver((response) =>
      response.writeHead(status, { location: elsewhere.url }).end(),
    );
    const sent = await send(sending(url), { guard });
    expect(sent).toEqual({ status, error, milliseconds: expect.any(Number) });
    expect(received).toHaveLength(1);
    expect(received[0]).toMatchObject({ method: 'POST', text: '{"ä": 1}' });
    expect(received[0]?.headers).toMatchObject({
      'content-type': 'application/json',
      'content-length': '9',
      'x-webhook-event': 'x',
    });
    expect(elsewhere.received).toEqual([]);
  });

  it('whose body never ends, drips or is huge is decided by its status, soon', async () => {
    const endless = await receiver((response) => {
      response.writeHead(200);
      // Once the caller has left, each write fails at once: the next would be made for ever.
      const more = () => response.write('x'.repeat(65_536), (error) => error ?? setImmediate(more));
      response.on('error', () => {});
      more();
    });
    const drip = await receiver((response) => {
      response.writeHead(500);
      const timer = setInterval(() => response.write('x'), 50);
      response.on('close', () => clearInterval(timer));
    });
    const silent = await receiver((response) => response.writeHead(200).flushHeaders());
    const huge = await receiver((response) => response.end('x'.repeat(5_000_000)));
    const sent = await Promise.all(
      [endless, drip, silent, huge].map(({ url }) => send(sending(url), { guard })),
    );
    expect(sent.map(({ status, error }) => [status, error])).toEqual([
      [200, null],
      [500, 'status'],
      [200, null],
      [200, null],
    ]);
    for (const { milliseconds } of sent) expect(milliseconds).toBeLessThan(2_500);
  });
});

describe('no answer', () => {
  it('is a reset where the connection ends, or what comes is no HTTP', async () => {
    for (const behave of [
      (socket: Socket) => socket.once('data', () => socket.resetAndDestroy()),
      (socket: Socket) => socket.once('data', () => socket.end()),
      (socket: Socket) => socket.once('data', () => socket.end('hello\r\n\r\n')),
      (socket: Socket) =>
        socket.once('data', () => socket.end(`HTTP/1.1 200 OK\r\nA: ${'x'.repeat(70_000)}`)),
    ]) {
      const port = await raw(behave);
      const sent = await send(sending(`http://127.0.0.1:${port}/`), { guard });
      expect(sent).toMatchObject({ status: null, error: 'reset' });
    }
  });

  it('is distinguished from a closed port, and from a name that does not resolve', async () => {
    const port = await raw(() => {});
    await closing.pop()?.();
    await pause(20);
    expect(await send(sending(`http://127.0.0.1:${port}/`), { guard })).toMatchObject({
      status: null,
      error: 'connect',
    });
    const unknown: Resolver = (_name, _options, callback) =>
      callback(Object.assign(new Error('no'), { code: 'ENOTFOUND' }), '', 0);
    const nothing: Resolver = (_name, _options, callback) => callback(null, []);
    for (const resolver of [unknown, nothing]) {
      const sent = await send(sending('https://partner.example/'), { guard, resolver });
      expect(sent).toMatchObject({ status: null, error: 'dns' });
    }
  });

  it('from servers of names holds up no other name, and localhost is found without them', async () => {
    const mute = createSocket('udp4').bind(0, '127.0.0.1');
    closing.push(async () => mute.close());
    await once(mute, 'listening');
    const resolver = nameResolver([`127.0.0.1:${mute.address().port}`]);
    const hanging = Array.from({ length: 20 }, (_, index) =>
      send(sending(`https://partner-${index}.example/`), { guard, resolver }),
    );
    const { port } = await receiver();
    const sent = await send(sending(`http://localhost:${port}/`), { guard, resolver });
    expect(sent).toMatchObject({ status: 204 });
    expect(sent.milliseconds).toBeLessThan(1_000);
    for (const { status, error, milliseconds } of await Promise.all(hanging)) {
      expect([status, error]).toEqual([null, 'dns']);
      expect(milliseconds).toBeLessThan(5_500);
    }
  }, 15_000);

  it('is a TLS failure where nobody vouches for the certificate, or there is none', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pharmacy-tls-'));
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    const words = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2
      -subj /CN=localhost -addext subjectAltName=IP:127.0.0.1 -keyout ${key} -out ${cert}`;
    execFileSync('openssl', words.split(/\s+/), { stdio: 'ignore' });
    let served = 0;
    const https = createHttpsServer(
      { key: readFileSync(key), cert: readFileSync(cert) },
      (_request, response) => {
        served += 1;
        response.end();
      },
    );
    rmSync(folder, { recursive: true });
    const selfSigned = await raw(() => {}, https);
    const plain = await raw((socket) =>
      socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\n\r\n')),
    );
    for (const port of [selfSigned, plain]) {
      const sent = await send(sending(`https://127.0.0.1:${port}/`), { guard });
      expect(sent).toMatchObject({ status: null, error: 'tls' });
    }
    expect(served).toBe(0);
  });

  it('is waited for 15 s in all, and 5 s for a name or a connection', async () => {
    const hangs = await receiver(() => {});
    const dripsHeaders = await raw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      const timer = setInterval(() => socket.write('A: b\r\n'), 200);
      socket.on('close', () => clearInterval(timer));
    });
    const mute = await raw(() => {});
    const [all, drip, tls, name] = await Promise.all([
      send(sending(hangs.url), { guard }),
      send(sending(`http://127.0.0.1:${dripsHeaders}/`), { guard }),
      send(sending(`https://127.0.0.1:${mute}/`), { guard }),
      send(sending('https://partner.example/'), { guard, resolver: () => {} }),
    ]);
    for (const { status, error } of [all, drip, tls, name]) {
      expect([status, error]).toEqual([null, 'timeout']);
    }
    for (const { milliseconds } of [all, drip]) expect(milliseconds / 1000).toBeCloseTo(15, 0);
    for (const { milliseconds } of [tls, name]) expect(milliseconds / 1000).toBeCloseTo(5, 0);
  }, 25_000);
});

describe('an address', () => {
  const resolves = (...answers: string[][]): Resolver => {
    let call = 0;
    return (_name, _options, callback) => {
      const addresses = answers[Math.min(call, answers.length - 1)] as string[];
      call += 1;
      callback(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      );
    };
  };

  it('that is not public is not connected to, written as itself or behind a name', async () => {
    const { port, received } = await receiver();
    let connections = 0;
    await raw(() => {
      connections += 1;
    });
    // A literal address is the caller's own, so the refusal may say what is wrong with it.
    for (const url of [
      `http://127.0.0.1:${port}/`,
      `https://127.0.0.1:${port}/`,
      'https://[::1]/',
    ]) {
      expect(await send(sending(url), { guard: strict })).toMatchObject({ error: 'address' });
    }
    for (const addresses of [['127.0.0.1'], ['93.184.215.14', '10.0.0.1'], ['::ffff:7f00:1']]) {
      const resolver = resolves(addresses);
      const sent = await send(sending(`https://partner.example:${port}/`), {
        guard: strict,
        resolver,
      });
      expect(sent).toMatchObject({ status: null, error: 'dns' });
    }
    expect([received, connections]).toEqual([[], 0]);
  });

  it('that a name leads to looks like a name that does not resolve, so that no attempt reveals our names', async () => {
    const nowhere: Resolver = (_name, _options, callback) =>
      callback(Object.assign(new Error('no'), { code: 'ENOTFOUND' }), '', 0);
    const answers = await Promise.all(
      [resolves(['10.0.0.7']), resolves(['93.184.215.14', '::1']), nowhere].map((resolver) =>
        send(sending('https://internal.partner.example/'), { guard: strict, resolver }),
      ),
    );
    expect(new Set(answers.map(({ status, error }) => `${status} ${error}`))).toEqual(
      new Set(['null dns']),
    );
  });

  it('is asked of the name at each try, so one that turns is refused', async () => {
    const { port, received } = await receiver();
    const once = new AddressGuard(['127.0.0.1/32']);
    const resolver = resolves(['127.0.0.1'], ['127.0.0.2']);
    const url = `http://partner.example:${port}/`;
    expect(await send(sending(url), { guard: once, resolver })).toMatchObject({ status: 204 });
    expect(await send(sending(url), { guard: once, resolver })).toMatchObject({ error: 'dns' });
    expect(received).toHaveLength(1);
  });
});
