// Commands on one order next to each other and next to the API, with locks that are really held; and commits
// whose answer is lost.
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { type ClientMessage, DatabaseProxy, type Verdict } from '../../kit/database-proxy.ts';
import { Database } from '../../src/database/database.ts';
import { type Hold, hold, until } from '../support/concurrency.ts';
import { operateJson } from '../support/operator.ts';
import { useOrders } from '../support/orders.ts';
import { post } from '../support/pharmacy.ts';
import {
  ALLOCATIONS,
  expectConsistentReservations,
  readLot,
  reserve,
} from '../support/reservations.ts';

const orders = useOrders();
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});
afterAll(() => expectConsistentReservations(orders.db));

const TRACKING = ['--tracking-number', '1Z', '--tracking-carrier', 'UPS'];

/** A process of its own, as far as the database can tell. */
function another(url = orders.db.serviceUrl): Database {
  const database = new Database(url, { preparedStatements: true, answerSeconds: 6 });
  closing.push(() => database.close());
  return database;
}

const ship = (id: string, lots: string, database = another()) =>
  operateJson(database, 'order', 'ship', '--id', id, ...TRACKING, '--lots', lots);
const cancel = (id: string, database = another()) =>
  operateJson(database, 'order', 'cancel', '--id', id);
const order = (id: string) => ({ type: 'order', id });
const hasFailed = (reason: Error) => reason.message;

const holdOrder = (id: string) =>
  hold(orders.db.owner, 'select from customer_order where id = $1 for update', [id]);
const holdLevel = (skuCode: string, location = 'Main') =>
  hold(
    orders.db.owner,
    `select from stock_level l join sku s on s.id = l.sku_id and s.organization_id = l.organization_id
       join location p on p.id = l.location_id join organization o on o.id = l.organization_id
      where o.slug = 'pharmacy' and s.sku_code = $1 and p.name = $2 for update of l`,
    [skuCode, location],
  );
/** Anyone who writes events gets no further than to its last statement. */
const holdCommits = () => hold(orders.db.owner, 'select from event_counter for update');

/** Lets the two queue behind what is held, in this order, and then go on. */
async function inOrder<First, Second>(
  held: Hold,
  first: () => Promise<First>,
  second: () => Promise<Second>,
): Promise<[First, Second]> {
  const started = first();
  await held.blocks(1);
  const following = second();
  await held.blocks(2);
  await held.release();
  return Promise.all([started, following]);
}

async function heldUnits(id: string): Promise<number> {
  const query = { reference_type: 'order', reference_id: id, limit: 100 };
  const { body } = await orders.live.pharmacy.get(ALLOCATIONS, { query });
  return body.data.reduce((units: number, { qty }: { qty: number }) => units + qty, 0);
}

async function drawnUnits(id: string): Promise<number[]> {
  const query = { reference_type: 'order', reference_id: id };
  const { body } = await orders.live.pharmacy.get('/v1/inventory/transactions', { query });
  return body.data.map(({ qty }: { qty: number }) => qty);
}

const onHand = async (sku: string, lot: string) =>
  (await readLot(orders.live.pharmacy, sku, lot)).on_hand as number;

describe('two commands on one order', () => {
  it('that ship it move its stock once, and the second finds it shipped', async () => {
    const id = await orders.order({ status: 'paid' });
    const before = await onHand('SKU-1', 'L1');
    const [first, second] = await inOrder(
      await holdOrder(id),
      () => ship(id, 'SKU-1:L1:2'),
      () => ship(id, 'SKU-1:L1:2'),
    );
    expect([first.changed, second.changed]).toEqual([true, false]);
    expect(second.drawn).toEqual([]);
    expect(await onHand('SKU-1', 'L1')).toBe(before - 2);
    expect((await orders.announced(id)).clinic).toHaveLength(2);
  });

  it.each(['ship', 'cancel'] as const)(
    'of which one ships and one cancels: the first wins, whole, when it is to %s',
    async (winner) => {
      const id = await orders.order({ status: 'paid' });
      await reserve(orders.live.pharmacy, { reference: order(id), sku_code: 'SKU-1', qty: 2 });
      const shipping = () => ship(id, 'SKU-1:L1:2').catch(hasFailed);
      const cancelling = () => cancel(id).catch(hasFailed);
      const held = await holdOrder(id);
      const [won, lost] =
        winner === 'ship'
          ? await inOrder(held, shipping, cancelling)
          : await inOrder(held, cancelling, shipping);
      const [now, never] = winner === 'ship' ? ['shipped', 'cancelled'] : ['cancelled', 'shipped'];
      expect(won).toMatchObject({ status: now, changed: true });
      expect(lost).toMatch(`The order is ${now} and cannot become ${never}`);
      expect(await drawnUnits(id)).toEqual(winner === 'ship' ? [-2] : []);
      expect(await heldUnits(id)).toBe(0);
    },
  );

  it('that step it on and cancel it are decided one after the other', async () => {
    const id = await orders.order({ status: 'paid' });
    const step = () =>
      operateJson(another(), 'order', 'set-status', '--id', id, '--status', 'processing');
    const [stepped, cancelled] = await inOrder(await holdOrder(id), step, () => cancel(id));
    expect([stepped.status, cancelled.status]).toEqual(['processing', 'cancelled']);
    expect((await orders.announced(id)).clinic).toEqual([
      'paid pending',
      'processing pending',
      'cancelled pending',
    ]);
  });
});

