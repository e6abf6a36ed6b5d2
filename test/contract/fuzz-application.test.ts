/** Every operation of the application's contract, asked at random by somebody who is signed in. */
import document from '../../generated/application.json' with { type: 'json' };
import type { ContractDocument } from '../../src/http/operations.ts';
import { askAsPerson } from './fuzz/application-world.ts';
import { fuzz } from './fuzz/suite.ts';

const NEEDS_A_KEY =
  'a signature of a device; test/people/passkeys.browser.test.ts has one, in Chromium';

fuzz({
  contract: document as unknown as ContractDocument,
  casesFile: 'fuzz-cases-application.jsonl',
  asking: askAsPerson,
  late: ['setLotStatus', 'setLotExpiry'],
  neverDone: {
    registerPasskey: NEEDS_A_KEY,
    signInWithPasskey: NEEDS_A_KEY,
    noteRecallCall:
      'an order that had a lot in quarantine; test/orders/recall-calls.test.ts has one',
  },
});
