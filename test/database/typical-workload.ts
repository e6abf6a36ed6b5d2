// The frequent operations, and every list, on the tables of grown-tables.ts; each as a call of the service's own
// functions, so that its statements run as they do there.

import { readsOf } from '../../kit/database.ts';
import { stockOf } from '../../kit/one-database.ts';
import { authenticator } from '../../src/api-keys/admission.ts';
import { hashOfKey, makeKey } from '../../src/api-keys/key-format.ts';
import type { Call, OperationId, Principal } from '../../src/contract.ts';
import type { Database } from '../../src/database/database.ts';
import { patientAccessNoter } from '../../src/patients/patient-access.ts';
import { makeServices, type Services } from '../../src/program/services.ts';
import { checkDigitOf } from '../../src/scan/check-digit.ts';
import { claimDeliveries } from '../../src/webhooks/delivery/claim-deliveries.ts';
import { fanOut } from '../../src/webhooks/delivery/fan-out.ts';
import { queueDueDeliveries } from '../../src/webhooks/delivery/queue-due-deliveries.ts';
import { releaseDeliveries } from '../../src/webhooks/delivery/release-deliveries.ts';
import { sharesOf } from '../../src/webhooks/delivery/shares.ts';
import { tendDeliveries } from '../../src/webhooks/delivery/tend-deliveries.ts';
import { AddressGuard } from '../../src/webhooks/endpoints/address-guard.ts';
import { allHandlers } from '../support/all-handlers.ts';
import { SECRETS } from '../support/as-operator.ts';
import { HOT, holder, idOf, MINE, ownSku } from '../support/grown-tables.ts';
import { listQueries } from '../support/list-queries.ts';
import { freshKey } from '../support/pharmacy.ts';

export interface Stage {
  readonly database: Database;
  readonly services: Services;
  /** In the reader's role. */
  readonly reads: Services;
  readonly authenticate: ReturnType<typeof authenticator>;
  readonly nextUse: () => number;
}

/** @param nextUse of the tables, which stages of one database share */
export function stageOf(database: Database, nextUse: () => number): Stage {
  const means = {
    ...stockOf(database),
    secrets: SECRETS,
    addressGuard: new AddressGuard([]),
    notePatientAccess: patientAccessNoter(database),
    appUrl: () => 'http://localhost:3000',
  };
  // What lists would open was never sealed.
  const reads = { ...makeServices(readsOf(database), means), secrets: { open: () => '{}' } };
  return {
    database,
    services: makeServices(database, means),
    reads: reads as unknown as Services,
    authenticate: authenticator(database),
    nextUse,
  };
}

const key = makeKey('live');
const withCheckDigit = (digits: string) => digits + checkDigitOf(digits);
/** Of a SKU that is scanned. */
const CODES = {
  gtin: withCheckDigit('1000000000777'),
  upc: withCheckDigit('40000000777'),
  ean: withCheckDigit('400000000777'),
  ndc: '60000005439',
};
const SCANNED = ownSku(9);

/** SQL that gives a key and a SKU what the work asks for. */
export const FOR_WORK = `
  update api_key set key_hash = decode('${hashOfKey(key).toString('hex')}', 'hex'),
                     requests_per_minute = 1000000, requests_per_day = 1000000
   where id = '${idOf('key', 2)}';
  update sku set gtin = '${CODES.gtin}', upc = '${CODES.upc}', ean = '${CODES.ean}', ndc = '${CODES.ndc}'
   where id = '${idOf('sku', SCANNED)}'`;

const principal: Principal = {
  actor: `api_key:${idOf('key', 2)}`,
  callerId: idOf('key', 2),
  organizationId: MINE,
  environment: 'live',
  scopes: new Set(['inventory:write']),
  organizationKind: 'pharmacy',
  organizationStatus: 'active',
};

function callOf<Id extends OperationId>(parts: object): Call<Id> {
  return {
    path: {},
    query: {},
    header: {},
    requestId: crypto.randomUUID(),
    principal,
    ...parts,
  } as Call<Id>;
}

