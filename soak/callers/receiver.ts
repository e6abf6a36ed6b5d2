// Receives webhooks: keeps each delivery and whether its signature is right, and answers 500 now and then.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Draw } from '../draw.ts';
import type { Delivery } from '../history.ts';

const PREFIX = 'whsec_';
const FAILS_PERCENT = 3;

export interface Receiver {
  readonly url: string;
  /** Whose secret signs; known once the endpoint is made. */
  endpoint: { id: string; secret: string } | undefined;
  /** How many events have come so far. */
  readonly events: ReadonlySet<string>;
  /** What came since the last time. */
  take(): Delivery[];
  close(): Promise<void>;
}

export async function startReceiver(draw: Draw): Promise<Receiver> {
  let deliveries: Delivery[] = [];
  const events = new Set<string>();
  const server = createServer(async (request, response) => {
    let bytes: Buffer;
    try {
      bytes = Buffer.concat(await request.toArray());
    } catch {
      // Its worker was killed: it never came.
      return;
    }
    const { endpoint } = receiver;
    if (endpoint === undefined) return void response.writeHead(500).end();
    const text = bytes.toString();
    const delivery = String(request.headers['x-webhook-delivery']);
    const signed = isSigned(request.headers, text, endpoint.secret);
    deliveries.push({ delivery, endpoint: endpoint.id, text, signed });
    if (draw.chance(FAILS_PERCENT)) return void response.writeHead(500).end();
    events.add(JSON.parse(text).id);
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}/hooks`,
    endpoint: undefined,
    events,
    take: () => {
      const taken = deliveries;
      deliveries = [];
      return taken;
    },
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
  return receiver;
}

/** Ours, keyed with the whole text, and that of Standard Webhooks, with the decoded bytes. */
function isSigned(headers: IncomingHttpHeaders, text: string, secret: string): boolean {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${text}`;
  const ours = `sha256=${createHmac('sha256', secret).update(text).digest('hex')}`;
  const theirs = `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
  return (
    isEqual(ours, headers['x-webhook-signature']) &&
    isEqual(theirs, headers['webhook-signature']) &&
    headers['webhook-id'] === headers['x-webhook-delivery']
  );
}

function isEqual(right: string, given: string | string[] | undefined): boolean {
  const bytes = Buffer.from(String(given));
  return bytes.length === right.length && timingSafeEqual(bytes, Buffer.from(right));
}
