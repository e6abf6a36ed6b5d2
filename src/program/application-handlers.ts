import type { ApplicationHandlers } from '../contract.ts';
import { approveCountLines } from '../counts/approve-count-lines.ts';
import { cancelCountSheet } from '../counts/cancel-count-sheet.ts';
import { createCountSheet } from '../counts/create-count-sheet.ts';
import { getCountSheet } from '../counts/get-count-sheet.ts';
import { handInCountSheet } from '../counts/hand-in-count-sheet.ts';
import { listCountSheets } from '../counts/list-count-sheets.ts';
import { recordCountLines } from '../counts/record-count-lines.ts';
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
  createCountSheet,
  listCountSheets,
  getCountSheet,
  recordCountLines,
  handInCountSheet,
  approveCountLines,
  cancelCountSheet,
  listPackingOrders,
  getPackingOrder,
  shipPackingOrder,
  cancelPackingOrder,
};
