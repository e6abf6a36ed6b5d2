// Planted anomalies: the checker of the orders' part finds each, and says nothing of what is right.
import { describe, expect, it } from 'vitest';
import type { Draft } from '../fabricated-history.ts';
import { FabricatedOrders } from './fabricated-orders.ts';
import type { OrdersCall, OrdersEvent, Row } from './history.ts';
import { patientFields } from './marks.ts';

const MARK = 'soakmarkaz1q';
const ADA = { id: 'ada', ...patientFields(MARK, 'v1') };
const BEN = { id: 'ben', ...patientFields('soakmarkaz2q', 'v1') };
const order = (id: string, fields: object = {}) => ({
  id,
  order_number: `SO-${id}`,
  patient_id: 'ada',
  ...fields,
});
const prescription = (fields: object = {}) => ({
  id: 'rx',
  patient_id: 'ada',
  product_name: 'Cream',
  dosage: 'v1',
  status: 'draft',
  ...fields,
});

/** Two orders, two patients and a prescription. */
function begun(): FabricatedOrders {
  const story = new FabricatedOrders();
  story.import({
    orders: [order('one'), order('two')],
    patients: [ADA, BEN],
    prescriptions: [prescription()],
  });
  return story;
}

/** An import that read an order as its file has it, just before another paid it, and changed another order. */
function importedBesidePayment() {
  const story = begun();
  const paid = story.command({ kind: 'set-payment', order: 'two', status: 'paid' });
  const call = story.import({ orders: [order('one', { total_cents: 3 }), order('two')] });
  const file = [order('one', { total_cents: 3 }), order('two', { payment_status: 'pending' })];
  Object.assign(call, { start: paid.start, ask: { ...call.ask, orders: file } });
  return { story, paid, call };
}

function lastOf<Item>(items: readonly Item[]): Item {
  const item = items.at(-1);
  if (item === undefined) throw new Error('There is none.');
  return item;
}

function rowsOf({ response }: Draft<OrdersCall>): Row[] {
  return (response as never as { rows: Row[] }).rows;
}

it('accepts a correct history', () => {
  const story = begun();
  story.feed('first');
  story.command({ kind: 'set-payment', order: 'one', status: 'paid' });
  story.stockEvent();
  story.command({ kind: 'set-status', order: 'one', status: 'pending' });
  story.command({ kind: 'ship', order: 'one', tracking: '1Z' });
  story.command({ kind: 'ship', order: 'one', tracking: '2Z' });
  story.command({ kind: 'cancel', order: 'two' });
  story.command({ kind: 'cancel', order: 'three' });
  story.place('three', 'ben');
  story.enrol({ id: 'cleo', ...patientFields('soakmarkaz3q', 'v1') });
  story.import({ orders: [order('two', { total_cents: 7 }), order('one')] });
  story.import({ orders: [order('two')], patients: [{ ...ADA, ...patientFields(MARK, 'v2') }] });
  story.import({ prescriptions: [prescription({ status: 'signed' })] });
  for (const list of ['orders', 'patients', 'prescriptions'] as const) {
    story.list(list, { limit: 2 });
    story.list(list, { limit: 25 });
  }
  story.list('orders', { limit: 1, status: 'cancelled' });
  story.note('one', 'ada', MARK);
  story.marks.length = 0;
  story.erase('ada');
  story.get('patients', 'ada');
  story.get('orders', 'one');
  story.list('patients', { limit: 25 });
  story.feed('pharmacy-9', 2);
  expect(story.found()).toBeUndefined();
});

