// Many orders that hold one lot, which can serve none of them any more: they leave it in steps, and everybody else
// comes in between.
import { setTimeout as pause } from 'node:timers/promises';
import type { Command } from '../../../test/support/model.ts';
import { PLACES } from '../catalog.ts';
import type { Draw } from '../draw.ts';
import { CROWD, datesOf, LOTS } from '../world.ts';
import type { SoakClient } from './client.ts';
import type { SoakOperator } from './operator.ts';
import type { Stretch } from './shared.ts';

const REST_MILLISECONDS = { least: 1_000, most: 5_000 };
const AT_ONCE = 6;
/** Of those that come last, and wait the longest. */
const IN_BETWEEN = 130;
const INTERFERING = 12;
/** Where there is none, whoever comes in between is refused, and what waits for him stays as it is. */
const ROOM = CROWD + 60;
const ROOM_PERCENT = 75;

interface Crowd {
  readonly sku: string;
  readonly at: string;
  readonly lot: string;
  /** Where there is room for what leaves it. */
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
  for (let crowds = 1; ; crowds += 1) {
    await pause(draw.between(REST_MILLISECONDS.least, REST_MILLISECONDS.most));
    if (stretch.isOver()) return;
    const lot = draw.one(LOTS);
    const other = draw.one(LOTS.filter((one) => one !== lot));
    const crowd = {
      sku: draw.one(stretch.skus),
      at: draw.one(PLACES),
      lot,
      other,
      orders: Array.from({ length: CROWD }, (_, index) => `${stretch.name}-C${crowds}-${index}`),
    };
    await assemble(crowd, { draw, clients });
    const { sku, at } = crowd;
    const hasRoom = draw.chance(ROOM_PERCENT);
    const expiry = datesOf(other).usual;
    if (hasRoom) {
      await draw.one(clients).keyed({ kind: 'receive', sku, at, lot: other, qty: ROOM, expiry });
    }
    const [leave, back] = draw.one(endings(crowd));
    let isLeft = false;
    const leaving = operator.perform(leave).finally(() => {
      isLeft = true;
    });
    const interfering = Array.from({ length: INTERFERING }, (_, lane) =>
      interfere(ownOf(crowd.orders, lane), {
        crowd,
        draw: draw.split(),
        client: oneOf(clients, lane),
        isOver: () => isLeft,
      }),
    );
    await Promise.all([leaving, ...interfering]);
    await operator.perform(back);
    await disperse(crowd, clients);
    // Or nothing would be short any more.
    if (hasRoom) await operator.perform({ kind: 'waste', sku, at, lot: other, qty: ROOM });
  }
}

async function assemble(
  { sku, at, lot, orders }: Crowd,
  { draw, clients }: { draw: Draw; clients: readonly SoakClient[] },
): Promise<void> {
  const first = draw.one(clients);
  const expiry = datesOf(lot).usual;
  await first.keyed({ kind: 'receive', sku, at, lot, qty: CROWD, expiry });
  await first.read({ kind: 'lots', sku, at });
  await inTurns(orders, (order, index) =>
    oneOf(clients, index).keyed({ kind: 'reserve', sku, at, lot, qty: 1, order }),
  );
}

/** What makes a lot useless, and what makes it serve again. */
function endings({ sku, at, lot }: Crowd): [Command, Command][] {
  const { usual, gone } = datesOf(lot);
  const status = { kind: 'set_status' as const, sku, lot };
  const expiry = { kind: 'set_expiry' as const, sku, lot };
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
      { ...expiry, expiry: gone },
      { ...expiry, expiry: usual },
    ],
  ];
}

/** Of the orders that come in between; nobody releases one twice at once. */
function ownOf(orders: readonly string[], lane: number): string[] {
  return orders.slice(-IN_BETWEEN).filter((_, index) => index % INTERFERING === lane);
}

/** The orders themselves come in between, whatever of theirs has moved. */
async function interfere(
  orders: readonly string[],
  {
    crowd: { sku, at },
    draw,
    client,
    isOver,
  }: { crowd: Crowd; draw: Draw; client: SoakClient; isOver: () => boolean },
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

async function disperse({ orders }: Crowd, clients: readonly SoakClient[]): Promise<void> {
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
