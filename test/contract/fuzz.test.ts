/** Every operation of the public contract, asked at random with keys. */
import document from '../../generated/openapi.json' with { type: 'json' };
import type { ContractDocument } from '../../src/http/operations.ts';
import { fuzz } from './fuzz/suite.ts';

fuzz({ contract: document as unknown as ContractDocument, casesFile: 'fuzz-cases.jsonl' });
