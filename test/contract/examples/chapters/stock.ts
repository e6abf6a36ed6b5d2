import { holdLevels } from '../../../support/concurrency.ts';
import { act, ask, type Chapter, hear, operationOf } from '../story.ts';

const MANY = 100;

/** What a partner finds before anything has happened. */
export const stock: Chapter = [
  ask({ id: 'listLocations', gives: '200 page' }),
  ask({ id: 'listSkus', asks: ['sku_code'], gives: '200 page' }),
  ask({ id: 'listStock', asks: ['sku_code', 'location'], gives: '200 page' }),
  ask({ id: 'listLots', asks: ['sku_code', 'location'], gives: '200 page' }),
  ask({ id: 'listProducts', query: { limit: 1 }, gives: '200 page' }),
  ask({ id: 'resolveScan', sends: 'dataMatrix', gives: '200 sku' }),
  ask({ id: 'resolveScan', sends: 'lostSeparator', gives: '200 unread' }),
  ask({ id: 'resolveScan', sends: 'upc', gives: '200 unknown' }),
  ask({ id: 'resolveScan', sends: 'upc', body: { code: 'X'.repeat(401) }, gives: '400 length' }),
  ask({ id: 'previewMovement', sends: 'fulfill', gives: '200 lots' }),
  ask({ id: 'previewMovement', sends: 'short', gives: '200 short' }),
  ask({ id: 'previewMovement', sends: 'fulfill', body: { qty: 0 }, gives: '400 validation' }),
  ask({
    id: 'previewMovement',
    sends: 'fulfill',
    body: { product_id: 'de300000-0000-4000-8000-000000000002' },
    gives: '400 invalidMovement',
  }),
  ask({
    id: 'previewMovement',
    sends: 'fulfill',
    body: { sku_code: 'NO-SUCH' },
    gives: '404 product',
  }),
  ask({
    id: 'previewMovement',
    sends: 'fulfill',
    body: { location: 'Attic' },
    gives: '404 location',
  }),
  ask({ id: 'previewMovement', sends: 'fulfill', body: { lot_number: 'AMX-0' }, gives: '404 lot' }),
  ask({
    id: 'previewMovement',
    sends: 'fulfill',
    body: { sku_code: undefined, scanned_code: '(01)00300933109055(17)350101(10)AMX-2207' },
    gives: '422 expiryMismatch',
  }),
  ask({
    id: 'previewMovement',
    sends: 'fulfill',
    body: { sku_code: undefined, scanned_code: '010030093310905510AMX-990117351130' },
    gives: '400 unreadLabel',
  }),
];

/** A case that a SKU was taught. */
export const packs: Chapter = [
  ask({ id: 'putSkuPack', sends: 'scanned', gives: '200 scanned' }),
  ask({
    id: 'deleteSkuPack',
    query: { code: 'SHELF-7', code_type: 'other' },
    gives: '200 deleted',
  }),
  ask({ id: 'putSkuPack', sends: 'case', gives: '200 case' }),
  ask({ id: 'listSkuPacks', gives: '200 page' }),
  ask({ id: 'putSkuPack', sends: 'case', body: { code: '10300933109053' }, gives: '400 code' }),
  ask({ id: 'putSkuPack', sends: 'case', body: { code: '00301730682208' }, gives: '409 taken' }),
  ask({ id: 'putSkuPack', sends: 'case', path: { sku_code: 'NO-SUCH' }, gives: '404 product' }),
  ask({ id: 'listSkuPacks', path: { sku_code: 'NO-SUCH' }, gives: '404 product' }),
  ask({ id: 'deleteSkuPack', path: { sku_code: 'NO-SUCH' }, gives: '404 product' }),
  ask({
    id: 'deleteSkuPack',
    query: { code: '10300933109053', code_type: 'gtin' },
    gives: '400 code',
  }),
];

