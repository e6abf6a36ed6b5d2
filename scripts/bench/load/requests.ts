// What a load sends. `%sku%`, `%qty%` and `%unique%` stand for something new each time; `%reserve%` for the
// next reference, and `%release%` for one that was reserved a while before by the same sender.

export interface RequestForm {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Below the API's own path. */
  readonly path: string;
  readonly body?: string;
  /** Whether it goes with an idempotency key of its own. */
  readonly isKeyed?: boolean;
}

export interface Load {
  /** Sent in turn, over and over. */
  readonly requests: readonly RequestForm[];
  /** API keys; any of them for a request. */
  readonly keys: readonly string[];
  /** Of each key's organization: SKU-0 and those that follow. */
  readonly skus: number;
  readonly connections: number;
  /** What one request counts for; 1 by default. */
  readonly units?: number;
  /** No answer may hold one of these texts. */
  readonly refusals?: readonly string[];
}

/** So many of a sender's reservations are there before the first is released. */
export const RELEASE_LAG = 32;
export const QTY_MAX = 3;

export const fulfil: RequestForm = {
  method: 'POST',
  path: '/inventory/movements',
  isKeyed: true,
  body: '{"type":"fulfill","sku_code":"SKU-%sku%","qty":%qty%}',
};

const receive: RequestForm = {
  method: 'POST',
  path: '/inventory/movements',
  isKeyed: true,
  body: '{"type":"receive","sku_code":"SKU-%sku%","lot_number":"L1","qty":%qty%}',
};

/** Of a SKU that is named, for one event. */
export function receiveOne(sku: number): RequestForm {
  return {
    ...receive,
    body: `{"type":"receive","sku_code":"SKU-${sku}","lot_number":"L1","qty":1}`,
  };
}

export const reserve: RequestForm = {
  method: 'POST',
  path: '/inventory/allocations',
  body: '{"sku_code":"SKU-%sku%","qty":%qty%,"reference":{"type":"order","id":"%reserve%"}}',
};

const release: RequestForm = {
  method: 'DELETE',
  path: '/inventory/allocations?reference_type=order&reference_id=%release%',
};

export const scan: RequestForm = {
  method: 'POST',
  path: '/inventory/scan/resolve',
  body: '{"code":"SKU-%sku%"}',
};

export const readStock = get('/inventory/stock?sku_code=SKU-%sku%');

export function get(path: string): RequestForm {
  return { method: 'GET', path };
}

/** Of twenty: eight draws, two receipts, three reservations and their releases, four reads. */
export const mixed: readonly RequestForm[] = [
  fulfil,
  reserve,
  readStock,
  fulfil,
  receive,
  fulfil,
  release,
  scan,
  fulfil,
  reserve,
  fulfil,
  readStock,
  release,
  fulfil,
  receive,
  reserve,
  fulfil,
  release,
  fulfil,
  get('/inventory/transactions?sku_code=SKU-%sku%'),
];

/** Many draws in one request. */
export function fulfilMany(items: number): Pick<Load, 'requests' | 'units' | 'refusals'> {
  const item = `{"idempotency_key":"%unique%","movement":${fulfil.body}}`;
  const body = `{"movements":[${Array(items).fill(item).join(',')}]}`;
  return {
    requests: [{ method: 'POST', path: '/inventory/movements/batch', body }],
    units: items,
    refusals: ['"status":4', '"status":5'],
  };
}

/** A text with its words for something new: texts at even places, words at odd ones. */
export function partsOf(text: string): string[] {
  return text.split(/%(sku|qty|unique|reserve|release)%/);
}
