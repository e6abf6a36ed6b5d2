// A caller who enrols patients, orders for them and reads what there is; and one who only reads orders.
import { setTimeout as pause } from 'node:timers/promises';
import {
  AGAIN_MILLISECONDS,
  type Answer,
  decides,
  type Request,
  sendToAny,
} from '../callers/send.ts';
import type { Draw } from '../draw.ts';
import type { Caller } from '../world.ts';
import type { ListName, ListQuery, OrdersAsk, OrdersResponse, Row } from './history.ts';
import { marksIn, newMark, patientFields, shipTo } from './marks.ts';
import { STATUSES } from './rules.ts';
import { type KnownPatient, keep, type OrdersStretch } from './shared.ts';
import { type OrdersWorld, PRICE_CENTS } from './world.ts';

const PAGES_MAX = 4;
const PATIENTS_SHOWN_MAX = 25;
/** Between two things that one does: it is the stock that shall be busy. */
const RESTS_MILLISECONDS = 25;

type Write = OrdersAsk & { readonly kind: 'place' | 'enrol' | 'intake' | 'note' };

export class Clerk {
  readonly #caller: Caller;
  readonly #draw: Draw;
  readonly #stretch: OrdersStretch;
  readonly #world: OrdersWorld;
  readonly #earlier: { ask: Write; request: Request }[] = [];
  #keys = 0;

  constructor(caller: Caller, draw: Draw, stretch: OrdersStretch, world: OrdersWorld) {
    this.#caller = caller;
    this.#draw = draw;
    this.#stretch = stretch;
    this.#world = world;
  }