/** Sixty units, reserved for an order and drawn. */
export const oneOrder: Chapter = [
  ask({ id: 'createAllocation', sends: 'order', asks: ['Idempotency-Key'], gives: '201 reserved' }),
  ask({ id: 'createAllocation', sends: 'order', gives: '200 repeated' }),
  ask({ id: 'createAllocation', sends: 'fresh', gives: '201 fresh' }),
  ask({ id: 'createAllocation', sends: 'order', body: { qty: 0 }, gives: '400 qty' }),
  ask({
    id: 'createAllocation',
    sends: 'order',
    body: { sku_code: 'NO-SUCH' },
    gives: '404 product',
  }),
  ask({
    id: 'createAllocation',
    sends: 'order',
    body: { location: 'Attic' },
    gives: '404 location',
  }),
  ask({
    id: 'createAllocation',
    sends: 'order',
    body: { lot_id: crypto.randomUUID() },
    gives: '404 lot',
  }),
  ask({
    id: 'createAllocation',
    sends: 'order',
    body: { sku_code: 'LANTUS-10ML-VIAL', location: 'Cold room' },
    gives: '409 short',
  }),
  act('which lot is in quarantine', async (story) => {
    const { data } = await story.read('/v1/inventory/lots', { lot_number: 'LAN-0418' });
    await story.ask({
      id: 'createAllocation',
      sends: 'order',
      body: { sku_code: 'LANTUS-10ML-VIAL', location: 'Cold room', lot_id: data[0].id },
      gives: '422 quarantined',
    });
  }),
  ask({
    id: 'listAllocations',
    asks: ['reference_type', 'reference_id', 'sku_code'],
    gives: '200 page',
  }),
  ask({ id: 'traceLot', gives: '200 trace' }),
  ask({
    id: 'traceLot',
    path: { id: '01935f99-0000-7000-8000-000000000001' },
    gives: '404 lot',
  }),
  act('which event came last', async (story) => {
    const { data } = await story.read('/v1/inventory/events', { limit: String(MANY) });
    story.normalizer.bind('01935f4e-6b01-7a52-9f0e-2d8b5a1c5e01', data.at(-1).id);
  }),
  hear(
    'stock.changed',
    ask({ id: 'postMovement', sends: 'fulfill', key: 'fulfill-ORD-1001', gives: '201 acrossLots' }),
    { cause: 'fulfill' },
  ),
  ask({ id: 'postMovement', sends: 'fulfill', key: 'fulfill-ORD-1001', gives: '200 repeated' }),
  ask({
    id: 'postMovement',
    sends: 'fulfill',
    body: { qty: 61 },
    key: 'fulfill-ORD-1001',
    gives: '422 keyReused',
  }),
  ask({ id: 'listTransactions', asks: ['type', 'lot_id'], gives: '200 page' }),
  ask({ id: 'listEvents', asks: ['after'], gives: '200 page' }),
  ask({ id: 'createAllocation', sends: 'order', gives: '201' }),
  ask({ id: 'releaseAllocations', gives: '200 released' }),
  ask({ id: 'releaseAllocations', query: { sku_code: '' }, gives: '400 empty' }),
];