describe('the feed', () => {
  const cases: [string, (events: Draft<OrdersEvent>[]) => unknown][] = [
    ['an event that is missing', (events) => events.pop()],
    ['a position that is missing', (events) => Object.assign(lastOf(events), { position: 99 })],
    [
      'an event that is repeated',
      (events) => {
        const last = lastOf(events);
        events.push({ ...last, id: 'again', position: last.position + 1 });
      },
    ],
    ['another status', (events) => Object.assign(lastOf(events).data, { status: 'cancelled' })],
    ['an event that nobody caused', (events) => Object.assign(lastOf(events), { xid: '9' })],
  ];
  for (const [name, plant] of cases) {
    it(`finds ${name} in the pharmacy's feed`, () => {
      const story = begun();
      story.command({ kind: 'set-payment', order: 'one', status: 'paid' });
      plant(story.feeds.pharmacy);
      expect(story.found()?.kind).toMatch(/feed|unasked|lost/);
    });
    it(`finds ${name} in the clinic's feed`, () => {
      const story = begun();
      story.command({ kind: 'set-payment', order: 'one', status: 'paid' });
      plant(story.feeds.clinic);
      expect(story.found()?.kind).toBe('feed');
    });
  }

  it('finds a change that is published twice, the second time behind another', () => {
    const story = begun();
    story.command({ kind: 'set-payment', order: 'one', status: 'paid' });
    const { xid, data } = lastOf(story.feeds.pharmacy);
    story.stockEvent();
    Object.assign(story.stockEvent(), { type: 'order.updated', xid, data });
    expect(story.found()).toMatchObject({ kind: 'feed', text: expect.stringContaining('again') });
  });
});

describe('changes', () => {
  it('finds a step that the rules refuse', () => {
    const story = begun();
    const call = story.command({ kind: 'set-payment', order: 'one', status: 'paid' });
    call.ask = { kind: 'set-payment', order: 'one', status: 'refunded' };
    expect(story.found()?.kind).toBe('rules');
  });

  it('finds an acknowledged change that is missing', () => {
    const story = begun();
    const call = story.command({ kind: 'set-status', order: 'one', status: 'pending' });
    call.response = { status: 'paid', payment: 'pending', changed: true };
    expect(story.found()).toMatchObject({
      kind: 'lost',
      text: expect.stringContaining('answered'),
    });
  });

  it('finds a change whose row has gone back', () => {
    const story = begun();
    const before = structuredClone(story.rows.orders[0]);
    story.command({ kind: 'set-payment', order: 'one', status: 'paid' });
    Object.assign(story.rows.orders[0] as object, before);
    expect(story.found()).toMatchObject({ kind: 'lost', text: expect.stringContaining('lies') });
  });

  it('finds a change that is ordered behind one that began after its end', () => {
    const story = begun();
    const first = story.command({ kind: 'set-payment', order: 'one', status: 'paid' });
    const second = story.command({ kind: 'set-payment', order: 'two', status: 'paid' });
    [first.start, first.end, second.start, second.end] = [
      second.start,
      second.end,
      first.start,
      first.end,
    ] as [number, number, number, number];
    expect(story.found()?.kind).toBe('real time');
  });

  it('finds a refusal without a reason', () => {
    const story = begun();
    const call = story.command({ kind: 'set-status', order: 'one', status: 'pending' });
    call.response = { refused: 'step' };
    expect(story.found()?.kind).toBe('unexplained');
  });

  it('finds a change that took effect twice', () => {
    const story = begun();
    story.command({ kind: 'set-payment', order: 'one', status: 'paid' });
    story.actions.push({ ...lastOf(story.actions), xid: '900' });
    expect(story.found()?.kind).toBe('one key');
  });

  it('finds a key with two results', () => {
    const story = begun();
    const call = story.place('three', 'ben');
    story.calls.push({
      ...call,
      id: 99,
      start: 100,
      end: 104,
      response: {
        made: { ...(call.response as { made: Row }).made, total_cents: 1 },
        isRepeat: true,
      },
    });
    expect(story.found()?.kind).toBe('one key');
  });

  it('finds a key whose two calls were both answered as the first', () => {
    const story = begun();
    const call = story.place('three', 'ben');
    story.calls.push({ ...call, id: 99, start: 100, end: 104 });
    expect(story.found()?.kind).toBe('one key');
  });

  it('finds an acknowledged patient, intake or note that is missing', () => {
    const plants: ((story: FabricatedOrders) => unknown)[] = [
      (story) => {
        story.enrol({ id: 'cleo', ...patientFields('soakmarkaz3q', 'v1') });
        return [story.keys.pop(), story.rows.patients.pop()];
      },
      (story) => story.intake('ada') && story.keys.pop(),
      (story) => story.note('one', 'ada', MARK) && story.notes.pop(),
    ];
    for (const plant of plants) {
      const story = begun();
      plant(story);
      expect(story.found()?.kind).toBe('lost');
    }
  });

  it('finds another patient than was enrolled', () => {
    const story = begun();
    const call = story.enrol({ id: 'cleo', ...patientFields('soakmarkaz3q', 'v1') });
    call.response = {
      made: { ...(call.response as { made: Row }).made, last_initial: '?' },
      isRepeat: false,
    };
    expect(story.found()?.kind).toBe('unexplained');
  });

  it('finds an enrolment that was refused before anybody was erased, or never made', () => {
    const story = begun();
    const call = story.enrol({ id: 'cleo', ...patientFields('soakmarkaz3q', 'v1') });
    story.calls.push({ ...call, id: 99, start: 100, end: 104, response: { refused: 'erased' } });
    expect(story.found()?.kind).toBe('unexplained');
    const other = begun();
    const made = other.enrol({ id: 'cleo', ...patientFields('soakmarkaz3q', 'v1') });
    made.response = { refused: 'erased' };
    other.keys.pop();
    other.rows.patients.pop();
    expect(other.found()?.kind).toBe('unexplained');
  });

  it('finds an order that was placed and never acknowledged', () => {
    const story = begun();
    const call = story.place('three', 'ben');
    story.calls.splice(story.calls.indexOf(call), 1);
    expect(story.found()?.kind).toBe('unasked');
  });
});