  async write(): Promise<void> {
    const acts = [
      { weight: 4, act: () => this.#enrol() },
      { weight: 5, act: () => this.#place() },
      { weight: 3, act: () => this.#intake() },
      { weight: 3, act: () => this.#note() },
      { weight: 4, act: () => this.#repeat() },
      { weight: 12, act: () => this.#get() },
      { weight: 6, act: () => this.#walk(this.#draw.one(['orders', 'patients', 'prescriptions'])) },
    ];
    await this.#work(acts);
  }

  async readOrders(): Promise<void> {
    const acts = [
      { weight: 2, act: () => this.#getOrder() },
      { weight: 1, act: () => this.#walk('orders') },
    ];
    await this.#work(acts);
  }

  async #work(acts: { weight: number; act: () => Promise<unknown> }[]): Promise<void> {
    while (!this.#stretch.isOver()) {
      await this.#draw.weighted(acts).act();
      await pause(RESTS_MILLISECONDS);
    }
  }

  async #enrol(): Promise<void> {
    const key = this.#key();
    const mark = newMark();
    const record = patientFields(mark, `e${key.split('-').at(-1)}`);
    const response = await this.#write(
      { kind: 'enrol', key, record },
      { path: '/v1/patients', body: { ...record, date_of_birth: '1979-05-17' } },
    );
    if (response === undefined || !('made' in response)) return;
    keep(this.#stretch.known.patients, {
      id: response.made.id as string,
      mark,
      isErasing: false,
      isThere: true,
    });
  }

  async #place(): Promise<void> {
    const patient = this.#patient();
    if (patient === undefined) return;
    const [key, quantity] = [this.#key(), this.#draw.between(1, 4)];
    const response = await this.#write(
      { kind: 'place', key, patient: patient.id, totalCents: quantity * PRICE_CENTS },
      {
        path: '/v1/orders',
        body: {
          patient_id: patient.id,
          ship_to: shipTo(patient.mark),
          external_order_id: key,
          items: [{ product_id: this.#world.productId, quantity }],
        },
      },
    );
    if (response === undefined || !('made' in response)) return;
    const { id, order_number: number } = response.made as { id: string; order_number: string };
    keep(this.#stretch.known.orders, { id, number, patient, isImported: false, isThere: true });
  }

  async #intake(): Promise<void> {
    const patient = this.#patient();
    if (patient === undefined) return;
    await this.#write(
      { kind: 'intake', key: this.#key(), patient: patient.id },
      {
        path: '/v1/intakes',
        body: {
          patient_id: patient.id,
          answers: { worry: `${patient.mark} sleeps badly` },
          consent: { accepted: true, at: '2026-01-02T03:04:05Z' },
        },
      },
    );
  }

  async #note(): Promise<void> {
    const { orders } = this.#stretch.known;
    if (orders.length === 0) return;
    const { id, patient } = this.#draw.one(orders);
    const { skuCode } = this.#world;
    await this.#write(
      { kind: 'note', key: this.#key(), order: id, patient: patient.id },
      {
        path: '/v1/inventory/movements',
        body: {
          type: 'dispense',
          sku_code: skuCode,
          qty: 1,
          note: `for ${patient.mark}`,
          reference: { type: 'order', id, rx_number: `RX ${patient.mark}` },
        },
      },
    );
  }

  /** An earlier request again, with its key. */
  async #repeat(): Promise<void> {
    if (this.#earlier.length === 0) return;
    const { ask, request } = this.#draw.one(this.#earlier);
    await this.#ask(ask, request);
  }

  async #get(): Promise<void> {
    const { known } = this.#stretch;
    const { prescriptions } = known;
    // Patients who are being erased, or are erased, are drawn more often.
    const erasing = known.patients.filter(({ isErasing }) => isErasing);
    const patients = this.#draw.chance(60) && erasing.length > 0 ? erasing : known.patients;
    if (this.#draw.chance(50) && patients.length > 0) {
      await this.#getOne('patients', this.#draw.one(patients).id);
    } else if (this.#draw.chance(40) && prescriptions.length > 0) {
      await this.#getOne('prescriptions', this.#draw.one(prescriptions).id);
    } else await this.#getOrder();
  }

  async #getOrder(): Promise<void> {
    const { orders } = this.#stretch.known;
    if (orders.length > 0) await this.#getOne('orders', this.#draw.one(orders).id);
  }

  async #getOne(list: ListName, id: string): Promise<void> {
    const end = this.#begin({ kind: 'get', list, id });
    const answer = await this.#send({ method: 'GET', path: `/v1/${list}/${id}` });
    if (!decides(answer)) return;
    const { status, body } = answer;
    if (status !== 200 && status !== 404) return end({ refused: 'other' });
    const rows = status === 200 ? [list === 'patients' ? body.data : body] : [];
    end({ rows: rows.map((row) => shownOf(list, row)), next: null, ...marksOf(list, body) });
  }

  /** Page after page, while others change what it reads. */
  async #walk(list: ListName): Promise<void> {
    const draw = this.#draw;
    const limit = draw.between(1, list === 'orders' ? 40 : PATIENTS_SHOWN_MAX);
    const status = list === 'orders' && draw.chance(40) ? { status: draw.one(STATUSES) } : {};
    let cursor: string | null = null;
    for (let page = 0; page < PAGES_MAX; page += 1) {
      const query: ListQuery = { limit, ...status, ...(cursor !== null && { cursor }) };
      const words = Object.entries(query).map(([name, value]): [string, string] => [
        name,
        `${value}`,
      ]);
      const end = this.#begin({ kind: 'list', list, ...query });
      const answer = await this.#send({
        method: 'GET',
        path: `/v1/${list}?${new URLSearchParams(words)}`,
      });
      if (!decides(answer)) return;
      if (answer.status !== 200) return end({ refused: 'other' });
      const { data, next_cursor: next } = answer.body;
      const rows = data.map((row: Row) => shownOf(list, row));
      end({ rows, next, ...marksOf(list, answer.body) });
      if (next === null) return;
      cursor = next;
    }
  }

  /** Until it is decided; one in twenty gives up at the first chance. */
  async #write(
    ask: Write,
    { path, body }: { path: string; body: unknown },
  ): Promise<OrdersResponse | undefined> {
    const request: Request = { method: 'POST', path, body, key: ask.key };
    while (!this.#stretch.isLate()) {
      const response = await this.#ask(ask, request);
      if (response !== undefined) {
        keep(this.#earlier, { ask, request });
        return response;
      }
      if (this.#draw.chance(5)) return undefined;
      await pause(AGAIN_MILLISECONDS);
    }
    return undefined;
  }

  async #ask(ask: Write, request: Request): Promise<OrdersResponse | undefined> {
    const end = this.#begin(ask);
    const answer = await this.#send(request);
    const response = decides(answer) ? responseOf(ask, answer) : undefined;
    end(response);
    return response;
  }

  #begin(ask: OrdersAsk) {
    return this.#stretch.record.begin(this.#caller.name, ask);
  }

  #send(request: Request): Promise<Answer | undefined> {
    const { bearer } = this.#caller;
    return sendToAny(this.#stretch.urls(), { bearer, draw: this.#draw }, request);
  }

  /** Now and then one who is being erased. */
  #patient(): KnownPatient | undefined {
    const { patients } = this.#stretch.known;
    return patients.length === 0 ? undefined : this.#draw.one(patients);
  }

  #key(): string {
    this.#keys += 1;
    return `${this.#stretch.name}-${this.#caller.name.slice(-8)}-${this.#keys}`;
  }
}

function responseOf({ kind }: Write, { status, body }: Answer): OrdersResponse {
  if (status === 404) return { refused: 'erased', ...marksOf(kind, body) };
  if (status >= 300) return { refused: 'other', ...marksOf(kind, body) };
  const isRepeat = status === 200;
  if (kind === 'note') return { made: { id: body.transactions[0].id }, isRepeat };
  const { data } = body;
  const made =
    kind === 'place'
      ? shownOf('orders', data)
      : kind === 'enrol'
        ? shownOf('patients', data)
        : { id: data.id };
  return { made, isRepeat, ...marksOf(kind, body) };
}

/** Only responses about patients may hold their marks. */
function marksOf(kind: Write['kind'] | ListName, body: Answer['body']): { marks?: string[] } {
  if (kind === 'patients' || kind === 'enrol') return {};
  const marks = marksIn(JSON.stringify(body));
  return marks.length > 0 ? { marks } : {};
}

export function shownOf(list: ListName, row: Row): Row {
  if (list === 'orders') {
    const { shipped_at, ...rest } = row;
    return { ...rest, is_shipped: shipped_at !== null };
  }
  if (list === 'patients') {
    const { id, first_name, last_initial, created_at } = row;
    return { id, first_name, last_initial, created_at };
  }
  const { id, patient_id, product_name, dosage, status, created_at } = row;
  return { id, patient_id, product_name, dosage, status, created_at };
}
