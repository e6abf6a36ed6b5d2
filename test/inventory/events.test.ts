// The events that movements leave in the outbox.
import { describe, expect, it } from 'vitest';
import { importFile } from '../support/as-operator.ts';
import { client, day, freshKey, makePharmacy, post } from '../support/pharmacy.ts';
import { useWorld } from '../support/world.ts';

const POINT = 10;
const SKUS = Array.from({ length: 12 }, (_, index) => `SKU-${index}`);
const BUSY = Array.from({ length: 12 }, (_, index) => `BUSY-${index}`);

const world = useWorld(async ({ db, service }) => {
  const mine = await makePharmacy(db.database, {
    skuCodes: [...SKUS, ...BUSY],
    reorderPoint: POINT,
  });
  const theirs = await makePharmacy(db.database, { slug: 'theirs', skuCodes: ['SKU'] });
  const api = client({ url: service.url, key: mine.liveKey });
  return { mine, theirs, api };
});

interface EventRow {
  position: string;
  id: string;
  type: string;
  data: Record<string, unknown>;
  created_at: Date;
}

/** The outbox of an organization, in order; of one SKU when it is named. */
async function events(skuCode?: string, slug = world.mine.slug): Promise<EventRow[]> {
  const { rows } = await world.db.owner.query<EventRow>(
    `select e.* from event e join organization o on o.id = e.organization_id
      where o.slug = $1 and ($2::text is null or e.data ->> 'sku_code' = $2)
        and e.type not like 'sku.%'
      order by e.position`,
    [slug, skuCode ?? null],
  );
  return rows;
}

let skusUsed = 0;

function freshSku(): string {
  const sku = SKUS[skusUsed];
  if (sku === undefined) throw new Error('Add SKUs to the test.');
  skusUsed += 1;
  return sku;
}

async function move(body: Record<string, unknown>): Promise<void> {
  const answer = await post(world.api, body);
  expect(answer.status, answer.text).toBe(201);
}

function receive(sku_code: string, qty: number, fields: Record<string, unknown> = {}) {
  return move({
    type: 'receive',
    qty,
    sku_code,
    lot_number: 'LOT',
    expiry_date: day(60),
    ...fields,
  });
}

function fulfill(sku_code: string, qty: number, fields: Record<string, unknown> = {}) {
  return move({ type: 'fulfill', qty, sku_code, ...fields });
}

/** The levels of available stock at which `stock.low` was announced. */
async function lows(sku: string): Promise<unknown[]> {
  const all = await events(sku);
  return all.filter(({ type }) => type === 'stock.low').map(({ data }) => data.available);
}