/** Numbers from 1 on: what was held, made or drawn once is not there again. One for each database. */
export function countUses(): () => number {
  let uses = 0;
  return () => {
    uses += 1;
    return uses;
  };
}

type Work = (stage: Stage) => Promise<unknown>;

const movementOf = (body: object, idempotencyKey = freshKey()) =>
  callOf<'postMovement'>({ body, header: { 'Idempotency-Key': idempotencyKey } });

const move =
  (bodyOf: (nextUse: () => number) => object): Work =>
  ({ services, nextUse }) =>
    allHandlers.postMovement(movementOf(bodyOf(nextUse)), services);

const scan =
  (code: string): Work =>
  async ({ reads }) => {
    const { body } = await allHandlers.resolveScan(callOf({ body: { code } }), reads);
    if (body.match !== 'sku') throw new Error(`${code} names no SKU.`);
  };

const preview =
  (body: object): Work =>
  ({ reads }) =>
    allHandlers.previewMovement(callOf({ body: { type: 'fulfill', qty: 3, ...body } }), reads);

const hot = { sku_code: HOT.skuCode };
const hotLot = { ...hot, lot_number: HOT.lotNumber };
const order = (id: string) => ({ type: 'order', id });
const heldBy = (index: number) => order(`O-${holder(index)}`);
const expiry_date = '2091-01-01';

