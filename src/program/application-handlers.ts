import type { ApplicationHandlers } from '../contract.ts';
import { adjustStock } from '../inventory/operations/adjust-stock.ts';
import { listActivity } from '../inventory/operations/list-activity.ts';
import { previewLotStatus } from '../inventory/operations/preview-lot-status.ts';
import { receiveStock } from '../inventory/operations/receive-stock.ts';
import { recordTemperature } from '../inventory/operations/record-temperature.ts';
import { setLotExpiry } from '../inventory/operations/set-lot-expiry.ts';
import { setLotStatus } from '../inventory/operations/set-lot-status.ts';
import { transferStock } from '../inventory/operations/transfer-stock.ts';
import { undoCorrection } from '../inventory/operations/undo-correction.ts';
import { wasteStock } from '../inventory/operations/waste-stock.ts';
import { cancelPackingOrder } from '../orders/cancel-packing-order.ts';
import { getPackingOrder } from '../orders/get-packing-order.ts';
import { listPackingOrders } from '../orders/list-packing-orders.ts';
import { shipPackingOrder } from '../orders/ship-packing-order.ts';
import { handlers } from './handlers.ts';
import type { Services } from './services.ts';

const {
  listStock,
  listLots,
  traceLot,
  listSkus,
  listLocations,
  listTransactions,
  listAllocations,
  listTemperatures,
  resolveScan,
  previewMovement,
  listWebhooks,
  createWebhook,
  getWebhook,
  updateWebhook,
  deleteWebhookById,
  testWebhook,
  rotateWebhookSecret,
  listDeliveries,
  replayDelivery,
  replayDeliveries,
} = handlers;

/** One handler for each operation of the application's contract; a missing one does not compile. */
export const applicationHandlers: ApplicationHandlers<Services> = {
  listStock,
  listLots,
  traceLot,
  listSkus,
  listLocations,
  listTransactions,
  listAllocations,
  listTemperatures,
  resolveScan,
  previewMovement,
  listWebhooks,
  createWebhook,
  getWebhook,
  updateWebhook,
  deleteWebhookById,
  testWebhook,
  rotateWebhookSecret,
  listDeliveries,
  replayDelivery,
  replayDeliveries,
  receiveStock,
  adjustStock,
  wasteStock,
  transferStock,
  undoCorrection,
  previewLotStatus,
  setLotStatus,
  setLotExpiry,
  recordTemperature,
  listActivity,
  listPackingOrders,
  getPackingOrder,
  shipPackingOrder,
  cancelPackingOrder,
};
