// What a person does to endpoints is recorded with their name, in the transaction of the change.
import { beforeAll, expect, it } from 'vitest';
import { addDelivery, create, rowOf, useEndpoints, WEBHOOKS } from '../../support/endpoints.ts';
import { type SignedInPerson, signInAs } from '../../support/people.ts';

const webhooks = useEndpoints();
let developer: SignedInPerson;
beforeAll(async () => {
  const { db, service } = webhooks;
  const { rows } = await db.owner.query(`select id from organization where slug = 'pharmacy'`);
  const at = { database: db.database, url: service.url };
  developer = await signInAs(at, rows[0].id, ['developer']);
});

const HERE = '/inventory/webhooks';
const query = { environment: 'live' };

/** The actions since the last call. */
let seen = 0;
async function recorded() {
  const { rows } = await webhooks.db.owner.query(
    `select command, target, arguments, person_id, actor, organization.slug
       from operator_action action join organization on organization.id = action.organization_id
      where command like '%ebhook%' or command like 'replay%' order by at`,
  );
  const before = seen;
  seen = rows.length;
  return rows.slice(before);
}

it('records each change by a person, of an address the host alone, and none by a key', async () => {
  const { api, id: personId } = developer;
  const url = 'https://93.184.215.14/hooks/a-secret-path?token=abc';
  const made = await api.post(HERE, { query, body: { url, events: ['stock.low'] } });
  const { id } = made.body;
  const endpoint = `${HERE}/${id}`;
  const deliveryId = await addDelivery(webhooks, id);
  const since = '2026-11-20T08:00:00.000000Z';
  const description = 'of J. Doe';
  await api.patch(endpoint, { query, body: { url: `${url}1`, status: 'enabled', description } });
  await api.post(`${endpoint}/rotate-secret`, { query });
  await api.post(`${endpoint}/test`, { query, body: { type: 'stock.low' } });
  await api.post(`${endpoint}/deliveries/${deliveryId}/replay`, { query });
  await api.post(`${endpoint}/replay`, { query, body: { since } });
  await api.delete(endpoint, { query });
  const host = 'https://93.184.215.14';
  const rows = await recorded();
  expect(rows.map((row) => [row.command, row.target, row.arguments])).toEqual([
    ['createWebhook', `endpoint ${id}`, { environment: 'live', url: host, events: ['stock.low'] }],
    ['updateWebhook', `endpoint ${id}`, { environment: 'live', url: host, status: 'enabled' }],
    ['rotateWebhookSecret', `endpoint ${id}`, { environment: 'live', overlap_seconds: 86_400 }],
    ['testWebhook', `endpoint ${id}`, { environment: 'live', type: 'stock.low' }],
    ['replayDelivery', `delivery ${deliveryId}`, { environment: 'live' }],
    ['replayDeliveries', `endpoint ${id}`, { environment: 'live', since }],
    ['deleteWebhookById', `endpoint ${id}`, { environment: 'live' }],
  ]);
  for (const { person_id, actor, slug } of rows) {
    expect([person_id, actor, slug]).toEqual([personId, `person:${personId}`, 'pharmacy']);
  }

  const byKey = await create(webhooks.live);
  await webhooks.live.patch(`${WEBHOOKS}/${byKey.id}`, { body: { status: 'disabled' } });
  await webhooks.live.delete(`${WEBHOOKS}/${byKey.id}`);
  expect(await recorded()).toEqual([]);
});

it('changes nothing where the change cannot be recorded, and records nothing that was refused', async () => {
  const { id } = await create(webhooks.live);
  const full = 'alter table operator_action add constraint is_full check (false) not valid';
  await webhooks.db.owner.query(full);
  try {
    const { status } = await developer.api.delete(`${HERE}/${id}`, { query });
    expect([status, (await rowOf(webhooks, id)).deleted_at]).toEqual([500, null]);
  } finally {
    await webhooks.db.owner.query('alter table operator_action drop constraint is_full');
  }
  const theirs = await create(webhooks.theirs);
  const refused = await developer.api.delete(`${HERE}/${theirs.id}`, { query });
  expect([refused.status, await recorded()]).toEqual([404, []]);
});
