// Sends what `fetch` would tidy up: a header twice, a path with dots, a body where none belongs. Each answer is
// judged as those of every other test are: by the contract, and by what must not leave.
import { Agent, request as httpRequest } from 'node:http';
import type { ContractDocument } from '../../../src/http/operations.ts';
import { compileChecker } from '../../support/checker.ts';
import { refuseHidden } from '../../support/sentinels.ts';
import type { Wire } from './request.ts';

export interface Answered {
  readonly status: number;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: of any operation
  readonly body: any;
}

/** @param caller the headers that say who asks */
export type Send = (wire: Wire, caller: Pairs) => Promise<Answered>;

export type Pairs = readonly (readonly [name: string, value: string])[];

const SECONDS_MAX = 20;

export function sender(url: string, document: ContractDocument): { send: Send; close: () => void } {
  const agent = new Agent({ keepAlive: true });
  const check = compileChecker(document);
  const { hostname, port } = new URL(url);

  async function send(wire: Wire, caller: Pairs): Promise<Answered> {
    const { status, headers, text } = await transmit(wire, caller);
    refuseHidden(`${wire.method} ${status}`, `${JSON.stringify([...headers])} ${text}`);
    const path = wire.target.split('?')[0] as string;
    check({ method: wire.method, path, status, headers, text });
    return { status, text, body: JSON.parse(text) };
  }

  function transmit(
    { method, target, headers, body }: Wire,
    caller: Pairs,
  ): Promise<{ status: number; headers: Headers; text: string }> {
    return new Promise((resolve, reject) => {
      const flat = headers.flatMap(([name, value]) => [
        name,
        Buffer.from(value, 'latin1').toString('latin1'),
      ]);
      const sent = httpRequest({
        agent,
        hostname,
        port,
        method,
        path: target,
        timeout: SECONDS_MAX * 1_000,
        headers: [
          'Host',
          `${hostname}:${port}`,
          ...caller.flat(),
          ...(body === undefined ? [] : ['Content-Length', String(body.length)]),
          ...flat,
        ],
      });
      sent.on('timeout', () => sent.destroy(new Error(`no answer within ${SECONDS_MAX} seconds`)));
      sent.on('error', reject);
      sent.on('response', (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const received = new Headers();
          for (const [name, value] of Object.entries(response.headers)) {
            received.set(name, String(value));
          }
          const text = Buffer.concat(chunks).toString('utf8');
          resolve({ status: response.statusCode ?? 0, headers: received, text });
        });
      });
      sent.end(body);
    });
  }

  return { send, close: () => agent.destroy() };
}
