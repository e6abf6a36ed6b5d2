import { afterAll, describe, expect, it } from 'vitest';
import { operate } from '../support/operator.ts';
import { useOrders } from '../support/orders.ts';
import { everythingWritten } from '../support/refusals.ts';
import { expectConsistentReservations, readLot, reserve } from '../support/reservations.ts';

const orders = useOrders();
afterAll(() => expectConsistentReservations(orders.db));

const TRACKING = ['--tracking-number', '1Z 999', '--tracking-carrier', 'UPS'];

const ship = (id: string, ...words: string[]) =>
  orders.operateJson('order', 'ship', '--id', id, ...TRACKING, ...words);

async function refused(id: string, words: string[], message: RegExp): Promise<void> {
  const before = await everythingWritten(orders.db);
  const order = await orders.read(id);
  await expect(ship(id, ...words)).rejects.toThrow(message);
  expect(await orders.read(id)).toEqual(order);
  expect(await everythingWritten(orders.db)).toEqual(before);
}

const pharmacyLot = (sku: string, lot: string) => readLot(orders.live.pharmacy, sku, lot);

/** Everybody's movements of an order, of this type. */
async function movementsOf(id: string, type = 'fulfill') {
  const { rows } = await orders.db.owner.query(
    `select o.slug, m.actor from movement m join organization o on o.id = m.organization_id
      where m.reference_type = 'order' and m.reference_id = $1 and m.type = $2`,
    [id, type],
  );
  return rows;
}

