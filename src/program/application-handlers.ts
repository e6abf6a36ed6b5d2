import { listApiKeys } from '../api-keys/list-api-keys.ts';
import { search } from '../catalog/search.ts';
import type { ApplicationHandlers } from '../contract.ts';
import { approveCountLines } from '../counts/approve-count-lines.ts';
import { cancelCountSheet } from '../counts/cancel-count-sheet.ts';
import { createCountSheet } from '../counts/create-count-sheet.ts';
import { getCountSheet } from '../counts/get-count-sheet.ts';
import { handInCountSheet } from '../counts/hand-in-count-sheet.ts';
import { listCountSheets } from '../counts/list-count-sheets.ts';
import { recordCountLines } from '../counts/record-count-lines.ts';
import { adjustStock } from '../inventory/operations/adjust-stock.ts';
import { getLotHistory } from '../inventory/operations/get-lot-history.ts';
import { listActivity } from '../inventory/operations/list-activity.ts';
import { previewLotStatus } from '../inventory/operations/preview-lot-status.ts';
import { receiveStock } from '../inventory/operations/receive-stock.ts';
import { recordTemperature } from '../inventory/operations/record-temperature.ts';
import { setLotExpiry } from '../inventory/operations/set-lot-expiry.ts';
import { setLotStatus } from '../inventory/operations/set-lot-status.ts';
import { transferStock } from '../inventory/operations/transfer-stock.ts';
import { undoCorrection } from '../inventory/operations/undo-correction.ts';
import { wasteStock } from '../inventory/operations/waste-stock.ts';
import { cancelPackingOrder } from '../orders/cancel-order.ts';
import { getPackingOrder, listPackingOrders } from '../orders/packing-orders.ts';
import { getRecallCalls, noteRecallCall } from '../orders/recall-calls.ts';
import { shipPackingOrder } from '../orders/ship-order.ts';
import { confirmPerson, endPerson, updatePerson } from '../people/change-person.ts';
import { invitePerson, renewLink } from '../people/invite.ts';
import { listSignInChoices, signInWithOpenId } from '../people/oidc.ts';
import {
  beginPasskeyRegistration,
  beginPasskeySignIn,
  registerPasskey,
  removePasskey,
} from '../people/passkeys.ts';
import { listColleagues, listPeople } from '../people/people.ts';
import { getSession, lockSession, signOut } from '../people/sessions.ts';
import {
  signInWithLink,
  signInWithPasskey,
  signInWithPin,
  unlockSession,
} from '../people/sign-in.ts';
import {
  endTerminal,
  enrolTerminal,
  listTerminalPeople,
  listTerminals,
} from '../people/terminals.ts';
import { endPersonSession, listWaysIn, setPin } from '../people/ways-in.ts';
import { createWitness } from '../people/witness.ts';
import { getEndpoint } from '../webhooks/delivery/get-endpoint.ts';
import { listEndpoints } from '../webhooks/delivery/list-endpoints.ts';
import { handlers } from './handlers.ts';
import type { Services } from './services.ts';

/** One handler for each operation of the application's contract; a missing one does not compile. */
export const applicationHandlers: ApplicationHandlers<Services> = {
  ...handlers,
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
  getLotHistory,
  search,
  getRecallCalls,
  noteRecallCall,
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
