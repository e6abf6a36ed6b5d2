// Test files that run here a second time, with their organizations in the second of two cells.
import { runAgain } from '../support/again.ts';
import { SECOND_CELL } from '../support/second-cell.ts';

const AGAIN = [
  'api-keys/admission.quota',
  'http/authorization-matrix',
  'orders/create-order',
  'patients/erase-patient',
  'webhooks/delivery/deliver',
  'webhooks/endpoints/create-webhook',
];

runAgain(AGAIN, SECOND_CELL, 'on');