describe('with lots', () => {
  it('draws them from the pharmacy’s stock and ships the order, together', async () => {
    const id = await orders.order({ status: 'paid', payment_status: 'paid' });
    const before = await pharmacyLot('SKU-1', 'L1');
    const left = [before.on_hand - 2, (await pharmacyLot('SKU-2', 'L2')).on_hand - 3];
    const answer = await ship(id, '--lots', 'SKU-1:L1:2,SKU-2:L2:3', '--actor', 'Ada');
    expect(answer).toEqual({
      id,
      order_number: expect.any(String),
      status: 'shipped',
      payment_status: 'paid',
      changed: true,
      tracking_number: '1Z 999',
      tracking_carrier: 'UPS',
      shipped_at: expect.stringMatching(/^\d{4}-.*\.\d{6}Z$/),
      drawn: [
        { sku_code: 'SKU-1', lot_number: 'L1', location: 'Main', qty: 2, balance_after: left[0] },
        { sku_code: 'SKU-2', lot_number: 'L2', location: 'Main', qty: 3, balance_after: left[1] },
      ],
      reservations: [],
      idempotent: false,
    });
    expect((await pharmacyLot('SKU-1', 'L1')).on_hand).toBe(left[0]);
    const { status, tracking_number, tracking_carrier, shipped_at } = await orders.read(id);
    expect({ status, tracking_number, tracking_carrier, shipped_at }).toEqual({
      status: 'shipped',
      tracking_number: '1Z 999',
      tracking_carrier: 'UPS',
      shipped_at: answer.shipped_at,
    });
    expect(await movementsOf(id)).toEqual([
      { slug: 'pharmacy', actor: 'operator:Ada' },
      { slug: 'pharmacy', actor: 'operator:Ada' },
    ]);
    expect(await orders.announced(id)).toEqual({
      clinic: ['paid paid', 'shipped paid'],
      affiliate: ['paid paid', 'shipped paid'],
      pharmacy: ['paid paid', 'shipped paid'],
    });
    // In the pharmacy's feed the stock's events stand next to it, of the same moment and commit.
    const { rows } = await orders.db.owner.query(
      `select e.type, e.data -> 'reference' as reference from event e
         join organization o on o.id = e.organization_id
        where o.slug = 'pharmacy' order by e.position desc limit 3`,
    );
    expect(rows.map(({ type }) => type)).toEqual([
      'order.updated',
      'stock.changed',
      'stock.changed',
    ]);
    expect(rows[1].reference).toEqual({ type: 'order', id });
  });

  it('is repeated without a second movement, event or action', async () => {
    const id = await orders.order({ status: 'processing' });
    const words = ['--lots', 'SKU-1:L1:1'];
    const first = await ship(id, ...words);
    const before = await everythingWritten(orders.db);
    const again = await ship(id, ...words);
    expect(again).toEqual({ ...first, changed: false, drawn: [] });
    const printed = await orders.operate('order', 'ship', '--id', id, ...TRACKING);
    expect(printed.code).toBe(0);
    expect(printed.printed).toMatch(/^order \S+ was already shipped/);
    expect(await everythingWritten(orders.db)).toEqual(before);
    const { rows } = await orders.db.owner.query(
      `select count(*)::int as actions from operator_action where command = 'order ship' and target = $1`,
      [`order ${id}`],
    );
    expect(rows[0].actions).toBe(1);
  });

  it('is repeated with its key as it was the first time, whatever became of the order', async () => {
    const id = await orders.order({ status: 'paid' });
    const words = ['--lots', 'SKU-1:L1:1', '--key', crypto.randomUUID()];
    const first = await ship(id, ...words);
    await orders.operate('order', 'set-status', '--id', id, '--status', 'delivered');
    const before = await everythingWritten(orders.db);
    expect(await ship(id, ...words)).toEqual({ ...first, idempotent: true });
    expect(await everythingWritten(orders.db)).toEqual(before);
    const reused = { code: 'idempotency_key_reused' };
    await expect(ship(id, '--lots', 'SKU-1:L1:2', ...words.slice(2))).rejects.toMatchObject(reused);
    expect(await everythingWritten(orders.db)).toEqual(before);
  });

  it('draws what the order holds of a lot first, and never what another order holds', async () => {
    const [mine, other] = await orders.orders([{ status: 'paid' }, { status: 'paid' }]);
    const { pharmacy } = orders.live;
    const lot = await pharmacyLot('SKU-3', 'L1');
    const hold = (id: string, qty: number) =>
      reserve(pharmacy, {
        reference: { type: 'order', id },
        sku_code: 'SKU-3',
        lot_id: lot.id,
        qty,
      });
    expect((await hold(mine as string, 4)).status).toBe(201);
    expect((await hold(other as string, 15)).status).toBe(201);
    // One unit of 20 is nobody's.
    await refused(
      mine as string,
      ['--lots', 'SKU-3:L1:6'],
      /Lot L1 of SKU-3: Only 5 available; cannot take 6/,
    );
    await ship(mine as string, '--lots', 'SKU-3:L1:5');
    expect(await pharmacyLot('SKU-3', 'L1')).toMatchObject({ on_hand: 15, reserved: 15 });
    await ship(other as string, '--lots', 'SKU-3:L1:15');
    expect(await pharmacyLot('SKU-3', 'L1')).toMatchObject({ on_hand: 0, reserved: 0 });
  });

  it('tells what the order still holds afterwards', async () => {
    const id = await orders.order({ status: 'paid' });
    await reserve(orders.live.pharmacy, {
      reference: { type: 'order', id },
      sku_code: 'SKU-2',
      qty: 3,
    });
    const { reservations } = await ship(id, '--lots', 'SKU-2:L1:1');
    expect(reservations).toMatchObject([
      { organization: 'pharmacy', sku_code: 'SKU-2', lot_number: 'L1', qty: 2 },
    ]);
  });

  it('is refused whole, naming the lot, where one of them cannot be drawn', async () => {
    const id = await orders.order({ status: 'paid' });
    const { database } = orders.db;
    const lot = ['--organization', 'pharmacy', '--sku', 'SKU-2', '--lot', 'L2'];
    await operate(database, 'lot', 'set-status', ...lot, '--status', 'quarantine');
    const good = 'SKU-1:L1:1';
    await refused(
      id,
      ['--lots', `${good},SKU-2:L2:1`],
      /Lot L2 of SKU-2: The lot is in quarantine/,
    );
    await operate(database, 'lot', 'set-status', ...lot, '--status', 'released');
    await refused(
      id,
      ['--lots', `${good},SKU-1:L2:900`],
      /Lot L2 of SKU-1: Only \d+ available; cannot take 900/,
    );
    await refused(id, ['--lots', `${good},SKU-1:NONE:1`], /no lot NONE of a SKU SKU-1/);
    await refused(id, ['--lots', `${good},NONE:L1:1`], /no lot L1 of a SKU NONE/);
    await refused(
      id,
      ['--lots', good, '--location', 'Annex'],
      /There is no lot L1 at Annex; it is at Main/,
    );
    await refused(id, ['--lots', good, '--location', 'Moon'], /Unknown location "Moon". Known: /);
  });

  it('draws at the location that is named', async () => {
    const id = await orders.order({ status: 'paid' });
    const words = ['--organization', 'pharmacy', '--sku', 'SKU-1', '--lot', 'L2', '--to', 'Annex'];
    const fromMain = ['--location', 'Main', ...words];
    await orders.operate('stock', 'transfer', ...fromMain, '--qty', '3');
    const { drawn } = await ship(id, '--lots', 'SKU-1:L2:3', '--location', 'Annex');
    expect(drawn).toMatchObject([{ location: 'Annex', qty: 3, balance_after: 0 }]);
  });

  it('is refused to an order that is routed to nobody, and to a test order', async () => {
    const own = await orders.order({ status: 'paid', fulfillment_organization: null });
    await refused(own, ['--lots', 'SKU-1:L1:1'], /not routed to a pharmacy, so it takes no --lots/);
    const id = await orders.order({ status: 'paid', environment: 'test' });
    await expect(ship(id, '--lots', 'SKU-1:L1:1')).rejects.toThrow('A test order draws no stock');
    expect(await ship(id)).toMatchObject({ status: 'shipped', drawn: [] });
    expect(await orders.announced(id)).toEqual({
      clinic: ['paid pending', 'shipped pending'],
      affiliate: ['paid pending', 'shipped pending'],
    });
  });
});

