import { describe, expect, it } from 'vitest';
import contract from '../../../generated/openapi.json' with { type: 'json' };
import events from '../../../generated/webhooks.json' with { type: 'json' };
import type { ContractDocument } from '../../../src/http/operations.ts';
import { importFile } from '../../support/as-operator.ts';
import { compileWebhookChecker } from '../../support/checker.ts';
import { until } from '../../support/concurrency.ts';
import { receive, sendTest, subscribe, useDeliveries } from '../../support/deliveries.ts';
import { day, post } from '../../support/pharmacy.ts';
import type { Receiver } from '../../support/receiver.ts';

const webhooks = useDeliveries();

describe('an endpoint', () => {
  it('gets what came after its creation, of the kinds that it names; others and nobody get nothing', async () => {
    const [mine, stranger] = [await webhooks.tenant(), await webhooks.tenant()];
    const late = await webhooks.receiver();
    const all = await webhooks.receiver();
    const low = await webhooks.receiver();
    const orders = await webhooks.receiver();
    const test = await webhooks.receiver();
    await receive(mine.live);
    await subscribe(mine.live, all.url, []);
    await subscribe(mine.live, low.url, ['sku.updated', 'count.approved']);
    await subscribe(mine.live, orders.url, ['order.updated']);
    await subscribe(mine.test, test.url);
    await receive(mine.live);
    await receive(stranger.live);
    const lot = ['--organization', mine.slug, '--sku', 'SKU-1', '--lot', 'L'];
    const counted = [...lot, '--location', 'Main', '--counted', '20'];
    await webhooks.operate('stock', 'count', ...counted);
    await subscribe(mine.live, late.url);
    await receive(mine.live);
    webhooks.work();
    const types = ({ received }: Receiver) => received.map(({ body }) => body.type).sort();
    await until('all came', () => all.received.length === 4 - 1 && late.received.length === 1);
    await until('the counted came', () => low.received.length === 1);
    expect(types(all)).toEqual(['count.approved', 'stock.changed', 'stock.changed']);
    expect(types(low)).toEqual(['count.approved']);
    expect([orders, test].map(types)).toEqual([[], []]);
    const { rows } = await webhooks.db.owner.query(
      'select distinct endpoint_id, type from webhook_delivery',
    );
    expect(rows).toHaveLength(4);
    const { rows: foreign } = await webhooks.db.owner.query(
      `select d.id from webhook_delivery d join organization o on o.id = d.organization_id
        where o.slug = $1`,
      [stranger.slug],
    );
    expect(foreign).toEqual([]);
  });

  it('is not passed over among many, nor held up by events that were forgotten', async () => {
    const { live } = await webhooks.tenant();
    const one = await webhooks.receiver();
    const endpoints = [];
    for (let index = 0; index < 70; index += 1)
      endpoints.push(await subscribe(live, `${one.url}/${index}`));
    await receive(live);
    await receive(live);
    await webhooks.db.owner.query(`delete from event where type = 'stock.changed' and position =
      (select max(position) from event e where e.organization_id = event.organization_id)`);
    webhooks.work();
    await until('all came', () => one.received.length === 70);
    expect(new Set(one.received.map(({ path }) => path)).size).toBe(70);
    const { rows } = await webhooks.db.owner.query(
      `select e.id from webhook_endpoint e join event_counter c using (organization_id)
        where e.fanned_position <> c.position`,
    );
    expect(rows).toEqual([]);
  });
});

it('sends every kind as the contract has it, and nothing private', async () => {
  const check = compileWebhookChecker(events as unknown as ContractDocument);
  const { live, slug } = await webhooks.tenant(20);
  const { url, received } = await webhooks.receiver();
  const { id } = await subscribe(live, url);
  const secretive = 'PRIVATE-';
  webhooks.work();
  const lot = ['--organization', slug, '--sku', 'SKU-1', '--lot', 'L'];
  const run = (...words: string[]) => webhooks.operate(...words);
  const { body } = await live.get('/v1/inventory/skus');
  const product = body.data[0].product_id;
  const catalog = (sku: object) =>
    importFile(
      webhooks.db.database,
      JSON.stringify({ skus: [{ organization: slug, product_id: product, ...sku }] }),
    );
  await catalog({ sku_code: 'SKU-2' });
  await catalog({ sku_code: 'SKU-2', gtin: '00300933109055', reorder_point: 3 });
  await importFile(
    webhooks.db.database,
    JSON.stringify({
      locations: [{ organization: slug, name: 'Cold room', min_celsius: 2, max_celsius: 8 }],
    }),
  );
  await post(live, {
    type: 'receive',
    sku_code: 'SKU-1',
    qty: 30,
    lot_number: 'L',
    expiry_date: day(20),
    note: `${secretive}note`,
    po_number: `${secretive}po`,
  });
  await post(live, {
    type: 'dispense',
    sku_code: 'SKU-1',
    qty: 15,
    reference: { type: 'prescription', id: 'RX', rx_number: `${secretive}rx` },
  });
  const atMain = [...lot, '--location', 'Main'];
  await run('stock', 'adjust', ...atMain, '--qty', '1', '--reason', `${secretive}reason`);
  await run('stock', 'count', ...atMain, '--counted', '16');
  await run('lot', 'set-status', ...lot, '--status', 'quarantine');
  await run('lot', 'set-status', ...lot, '--status', 'released');
  await run('lot', 'sweep');
  await run(
    'temperature',
    'record',
    '--organization',
    slug,
    '--location',
    'Cold room',
    '--celsius',
    '9.5',
  );
  await sendTest(live, id);
  const { rows } = await webhooks.db.owner.query(
    `select count(*)::int as count from event e join webhook_endpoint w using (organization_id)
      where w.id = $1 and e.created_at > w.created_at`,
    [id],
  );
  await until('all came', () => received.length === rows[0].count + 1);
  // Endpoints that name no kinds get all others.
  const kinds = contract.components.schemas.EventType.enum.filter(
    (kind) => kind !== 'order.updated',
  );
  expect([...new Set(received.map((one) => one.body.type))].sort()).toEqual(
    [...kinds, 'webhook.test'].sort(),
  );
  for (const { body, text, headers } of received) {
    expect([body, check(body)]).toEqual([body, []]);
    expect(headers['x-webhook-event']).toBe(body.type);
    expect(text).not.toContain(secretive);
    expect(text.length).toBeLessThan(65_536);
  }
});