describe('imports', () => {
  it('finds an order that was left out', () => {
    const story = begun();
    story.import({ orders: [order('one', { total_cents: 3 }), order('two', { total_cents: 3 })] });
    for (const whose of ['pharmacy', 'clinic'] as const) story.feeds[whose].pop();
    expect(story.found()).toMatchObject({ kind: 'rules' });
  });

  it('finds an order that was left out by an import of unknown outcome', () => {
    const story = begun();
    const orders = [order('one', { total_cents: 3 }), order('two', { total_cents: 3 })];
    const call = story.import({ orders });
    Object.assign(call, { end: null, response: undefined });
    for (const whose of ['pharmacy', 'clinic'] as const) story.feeds[whose].pop();
    expect(story.found()).toMatchObject({ kind: 'lost' });
  });

  it('finds an order that was left unchanged though it never was as the file says', () => {
    const { story, paid, call } = importedBesidePayment();
    expect(story.found()).toBeUndefined();
    call.start = (paid.end ?? 0) + 0.1;
    expect(story.found()).toMatchObject({ kind: 'unexplained' });
  });

  it('finds a patient who was left out', () => {
    const story = begun();
    const before = structuredClone(story.rows.patients[0]);
    story.import({ patients: [{ ...ADA, ...patientFields(MARK, 'v2') }] });
    Object.assign(story.rows.patients[0] as object, before);
    expect(story.found()).toMatchObject({ kind: 'lost' });
  });

  it('finds a sealed field that was left out', () => {
    const story = begun();
    story.import({ patients: [{ ...ADA, ...patientFields(MARK, 'v2') }] });
    const [patient] = story.rows.patients;
    if (patient) patient.sealed = { ...patient.sealed, email: 'old@mail.example' };
    expect(story.found()).toMatchObject({ kind: 'lost', text: expect.stringContaining('email') });
  });

  it('finds a prescription that nobody made', () => {
    const story = begun();
    const [row] = story.rows.prescriptions;
    if (row) story.rows.prescriptions.push({ ...row, id: 'other', seq: '9' });
    expect(story.found()?.kind).toBe('lost');
  });

  it('finds wrong counts', () => {
    const story = begun();
    const call = story.import({ orders: [order('one', { total_cents: 3 })] });
    call.response = { counts: { orders: [1, 0, 0], patients: [0, 0, 0] } };
    expect(story.found()?.kind).toBe('rules');
  });

  it('finds wrong counts of prescriptions', () => {
    const story = begun();
    const call = story.import({ prescriptions: [prescription({ status: 'signed' })] });
    call.response = {
      counts: { orders: [0, 0, 0], patients: [0, 0, 0], prescriptions: [1, 0, 0] },
    };
    expect(story.found()?.kind).toBe('rules');
  });

  it('finds a refusal without a reason', () => {
    const story = begun();
    const call = story.import({ prescriptions: [] });
    call.response = { refused: 'unknown' };
    expect(story.found()?.kind).toBe('unexplained');
  });

  it('finds an acknowledged import that never took effect', () => {
    const story = begun();
    story.import({ patients: [] });
    story.actions.pop();
    expect(story.found()?.kind).toBe('lost');
  });

  it('accepts an import of unknown outcome', () => {
    const story = begun();
    const call = story.import({ orders: [order('one', { total_cents: 3 })] });
    call.end = null;
    delete call.response;
    expect(story.found()).toBeUndefined();
  });
});