/** Lots that arrive, and what is refused. */
export const movements: Chapter = [
  ask({ id: 'postMovement', sends: 'receive', asks: ['Idempotency-Key'], gives: '201 received' }),
  ask({ id: 'getMovementByKey', gives: '200 received' }),
  ask({ id: 'getMovementByKey', query: { idempotency_key: 'short' }, gives: '400 short' }),
  ask({ id: 'getMovementByKey', query: { idempotency_key: 'never-used' }, gives: '404 unknown' }),
  ask({ id: 'postMovement', sends: 'scanned', gives: '201 scanned' }),
  ask({ id: 'postMovement', sends: 'dispense', gives: '201 dispensed' }),
  ask({ id: 'postMovement', sends: 'return', gives: '201 returned' }),
  act('a refused movement, found again', async (story) => {
    const refused = await story.ask({
      id: 'postMovement',
      sends: 'fulfill',
      body: { qty: 0 },
      gives: '400 validation',
    });
    await story.service.refusals.flush();
    const { request_id } = refused.body.error;
    await story.ask({ id: 'listRequests', query: { request_id }, gives: '200 page' });
  }),
  ask({
    id: 'postMovement',
    sends: 'receive',
    body: { lot_number: undefined },
    gives: '400 lotRequired',
  }),
  ask({
    id: 'postMovement',
    sends: 'scanned',
    body: { type: 'fulfill', scanned_code: '010030093310905510AMX-990117351130' },
    gives: '400 unreadLabel',
  }),
  ask({
    id: 'postMovement',
    sends: 'fulfill',
    body: { status: 'released' },
    gives: '400 invalidMovement',
  }),
  ask({
    id: 'postMovement',
    sends: 'fulfill',
    body: { sku_code: 'NO-SUCH' },
    gives: '404 product',
  }),
  ask({ id: 'postMovement', sends: 'fulfill', body: { location: 'Attic' }, gives: '404 location' }),
  ask({ id: 'postMovement', sends: 'fulfill', body: { lot_number: 'AMX-0' }, gives: '404 lot' }),
  ask({
    id: 'postMovement',
    sends: 'fulfill',
    body: { sku_code: 'LANTUS-10ML-VIAL', location: 'Cold room' },
    gives: '409 short',
  }),
  ask({
    id: 'postMovement',
    sends: 'fulfill',
    body: { sku_code: 'VENTOLIN-HFA', lot_number: 'VEN-4409' },
    gives: '422 expired',
  }),
  ask({
    id: 'postMovement',
    sends: 'scanned',
    body: { type: 'fulfill', scanned_code: '(01)00300933109055(17)350101(10)AMX-2301' },
    gives: '422 expiryMismatch',
  }),
  ask({ id: 'postMovementBatch', sends: 'upload', gives: '200 uploaded' }),
  act('a batch with one movement of a level that is held', async (story) => {
    const held = await holdLevels(story.db.owner, ['LISIN-10-TAB']);
    const { upload } = operationOf('postMovementBatch').bodies;
    const others = [
      { type: 'receive', qty: 50, sku_code: 'AMOX-500-CAP', lot_number: 'AMX-2302' },
      { type: 'fulfill', qty: 0, sku_code: 'AMOX-500-CAP' },
      { type: 'fulfill', qty: 1, sku_code: 'AMOX-250-CAP' },
      { type: 'fulfill', qty: 60, sku_code: 'LANTUS-10ML-VIAL', location: 'Cold room' },
      { type: 'fulfill', qty: 1, sku_code: 'LISIN-10-TAB' },
    ];
    const movements = others.map((movement, index) => ({
      idempotency_key: `mixed-upload-${index}`,
      movement,
    }));
    const asked = story.ask({
      id: 'postMovementBatch',
      body: { movements: [upload?.value.movements[0], ...movements] },
      gives: '200 mixed',
    });
    await Promise.all([asked, story.endWaiting(held, 1)]);
  }),
  act('one of four has no key', (story) => {
    const movement = { type: 'fulfill', qty: 1, sku_code: 'AMOX-500-CAP' };
    const keyed = [1, 2, 3].map((index) => ({ idempotency_key: `without-${index}`, movement }));
    return story.ask({
      id: 'postMovementBatch',
      body: { movements: [...keyed, { movement }] },
      gives: '400 shape',
    });
  }),
  act('more than the key may write in a minute', (story) => {
    const movement = { type: 'fulfill', qty: 1, sku_code: 'AMOX-500-CAP' };
    const movements = Array.from({ length: 61 }, (_, index) => ({
      idempotency_key: `one-of-many-${index}`,
      movement,
    }));
    return story.ask({
      id: 'postMovementBatch',
      by: 'standard',
      body: { movements },
      gives: '400 tooMany',
    });
  }),
];
