import { listApiKeys } from '../api-keys/list-api-keys.ts';
import type { ApplicationHandlers } from '../contract.ts';
import { approveCountLines } from '../counts/approve-count-lines.ts';
import { cancelCountSheet } from '../counts/cancel-count-sheet.ts';
import { createCountSheet } from '../counts/create-count-sheet.ts';
import { getCountSheet } from '../counts/get-count-sheet.ts';
import { handInCountSheet } from '../counts/hand-in-count-sheet.ts';
import { listCountSheets } from '../counts/list-count-sheets.ts';
import { recordCountLines } from '../counts/record-count-lines.ts';
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
import { beginPasskeyRegistration } from '../people/begin-passkey-registration.ts';
import { beginPasskeySignIn } from '../people/begin-passkey-sign-in.ts';
import { confirmPerson } from '../people/confirm-person.ts';
import { createWitness } from '../people/create-witness.ts';
import { endPerson } from '../people/end-person.ts';
import { endPersonSession } from '../people/end-person-session.ts';
import { endTerminal } from '../people/end-terminal.ts';
import { enrolTerminal } from '../people/enrol-terminal.ts';
import { getSession } from '../people/get-session.ts';
import { invitePerson } from '../people/invite-person.ts';
import { listColleagues } from '../people/list-colleagues.ts';
import { listPeople } from '../people/list-people.ts';
import { listSignInChoices } from '../people/list-sign-in-choices.ts';
import { listTerminalPeople } from '../people/list-terminal-people.ts';
import { listTerminals } from '../people/list-terminals.ts';
import { listWaysIn } from '../people/list-ways-in.ts';
import { lockSession } from '../people/lock-session.ts';
import { registerPasskey } from '../people/register-passkey.ts';
import { removePasskey } from '../people/remove-passkey.ts';
import { renewLink } from '../people/renew-link.ts';
import { setPin } from '../people/set-pin.ts';
import { signInWithLink } from '../people/sign-in-with-link.ts';
import { signInWithOpenId } from '../people/sign-in-with-open-id.ts';
import { signInWithPasskey } from '../people/sign-in-with-passkey.ts';
import { signInWithPin } from '../people/sign-in-with-pin.ts';
import { signOut } from '../people/sign-out.ts';
import { unlockSession } from '../people/unlock-session.ts';
import { updatePerson } from '../people/update-person.ts';
import { getEndpoint } from '../webhooks/delivery/get-endpoint.ts';
import { listEndpoints } from '../webhooks/delivery/list-endpoints.ts';
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
  createWebhook,
  updateWebhook,
  deleteWebhookById,
  testWebhook,
  rotateWebhookSecret,
  listDeliveries,
  replayDelivery,
  replayDeliveries,
  listRequests,
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
  createWebhook,
  updateWebhook,
  deleteWebhookById,
  testWebhook,
  rotateWebhookSecret,
  listDeliveries,
  replayDelivery,
  replayDeliveries,
  listRequests,
  listEndpoints,
  getEndpoint,
  listApiKeys,
  createCountSheet,
  listCountSheets,
  getCountSheet,
  recordCountLines,
  handInCountSheet,
  approveCountLines,
  cancelCountSheet,
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
  beginPasskeyRegistration,
  beginPasskeySignIn,
  createWitness,
  endPerson,
  endPersonSession,
  endTerminal,
  enrolTerminal,
  getSession,
  invitePerson,
  listPeople,
  listSignInChoices,
  listTerminalPeople,
  listTerminals,
  listWaysIn,
  listColleagues,
  lockSession,
  registerPasskey,
  removePasskey,
  renewLink,
  confirmPerson,
  setPin,
  signInWithLink,
  signInWithOpenId,
  signInWithPasskey,
  signInWithPin,
  signOut,
  unlockSession,
  updatePerson,
};
