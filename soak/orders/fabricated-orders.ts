// Histories of orders that never happened: a service that does all right, call by call, so that a test can then
// plant one thing that is wrong.

import type { EventType } from '../../src/events/event.ts';
import type { Draft } from '../fabricated-history.ts';
import type { Delivery } from '../history.ts';
import { checkOrdersPart } from './check.ts';
import {
  type Action,
  emptyOrdersBase,
  type FoundMark,
  type ImportedRecords,
  type ListName,
  type ListQuery,
  type OrderCommand,
  type OrdersAsk,
  type OrdersBase,
  type OrdersCall,
  type OrdersEvent,
  type OrdersHistory,
  type OrdersResponse,
  type PatientRecord,
  type Row,
  type StoredRow,
} from './history.ts';
import { marksIn } from './marks.ts';
import { cursorOf } from './pages.ts';
import { decide, imported, newOrder } from './rules.ts';

const WHOSE = ['pharmacy', 'clinic'] as const;
const NOTHING: ImportedRecords = { orders: [], patients: [], prescriptions: [] };

interface Both<Item> {
  readonly pharmacy: Item;
  readonly clinic: Item;
}

/** All of it may be changed by who plants something. */
export class FabricatedOrders {
  readonly base: OrdersBase = emptyOrdersBase({ pharmacy: 7, clinic: 3 }, { first: 7 });
  readonly calls: Draft<OrdersCall>[] = [];
  readonly feeds: Both<Draft<OrdersEvent>[]> = { pharmacy: [], clinic: [] };
  readonly actions: Draft<Action>[] = [];
  readonly rows: Record<ListName, Draft<StoredRow>[]> = {
    orders: [],
    patients: [],
    prescriptions: [],
  };
  readonly keys: { operation: string; key: string; patient: string }[] = [];
  readonly notes: string[] = [];
  readonly marks: FoundMark[] = [];
  readonly deliveries: Both<Draft<Delivery>[]> = { pharmacy: [], clinic: [] };
  readonly logged: string[] = [];
  readonly unerasedKeys: string[] = [];
  #now = 0;
  #xid = 100;
  #seq = 0;

  history(): OrdersHistory {
    const { calls, feeds, actions, rows, keys, notes, marks } = this;
    const { deliveries, logged, unerasedKeys } = this;
    return structuredClone({
      calls,
      deliveries,
      logged,
      witness: { feeds, actions, rows, keys, notes, marks, unerasedKeys },
      delivered: { pharmacy: ['to pharmacy'], clinic: ['to clinic'] },
    });
  }

  found() {
    const { violation } = checkOrdersPart(this.history(), this.base);
    return violation && { kind: violation.kind, text: violation.text };
  }

  import(given: Partial<ImportedRecords>): Draft<OrdersCall> {
    const records = { ...NOTHING, ...given };
    const xid = this.#nextXid();
    const counts = { orders: [0, 0, 0], patients: [0, 0, 0], prescriptions: [0, 0, 0] };
    const count = (section: ListName, index: number) => {
      counts[section][index] = (counts[section][index] ?? 0) + 1;
    };
    for (const record of records.patients) {
      count('patients', this.#writePatient(record) ? 0 : 1);
    }
    for (const record of records.orders) {
      const before = this.#shown('orders', record.id);
      const row = imported(before ?? undefined, record);
      const isSame = JSON.stringify(before) === JSON.stringify(row);
      count('orders', before == null ? 0 : isSame ? 2 : 1);
      if (isSame) continue;
      this.#store('orders', record.id, { shown: row, key: null });
      this.#publish(row, xid);
    }
    for (const record of records.prescriptions) {
      const isNew = this.#shown('prescriptions', record.id) === undefined;
      this.#store('prescriptions', record.id, { shown: { ...record } });
      count('prescriptions', isNew ? 0 : 1);
    }
    return this.#operate({ kind: 'import', isBroken: false, ...records }, { counts }, { xid });
  }

  command(ask: OrderCommand): Draft<OrdersCall> {
    const before = this.#shown('orders', ask.order);
    if (before == null) return this.#operate(ask, { refused: 'unknown' });
    const outcome = decide(before, ask);
    if ('refused' in outcome) return this.#operate(ask, outcome);
    const { row, changed } = outcome;
    const response = {
      status: row.status as string,
      payment: row.payment_status as string,
      changed,
    };
    if (!changed) return this.#operate(ask, response);
    const xid = this.#nextXid();
    this.#store('orders', ask.order, { shown: row });
    this.#publish(row, xid);
    return this.#operate(ask, response, { xid });
  }

  erase(patient: string): Draft<OrdersCall> {
    this.#store('patients', patient, { shown: null, sealed: null });
    const left = this.marks.filter(({ table }) => table !== 'patient');
    this.marks.splice(0, this.marks.length, ...left);
    return this.#operate({ kind: 'erase', patient }, { erased: true }, { xid: this.#nextXid() });
  }

  place(id: string, patient: string, key = `key-${id}`): Draft<OrdersCall> {
    const row = newOrder(id, `VO-${id}`, { patient_id: patient, total_cents: 1250 });
    this.#store('orders', id, { shown: row, key });
    this.#publish(row, this.#nextXid());
    this.keys.push({ operation: 'createOrder', key, patient });
    const ask = { kind: 'place', key, patient, totalCents: 1250 } as const;
    return this.#call('clinic', ask, { made: this.#timed('orders', row), isRepeat: false });
  }

  enrol(record: PatientRecord, key = `key-${record.id}`): Draft<OrdersCall> {
    const { id, ...rest } = record;
    this.#writePatient(record);
    this.keys.push({ operation: 'createPatient', key, patient: id });
    const made = this.#readable('patients', this.#shown('patients', id) as Row);
    return this.#call('clinic', { kind: 'enrol', key, record: rest }, { made, isRepeat: false });
  }

  intake(patient: string): Draft<OrdersCall> {
    const key = `intake-${this.calls.length}`;
    this.keys.push({ operation: 'createIntake', key, patient });
    return this.#call(
      'clinic',
      { kind: 'intake', key, patient },
      { made: { id: key }, isRepeat: false },
    );
  }