describe('reads', () => {
  it('finds a stale order', () => {
    const story = begun();
    const before = story.get('orders', 'one').response;
    story.command({ kind: 'set-payment', order: 'one', status: 'paid' });
    const call = story.get('orders', 'one');
    call.response = before as never;
    expect(story.found()?.kind).toBe('unexplained');
  });

  it('finds an order that goes back for a client that reads while it changes', () => {
    const story = begun();
    const old = story.get('orders', 'one');
    const change = story.command({ kind: 'set-payment', order: 'one', status: 'paid' });
    const young = story.get('orders', 'one');
    change.end = 1_000;
    expect(story.found()).toBeUndefined();
    [old.response, young.response] = [young.response as never, old.response as never];
    [old.start, old.end] = [change.start, change.start + 1];
    expect(story.found()?.kind).toBe('unexplained');
  });

  for (const list of ['orders', 'patients', 'prescriptions'] as const) {
    const listed = (): [FabricatedOrders, Draft<OrdersCall>] => {
      const story = begun();
      story.import({ prescriptions: [prescription({ id: 'ry' }), prescription({ id: 'rz' })] });
      return [story, story.list(list, { limit: 25 })];
    };
    it(`finds a row of ${list} that a page leaves out`, () => {
      const [story, call] = listed();
      rowsOf(call).splice(1, 1);
      expect(story.found()?.kind).toBe('unexplained');
    });
    it(`finds a row of ${list} that a page shows twice`, () => {
      const [story, call] = listed();
      rowsOf(call).push(lastOf(rowsOf(call)));
      expect(story.found()?.kind).toBe('unexplained');
    });
    it(`finds a page of ${list} that wrongly ends the list`, () => {
      const [story] = listed();
      const call = story.list(list, { limit: 1 });
      call.response = { ...(call.response as { rows: Row[]; next: string }), next: null };
      expect(story.found()?.kind).toBe('unexplained');
    });
  }

  it('finds orders of two different states on one page', () => {
    const story = begun();
    const before = story.list('orders', { limit: 25 });
    story.command({ kind: 'set-payment', order: 'one', status: 'paid' });
    story.command({ kind: 'set-payment', order: 'two', status: 'paid' });
    const after = story.list('orders', { limit: 25 });
    Object.assign(before, { start: 0, end: 1_000 });
    rowsOf(before)[1] = rowsOf(after)[1] as Row;
    expect(story.found()).toBeUndefined();
    const [two, one] = rowsOf(story.list('orders', { limit: 25 })) as [Row, Row];
    Object.assign(rowsOf(before), [two, { ...one, status: 'pending', payment_status: 'pending' }]);
    expect(story.found()?.kind).toBe('unexplained');
  });

  it('finds a stale patient', () => {
    const story = begun();
    const before = story.get('patients', 'ada');
    story.import({ patients: [{ ...ADA, ...patientFields(MARK, 'v2') }] });
    story.get('patients', 'ada').response = before.response as never;
    expect(story.found()?.kind).toBe('unexplained');
  });

  it('finds an event that a reader of the feed was not shown', () => {
    const story = begun();
    story.command({ kind: 'set-payment', order: 'one', status: 'paid' });
    const call = story.feed('first');
    rowsOf(call).pop();
    expect(story.found()?.kind).toBe('unexplained');
  });
});