describe('stock.changed', () => {
  it('shows the level after the movement, and the cause', async () => {
    const sku = freshSku();
    await receive(sku, 50, { reference: { type: 'po', id: 'PO-1' } });
    await receive(sku, 5, { lot_number: 'HELD', status: 'quarantine', location: 'Annex' });
    await fulfill(sku, 3, { reference: { type: 'order', id: 'ORD-1', rx_number: 'RX-1' } });
    await move({ type: 'dispense', qty: 2, sku_code: sku, reference: { rx_number: 'RX-2' } });
    await move({
      type: 'return',
      qty: 1,
      sku_code: sku,
      lot_number: 'LOT',
      reference: { id: '7' },
    });
    const about = { sku_code: sku, product_id: world.mine.productIds[SKUS.indexOf(sku)] };
    const level = { ...about, location: 'Main', reserved: 0 };
    const seen = await events(sku);
    expect(seen.map(({ type, data }) => [type, data])).toEqual([
      [
        'stock.changed',
        {
          ...level,
          cause: 'receive',
          on_hand: 50,
          available: 50,
          version: 1,
          reference: { type: 'po', id: 'PO-1' },
        },
      ],
      [
        'stock.changed',
        {
          ...about,
          location: 'Annex',
          cause: 'receive',
          on_hand: 5,
          reserved: 0,
          available: 0,
          version: 1,
          reference: null,
        },
      ],
      [
        'stock.changed',
        {
          ...level,
          cause: 'fulfill',
          on_hand: 47,
          available: 47,
          version: 2,
          reference: { type: 'order', id: 'ORD-1' },
        },
      ],
      [
        'stock.changed',
        { ...level, cause: 'dispense', on_hand: 45, available: 45, version: 3, reference: null },
      ],
      [
        'stock.changed',
        {
          ...level,
          cause: 'return',
          on_hand: 46,
          available: 46,
          version: 4,
          reference: { type: null, id: '7' },
        },
      ],
    ]);
  });

  it('is one event for a draw over several lots', async () => {
    const sku = freshSku();
    for (const lot_number of ['A', 'B', 'C']) await receive(sku, 20, { lot_number });
    await fulfill(sku, 45);
    const [, , , drawn, ...more] = await events(sku);
    expect(drawn?.data).toMatchObject({ cause: 'fulfill', on_hand: 15, version: 4 });
    expect(more).toEqual([]);
  });

  it('never holds a note, a prescription number, a lot or a purchase order', async () => {
    const sku = freshSku();
    await receive(sku, 20, { note: 'SECRET-note', po_number: 'SECRET-po', lot_number: 'SECRET-L' });
    await fulfill(sku, 1, {
      note: 'SECRET',
      reference: { type: 'o', id: '1', rx_number: 'SECRET' },
    });
    const seen = await events(sku);
    expect(seen).toHaveLength(2);
    expect(JSON.stringify(seen)).not.toContain('SECRET');
  });

  it('has the time of its movement', async () => {
    const sku = freshSku();
    await receive(sku, 20);
    const { rows } = await world.db.owner.query(
      `select count(*)::int as same
         from event e join movement m on m.created_at = e.created_at join sku s on s.id = m.sku_id
        where e.data ->> 'sku_code' = $1 and s.sku_code = $1`,
      [sku],
    );
    expect(rows[0].same).toBe(1);
  });
});

describe('stock.low', () => {
  it('is announced once on the way down, and again only after stock was above the point', async () => {
    const sku = freshSku();
    await receive(sku, 30);
    await fulfill(sku, 19);
    expect(await lows(sku)).toEqual([]);
    await fulfill(sku, 1);
    expect(await lows(sku)).toEqual([POINT]);
    await fulfill(sku, 5);
    await receive(sku, 5);
    await fulfill(sku, 1);
    expect(await lows(sku)).toEqual([POINT]);
    await receive(sku, 20);
    await fulfill(sku, 25);
    expect(await lows(sku)).toEqual([POINT, 4]);
  });

  it('shows what is available, the point, and which level it is', async () => {
    const sku = freshSku();
    await receive(sku, 30, { location: 'Annex' });
    await fulfill(sku, 26, { location: 'Annex' });
    const all = await events(sku);
    expect(all.map(({ type }) => type)).toEqual(['stock.changed', 'stock.changed', 'stock.low']);
    expect(all.at(-1)?.data).toEqual({
      sku_code: sku,
      product_id: world.mine.productIds[SKUS.indexOf(sku)],
      location: 'Annex',
      available: 4,
      reorder_point: POINT,
    });
  });

  it('is not announced for a level that was never above the point', async () => {
    const sku = freshSku();
    await receive(sku, 5);
    await receive(sku, 5);
    await fulfill(sku, 1);
    expect(await lows(sku)).toEqual([]);
    await receive(sku, 2);
    await fulfill(sku, 1);
    expect(await lows(sku)).toEqual([POINT]);
  });

  it('counts what is available: quarantined and expired units keep no level up', async () => {
    const sku = freshSku();
    await receive(sku, 12);
    await receive(sku, 500, { lot_number: 'HELD', status: 'quarantine' });
    const old = { organization: world.mine.slug, sku_code: sku, lot_number: 'OLD', qty: 500 };
    await importFile(
      world.db.database,
      JSON.stringify({ lots: [{ ...old, expiry_date: day(-9) }] }),
    );
    await fulfill(sku, 3);
    expect(await lows(sku)).toEqual([9]);
    await move({ type: 'return', qty: 100, sku_code: sku, lot_number: 'HELD' });
    await move({ type: 'return', qty: 100, sku_code: sku, lot_number: 'OLD' });
    await fulfill(sku, 1);
    expect(await lows(sku)).toEqual([9]);
  });

  it('is kept for each location on its own', async () => {
    const sku = freshSku();
    for (const location of ['Main', 'Annex']) await receive(sku, 30, { location });
    await fulfill(sku, 25);
    await fulfill(sku, 25, { location: 'Annex' });
    expect(await lows(sku)).toEqual([5, 5]);
  });
});

