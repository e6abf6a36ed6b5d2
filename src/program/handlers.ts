import { listRequests } from '../api-keys/list-requests.ts';
import { listLocations } from '../catalog/list-locations.ts';
import { listProducts } from '../catalog/list-products.ts';
import { listSkus } from '../catalog/list-skus.ts';
import { deleteSkuPack, listSkuPacks, putSkuPack } from '../catalog/sku-packs.ts';
import type { Handlers } from '../contract.ts';
import { listEvents } from '../events/list-events.ts';
import { createAllocation } from '../inventory/operations/create-allocation.ts';
import { getMovementByKey } from '../inventory/operations/get-movement-by-key.ts';
import { listAllocations } from '../inventory/operations/list-allocations.ts';
import { listLots } from '../inventory/operations/list-lots.ts';
import { listStock } from '../inventory/operations/list-stock.ts';
import { listTemperatures } from '../inventory/operations/list-temperatures.ts';
import { listTransactions } from '../inventory/operations/list-transactions.ts';
import { postMovement } from '../inventory/operations/post-movement.ts';
import { postMovementBatch } from '../inventory/operations/post-movement-batch.ts';
import { previewMovement } from '../inventory/operations/preview-movement.ts';
import { releaseAllocations } from '../inventory/operations/release-allocations.ts';
import { traceLot } from '../inventory/operations/trace-lot.ts';
import { createOrder } from '../orders/create-order.ts';
import { getOrder } from '../orders/get-order.ts';
import { listOrderItems } from '../orders/list-order-items.ts';
import { listOrders } from '../orders/list-orders.ts';
import { getCheckoutConfig } from '../partners/get-checkout-config.ts';
import { getPartner } from '../partners/get-partner.ts';
import { listStoreOrders } from '../partners/list-store-orders.ts';
import { createIntake } from '../patients/create-intake.ts';
import { createPatient } from '../patients/create-patient.ts';
import { getPatient } from '../patients/get-patient.ts';
import { getPrescription } from '../patients/get-prescription.ts';
import { listPatients } from '../patients/list-patients.ts';
import { listPrescriptions } from '../patients/list-prescriptions.ts';
import { noted } from '../patients/patient-access.ts';
import { resolveScan } from '../scan/resolve-scan.ts';
import { listBundles } from '../storefront/list-bundles.ts';
import { listListings } from '../storefront/list-listings.ts';
import { putBundle } from '../storefront/put-bundle.ts';
import { listDeliveries } from '../webhooks/delivery/list-deliveries.ts';
import { replayDeliveries } from '../webhooks/delivery/replay-deliveries.ts';
import { replayDelivery } from '../webhooks/delivery/replay-delivery.ts';
import { testWebhook } from '../webhooks/delivery/test-webhook.ts';
import { createWebhook } from '../webhooks/endpoints/create-webhook.ts';
import { deleteWebhook } from '../webhooks/endpoints/delete-webhook.ts';
import { deleteWebhookById } from '../webhooks/endpoints/delete-webhook-by-id.ts';
import { getWebhook } from '../webhooks/endpoints/get-webhook.ts';
import { listWebhooks } from '../webhooks/endpoints/list-webhooks.ts';
import { rotateWebhookSecret } from '../webhooks/endpoints/rotate-webhook-secret.ts';
import { updateWebhook } from '../webhooks/endpoints/update-webhook.ts';
import type { Services } from './services.ts';

/** One handler for each operation of the contract; a missing one does not compile. */
export const handlers: Handlers<Services> = {
  postMovement,
  postMovementBatch,
  getMovementByKey,
  listStock,
  listTransactions,
  listTemperatures,
  previewMovement,
  listLots,
  listLocations,
  listSkus,
  listSkuPacks,
  putSkuPack,
  deleteSkuPack,
  listProducts,
  listEvents,
  createAllocation,
  listAllocations,
  releaseAllocations,
  traceLot,
  createWebhook,
  listWebhooks,
  getWebhook,
  deleteWebhook,
  deleteWebhookById,
  updateWebhook,
  rotateWebhookSecret,
  testWebhook,
  listDeliveries,
  replayDelivery,
  replayDeliveries,
  resolveScan,
  listPatients: noted('listPatients', listPatients, ({ data }) => data.map(({ id }) => id)),
  getPatient: noted('getPatient', getPatient, ({ data }) => [data.id]),
  createPatient,
  createIntake,
  listPrescriptions: noted('listPrescriptions', listPrescriptions, patientsOf),
  getPrescription: noted('getPrescription', getPrescription, ({ patient_id }) => [patient_id]),
  listListings,
  listBundles,
  putBundle,
  getPartner,
  listStoreOrders,
  getCheckoutConfig,
  listOrders: noted('listOrders', listOrders, patientsOf),
  getOrder: noted('getOrder', getOrder, ({ patient_id }) => [patient_id]),
  listOrderItems,
  createOrder,
  listRequests,
};

/** The patients that a page of records names. */
function patientsOf<Id>({ data }: { readonly data: readonly { readonly patient_id: Id }[] }): Id[] {
  return data.map(({ patient_id }) => patient_id);
}