  note(order: string, patient: string, mark: string): Draft<OrdersCall> {
    const key = `note-${this.calls.length}`;
    this.marks.push({ table: 'movement', mark, key });
    this.notes.push(key);
    const made = { id: `movement-${key}` };
    return this.#call('clinic', { kind: 'note', key, order, patient }, { made, isRepeat: false });
  }

  get(list: ListName, id: string): Draft<OrdersCall> {
    const row = this.#shown(list, id);
    const rows = row == null ? [] : [this.#readable(list, row)];
    return this.#call('reader', { kind: 'get', list, id }, { rows, next: null });
  }

  list(list: ListName, query: ListQuery): Draft<OrdersCall> {
    const all = this.rows[list]
      .toSorted((a, b) => (a.seq > b.seq ? -1 : 1))
      .filter((row) => query.cursor === undefined || cursorOf(row) < query.cursor)
      .filter(({ shown }) => shown !== null)
      .filter(({ shown }) => query.status === undefined || shown?.status === query.status);
    const page = all.slice(0, query.limit);
    const last = page.at(-1);
    const rows = page.flatMap(({ shown }) => (shown === null ? [] : [this.#readable(list, shown)]));
    const next = all.length > page.length && last ? cursorOf(last) : null;
    return this.#call('reader', { kind: 'list', list, ...query }, { rows, next });
  }

  feed(after: string, limit = 100): Draft<OrdersCall> {
    const events = this.feeds.pharmacy;
    const from = events.findIndex(({ id }) => id === after) + 1;
    const rows = events.slice(from, from + limit).map(({ id }) => ({ id }));
    return this.#call('reader', { kind: 'feed', after, limit }, { rows, next: null });
  }

  /** Appends an event of the stock, which shares the pharmacy's feed. */
  stockEvent(): Draft<OrdersEvent> {
    return this.#append('pharmacy', 'stock.changed', {}, this.#nextXid());
  }

  #writePatient(record: PatientRecord): boolean {
    const { id, first_name, last_name, email, clinical_notes } = record;
    const isNew = this.#shown('patients', id) === undefined;
    const sealed = { last_name, email, clinical_notes };
    this.#store('patients', id, { shown: { id, first_name, last_initial: last_name[0] }, sealed });
    for (const mark of marksIn(first_name)) this.marks.push({ table: 'patient', mark });
    return isNew;
  }

  #shown(list: ListName, id: string): Row | null | undefined {
    return this.rows[list].find((row) => row.id === id)?.shown;
  }

  #store(list: ListName, id: string, fields: Partial<Draft<StoredRow>>): void {
    const row = this.rows[list].find((one) => one.id === id);
    if (row !== undefined) {
      Object.assign(row, fields);
      return;
    }
    this.#seq += 1;
    const createdAt = `2026-11-22T10:00:00.${String(this.#seq).padStart(6, '0')}Z`;
    const seq = String(this.#seq).padStart(19, '0');
    this.rows[list].push({ id, createdAt, seq, shown: null, ...fields });
  }

  #timed(list: ListName, row: Row): Row {
    return { ...row, created_at: this.rows[list].find(({ id }) => id === row.id)?.createdAt };
  }

  #readable(list: ListName, row: Row): Row {
    return this.#timed(list, row);
  }

  #publish({ id, order_number, status, payment_status }: Row, xid: string): void {
    const data = { order_id: id, order_number, status, payment_status };
    for (const whose of WHOSE) {
      const event = this.#append(whose, 'order.updated', data, xid);
      const { createdAt: created_at, type } = event;
      const text = JSON.stringify({ id: event.id, type, created_at, data });
      const delivery = `delivery-${event.id}`;
      this.deliveries[whose].push({ delivery, endpoint: `to ${whose}`, text, signed: true });
    }
  }

  #append(whose: keyof Both<unknown>, type: EventType, data: Row, xid: string): Draft<OrdersEvent> {
    const events = this.feeds[whose];
    const position = (events.at(-1)?.position ?? this.base.positions[whose]) + 1;
    const createdAt = `2026-11-22T10:00:00.${String(position).padStart(6, '0')}Z`;
    const event = { position, id: `${whose}-${position}`, type, createdAt, data, xid };
    events.push(event);
    return event;
  }

  #nextXid(): string {
    this.#xid += 1;
    return `${this.#xid}`;
  }

  #operate(ask: OrdersAsk, response: OrdersResponse, done?: { xid: string }): Draft<OrdersCall> {
    const actor = `op-${this.calls.length}`;
    if (done !== undefined) this.actions.push({ ...done, actor, command: ask.kind });
    return this.#call(`operator:${actor}`, ask, response);
  }

  #call(client: string, ask: OrdersAsk, response: OrdersResponse): Draft<OrdersCall> {
    const start = this.#now;
    this.#now += 10;
    const call = { id: this.calls.length + 1, client, start, end: start + 4, ask, response };
    this.calls.push(call);
    return call;
  }
}
