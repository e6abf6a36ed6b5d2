import { until } from '../../../support/concurrency.ts';
import { EVENTS } from '../contract.ts';
import { act, ask, type Chapter, hear, type Story } from '../story.ts';

const ENDPOINT = '01935f60-aaaa-7c3e-a1d2-4b5c6d7e8f90';
const OTHER_ENDPOINT = '01935f60-bbbb-7c3e-a1d2-4b5c6d7e8f90';
const ORGANIZATION = 'demo-pharmacy';

/** From here on the receiver gets each kind of event. */
export const allKinds: Chapter = [
  act('an endpoint for all kinds', async (story) => {
    const { body } = await story.send({
      id: 'createWebhook',
      body: {
        url: new URL('/hooks/all', story.receiver.url).href,
        events: [...EVENTS.keys()].filter((type) => type !== 'webhook.test'),
      },
      gives: '201',
    });
    story.secret = body.secret;
    story.normalizer.bind(OTHER_ENDPOINT, body.id);
  }),
];

function operated(line: string, ...more: string[]) {
  const words = [...line.split(' '), ...more, '--organization', ORGANIZATION];
  return act(`operator ${line}`, (story) => story.operate(...words));
}

const LOT = ['--sku', 'AMOX-500-CAP', '--location', 'Main', '--lot', 'AMX-2207'];
const SKU = {
  organization: ORGANIZATION,
  sku_code: 'AMOX-500-CAP',
  product_id: 'de300000-0000-4000-8000-000000000001',
  gtin: '00300933109055',
  ndc: '00093310905',
};
const NARCAN = 'de300000-0000-4000-8000-000000000015';

/** What happens at a pharmacy beside movements. */
export const events: Chapter = [
  hear('count.approved', operated('stock count --counted 118', ...LOT)),
  hear('lot.status_changed', operated('lot set-status --status quarantine', ...LOT)),
  operated('lot set-status --status released', ...LOT),
  hear(
    'stock.low',
    ask({
      id: 'postMovement',
      sends: 'fulfill',
      body: { qty: 344, reference: undefined },
      gives: '201',
    }),
  ),
  hear('lot.expiring', operated('lot sweep'), { lot_number: 'HUM-1160' }),
  hear(
    'temperature.excursion',
    operated('temperature record --celsius 9.5', '--location', 'Cold room'),
  ),
  ask({ id: 'listTemperatures', gives: '200 page' }),
  hear(
    'order.updated',
    act('operator order ship', (story) =>
      story.operate(
        'order',
        'ship',
        '--id',
        'de300002-0000-4000-8000-000000000002',
        '--tracking-number',
        '1Z999AA10123456784',
        '--tracking-carrier',
        'UPS',
      ),
    ),
  ),
  hear(
    'sku.created',
    act('a new SKU', (story) =>
      story.import({
        skus: [
          {
            organization: ORGANIZATION,
            sku_code: 'NARCAN-4MG-12',
            product_id: NARCAN,
            reorder_point: 5,
          },
        ],
      }),
    ),
  ),
  hear(
    'sku.updated',
    act('another reorder point', (story) =>
      story.import({ skus: [{ ...SKU, reorder_point: 60 }] }),
    ),
  ),
  ask({ id: 'deleteWebhook', gives: '200 deleted' }),
];

async function untilTried(story: Story, attempts: number): Promise<void> {
  const path = `/v1/inventory/webhooks/${story.normalizer.real(ENDPOINT)}/deliveries`;
  await until(`a delivery has ${attempts} attempts`, async () => {
    const { data } = await story.read(path);
    return data[0]?.attempts.length === attempts;
  });
}

const disable = ask({ id: 'updateWebhook', sends: 'disable', gives: '200' });
const enable = ask({ id: 'updateWebhook', sends: 'enable', gives: '200' });

/** An endpoint from its creation to its end. */
export const endpoint: Chapter = [
  act('an endpoint', async (story) => {
    const asked = { id: 'createWebhook', sends: 'stock', gives: '201 created' };
    story.secret = (await story.ask(asked)).body.secret;
  }),
  ask({
    id: 'createWebhook',
    sends: 'stock',
    body: { url: 'http://partner.example/hooks/stock' },
    gives: '400 url',
  }),
  ask({ id: 'listWebhooks', gives: '200 page' }),
  ask({ id: 'getWebhook', gives: '200 endpoint' }),
  act('the receiver is down', async (story) => {
    story.receives = 503;
    const asked = { id: 'postMovement', sends: 'receive', gives: '201' };
    await story.ask(asked);
    await untilTried(story, 1);
  }),
  ask({ id: 'listDeliveries', gives: '200 page' }),
  ask({ id: 'updateWebhook', sends: 'disable', gives: '200 disabled' }),
  ask({ id: 'testWebhook', gives: '400 disabled' }),
  ask({ id: 'testWebhook', body: { type: 'stock.moved' }, gives: '400 unknownType' }),
  ask({ id: 'replayDelivery', gives: '400 disabled' }),
  ask({ id: 'updateWebhook', sends: 'move', gives: '200 moved' }),
  ask({ id: 'updateWebhook', sends: 'enable', gives: '200 enabled' }),
  ask({ id: 'replayDelivery', gives: '200 delivery' }),
  act('the delivery fails again', (story) => untilTried(story, 2)),
  disable,
  enable,
  ask({
    id: 'replayDeliveries',
    sends: 'morning',
    body: { since: undefined },
    gives: '400 missing',
  }),
  ask({ id: 'replayDeliveries', sends: 'morning', gives: '200 replayed' }),
  act('the receiver is there again', async (story) => {
    story.receives = 204;
  }),
  ask({ id: 'rotateWebhookSecret', sends: 'hour', gives: '200 rotated' }),
  hear('webhook.test', ask({ id: 'testWebhook', gives: '201 delivery' })),
  ask({ id: 'testWebhook', sends: 'stockChanged', gives: '201 ofKind' }),
];

/** When no one needs the endpoint any more. */
export const end: Chapter = [ask({ id: 'deleteWebhookById', gives: '200 deleted' })];
