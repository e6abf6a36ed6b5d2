// How often each kind of thing happened. Where nothing happened nothing was wrong, so that a long soak in which
// something never did is no proof of it.
import type { Asked } from './checker/attribute.ts';
import { isAccepted, isChange, statusOf } from './checker/calls.ts';
import type { Call } from './history.ts';
import type { OrdersCall } from './orders/history.ts';
import type { OrdersStretchResult } from './orders/part.ts';
import { FAULTS, type Fault } from './stage/faults.ts';
import type { StretchResult } from './stretch.ts';

/** What never happens in one soak of many is not missed. */
const EXPECTED_LEAST = 10;

const GROUPS = {
  changes: [
    'receive',
    'return',
    'fulfill',
    'dispense',
    'reserve',
    'release',
    'adjust',
    'waste',
    'count',
    'count_step',
    'transfer',
    'set_status',
    'set_expiry',
    'import',
    'reallocate',
    'announce',
    'ship',
    'ship of what was held',
    'cancel',
    'reserve that ends what waits',
    'release of what waits',
    'draw that moves what waits',
  ],
  'stock responses': [
    'refused',
    'repeated',
    'reused key',
    'in a batch',
    'import refused',
    'import of nothing new',
    'sweep',
    'dry_run',
    'stock',
    'lots',
    'allocations',
    'entries',
    'preview',
    'feed',
    'as_of',
    'as_of that is final',
    'levels',
    'levels that are low',
    'lot_list',
    'transactions',
    'trace',
    'trace everywhere',
    'next page',
    'skus',
    'locations',
    'scan',
    'scan of what is not there',
    'named by its product',
    'named by a code',
    'refused for its naming',
    'read with a test key',
    'change with a test key',
  ],
  events: [
    'stock.changed',
    'stock.low',
    'lot.status_changed',
    'lot.expiring',
    'count.approved',
    'sku.created',
    'sku.updated',
    'order.updated',
  ],
  'order changes': [
    'place',
    'enrol',
    'intake',
    'note',
    'import',
    'erase',
    'set-status',
    'set-payment',
    'ship',
    'cancel',
  ],
  'order responses': [
    'unchanged',
    'repeated',
    'set-status: step',
    'set-payment: step',
    'ship: step',
    'ship: stock',
    'cancel: step',
    'place: erased',
    'enrol: erased',
    'import: erased',
    'import: unknown',
    'get orders',
    'get patients',
    'get prescriptions',
    'get nothing',
    'list orders',
    'list patients',
    'list prescriptions',
    'next page',
  ],
  /** Marks must be found where they may lie, or the search proves nothing. */
  'marks that are found': ['patient', 'intake', 'customer_order', 'movement'],
  webhooks: ['of stock', 'of orders', 'again'],
} as const satisfies Record<string, readonly string[]>;

/** Only where something breaks. */
const AMID_FAULTS = {
  'stock outcomes unknown': ['done', 'not done'],
  'order outcomes unknown': ['place', 'enrol', 'import'],
} as const satisfies Record<string, readonly string[]>;

type Group = keyof typeof GROUPS | keyof typeof AMID_FAULTS | 'faults' | 'faults in vain';

export class Tally {
  readonly #counts = new Map<Group, Map<string, number>>();

  add(group: Group, name: string, times = 1): void {
    const counts = this.#counts.get(group) ?? new Map<string, number>();
    this.#counts.set(group, counts);
    if (times > 0) counts.set(name, (counts.get(name) ?? 0) + times);
  }

  addStretch({ history, checked, orders }: Omit<StretchResult, 'meeting'>): void {
    for (const step of checked.steps) {
      for (const name of namesOfStep(step)) this.add('changes', name);
    }
    const done = new Set(checked.steps.flatMap(({ calls }) => calls));
    const batches = new Set<number>();
    for (const call of history.calls) {
      if (isChange(call) && call.ask.batch !== undefined) batches.add(call.ask.batch);
      if (call.response !== undefined)
        for (const name of namesOf(call)) this.add('stock responses', name);
      else if (isChange(call)) {
        this.add('stock outcomes unknown', done.has(call) ? 'done' : 'not done');
      }
    }
    this.add('stock responses', 'in a batch', batches.size);
    for (const { type } of history.feed) this.add('events', type);
    this.add('webhooks', 'of stock', history.deliveries.length);
    this.add('webhooks', 'again', againIn(history.deliveries));
    if (orders !== undefined) this.#addOrders(orders);
  }