describe('a cancellation next to a reservation for the order', () => {
  it('waits for one that is under way at a level where the order holds stock, and releases it too', async () => {
    const id = await orders.order({ status: 'paid' });
    const asked = (qty: number) => ({ reference: order(id), sku_code: 'SKU-2', qty });
    expect((await reserve(orders.live.pharmacy, asked(2))).status).toBe(201);
    const [more, cancelled] = await inOrder(
      await holdLevel('SKU-2'),
      () => reserve(orders.live.pharmacy, asked(5)),
      () => cancel(id),
    );
    expect([more.status, cancelled.released]).toEqual([201, 5]);
    expect(await heldUnits(id)).toBe(0);
  });

  it('releases one that comes elsewhere while it waits', async () => {
    const id = await orders.order({ status: 'paid' });
    const asked = (sku_code: string) => ({ reference: order(id), sku_code, qty: 2 });
    await reserve(orders.live.pharmacy, asked('SKU-2'));
    const held = await holdLevel('SKU-2');
    const cancelling = cancel(id);
    await held.blocks(1);
    expect((await reserve(orders.live.pharmacy, asked('SKU-3'))).status).toBe(201);
    await held.release();
    expect(await cancelling).toMatchObject({ status: 'cancelled', released: 4 });
    expect(await heldUnits(id)).toBe(0);
    expect((await orders.announced(id)).clinic).toHaveLength(2);
  });

  it('releases one that was first, whatever is not yet committed when it begins', async () => {
    const id = await orders.order({ status: 'paid' });
    const held = await holdCommits();
    const reserving = reserve(orders.live.pharmacy, {
      reference: order(id),
      sku_code: 'SKU-3',
      qty: 3,
    });
    await held.blocks(1);
    // The first reservation of the order cannot be seen yet; the cancellation commits after it.
    const cancelling = cancel(id);
    await held.blocks(2);
    await held.release();
    expect([(await reserving).status, (await cancelling).released]).toEqual([201, 3]);
    expect(await heldUnits(id)).toBe(0);
  });
});

it('a shipment and a draw of the same lot never take more than it holds', async () => {
  const { database } = orders.db;
  const lot = ['--organization', 'pharmacy', '--sku', 'SKU-3', '--lot', 'L2', '--location', 'Main'];
  await operateJson(database, 'stock', 'count', ...lot, '--counted', '5');
  for (const shipsFirst of [true, false]) {
    const id = await orders.order({ status: 'paid' });
    const left = await onHand('SKU-3', 'L2');
    const units = Math.ceil(left / 2) + 1;
    const shipping = () => ship(id, `SKU-3:L2:${units}`).catch(hasFailed);
    const drawing = () =>
      post(orders.live.pharmacy, {
        type: 'dispense',
        sku_code: 'SKU-3',
        lot_number: 'L2',
        qty: units,
      });
    const held = await holdLevel('SKU-3');
    if (shipsFirst) {
      const [shipped, drawn] = await inOrder(held, shipping, drawing);
      expect([shipped.status, drawn.status]).toEqual(['shipped', 409]);
      expect(await onHand('SKU-3', 'L2')).toBe(left - units);
      await operateJson(database, 'stock', 'count', ...lot, '--counted', '5');
    } else {
      const [drawn, shipped] = await inOrder(held, drawing, shipping);
      expect([drawn.status, shipped]).toEqual([
        201,
        expect.stringMatching(/Lot L2 of SKU-3: Only \d+ available; cannot take 4/),
      ]);
      expect(await orders.read(id)).toMatchObject({ status: 'paid', tracking_number: null });
      expect(await drawnUnits(id)).toEqual([]);
    }
  }
});

it('an order that others hold for too long is left as it is, and the command says so', async () => {
  const id = await orders.order({ status: 'paid' });
  const held = await holdOrder(id);
  const message = await ship(id, 'SKU-1:L1:1').catch(hasFailed);
  await held.release();
  expect(message).toMatch(/Others have locked the order or its stock for too long/);
  expect(await orders.read(id)).toMatchObject({ status: 'paid' });
}, 30_000);

