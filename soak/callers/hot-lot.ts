// Many orders that hold one lot, which can serve none of them any more, or was counted and has less than they hold: they
// leave it in steps, and everybody else comes in between.
import { setTimeout as pause } from 'node:timers/promises';
import type { Command } from '../../kit/model.ts';
import { LOCATIONS } from '../catalog.ts';
import type { Draw } from '../draw.ts';
import { datesOf, HOT_LOT_ORDERS, LOTS } from '../world.ts';
import type { SoakClient } from './client.ts';
import type { SoakOperator } from './operator.ts';
import type { Stretch } from './shared.ts';

const REST_MILLISECONDS = { least: 1_000, most: 5_000 };
const AT_ONCE = 6;
/** How many orders act in between: those that come last, and wait the longest. */
const IN_BETWEEN = 130;
const INTERFERING = 12;
/** Units in another lot; without them calls in between are refused, and what waits stays as it is. */
const ROOM = HOT_LOT_ORDERS + 60;
const ROOM_PERCENT = 75;
/** What counts find in the lot. */
const COUNTED = { half: HOT_LOT_ORDERS / 2, few: 12 };

interface HotLot {
  readonly sku: string;
  readonly at: string;
  readonly lot: string;
  /** Another lot of the level, which may take the reservations that leave. */
  readonly other: string;
  readonly orders: readonly string[];
}

export async function gather(
  stretch: Stretch,
  {
    draw,
    clients,
    operator,
  }: { draw: Draw; clients: readonly SoakClient[]; operator: SoakOperator },
): Promise<void> {
  for (let count = 1; ; count += 1) {
    await pause(draw.between(REST_MILLISECONDS.least, REST_MILLISECONDS.most));
    if (stretch.isOver()) return;
    const lot = draw.one(LOTS);
    const other = draw.one(LOTS.filter((one) => one !== lot));
    const hotLot = {
      sku: draw.one(stretch.skus),
      at: draw.one(LOCATIONS),
      lot,
      other,
      orders: Array.from(
        { length: HOT_LOT_ORDERS },
        (_, index) => `${stretch.name}-C${count}-${index}`,
      ),
    };
    await assemble(hotLot, { draw, clients });
    const { sku, at } = hotLot;
    const hasRoom = draw.chance(ROOM_PERCENT);
    const expiry = datesOf(other).normal;
    if (hasRoom) {
      await draw.one(clients).keyed({ kind: 'receive', sku, at, lot: other, qty: ROOM, expiry });
    }
    const [leave, back] = draw.one(endings(hotLot));
    let isLeft = false;
    const leaving = operator.perform(leave).finally(() => {
      isLeft = true;
    });
    const interfering = Array.from({ length: INTERFERING }, (_, lane) =>
      interfere(ownOf(hotLot.orders, lane), {
        hotLot,
        draw: draw.split(),
        client: oneOf(clients, lane),
        isOver: () => isLeft,
      }),
    );
    await Promise.all([leaving, ...interfering]);
    await operator.perform(back);
    await disperse(hotLot, clients);
    // Or nothing would be short any more.
    if (hasRoom) await operator.perform({ kind: 'waste', sku, at, lot: other, qty: ROOM });
  }
}

async function assemble(
  { sku, at, lot, orders }: HotLot,
  { draw, clients }: { draw: Draw; clients: readonly SoakClient[] },
): Promise<void> {
  const first = draw.one(clients);
  const expiry = datesOf(lot).normal;
  await first.keyed({ kind: 'receive', sku, at, lot, qty: HOT_LOT_ORDERS, expiry });
  await first.read({ kind: 'lots', sku, at });
  await inTurns(orders, (order, index) =>
    oneOf(clients, index).keyed({ kind: 'reserve', sku, at, lot, qty: 1, order }),
  );
}

/** What makes a lot useless or short, and what makes it serve again, or counts it once more. */
function endings({ sku, at, lot }: HotLot): [Command, Command][] {
  const { normal, past } = datesOf(lot);
  const status = { kind: 'set_status' as const, sku, lot };
  const expiry = { kind: 'set_expiry' as const, sku, lot };
  const count = { kind: 'count' as const, sku, at, lot, qty: COUNTED.few };
  return [
    [
      { ...status, at, status: 'quarantine' },
      { ...status, at, status: 'released' },
    ],
    [
      { ...status, status: 'quarantine' },
      { ...status, status: 'released' },
    ],
    [
      { ...expiry, expiry: past },
      { ...expiry, expiry: normal },
    ],
    [count, count],
    [{ ...count, qty: COUNTED.half }, count],
  ];
}

/** The orders of one lane, so that no order is released twice at once. */
function ownOf(orders: readonly string[], lane: number): string[] {
  return orders.slice(-IN_BETWEEN).filter((_, index) => index % INTERFERING === lane);
}

/** The orders themselves come in between, whatever of theirs has moved. */
async function interfere(
  orders: readonly string[],
  {
    hotLot: { sku, at },
    draw,
    client,
    isOver,
  }: { hotLot: HotLot; draw: Draw; client: SoakClient; isOver: () => boolean },
): Promise<void> {
  while (!isOver()) {
    const order = draw.one(orders);
    const acts = [
      () => client.keyed({ kind: 'fulfill', sku, at, qty: 1, order }),
      () => client.keyed({ kind: 'fulfill', sku, at, qty: 1, order }),
      () => client.keyed({ kind: 'reserve', sku, at, qty: 2, order }),
      () => client.keyed({ kind: 'reserve', sku, at, qty: 3, order }),
      () => client.release(order),
      () => client.read({ kind: 'preview', sku, at, qty: 1, order }),
      () => client.read({ kind: 'allocations', order }),
    ];
    await draw.one(acts)();
  }
}

async function disperse({ orders }: HotLot, clients: readonly SoakClient[]): Promise<void> {
  await inTurns(orders, async (order, index) => {
    // Another one, where one does not know what became of his.
    for (let next = 0; next < clients.length; next += 1) {
      if (await oneOf(clients, index + next).release(order)) return;
    }
  });
}

function oneOf(clients: readonly SoakClient[], index: number): SoakClient {
  return clients[index % clients.length] as SoakClient;
}

async function inTurns(
  orders: readonly string[],
  work: (order: string, index: number) => Promise<unknown>,
): Promise<void> {
  let next = 0;
  const lane = async () => {
    for (let index = next; index < orders.length; index = next) {
      next += 1;
      await work(orders[index] as string, index);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}
