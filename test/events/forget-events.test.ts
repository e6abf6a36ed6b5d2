import { expect, it } from 'vitest';
import { forgetEvents } from '../../src/events/forget-events.ts';
import { importFile } from '../support/as-operator.ts';
import { type Client, client, day, makePharmacy, post } from '../support/pharmacy.ts';
import { useWorld } from '../support/world.ts';

const world = useWorld();

const forget = () => forgetEvents(world.db.database, new AbortController().signal);

async function receive(api: Client): Promise<void> {
  const lot = { lot_number: 'L', expiry_date: day(60) };
  const { status } = await post(api, { type: 'receive', sku_code: 'SKU-1', qty: 1, ...lot });
  expect(status).toBe(201);
}

it('never forgets an organization’s newest event, so that a saved position in the feed stays valid', async () => {
  const quiet = await makePharmacy(world.db.database, { slug: 'quiet' });
  const busy = await makePharmacy(world.db.database, { slug: 'busy' });
  const [api, other] = [quiet, busy].map(({ liveKey }) =>
    client({ url: world.service.url, key: liveKey }),
  ) as [Client, Client];
  for (const one of [api, api, other, other]) await receive(one);
  const feed = (one: Client, query = {}) => one.get('/v1/inventory/events', { query });
  const saved = (await feed(api)).body.next_cursor;
  await world.db.owner.query(`update event set created_at = now() - interval '400 days'`);
  await receive(other);
  await forget();
  await forget();
  const after = await feed(api, { after: saved });
  expect([after.status, after.body]).toEqual([200, { data: [], next_cursor: saved }]);
  expect((await feed(api)).body.data.map(({ id }: { id: string }) => id)).toEqual([saved]);
  // Of one that continues, the old ones are gone.
  expect((await feed(other)).body.data).toHaveLength(1);
  await receive(api);
  expect((await feed(api, { after: saved })).body.data).toMatchObject([{ type: 'stock.changed' }]);
  // Once there is a newer one, it goes as the others do.
  await forget();
  expect((await feed(api)).body.data).toHaveLength(1);
  expect((await feed(api, { after: saved })).status).toBe(400);
});

it('never forgets the newest that either environment sees, however busy the other is', async () => {
  const { slug, liveKey, testKey } = await makePharmacy(world.db.database, { slug: 'ordering' });
  const place = (environment: 'live' | 'test', order_number: string) =>
    importFile(
      world.db.database,
      JSON.stringify({ orders: [{ organization: slug, order_number, environment }] }),
    );
  const [live, test] = [liveKey, testKey].map((key) => client({ url: world.service.url, key })) as [
    Client,
    Client,
  ];
  const feed = async (one: Client, query = {}) => {
    const answer = await one.get('/v1/inventory/events', { query });
    return answer.status === 200 ? answer.body.data.length : answer.status;
  };
  const newest = async (one: Client) => (await one.get('/v1/inventory/events')).body.next_cursor;
  for (const number of ['A', 'B']) await place('live', number);
  const saved = await newest(live);
  for (const number of ['A', 'B', 'C']) await place('test', number);
  await world.db.owner.query(`update event set created_at = now() - interval '400 days'`);
  await forget();
  expect([await feed(live), await feed(live, { after: saved })]).toEqual([1, 0]);
  expect([await feed(test), await feed(test, { after: await newest(test) })]).toEqual([1, 0]);
  // What both share is newer to both.
  await receive(live);
  await forget();
  expect([await feed(live), await feed(test)]).toEqual([1, 1]);
  expect(await feed(live, { after: saved })).toBe(400);
});

it('stops between two rounds when its signal is aborted', async () => {
  const stopped = AbortSignal.abort();
  await receive(
    client({
      url: world.service.url,
      key: (await makePharmacy(world.db.database, { slug: 'third' })).liveKey,
    }),
  );
  await world.db.owner.query(`update event set created_at = now() - interval '400 days'`);
  const count = async () => (await world.db.owner.query('select id from event')).rows.length;
  const before = await count();
  await forgetEvents(world.db.database, stopped);
  expect(await count()).toBe(before);
});