it('without lots moves no stock and keeps what the order holds', async () => {
  const id = await orders.order({ status: 'paid' });
  await reserve(orders.live.pharmacy, {
    reference: { type: 'order', id },
    sku_code: 'SKU-2',
    qty: 1,
  });
  const { drawn, reservations, status } = await ship(id);
  expect([status, drawn, reservations.length]).toEqual(['shipped', [], 1]);
  expect(await movementsOf(id)).toEqual([]);
});

it('is no step from pending, delivered or cancelled', async () => {
  for (const status of ['pending', 'delivered', 'cancelled'] as const) {
    const id = await orders.order({ status });
    await refused(
      id,
      ['--lots', 'SKU-1:L1:1'],
      new RegExp(`order is ${status} and cannot become shipped`),
    );
  }
});

it.each([
  ['--lots', 'SKU-1:L1'],
  ['--lots', 'SKU-1:L1:0'],
  ['--lots', 'SKU-1:L1:1.5'],
  ['--lots', 'SKU-1:L1:-1'],
  ['--lots', 'SKU-1:L1:1000000001'],
  ['--lots', 'SKU-1:L1:1,SKU-1:L1:2'],
  ['--lots', 'SKU-1:L1:1,'],
  ['--tracking-number', ' '],
  ['--id', 'VO-1'],
])('is mistyped with %s %s', async (...words) => {
  const id = await orders.order({ status: 'paid' });
  await expect(ship(id, ...words)).rejects.toMatchObject({ code: 'commander.invalidArgument' });
  expect(await orders.read(id)).toMatchObject({ status: 'paid' });
});

it('takes codes that have colons, commas and backslashes in them', async () => {
  const product_id = crypto.randomUUID();
  const organization = 'pharmacy';
  const [sku_code, lot_number] = ['A:B\\', 'L,1:'];
  await orders.import({
    products: [{ organization, id: product_id, name: 'Odd' }],
    skus: [{ organization, sku_code, product_id }],
    lots: [{ organization, sku_code, lot_number, expiry_date: '2099-01-01', qty: 5 }],
  });
  const id = await orders.order({ status: 'paid' });
  const { drawn } = await ship(id, '--lots', 'A\\:B\\\\:L\\,1\\::2');
  expect(drawn).toMatchObject([{ sku_code, lot_number, qty: 2, balance_after: 3 }]);
});

it('takes a hundred lots at most, and a carrier’s name of 200 characters', async () => {
  const id = await orders.order({ status: 'paid' });
  const lots = Array.from({ length: 101 }, (_, index) => `S:L${index}:1`).join(',');
  await expect(ship(id, '--lots', lots)).rejects.toThrow('at most 100 lots');
  const words = ['--tracking-carrier', 'x'.repeat(201)];
  await expect(ship(id, ...words)).rejects.toThrow('at most 200 characters');
});