describe('erasures', () => {
  /** An order and a note are there; the erasure has taken all away. */
  function erased(): FabricatedOrders {
    const story = begun();
    story.note('one', 'ada', MARK);
    story.erase('ada');
    story.marks.length = 0;
    return story;
  }

  it('accepts an erasure that left nothing', () => {
    expect(erased().found()).toBeUndefined();
  });

  it('finds a read that still shows the patient', () => {
    const story = begun();
    const before = story.get('patients', 'ada');
    story.erase('ada');
    story.marks.length = 0;
    story.get('patients', 'ada').response = before.response as never;
    expect(story.found()?.kind).toBe('unexplained');
  });

  it('finds a list that still shows the patient', () => {
    const story = begun();
    const before = story.list('patients', { limit: 25 });
    story.erase('ada');
    story.marks.length = 0;
    story.list('patients', { limit: 25 }).response = before.response as never;
    expect(story.found()?.kind).toBe('unexplained');
  });

  for (const table of ['patient', 'intake', 'customer_order', 'idempotency_key']) {
    it(`finds a mark that ${table} still holds`, () => {
      const story = erased();
      story.marks.push({ table, mark: MARK });
      expect(story.found()?.kind).toBe('personal data');
    });
  }

  it('finds a note that was written before the erasure began', () => {
    const story = erased();
    story.marks.push({ table: 'movement', mark: MARK, key: 'note-1' });
    expect(story.found()?.kind).toBe('personal data');
  });

  it('accepts a note that was written while the erasure ran', () => {
    const story = begun();
    const note = story.note('one', 'ada', MARK);
    const erasure = story.erase('ada');
    note.end = erasure.end;
    expect(story.found()).toBeUndefined();
  });

  it('finds a mark in a table that may hold none', () => {
    const story = begun();
    story.marks.push({ table: 'event', mark: MARK });
    expect(story.found()?.kind).toBe('personal data');
  });

  it('finds a mark in bytes that are not sealed', () => {
    const story = begun();
    story.marks.push({ table: 'patient', mark: Buffer.from('soakmark').toString('hex') });
    expect(story.found()?.kind).toBe('personal data');
  });

  it('finds an erasure that found nobody although the patient was there', () => {
    const story = begun();
    const call = story.erase('ada');
    call.response = { erased: false };
    story.actions.pop();
    story.erase('ada');
    story.marks.length = 0;
    expect(story.found()?.kind).toBe('unexplained');
    Object.assign(call, { start: 1_000, end: 1_001 });
    expect(story.found()).toBeUndefined();
  });

  it('finds a read that was refused', () => {
    const story = begun();
    story.list('patients', { limit: 25 }).response = { refused: 'other' };
    expect(story.found()?.kind).toBe('unexplained');
  });

  it('finds a mark in a webhook', () => {
    const story = begun();
    lastOf(story.deliveries.clinic).text += MARK;
    expect(story.found()?.kind).toBe('personal data');
  });

  it('finds a mark in a log', () => {
    const story = begun();
    story.logged.push(MARK);
    expect(story.found()?.kind).toBe('personal data');
  });

  it('finds a mark in a response about something else', () => {
    const story = begun();
    const call = story.get('orders', 'one');
    call.response = { ...(call.response as { rows: Row[]; next: null }), marks: [MARK] };
    expect(story.found()?.kind).toBe('personal data');
  });

  it('finds a stored response that still names the patient', () => {
    const story = erased();
    story.unerasedKeys.push('key');
    expect(story.found()?.kind).toBe('personal data');
  });

  it('finds an import that brings the patient back', () => {
    const story = erased();
    story.import({ patients: [ADA] });
    expect(story.found()?.kind).toMatch(/real time|lost/);
  });
});

describe('webhooks', () => {
  it('finds a webhook that never came', () => {
    const story = begun();
    story.deliveries.pharmacy.pop();
    expect(story.found()?.kind).toBe('webhook');
  });

  it('finds a second delivery of the same event', () => {
    const story = begun();
    const last = lastOf(story.deliveries.clinic);
    story.deliveries.clinic.push({ ...last, delivery: 'another' });
    expect(story.found()?.kind).toBe('webhook');
  });

  it('finds a webhook that differs from its event', () => {
    const story = begun();
    const last = lastOf(story.deliveries.clinic);
    last.text = last.text.replace('pending', 'paid');
    expect(story.found()?.kind).toBe('webhook');
  });
});
