// One HTTP try. The answer's status decides; of its body a little is read and thrown away, then the socket
// is closed. Redirects are not followed, TLS is verified, and the guard checks every address before it is used.
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import type { AttemptFailure } from '../../telemetry/metrics.ts';
import type { AddressGuard } from '../endpoints/address-guard.ts';
import { nameResolver } from '../endpoints/resolve-name.ts';

export const TRY_MILLISECONDS_MAX = 15_000;
export const CONNECT_MILLISECONDS_MAX = 5_000;
const BODY_MILLISECONDS_MAX = 1_000;
const ANSWER_BYTES_MAX = 4_096;

type FailureClass = AttemptFailure;

export interface Sent {
  readonly status: number | null;
  readonly milliseconds: number;
  /** The class of the failure; null for a 2xx. */
  readonly error: FailureClass | null;
}

interface Sending {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Resolves names; tests replace it. */
export type Resolver = LookupFunction;

const bySystem = nameResolver();

/** Never rejects: a failure is an answer of its own. One that the signal cuts off has no status. */
export function send(
  { url, headers, body }: Sending,
  {
    guard,
    resolver = bySystem,
    signal,
  }: { guard: AddressGuard; resolver?: Resolver; signal?: AbortSignal },
): Promise<Sent> {
  const startedAt = performance.now();
  return new Promise((resolve) => {
    let settled = false;
    const settle = (status: number | null, error: FailureClass | null): void => {
      if (settled) return;
      settled = true;
      clearTimeout(tooLong);
      clearTimeout(notConnected);
      signal?.removeEventListener('abort', onAbort);
      outgoing.destroy();
      resolve({ status, error, milliseconds: Math.round(performance.now() - startedAt) });
    };
    const parsed = new URL(url);
    const isSecure = parsed.protocol === 'https:';
    const bytes = Buffer.from(body, 'utf8');
    const outgoing = (isSecure ? httpsRequest : httpRequest)(parsed, {
      method: 'POST',
      agent: false,
      lookup: guarded(guard, resolver),
      headers: {
        'Content-Type': 'application/json',
        'Content-Length': bytes.length,
        'User-Agent': 'pharmacy-webhooks/1',
        ...headers,
      },
    });
    const tooLong = setTimeout(() => settle(null, 'timeout'), TRY_MILLISECONDS_MAX);
    const notConnected = setTimeout(() => settle(null, 'timeout'), CONNECT_MILLISECONDS_MAX);
    const onAbort = () => settle(null, 'reset');
    signal?.addEventListener('abort', onAbort);

    outgoing.on('error', (error) => settle(null, classOf(error)));
    outgoing.on('socket', (socket: Socket) => {
      socket.once(isSecure ? 'secureConnect' : 'connect', () => clearTimeout(notConnected));
      socket.once('connect', () => {
        const { remoteAddress } = socket;
        if (!mayReach(guard, remoteAddress ?? '', isSecure)) settle(null, 'address');
      });
    });
    outgoing.on('response', (response) => {
      const status = response.statusCode ?? 0;
      const isOk = status >= 200 && status < 300;
      const finish = () => settle(status, isOk ? null : isRedirect(status) ? 'redirect' : 'status');
      // The status has come and decides; the body gets a moment, so that the receiver is not cut off.
      clearTimeout(tooLong);
      setTimeout(finish, BODY_MILLISECONDS_MAX).unref();
      let read = 0;
      response.on('data', (chunk: Buffer) => {
        read += chunk.length;
        if (read >= ANSWER_BYTES_MAX) finish();
      });
      for (const end of ['end', 'error', 'aborted']) response.on(end, finish);
    });
    // A literal address is connected to without a lookup.
    const literal = parsed.hostname.replace(/^\[|\]$/g, '');
    if (isIP(literal) !== 0 && !mayReach(guard, literal, isSecure)) settle(null, 'address');
    else outgoing.end(bytes);
  });
}

function mayReach(guard: AddressGuard, address: string, isSecure: boolean): boolean {
  return isSecure ? guard.isReachable(address) : guard.isExcepted(address);
}

function isRedirect(status: number): boolean {
  return status >= 300 && status < 400;
}

/**
 * A lookup that fails where the name leads anywhere it must not, in the same way as where it leads nowhere:
 * an attempt must not show its owner which names our network has.
 */
function guarded(guard: AddressGuard, resolver: Resolver): LookupFunction {
  return (hostname, options, callback) => {
    resolver(hostname, { ...options, all: true }, (error, found) => {
      const addresses = Array.isArray(found) ? found : [];
      const [first] = addresses;
      if (error !== null || first === undefined) {
        callback(error ?? noAddress(), '', 0);
      } else if (!addresses.every(({ address }) => guard.isReachable(address))) {
        callback(noAddress(), '', 0);
      } else if (options.all) {
        callback(null, addresses);
      } else {
        callback(null, first.address, first.family);
      }
    });
  };
}

function noAddress(): Error {
  return Object.assign(new Error('no address'), { code: 'ENOTFOUND' });
}

const CLASSES: Readonly<Record<string, FailureClass>> = {
  ENOTFOUND: 'dns',
  ECONNREFUSED: 'connect',
  EHOSTUNREACH: 'connect',
  ENETUNREACH: 'connect',
  ETIMEDOUT: 'timeout',
};

function classOf(error: Error): FailureClass {
  const code = (error as { code?: string }).code ?? '';
  const known = CLASSES[code];
  if (known !== undefined) return known;
  const isTls = /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO|DEPTH_ZERO|SELF_SIGNED|HOSTNAME_|EPROTO)/.test(
    code,
  );
  return isTls ? 'tls' : 'reset';
}