  #addOrders({ history }: OrdersStretchResult): void {
    for (const call of history.calls) {
      if (call.response === undefined) this.add('order outcomes unknown', call.ask.kind);
      else {
        const { group, name } = ofOrdersCall(call.ask, call.response);
        this.add(group, name);
        if (call.ask.kind === 'list' && call.ask.cursor !== undefined) this.add(group, 'next page');
      }
    }
    const { feeds, marks } = history.witness;
    for (const { type } of feeds.pharmacy) if (type === 'order.updated') this.add('events', type);
    for (const { table } of marks) this.add('marks that are found', table);
    const { pharmacy, clinic } = history.deliveries;
    this.add('webhooks', 'of orders', pharmacy.length + clinic.length);
    this.add('webhooks', 'again', againIn(pharmacy) + againIn(clinic));
  }

  lines(): string[] {
    return [...this.#counts].map(
      ([group, counts]) =>
        `${group}: ${[...counts].map(([name, times]) => `${times} ${name}`).join(', ') || 'none'}`,
    );
  }

  /**
   * What never happened, and does in each soak of more than some minutes.
   *
   * @param faults those that could be done; none where nothing breaks
   */
  missing(faults: readonly Fault[]): string[] {
    const expected = { ...GROUPS, ...(faults.length > 0 && AMID_FAULTS) };
    const kinds = Object.entries(expected).flatMap(([group, names]) =>
      names
        .filter((name: string) => !this.#counts.get(group as Group)?.has(name))
        .map((name: string) => `${group}: ${name}`),
    );
    const [struck, vain] = [this.#counts.get('faults'), this.#counts.get('faults in vain')];
    const tries = [...(struck?.values() ?? []), ...(vain?.values() ?? [])];
    const total = tries.reduce((sum, times) => sum + times, 0);
    const weights = FAULTS.reduce((sum, { weight }) => sum + weight, 0);
    const idle = faults.filter(
      ({ name, weight }) =>
        struck?.has(name) !== true && (total * weight) / weights > EXPECTED_LEAST,
    );
    return [...kinds, ...idle.map(({ name }) => `faults: ${name}`)];
  }
}

/** What waits lies in lots that cannot serve its order any more. */
function namesOfStep({ command: { kind }, movements, waiting }: Asked): string[] {
  const links = movements.flatMap((one) => one.links);
  if (kind === 'reserve') {
    const isEnded = links.some((link) => link.kind === 'release');
    return [kind, ...(isEnded ? ['reserve that ends what waits'] : [])];
  }
  if (kind === 'release') return [kind, ...(waiting ? ['release of what waits'] : [])];
  if (kind === 'ship') {
    const isHeld = links.some((link) => link.kind === 'release');
    return [kind, ...(isHeld ? ['ship of what was held'] : [])];
  }
  const isMoved = links.some((link) => link.kind === 'reserve');
  const isDraw = kind === 'fulfill' || kind === 'dispense';
  return [kind, ...(isDraw && isMoved ? ['draw that moves what waits'] : [])];
}

function namesOf(call: Call): string[] {
  const { ask, response } = call;
  if (!isChange(call)) return [...ofRead(call), ...(ask.isTest ? ['read with a test key'] : [])];
  if (ask.isTest) return ['change with a test key'];
  const { kind } = call.ask.command;
  if (!isAccepted(response)) {
    const isReused =
      response !== undefined && 'code' in response && response.code === 'idempotency_key_reused';
    return [
      'refused',
      ...(isReused ? ['reused key'] : []),
      ...(kind === 'import' ? ['import refused'] : []),
      ...(call.ask.naming && isOfNaming(response) ? ['refused for its naming'] : []),
    ];
  }
  const { busy, created, updated } = response as {
    busy?: number;
    created?: number;
    updated?: number;
  };
  if (kind === 'sweep') return [busy === 0 ? 'sweep' : 'sweep that met a busy level'];
  if (kind === 'import')
    return (created ?? 0) + (updated ?? 0) === 0 ? ['import of nothing new'] : [];
  const isRepeat = call.ask.key !== undefined && response && statusOf(response) === 200;
  const { naming } = call.ask;
  return [
    ...(isRepeat ? ['repeated'] : []),
    ...(naming ? [naming.by === 'product' ? 'named by its product' : 'named by a code'] : []),
  ];
}

function ofRead({ ask, response }: Call): string[] {
  const rows = response !== undefined && 'rows' in response ? response.rows : [];
  const [first] = rows as [unknown];
  const isMissing = Array.isArray(first) && first[0] === 'unknown_code';
  return [
    ask.kind,
    ...('isFinal' in ask && ask.isFinal ? ['as_of that is final'] : []),
    ...('low' in ask && ask.low ? ['levels that are low'] : []),
    ...('everywhere' in ask && ask.everywhere ? ['trace everywhere'] : []),
    ...('cursor' in ask && ask.cursor !== undefined ? ['next page'] : []),
    ...(ask.kind === 'scan' && isMissing ? ['scan of what is not there'] : []),
  ];
}

function isOfNaming(response: Call['response']): boolean {
  return (
    response !== undefined &&
    'code' in response &&
    ['invalid_movement', 'lot_expiry_mismatch'].includes(response.code)
  );
}

function ofOrdersCall(
  ask: OrdersCall['ask'],
  response: NonNullable<OrdersCall['response']>,
): { group: 'order changes' | 'order responses'; name: string } {
  const of = (name: string) => ({ group: 'order responses' as const, name });
  if ('refused' in response) return of(`${ask.kind}: ${response.refused}`);
  if (ask.kind === 'get')
    return of('rows' in response && response.rows.length === 0 ? 'get nothing' : `get ${ask.list}`);
  if (ask.kind === 'list') return of(`list ${ask.list}`);
  if (ask.kind === 'feed') return of('feed');
  if ('made' in response && response.isRepeat) return of('repeated');
  const isSame =
    ('changed' in response && !response.changed) || ('erased' in response && !response.erased);
  return isSame ? of('unchanged') : { group: 'order changes', name: ask.kind };
}

/** Tries behind the first that reached the receiver. */
function againIn(deliveries: readonly { delivery: string }[]): number {
  return deliveries.length - new Set(deliveries.map(({ delivery }) => delivery)).size;
}
