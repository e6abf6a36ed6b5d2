import { afterAll, describe, expect, it } from 'vitest';
import { clock } from '../../kit/database.ts';
import { importFile } from '../support/as-operator.ts';
import { until } from '../support/concurrency.ts';
import { client, day, makePharmacy, post, startService } from '../support/pharmacy.ts';
import { useWorld } from '../support/world.ts';

const WRITERS = 16;
const MOVEMENTS_PER_WRITER = 12;

const world = useWorld(async ({ db, service }) => {
  const pharmacy = await makePharmacy(db.database, { skuCodes: ['A', 'B', 'C'] });
  const another = await startService(db.database);
  const api = client({ url: service.url, key: pharmacy.liveKey });
  return { another, pharmacy, api };
});

afterAll(async () => {
  await world.another.close();
});

const feed = (query: Record<string, string | number> = {}) =>
  world.api.get('/v1/inventory/events', { query });

it('is empty and without a place to go on from in an organization without events', async () => {
  const { liveKey } = await makePharmacy(world.db.database, { slug: 'quiet', skuCodes: [] });
  const quiet = client({ url: world.service.url, key: liveKey });
  const { body } = await quiet.get('/v1/inventory/events');
  expect(body).toEqual({ data: [], next_cursor: null });
});

it('misses nothing and never goes back, beside sixteen writers and a long transaction', async () => {
  const slow = await world.db.owner.connect();
  await slow.query('begin; select txid_current()');
  const writers = Array.from({ length: WRITERS }, async (_, writer) => {
    const host = writer % 2 === 0 ? world.service : world.another;
    const own = client({ url: host.url, key: world.pharmacy.liveKey });
    for (let index = 0; index < MOVEMENTS_PER_WRITER; index += 1) {
      const { status } = await post(own, {
        type: 'receive',
        sku_code: 'ABC'[(writer + index) % 3] as string,
        qty: 1,
        lot_number: `L${writer}`,
        expiry_date: day(30),
      });
      expect(status).toBe(201);
    }
  });
  const written = Promise.all(writers);
  let finished = false;
  void written.then(() => {
    finished = true;
  });
  const seen: string[] = [];
  let after: string | undefined;
  for (let round = 0; round < 5_000; round += 1) {
    const wasFinished = finished;
    const { body } = await feed({ limit: 7, ...(after && { after }) });
    seen.push(...body.data.map(({ id }: { id: string }) => id));
    after = body.next_cursor ?? undefined;
    if (wasFinished && body.data.length === 0) break;
  }
  await written;
  await slow.query('rollback');
  slow.release();
  const { rows } = await world.db.owner.query(
    `select e.id from event e join organization o on o.id = e.organization_id
      where o.slug = 'pharmacy' order by e.position`,
  );
  expect(seen).toEqual(rows.map(({ id }) => id));
  expect(seen.length).toBe(3 + WRITERS * MOVEMENTS_PER_WRITER);
});

it('stays where it is when there is nothing new', async () => {
  const all = await feed({ limit: 100 });
  const last = (await feed({ limit: 100, after: all.body.next_cursor })).body;
  const end = await feed({ limit: 100, after: last.next_cursor });
  const again = await feed({ limit: 100, after: end.body.next_cursor });
  expect(again.body).toEqual({ data: [], next_cursor: end.body.next_cursor });
});

it('refuses a place that is unknown or of another organization, and names the oldest event', async () => {
  const other = await makePharmacy(world.db.database, { slug: 'other' });
  const stranger = client({ url: world.service.url, key: other.testKey });
  const oldest = (await feed({ limit: 1 })).body.data[0].id;
  for (const after of [
    crypto.randomUUID(),
    (await stranger.get('/v1/inventory/events')).body.next_cursor,
  ]) {
    const refused = await feed({ after });
    expect(refused.status).toBe(400);
    expect(refused.body.error.details[0].path).toBe('after');
    expect(refused.body.error.message).toContain(oldest);
  }
  expect((await feed({ after: 'first' })).status).toBe(400);
});

