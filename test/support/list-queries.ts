// Every list, and the ways in which each is asked.

import application from '../../generated/application.json' with { type: 'json' };
import document from '../../generated/openapi.json' with { type: 'json' };
import type { Call, OperationId } from '../../src/contract.ts';
import { type ContractDocument, readOperations } from '../../src/http/operations.ts';
import { CURSORS } from '../../src/lib/cursors.ts';

/** The items of an order, who works here, endpoints and keys come whole and not in pages. */
export type ListId = Exclude<
  Extract<OperationId, `list${string}`>,
  | 'listOrderItems'
  | 'listPeople'
  | 'listSignInChoices'
  | 'listTerminals'
  | 'listTerminalPeople'
  | 'listWaysIn'
  | 'listColleagues'
  | 'listEndpoints'
  | 'listApiKeys'
>;

/** What the lists are asked for. */
export interface Asked {
  readonly skuCode: string;
  /** Of the SKU. */
  readonly productId: string;
  /** Name. */
  readonly location: string;
  readonly lotId: string;
  readonly lotNumber: string;
  /** Of a reference. */
  readonly orderId: string;
  readonly eventId: string;
  /** Of a cursor's row, wherever that is by no time or name of its own. */
  readonly rowId: string;
  /** Of filters and cursors, with microseconds. */
  readonly time: string;
  /** When all of the stock was there. */
  readonly asOf: string;
  readonly expiryDate: string;
}

/** Each list without a filter and with every one: a new list does not compile until it is here. */
export function listQueries({
  skuCode: sku_code,
  productId: product_id,
  location,
  lotId: lot_id,
  lotNumber: lot_number,
  orderId: reference_id,
  eventId,
  rowId,
  time,
  asOf: as_of,
  expiryDate: expiring_before,
}: Asked): { [Id in ListId]: Partial<Call<Id>['query']>[] } {
  const order_number = 'VO-2';
  const reference = { reference_type: 'order', reference_id };
  return {
    listCountSheets: [{}, { state: 'handed_in' }, { state: 'open', cursor: time }],
    listPackingOrders: [{}, { order_number }, { cursor: time }],
    listActivity: [
      {},
      { cursor: CURSORS.listActivity.write([time, rowId]) },
      { person_id: rowId, operation: 'wasteStock', from: time, to: time },
      { sku_code, lot_number },
    ],
    listStock: [
      {},
      { sku_code },
      { sku_code, location },
      { as_of },
      {
        sku_code,
        product_id,
        location,
        low: true,
        cursor: CURSORS.listStock.write([sku_code, location]),
      },
      {
        sku_code,
        product_id,
        location,
        as_of,
        cursor: CURSORS.listStock.write([sku_code, location]),
      },
    ],
    listTransactions: [
      {},
      { sku_code, lot_id, type: 'receive', ...reference, from: time, to: time, cursor: time },
      { sku_code },
      { sku_code, type: 'receive' },
      { sku_code, lot_id, type: 'receive' },
      { lot_id },
    ],
    listTemperatures: [
      {},
      { location, from: time, to: time, cursor: time },
      { location },
      { from: time },
    ],
    listLots: [
      {},
      {
        sku_code,
        location,
        status: 'released',
        lot_number,
        expiring_before,
        in_stock: true,
        cursor: CURSORS.listLots.write([expiring_before, rowId]),
      },
      { lot_number },
      { sku_code },
      { location },
    ],
    listLocations: [{}, { cursor: CURSORS.listLocations.write([location]) }],
    listProducts: [{}, { in_stock: true, cursor: time }],
    listSkuPacks: [{}, { cursor: CURSORS.listSkuPacks.write(['gtin', sku_code]) }],
    listSkus: [{}, { sku_code, product_id, cursor: CURSORS.listSkus.write([sku_code]) }],
    listEvents: [
      {},
      { after: eventId },
      { after: eventId, type: 'stock.changed', from: time },
      { type: 'order.updated' },
      { from: time },
    ],
    listAllocations: [
      {},
      {
        ...reference,
        sku_code,
        location,
        lot_id,
        cursor: CURSORS.listAllocations.write([time, rowId]),
      },
      reference,
      { sku_code },
      { sku_code, location },
      { location },
    ],
    listWebhooks: [{}, { cursor: CURSORS.listWebhooks.write([rowId]) }],
    listPatients: [{}, { cursor: time }],
    listPrescriptions: [{}, { status: 'signed', cursor: time }],
    listOrders: [
      {},
      { status: 'paid', cursor: time },
      { order_number, created_from: time },
      { external_order_id: order_number },
      {
        status: 'paid',
        order_number,
        external_order_id: order_number,
        created_from: '2020-01-01T00:00:00Z',
        created_to: time,
        cursor: time,
      },
      { status: 'paid', order_number },
    ],
    listListings: [{}, { cursor: time }],
    listBundles: [{}, { cursor: time }],
    listDeliveries: [{}, { status: 'dead', cursor: CURSORS.listDeliveries.write([time, rowId]) }],
    listStoreOrders: [{}, { cursor: time }],
    listRequests: [
      {},
      { status: 400, cursor: time },
      { operation: 'postMovement', from: time },
      { status: 400, operation: 'postMovement', to: time },
      {
        request_id: rowId,
        status: 400,
        operation: 'postMovement',
        from: time,
        to: time,
        cursor: time,
      },
    ],
  };
}

/** The names of an operation's query parameters in the contract, sorted. */
export function queryParametersOf(operationId: string): string[] {
  const operations = [document, application].flatMap((contract) =>
    readOperations(contract as unknown as ContractDocument),
  );
  const operation = operations.find(({ id }) => id === operationId);
  return (operation?.parameters ?? [])
    .filter((parameter) => parameter.in === 'query')
    .map(({ name }) => name)
    .sort();
}
