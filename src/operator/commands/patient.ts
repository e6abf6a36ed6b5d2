import { readTimestamp } from '../../lib/paging.ts';
import { SecretBox } from '../../lib/seal.ts';
import { erasePatient } from '../../patients/erase-patient.ts';
import { exportPatient } from '../../patients/export-patient.ts';
import { listAccesses } from '../../patients/list-accesses.ts';
import { command, type Noun, optional, required } from '../command.ts';
import { reason, rowLimit, uuid } from '../option-values.ts';

const LIMIT_DEFAULT = 25;
const ID = required('<id>', 'id of the patient', uuid);

const erase = command({
  name: 'erase',
  description: 'Erase the data of a patient permanently.',
  options: {
    id: ID,
    reason: required('<text>', 'reason; stored in the operator log', reason),
  },
  run: async (database, { id }, { action }) => {
    const { erasedAt, ...erased } = await erasePatient(database, id, action);
    const { changed, intakes, answers, orders, movements } = erased;
    return {
      json: { id, erased_at: erasedAt, changed, intakes, answers, orders, movements },
      lines: changed
        ? [
            `patient ${id} was erased at ${erasedAt}`,
            `erased: ${intakes} intakes, ${answers} stored answers, the addresses of ${orders} orders, the texts of ${movements} movements`,
          ]
        : [`patient ${id} was already erased at ${erasedAt}: nothing is left to erase`],
    };
  },
});

const exportCommand = command({
  name: 'export',
  description: 'Export all data of a patient as JSON.',
  options: { id: ID },
  run: async (database, { id }, { action, secretsKeys }) => {
    const kept = await exportPatient(database, { id, secrets: new SecretBox(secretsKeys) }, action);
    return { json: kept, lines: JSON.stringify(kept, null, 2).split('\n') };
  },
});

const accesses = command({
  name: 'accesses',
  description: 'List who accessed the data of a patient, newest first.',
  options: {
    id: ID,
    since: optional('<time>', 'at or after this time (ISO 8601)'),
    limit: optional('<n>', `maximum number of rows; default: ${LIMIT_DEFAULT}`, rowLimit),
  },
  run: async (database, { id, since, limit = LIMIT_DEFAULT }) => {
    const listed = await listAccesses(database, {
      id,
      since: since === undefined ? undefined : readTimestamp(since, '--since'),
      limit,
    });
    return {
      json: listed,
      lines: listed.map(
        ({ at, organization, actor, operation, request_id }) =>
          `${at} ${actor} (${organization ?? '?'}): ${operation}, request ${request_id}`,
      ),
    };
  },
});

export const patient: Noun = {
  name: 'patient',
  description: 'Export and erase the data of patients, and list who accessed it.',
  commands: [erase, exportCommand, accesses],
};