describe('the filters', () => {
  const idsOf = async (query: Record<string, string | number>) =>
    (await feed({ limit: 100, ...query })).body.data.map(({ id }: { id: string }) => id);

  it('keep a type and a time, alone, together and next to a place, page by page', async () => {
    const { rows } = await world.db.owner.query(
      `select e.id, e.type, e.position::int as position,
              to_char(e.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at
         from event e join organization o on o.id = e.organization_id
        where o.slug = 'pharmacy' and (e.environment is null or e.environment = 'live') order by e.position`,
    );
    const middle = rows[Math.floor(rows.length / 2)];
    for (const type of [undefined, 'stock.changed', 'sku.created', 'order.updated', 'no.such']) {
      for (const from of [undefined, '2020-01-01T00:00:00Z', middle.at, '2999-01-01T00:00:00Z']) {
        for (const after of [undefined, rows[3].id, middle.id]) {
          const position = rows.find(({ id }) => id === after)?.position ?? 0;
          const kept = rows.filter(
            (row) =>
              (type === undefined || row.type === type) &&
              (from === undefined || row.at >= from.replace(/:00Z$/, ':00.000000Z')) &&
              row.position > position,
          );
          const query = { ...(type && { type }), ...(from && { from }), ...(after && { after }) };
          const { body } = await feed({ limit: 100, ...query });
          expect([query, body.data.map(({ id }: { id: string }) => id)]).toEqual([
            query,
            kept.slice(0, 100).map(({ id }) => id),
          ]);
          const end = kept.length > 0 ? kept.slice(0, 100).at(-1)?.id : (after ?? rows.at(-1)?.id);
          expect([query, body.next_cursor]).toEqual([query, end]);
        }
      }
    }
  });

  it('find what an import announces at the time of its end, since it may have begun long before', async () => {
    const holder = await world.db.owner.connect();
    await holder.query('begin');
    await holder.query('select from event_counter for update');
    const { body } = await world.api.get('/v1/inventory/skus');
    const sku = { organization: 'pharmacy', product_id: body.data[0].product_id };
    const importing = importFile(
      world.db.database,
      JSON.stringify({
        skus: [{ ...sku, sku_code: 'LATE' }],
        orders: [{ organization: 'pharmacy', order_number: 'VO-LATE' }],
      }),
    );
    await until('the import waits', async () => {
      const waiting = `select from pg_stat_activity where wait_event_type = 'Lock'`;
      return (await world.db.owner.query(waiting)).rows.length > 0;
    });
    const from = await clock(world.db);
    await holder.query('rollback');
    holder.release();
    await importing;
    expect((await feed({ from })).body.data).toMatchObject([
      { data: { sku_code: 'LATE' } },
      { data: { order_number: 'VO-LATE' } },
    ]);
  });

  it('lose no event that happened before the place and was committed after it', async () => {
    const [first] = await idsOf({ limit: 1 });
    // Late in the feed, early by its time.
    await world.db.owner.query(
      `update event set created_at = created_at + interval '1 hour'
        where id = any(select e.id from event e join organization o on o.id = e.organization_id
                        where o.slug = 'pharmacy' order by e.position limit 3)`,
    );
    const { rows } = await world.db.owner.query(
      `select to_char(max(created_at) - interval '1 minute', 'YYYY-MM-DD"T"HH24:MI:SS.US') || 'Z' as at
         from event where id = $1`,
      [first],
    );
    expect(await idsOf({ from: rows[0].at })).toContain(first);
  });

  it.each([
    ['type', ''],
    ['from', 'yesterday'],
    ['from', '2026-02-30T00:00:00Z'],
  ])('refuse a bad %s by its name', async (name, value) => {
    const { status, body } = await feed({ [name]: value });
    expect([status, body.error.details[0].path]).toEqual([400, name]);
  });
});
