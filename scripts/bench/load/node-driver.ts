import { Agent, request } from 'node:http';
import type { LoadResult } from '../measurements.ts';
import { repeat } from './repeat.ts';
import { type Load, partsOf, QTY_MAX, RELEASE_LAG, type RequestForm } from './requests.ts';

export interface NodeAnswer {
  readonly status: number;
  readonly body: string;
}

export async function driveByNode(url: string, load: Load, seconds: number): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true });
  const next = sequence(load);
  let odd = 0;
  const { count, perSecond, p50, p99 } = await repeat(
    { clients: load.connections, seconds },
    async () => {
      const { status, body } = await send(url, next(), agent);
      if (status > 299 || load.refusals?.some((text) => body.includes(text))) odd += 1;
    },
  );
  agent.destroy();
  return { requests: count, perSecond: (perSecond * (count - odd)) / count, p50, p99, odd };
}

type Filled = RequestForm & { readonly key: string };

function sequence({ requests, keys, skus }: Load): () => Filled {
  const sender = `n${crypto.randomUUID()}-`;
  const forms = requests.map((form) => ({
    form,
    path: partsOf(form.path),
    body: form.body === undefined ? undefined : partsOf(form.body),
  }));
  let [turn, count, reserved, key] = [0, 0, 0, ''];
  const any = (values: number) => Math.floor(Math.random() * values);
  const referenceOf = (index: number) => {
    key = keys[index % keys.length] as string;
    return `${sender}r${index}`;
  };
  const words: Record<string, () => string> = {
    sku: () => `${any(skus)}`,
    qty: () => `${1 + any(QTY_MAX)}`,
    unique: () => `${sender}${++count}`,
    reserve: () => referenceOf(++reserved),
    release: () => referenceOf(Math.max(0, reserved - RELEASE_LAG)),
  };
  const fill = (parts: readonly string[]) =>
    parts.map((part, index) => (index % 2 === 0 ? part : words[part]?.())).join('');
  return () => {
    const { form, path, body } = forms[turn++ % forms.length] as (typeof forms)[number];
    key = keys[any(keys.length)] as string;
    const filled = { path: fill(path), ...(body !== undefined && { body: fill(body) }) };
    return { ...form, ...filled, key };
  };
}

/** One request, with a key of its own where it needs one. */
export function send(
  url: string,
  { method, path, body, isKeyed, key }: Filled,
  agent: Agent,
): Promise<NodeAnswer> {
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${key}`,
      ...(body !== undefined && {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      }),
      ...(isKeyed && { 'idempotency-key': crypto.randomUUID() }),
    };
    const sent = request(`${url}${path}`, { agent, method, headers }, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (more) => {
        text += more;
      });
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body: text }));
      answer.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
