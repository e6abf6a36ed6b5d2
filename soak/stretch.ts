// A stretch of a soak: everybody works for a while, finishes, and what was recorded is checked against what was
// written. History is forgotten stretch by stretch, so that a soak of hours takes no more memory than one of minutes.
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { Database } from '../src/database/database.ts';
import { SoakClient } from './callers/client.ts';
import { drawScan } from './callers/draw-read.ts';
import { Follower } from './callers/follower.ts';
import { gather } from './callers/hot-lot.ts';
import { SoakOperator } from './callers/operator.ts';
import { Recorder } from './callers/recorder.ts';
import { orderOf, type Stretch } from './callers/shared.ts';
import { LOCATIONS, SKUS } from './catalog.ts';
import { type Checked, check } from './checker/check-history.ts';
import type { Draw } from './draw.ts';
import type { Base, Delivery, History } from './history.ts';
import { Apart } from './orders/apart.ts';
import type { Meeting } from './orders/meet.ts';
import type { OrderStep } from './orders/order-steps.ts';
import type { OrdersPart, OrdersStretchResult } from './orders/part.ts';
import { patiently } from './patiently.ts';
import { readWitness, type Witness } from './read-ledger.ts';
import { ORDERS, type World } from './world.ts';

/** No one waits for an answer for longer than that once a stretch is over. */
const TIMEOUT_MILLISECONDS = 60_000;
const OPERATORS = 2;
const OPERATOR_RESTS_MILLISECONDS = 60;
/** SKUs that come one by one; so many stay bearable for the checker, which looks at all of them. */
const FRESH_SKUS_MAX = 40;
/** Many orders take some seconds to gather. */
const HOT_LOT_MILLISECONDS = 5_000;
const FIRST_POINT = 25;
const AGAIN_MILLISECONDS = 150;

export interface Site {
  readonly world: World;
  /** The addresses of the service now. */
  readonly urls: () => readonly string[];
  /** The operator's own connections, which may break as any. */
  readonly operatorDatabase: Database;
  /** Past all faults but those of the server. */
  readonly owner: pg.Pool;
  /** Works beside, in the same organization. */
  readonly orders?: OrdersPart;
}

export interface StretchResult {
  readonly history: History;
  readonly before: Base;
  readonly checked: Checked;
  readonly orders: OrdersStretchResult | undefined;
  /** What is to be judged of both together, once each is right. */
  readonly meeting: Meeting;
}

/** Works, sees and checks, one stretch after another. */
export class Soak {
  readonly #site: Site;
  readonly #draw: Draw;
  readonly #recorder = new Recorder();
  readonly #lots: Stretch['lots'] = new Map();
  readonly #earlier: Stretch['earlier'] = new Map();
  readonly #ordered: Stretch['ordered'];
  readonly #times: Stretch['times'] = [];
  #counted = 0;
  readonly #follower: Follower;
  #base: Base;
  #stretches = 0;
  /** Where the next read of the ledger begins, and which movements behind it were read already. */
  #since: Witness['next'] = { at: 'epoch', movements: new Set() };
  /** The position in the feed, with the events of orders. */
  #position: number;
  readonly #apart: Apart;
  #later: OrderStep[] = [];

  constructor(site: Site, draw: Draw) {
    const { base, callers } = site.world;
    const [after = ''] = Object.keys(base.cursors);
    this.#position = base.position;
    this.#apart = new Apart(after, base.position);
    this.#site = site;
    this.#ordered = { ids: () => site.orders?.orderIds ?? [], named: new Set(), held: new Map() };
    this.#draw = draw;
    this.#base = base;
    const [follower] = callers.slice(-1);
    if (follower === undefined) throw new Error('Nobody reads the feed.');
    this.#follower = new Follower(follower, after);
  }

  /** How many events the stock has had, and those before it. */
  get position(): number {
    return this.#base.position;
  }