const WORK: Readonly<Record<string, Work>> = {
  'say who calls': async ({ authenticate }) => (await authenticate({ key, kind: 'write' })).leave(),
  'receive a new lot': move((nextUse) => ({
    type: 'receive',
    ...hot,
    qty: 5,
    lot_number: `NEW-${nextUse()}`,
    expiry_date: '2096-01-01',
  })),
  'receive more of a lot': move(() => ({ type: 'receive', ...hotLot, qty: 5 })),
  'receive where nothing was before': move((nextUse) => ({
    type: 'receive',
    sku_code: `S-${ownSku(9)}`,
    location: `L-${holder(nextUse())}`,
    qty: 5,
    lot_number: `NEW-${nextUse()}`,
    expiry_date,
  })),
  'draw by expiry': move(() => ({ type: 'fulfill', ...hot, qty: 3 })),
  'draw of another SKU': move((nextUse) => ({
    type: 'dispense',
    sku_code: `S-${ownSku(nextUse())}`,
    qty: 3,
  })),
  'draw by product': move(() => ({ type: 'fulfill', product_id: idOf('product', 2), qty: 3 })),
  'draw by scanned code': move(() => ({ type: 'fulfill', scanned_code: CODES.gtin, qty: 3 })),
  'draw from a lot': move(() => ({ type: 'fulfill', ...hotLot, qty: 3 })),
  'draw what an order holds': move((nextUse) => ({
    type: 'fulfill',
    ...hot,
    qty: 3,
    reference: heldBy(nextUse()),
  })),
  'draw for an order that holds nothing': move((nextUse) => ({
    type: 'fulfill',
    ...hot,
    qty: 3,
    reference: order(`NONE-${nextUse()}`),
  })),
  'return to a lot': move(() => ({ type: 'return', ...hotLot, qty: 1 })),
  'repeat a key, and show what it posted': async ({ services, reads }) => {
    const idempotency_key = freshKey();
    const once = movementOf({ type: 'fulfill', ...hot, qty: 3 }, idempotency_key);
    await allHandlers.postMovement(once, services);
    const { status } = await allHandlers.postMovement(once, services);
    if (status !== 200) throw new Error('A repeat was none.');
    await allHandlers.getMovementByKey(callOf({ query: { idempotency_key } }), reads);
  },
  'post a batch': async ({ services, nextUse }) => {
    const skus = Array.from({ length: 20 }, (_, index) => `S-${ownSku(20 + index)}`);
    const calls = [HOT.skuCode, ...skus].map((sku_code) =>
      movementOf({ type: 'fulfill', sku_code, qty: 1, reference: order(`NONE-${nextUse()}`) }),
    );
    const outcomes = await allHandlers.postMovementBatch(calls, services);
    const refused = outcomes.find(({ status }) => status === 'rejected');
    if (refused?.status === 'rejected') throw refused.reason;
  },
  'reserve, more, and release': async ({ services, nextUse }) => {
    const reference = order(`NEW-${nextUse()}`);
    for (const qty of [2, 3]) {
      const call = callOf<'createAllocation'>({ body: { ...hot, qty, reference } });
      await allHandlers.createAllocation(call, services);
    }
    const query = { reference_type: reference.type, reference_id: reference.id };
    await allHandlers.releaseAllocations(callOf({ query }), services);
  },
  'reserve of a lot': async ({ services, nextUse }) => {
    const body = { qty: 1, ...hot, lot_id: HOT.lotId, reference: order(`NEW-${nextUse()}`) };
    const header = { 'Idempotency-Key': freshKey() };
    await allHandlers.createAllocation(callOf({ body, header }), services);
  },
  preview: preview(hot),
  'preview a draw from a lot': preview(hotLot),
  'preview a draw for an order': preview({ ...hot, reference: heldBy(3) }),
  'scan a SKU code': scan(HOT.skuCode),
  'scan a GTIN': scan(`01${CODES.gtin}10LOT`),
  'scan a UPC': scan(CODES.upc),
  'scan an EAN': scan(CODES.ean),
  'scan an NDC': scan(CODES.ndc),
  'scan five codes at once': (stage) =>
    Promise.all([HOT.skuCode, ...Object.values(CODES)].map((code) => scan(code)(stage))),
  'read the stock of two SKUs at once': ({ reads }) =>
    Promise.all(
      [HOT.skuCode, `S-${ownSku(9)}`].map((sku_code) =>
        allHandlers.listStock(callOf({ query: { sku_code, limit: LIMIT } }), reads),
      ),
    ),
  'trace a lot': ({ reads }) =>
    allHandlers.traceLot(callOf({ path: { id: HOT.lotId }, query: { limit: 5 } }), reads),
  'list the items of an order to fulfil': ({ reads }) =>
    allHandlers.listOrderItems(callOf({ path: { id: idOf('order', 3) } }), reads),
  'turn events into deliveries': ({ database }) => fanOut(database),
  'tend deliveries': ({ database }) => tendDeliveries(database),
  'queue deliveries that are due': ({ database }) => queueDueDeliveries(database),
  'claim deliveries, and give them back': async ({ database }) => {
    const claimed = await claimDeliveries(database, sharesOf(0, 0));
    if (claimed.length === 0) throw new Error('Nothing was due.');
    await releaseDeliveries(database, claimed);
  },
};

const LISTS = listQueries({
  skuCode: HOT.skuCode,
  productId: idOf('product', 2),
  location: 'Main',
  lotId: HOT.lotId,
  lotNumber: HOT.lotNumber,
  orderId: `O-${holder(5)}`,
  eventId: idOf('event', 1_000),
  rowId: idOf('endpoint', 0),
  time: '2026-01-01T00:20:00.000000Z',
  asOf: '2026-02-01T00:00:00.000000Z',
  expiryDate: '2085-06-01',
});

const LIMIT = 5;

/** By what they are called. */
export const TYPICAL_WORKLOAD: Readonly<Record<string, Work>> = {
  ...WORK,
  ...Object.fromEntries(
    Object.entries(LISTS).flatMap(([id, queries]) =>
      queries.map((filters): [string, Work] => [
        `${id} ${JSON.stringify(filters)}`,
        ({ reads }) => {
          const list = allHandlers[id as keyof typeof LISTS] as (
            call: unknown,
            services: Services,
          ) => Promise<unknown>;
          const path = { id: idOf('endpoint', 1), sku_code: HOT.skuCode };
          return list(callOf({ path, query: { limit: LIMIT, ...filters } }), reads);
        },
      ]),
    ),
  ),
};
