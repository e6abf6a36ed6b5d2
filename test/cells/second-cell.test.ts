// Test files that run here a second time, with their organizations in the second of two cells.
import { join } from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import { ROOT } from '../support/document.ts';
import { SECOND_CELL } from '../support/second-cell.ts';

const AGAIN = [
  'api-keys/admission.quota',
  'http/authorization-matrix',
  'orders/create-order',
  'patients/erase-patient',
  'webhooks/delivery/deliver',
  'webhooks/endpoints/create-webhook',
];

describe.each(AGAIN)('%s', async (name) => {
  beforeAll(() => {
    process.env[SECOND_CELL] = 'on';
  });
  afterAll(() => {
    delete process.env[SECOND_CELL];
  });
  // Under this name it is another module than the one that may have run in this process already.
  await import(`${join(ROOT, 'test', name)}.test.ts?${SECOND_CELL}`);
});
