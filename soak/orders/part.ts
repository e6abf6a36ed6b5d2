// The orders' part of a soak: who works in a stretch, and what was recorded of it.
import type pg from 'pg';
import type { Database } from '../../src/database/database.ts';
import { Recorder } from '../callers/recorder.ts';
import type { Stretch } from '../callers/shared.ts';
import type { Draw } from '../draw.ts';
import type { Call, Delivery } from '../history.ts';
import { patiently } from '../patiently.ts';
import { checkOrdersPart, type OrdersChecked } from './check.ts';
import { Clerk } from './clerk.ts';
import type {
  OrdersAsk,
  OrdersBase,
  OrdersCall,
  OrdersHistory,
  OrdersResponse,
} from './history.ts';
import { eraseAgain, type Office, workInOffice } from './office.ts';
import type { Known, OrdersStretch } from './shared.ts';
import { NEVER_LOOKED, readOrdersWitness } from './witness.ts';
import type { OrdersReceivers, OrdersWorld } from './world.ts';

const OFFICES = ['imports', 'steps', 'steps'] as const;

export interface OrdersSite {
  readonly world: OrdersWorld;
  /** The operator's own connections, which may break as any. */
  readonly database: Database;
  readonly owner: pg.Pool;
  /** Breaks those, where that can be done. */
  readonly giveUp?: () => void;
  /** Nobody, where no worker runs. */
  readonly receivers?: OrdersReceivers;
  /** What all processes have logged since the last time. */
  readonly logged?: () => string[];
}

export interface OrdersStretchResult {
  readonly history: OrdersHistory;
  readonly before: OrdersBase;
  readonly checked: OrdersChecked;
}

export class OrdersPart {
  readonly #site: OrdersSite;
  readonly #draw: Draw;
  readonly #known: Known = { patients: [], orders: [], prescriptions: [] };
  readonly #recorder = new Recorder<OrdersAsk, OrdersResponse>();
  #base: OrdersBase;
  #looked = NEVER_LOOKED;

  constructor(site: OrdersSite, draw: Draw) {
    this.#site = site;
    this.#draw = draw;
    this.#base = site.world.base;
  }

  /** Those that may be there, for whom stock is reserved. */
  get orderIds(): string[] {
    return this.#known.orders.map(({ id }) => id);
  }

  /** Whether every event of orders was delivered. */
  get isDelivered(): boolean {
    const { receivers } = this.#site;
    return (
      receivers === undefined ||
      (['pharmacy', 'clinic'] as const).every((whose) => {
        const { events, endpoint } = receivers[whose];
        return Object.values(this.#base.deliveries[whose].eventDeliveries).every(
          ({ event, to }) => events.has(event.id) || (endpoint?.id ?? '') in to,
        );
      })
    );
  }

  async work(stretch: Stretch): Promise<void> {
    const { world } = this.#site;
    const own = this.#own(stretch);
    await Promise.all([
      ...OFFICES.map((task, index) => workInOffice(own, this.#office(`clerk${index}`, task))),
      ...world.clerks.map((caller) => new Clerk(caller, this.#draw.split(), own, world).write()),
      new Clerk(world.reader, this.#draw.split(), own, world).readOrders(),
    ]);
  }

  /** @param feedCalls of who follows the pharmacy's feed, of which the orders' events are a part */
  async see(
    stretch: Stretch,
    { feedCalls, isLast }: { feedCalls: readonly Call[]; isLast: boolean },
  ): Promise<OrdersStretchResult> {
    const { world, owner, receivers, logged } = this.#site;
    const calls = this.#recorder.take();
    const asked = calls.flatMap(({ ask }) => (ask.kind === 'erase' ? [ask.patient] : []));
    await eraseAgain(this.#own(stretch), this.#office('last'), [...new Set(asked)]);
    const before = this.#base;
    const { witness, next } = await patiently(() =>
      readOrdersWitness(owner, world, { positions: before.positions, ...this.#looked }),
    );
    this.#looked = next;
    const of = <Result>(get: (whose: 'pharmacy' | 'clinic') => Result) => ({
      pharmacy: get('pharmacy'),
      clinic: get('clinic'),
    });
    const history: OrdersHistory = {
      calls: [...calls, ...this.#recorder.take(), ...feedCalls.flatMap(asOrdersCall)],
      witness,
      deliveries: of((whose): Delivery[] => receivers?.[whose].take() ?? []),
      delivered: of((whose) => (isLast ? [receivers?.[whose].endpoint?.id ?? []].flat() : [])),
      logged: logged?.() ?? [],
    };
    const checked = checkOrdersPart(history, before);
    this.#base = checked.after;
    return { history, before, checked };
  }

  #own(stretch: Stretch): OrdersStretch {
    const { urls, name, isOver, isLate } = stretch;
    const own = { stock: stretch, known: this.#known, record: this.#recorder };
    return { urls, name, isOver, isLate, ...own };
  }

  #office(name: string, task: Office['task'] = 'steps'): Office {
    const { database, world, giveUp = () => {} } = this.#site;
    return { draw: this.#draw.split(), database, world, name, task, giveUp };
  }
}

function asOrdersCall({ id, client, start, end, ask, response }: Call): OrdersCall[] {
  if (ask.kind !== 'feed') return [];
  // Numbers of another recorder.
  const call = { id: -id, client, start, end, ask };
  if (response === undefined) return [call];
  if (!('rows' in response)) return [{ ...call, response: { refused: 'other' } }];
  return [{ ...call, response: { rows: response.rows.map((row) => ({ id: row })), next: null } }];
}
