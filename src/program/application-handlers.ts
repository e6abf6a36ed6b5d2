import type { ApplicationHandlers } from '../contract.ts';
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
  listPackingOrders,
  getPackingOrder,
  shipPackingOrder,
  cancelPackingOrder,
};