describe('the outbox', () => {
  it('has no event of a refused movement, nor of a repeated one', async () => {
    const sku = freshSku();
    const key = freshKey();
    const body = {
      type: 'receive',
      qty: 5,
      sku_code: sku,
      lot_number: 'LOT',
      expiry_date: day(60),
    };
    expect((await post(world.api, body, key)).status).toBe(201);
    const before = await events();
    expect((await post(world.api, body, key)).status).toBe(200);
    expect((await post(world.api, { ...body, qty: 6 }, key)).status).toBe(422);
    for (const refused of [
      { type: 'fulfill', qty: 6, sku_code: sku },
      { type: 'fulfill', qty: 1, sku_code: sku, lot_number: 'X' },
      { ...body, expiry_date: day(61) },
      { ...body, status: 'quarantine' },
      { ...body, qty: 0 },
    ]) {
      expect((await post(world.api, refused)).status).toBeGreaterThanOrEqual(400);
    }
    expect(await events()).toEqual(before);
  });

  it('has positions without a gap, each organization its own, also under load', async () => {
    const their = client({ url: world.service.url, key: world.theirs.liveKey });
    const lot = { type: 'receive', qty: 1, lot_number: 'LOAD', expiry_date: day(60) };
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) => [
        post(world.api, {
          ...lot,
          sku_code: BUSY[index % BUSY.length],
          lot_number: `LOAD-${index % 3}`,
        }),
        post(their, { ...lot, sku_code: 'SKU' }),
      ]).flat(),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    const { rows } = await world.db.owner.query(
      `select o.slug, count(*)::int as count, min(e.position)::int as first,
              max(e.position)::int as last, c.position::int as counter
         from event e join organization o on o.id = e.organization_id
         join event_counter c on c.organization_id = o.id
        group by o.slug, c.position order by o.slug`,
    );
    expect(rows).toHaveLength(2);
    for (const { count, first, last, counter } of rows) {
      expect([first, last, counter]).toEqual([1, count, count]);
    }
  });

  it('has each version of a level once, rising by one in the order of positions', async () => {
    await Promise.all(
      ['Main', 'Annex'].flatMap((location) =>
        BUSY.flatMap((sku) => [1, 2, 3].map((qty) => receive(sku, qty, { location }))),
      ),
    );
    const levels = Map.groupBy(
      (await events()).filter(({ type }) => type === 'stock.changed'),
      ({ data }) => `${data.sku_code} ${data.location}`,
    );
    expect([...levels.keys()].filter((name) => name.startsWith('BUSY'))).toHaveLength(
      BUSY.length * 2,
    );
    for (const changes of levels.values()) {
      const versions = changes.map(({ data }) => data.version);
      expect(versions).toEqual(versions.map((_, index) => index + 1));
    }
    const { rows } = await world.db.owner.query(
      `select s.sku_code || ' ' || p.name as level, l.version::int
         from stock_level l join sku s on s.id = l.sku_id join location p on p.id = l.location_id
         join organization o on o.id = l.organization_id where o.slug = $1 and l.version > 0`,
      [world.mine.slug],
    );
    const last = [...levels].map(([level, changes]) => [level, changes.length]);
    expect(new Map(rows.map(({ level, version }) => [level, version]))).toEqual(
      new Map(last as [string, number][]),
    );
  });
});
