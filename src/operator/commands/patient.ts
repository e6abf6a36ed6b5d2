import { readTimestamp } from '../../lib/paging.ts';
import { SecretBox } from '../../lib/seal.ts';
import { erasePatient } from '../../patients/erase-patient.ts';
import { exportPatient } from '../../patients/export-patient.ts';
import { listAccesses } from '../../patients/list-accesses.ts';
import { command, type Noun, optional, required } from '../command.ts';
import { reason, rowLimit, uuid } from '../option-values.ts';

const LIMIT_DEFAULT = 25;
const ID = required('<id>', 'which patient', uuid);

const erase = command({
  name: 'erase',
  description: 'Take away what is known of a patient, for good.',
  options: {
    id: ID,
    reason: required('<text>', 'why; it stands in the log of operators', reason),
  },
  run: async (database, { id }, { action }) => {
    const { erasedAt, ...erased } = await erasePatient(database, id, action);
    const { changed, intakes, answers, orders, movements } = erased;
    return {
      json: { id, erased_at: erasedAt, changed, intakes, answers, orders, movements },
      lines: changed
        ? [
            `patient ${id} is erased since ${erasedAt}`,
            `taken away: ${intakes} intakes, ${answers} kept answers, the addresses of ${orders} orders, the texts of ${movements} movements`,
          ]
        : [`patient ${id} was erased already, at ${erasedAt}: there is nothing left to take away`],
    };
  },
});

const exportCommand = command({
  name: 'export',
  description: 'Print all that is kept of a patient, as JSON.',
  options: { id: ID },
  run: async (database, { id }, { action, secretsKeys }) => {
    const kept = await exportPatient(database, { id, secrets: new SecretBox(secretsKeys) }, action);
    return { json: kept, lines: JSON.stringify(kept, null, 2).split('\n') };
  },
});

const accesses = command({
  name: 'accesses',
  description: 'List who was told of a patient, newest first.',
  options: {
    id: ID,
    since: optional('<time>', 'at or after this ISO 8601 time'),
    limit: optional('<n>', `at most so many; ${LIMIT_DEFAULT} if not said`, rowLimit),
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
  description: 'What is known of a patient, and who was told.',
  commands: [erase, exportCommand, accesses],
};
