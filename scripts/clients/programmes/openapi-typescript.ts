// The little programme with the types of openapi-typescript, over plain fetch.
import type { components, operations } from './client';

declare const process: {
  env: Record<string, string>;
  stdout: { write(text: string): void };
};

type Schemas = components['schemas'];
type Query = NonNullable<operations['listTransactions']['parameters']['query']>;

const {
  CLIENT_URL,
  CLIENT_KEY,
  CLIENT_SKU: sku = '',
  CLIENT_EXPIRY = '',
  CLIENT_HOOK = '',
} = process.env;

async function call<Answer>(
  method: string,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await fetch(CLIENT_URL + path, {
    method,
    headers: {
      Authorization: `Bearer ${CLIENT_KEY}`,
      ...(body && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) {
    const { error }: Schemas['Problem'] = await response.json();
    throw new Error(`${error.code}: ${error.message}`);
  }
  return response.json();
}

function post(key: string, movement: Schemas['MovementRequest']) {
  const headers = { 'Idempotency-Key': `${sku}-${key}` };
  return call<Schemas['MovementResult']>('POST', '/v1/inventory/movements', movement, headers);
}

async function receive(key: string, qty: number): Promise<number | undefined> {
  const lot = { lot_number: 'LOT-1', expiry_date: CLIENT_EXPIRY };
  const { transactions } = await post(key, { type: 'receive', qty, sku_code: sku, ...lot });
  return transactions[0]?.balance_after;
}

const received = await receive('receive', 100);
const reference = { type: 'order', id: `ORD-${sku}` };
const draw = await post('fulfill', { type: 'fulfill', qty: 60, sku_code: sku, reference });
let balance: number | undefined;
for (const time of [0, 1, 2]) balance = await receive(`much-${time}`, 1_000_000_000);
const stock = await call<Schemas['StockLevelList']>('GET', `/v1/inventory/stock?sku_code=${sku}`);

const ids = new Set<string>();
let pages = 0;
let cursor: string | null = null;
do {
  const query: Query = { sku_code: sku, limit: 2, ...(cursor !== null && { cursor }) };
  const words = new URLSearchParams(
    Object.entries(query).map(([name, value]) => [name, `${value}`]),
  );
  const page: Schemas['LedgerTransactionList'] = await call(
    'GET',
    `/v1/inventory/transactions?${words}`,
  );
  for (const entry of page.data) ids.add(entry.id);
  cursor = page.next_cursor;
  pages += 1;
} while (cursor !== null);

const subscription: Schemas['WebhookEndpointRequest'] = {
  url: CLIENT_HOOK,
  events: ['stock.changed'],
};
const endpoint = await call<Schemas['WebhookEndpointWithSecret']>(
  'POST',
  '/v1/inventory/webhooks',
  subscription,
);
const { deleted } = await call<Schemas['WebhookDeleted']>(
  'DELETE',
  `/v1/inventory/webhooks/${endpoint.id}`,
);

process.stdout.write(
  JSON.stringify({
    received,
    drawn: draw.transactions[0]?.qty,
    balance,
    listed: stock.data[0]?.on_hand,
    walked: ids.size,
    pages,
    webhook: endpoint.secret.startsWith('whsec_') && deleted,
  }),
);
