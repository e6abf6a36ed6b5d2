// The little programme with a client from openapi-generator's `typescript-fetch`, whose files import each other as
// CommonJS does.
import { Configuration, InventoryApi, MovementRequestTypeEnum, WebhooksApi } from './client/index';

declare const process: {
  env: Record<string, string>;
  stdout: { write(text: string): void };
};

const { CLIENT_URL, CLIENT_KEY, CLIENT_SKU: sku = '', CLIENT_EXPIRY, CLIENT_HOOK } = process.env;
const configuration = new Configuration({ basePath: CLIENT_URL, accessToken: CLIENT_KEY });
const inventory = new InventoryApi(configuration);
const webhooks = new WebhooksApi(configuration);

async function receive(key: string, qty: number): Promise<number | undefined> {
  const { transactions } = await inventory.postMovement({
    idempotencyKey: `${sku}-${key}`,
    movementRequest: {
      type: MovementRequestTypeEnum.Receive,
      qty,
      skuCode: sku,
      lotNumber: 'LOT-1',
      expiryDate: new Date(CLIENT_EXPIRY ?? ''),
    },
  });
  return transactions[0]?.balanceAfter;
}

async function main(): Promise<void> {
  const received = await receive('receive', 100);
  const draw = await inventory.postMovement({
    idempotencyKey: `${sku}-fulfill`,
    movementRequest: {
      type: MovementRequestTypeEnum.Fulfill,
      qty: 60,
      skuCode: sku,
      reference: { type: 'order', id: `ORD-${sku}` },
    },
  });
  let balance: number | undefined;
  for (const time of [0, 1, 2]) balance = await receive(`much-${time}`, 1_000_000_000);
  const stock = await inventory.listStock({ skuCode: sku });

  const ids = new Set<string>();
  let pages = 0;
  let cursor: string | undefined;
  do {
    const page = await inventory.listTransactions({ skuCode: sku, limit: 2, cursor });
    for (const entry of page.data) ids.add(entry.id);
    cursor = page.nextCursor ?? undefined;
    pages += 1;
  } while (cursor !== undefined);

  const endpoint = await webhooks.createWebhook({
    webhookEndpointRequest: { url: CLIENT_HOOK ?? '', events: ['stock.changed'] },
  });
  const { deleted } = await webhooks.deleteWebhookById({ id: endpoint.id });

  process.stdout.write(
    JSON.stringify({
      received,
      drawn: draw.transactions[0]?.qty,
      balance,
      listed: stock.data[0]?.onHand,
      walked: ids.size,
      pages,
      webhook: endpoint.secret.startsWith('whsec_') && deleted,
    }),
  );
}

void main();