  /**
   * @param disturb does what it likes meanwhile; the stretch is not over before it is
   * @param deliveries what came of webhooks since the last time
   * @param delivered endpoints to which all must have come
   */
  async stretch({
    milliseconds,
    disturb = async () => {},
    deliveries = () => [],
    delivered = () => [],
  }: {
    milliseconds: number;
    disturb?: (isOver: () => boolean) => Promise<unknown>;
    deliveries?: () => Delivery[];
    delivered?: () => string[];
  }): Promise<StretchResult> {
    this.#stretches += 1;
    const { world, urls, operatorDatabase, orders } = this.#site;
    const draw = this.#draw;
    const end = performance.now() + milliseconds;
    const isOver = () => performance.now() >= end;
    const stretch: Stretch = {
      recorder: this.#recorder,
      urls,
      lots: this.#lots,
      times: this.#times,
      products: world.products,
      tester: world.tester,
      earlier: this.#earlier,
      name: `${world.slug}-${this.#stretches}`,
      skus: [...SKUS, `SKU-F${Math.min(this.#stretches, FRESH_SKUS_MAX)}`],
      files: [],
      ordered: this.#ordered,
      next: () => {
        this.#counted += 1;
        return this.#counted;
      },
      isOver,
      isLate: () => performance.now() >= end + TIMEOUT_MILLISECONDS,
    };
    const clients = world.callers
      .slice(0, -1)
      .map((caller) => new SoakClient(caller, draw.split(), stretch));
    const operators = Array.from(
      { length: OPERATORS },
      (_, index) =>
        new SoakOperator(stretch, { database: operatorDatabase, world, name: `operator${index}` }),
    );
    const [operator] = operators as [SoakOperator];
    if (milliseconds > 0) {
      const scans = draw.split();
      let isBrought = false;
      const bringing = bring(operator, stretch).finally(() => {
        isBrought = true;
      });
      await Promise.all([
        bringing,
        scan(clients[0], { stretch, draw: scans, isOver: () => isBrought }),
      ]);
    }
    const hotLot = draw.split();
    const following = this.#follower.follow(stretch, draw.split());
    await Promise.all([
      ...clients.map((one) => one.work()),
      ...operators.map((one) => one.work(draw.split(), () => pause(OPERATOR_RESTS_MILLISECONDS))),
      ...(milliseconds < HOT_LOT_MILLISECONDS
        ? []
        : [gather(stretch, { draw: hotLot, clients, operator })]),
      orders?.work(stretch),
      disturb(isOver),
    ]);
    await following;
    await this.#tidy(clients, stretch);
    await this.#follower.follow(stretch, draw.split());
    const witness = await this.#witness();
    const calls = this.#recorder.take();
    const history: History = {
      ledger: witness.ledger,
      ...this.#apart.take(calls, witness.feed),
      deliveries: deliveries(),
      delivered: delivered(),
    };
    const isLast = history.delivered.length > 0;
    const ordersResult = await orders?.see(stretch, { feedCalls: calls, isLast });
    const before = this.#base;
    const checked = check(history, before);
    this.#base = checked.after;
    const meeting: Meeting = {
      stock: checked.steps,
      feed: witness.feed,
      orders: this.#ordersSoFar(ordersResult?.checked.steps ?? []),
    };
    return { history, before, checked, orders: ordersResult, meeting };
  }

  /** Nothing stays reserved for orders that nobody will ask for again; and everything is looked at. */
  async #tidy(clients: readonly SoakClient[], { isLate, ...rest }: Stretch): Promise<void> {
    const patient = { ...rest, isLate };
    const { named, held } = patient.ordered;
    const orders = [
      ...Array.from({ length: ORDERS }, (_, index) => orderOf(patient, index)),
      ...named,
    ];
    for (const order of orders) {
      if (isLate()) break;
      // Another one, where one does not know what became of his.
      for (const client of clients) if (await client.release(order)) break;
    }
    named.clear();
    held.clear();
    const [first] = clients;
    for (const sku of rest.skus) {
      const reads = [
        { kind: 'stock' as const, sku },
        ...LOCATIONS.map((at) => ({ kind: 'lots' as const, sku, at })),
      ];
      for (const read of reads) {
        while (!isLate() && !(await first?.read(read))) await pause(AGAIN_MILLISECONDS);
      }
    }
  }

  /** Orders are looked at later than the stock: what has come meanwhile waits for it. */
  #ordersSoFar(result: readonly OrderStep[]): OrderStep[] {
    const all = [...this.#later, ...result];
    const isLater = ({ events: [event] }: OrderStep) => (event?.position ?? 0) > this.#position;
    this.#later = all.filter(isLater);
    return all.filter((step) => !isLater(step));
  }

  async #witness(): Promise<Witness> {
    const { world, owner } = this.#site;
    const since = { position: this.#position, ...this.#since };
    const witness = await patiently(() => readWitness(owner, world.organizationId, since));
    this.#since = witness.next;
    this.#position = witness.feed.at(-1)?.position ?? this.#position;
    return witness;
  }
}

/** The SKU that comes, before it is there and once it is. */
async function scan(
  client: SoakClient | undefined,
  { stretch, draw, isOver }: { stretch: Stretch; draw: Draw; isOver: () => boolean },
): Promise<void> {
  const [sku] = stretch.skus.slice(-1) as [string];
  while (!isOver()) await client?.read(drawScan(draw, sku));
}

/** The SKU of the stretch, until somebody knows that it is there. */
async function bring(operator: SoakOperator, { skus, isLate }: Stretch): Promise<void> {
  const [sku] = skus.slice(-1) as [string];
  const file = { kind: 'import' as const, skus: [{ sku, reorderPoint: FIRST_POINT }], lots: [] };
  while (!isLate() && (await operator.perform(file)) === undefined) {
    await pause(AGAIN_MILLISECONDS);
  }
}