describe('a command whose connection breaks', () => {
  const isCommit = ({ type, text }: ClientMessage) => type === 'Q' && text.startsWith('commit');
  const isStatement = (name: string) => (message: ClientMessage) =>
    message.type === 'B' && message.text.startsWith(`\0${name}\0`);

  /** A database whose connection breaks at the first such message, once the command has locked the order. */
  async function breaking(at: (message: ClientMessage) => boolean, verdict: Verdict) {
    const proxy = await DatabaseProxy.start(orders.db.serviceUrl);
    closing.push(() => proxy.close());
    let armed = false;
    proxy.judge = (message) => {
      if (isStatement('lock-order')(message)) armed = proxy.cuts === 0;
      if (!armed || !at(message)) return 'pass';
      armed = false;
      return verdict;
    };
    return { proxy, database: another(proxy.url) };
  }

  const MOMENTS: [string, (message: ClientMessage) => boolean, Verdict][] = [
    ['after its commit was done', isCommit, 'cut after'],
    ['before its commit', isCommit, 'cut before'],
    ['at its order', isStatement('write-order-state'), 'cut after'],
    ['at its last statement', isStatement('append-events'), 'cut before'],
    ['with its commit still under way', isCommit, 'deliver late'],
  ];

  async function finish(proxy: DatabaseProxy, verdict: Verdict): Promise<void> {
    if (verdict !== 'deliver late') return;
    await until('the next try waits for the first', async () => {
      const { rows } = await orders.db.owner.query(
        `select from pg_stat_activity
          where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`,
      );
      return rows.length > 0;
    });
    proxy.deliver();
  }

  it.each(MOMENTS)(
    '%s: an order is shipped once, and says what it drew',
    async (_, at, verdict) => {
      const id = await orders.order({ status: 'paid' });
      const before = await onHand('SKU-1', 'L2');
      const { proxy, database } = await breaking(at, verdict);
      const shipping = ship(id, 'SKU-1:L2:1', database);
      await finish(proxy, verdict);
      expect(await shipping).toMatchObject({
        status: 'shipped',
        changed: true,
        drawn: [{ sku_code: 'SKU-1', lot_number: 'L2', qty: 1, balance_after: before - 1 }],
      });
      expect(proxy.cuts).toBe(1);
      expect(await onHand('SKU-1', 'L2')).toBe(before - 1);
      expect((await orders.announced(id)).pharmacy).toEqual(['paid pending', 'shipped pending']);
      await expectOneAction(id);
    },
  );

  it.each(MOMENTS)(
    '%s: an order is cancelled once, and says what it released',
    async (_, at, verdict) => {
      const id = await orders.order({ status: 'paid' });
      await reserve(orders.live.pharmacy, { reference: order(id), sku_code: 'SKU-2', qty: 3 });
      const { proxy, database } = await breaking(at, verdict);
      const cancelling = cancel(id, database);
      await finish(proxy, verdict);
      expect(await cancelling).toMatchObject({ status: 'cancelled', changed: true, released: 3 });
      expect(proxy.cuts).toBe(1);
      expect(await heldUnits(id)).toBe(0);
      expect((await orders.announced(id)).pharmacy).toEqual(['paid pending', 'cancelled pending']);
      await expectOneAction(id);
    },
  );

  it.each(MOMENTS)('%s: a payment is settled once', async (_, at, verdict) => {
    const id = await orders.order();
    const { proxy, database } = await breaking(at, verdict);
    const settling = operateJson(database, 'order', 'set-payment', '--id', id, '--status', 'paid');
    await finish(proxy, verdict);
    expect(await settling).toMatchObject({ status: 'paid', payment_status: 'paid', changed: true });
    expect(proxy.cuts).toBe(1);
    expect((await orders.announced(id)).clinic).toEqual(['pending pending', 'paid paid']);
    await expectOneAction(id);
  });

  it('because its backend was ended at its last statement: an order is shipped once', async () => {
    const id = await orders.order({ status: 'paid' });
    const before = await onHand('SKU-2', 'L2');
    const held = await holdCommits();
    const shipping = ship(id, 'SKU-2:L2:1');
    await held.blocks(1);
    await orders.db.owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where $1 = any(pg_blocking_pids(pid))`,
      [held.pid],
    );
    await held.release();
    expect(await shipping).toMatchObject({ status: 'shipped', changed: true });
    expect(await onHand('SKU-2', 'L2')).toBe(before - 1);
    await expectOneAction(id);
  });

  async function expectOneAction(id: string): Promise<void> {
    const { rows } = await orders.db.owner.query(
      `select o.slug from operator_action a join organization o on o.id = a.organization_id
        where a.target = $1`,
      [`order ${id}`],
    );
    expect(rows).toEqual([{ slug: 'clinic' }]);
  }
});
