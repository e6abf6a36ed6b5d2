import { SCOPES } from '../../../generated/contract.ts';
import { issueKey } from '../../api-keys/issue-key.ts';
import { listKeys } from '../../api-keys/list-keys.ts';
import { PLANS } from '../../api-keys/plans.ts';
import { revokeKey } from '../../api-keys/revoke-key.ts';
import { rotateKey } from '../../api-keys/rotate-key.ts';
import { ENVIRONMENTS } from '../../contract.ts';
import { choice, command, type Noun, optional, required } from '../command.ts';
import { table } from '../lists.ts';
import { positiveInteger, shortText, wholeNumber } from '../option-values.ts';

const issue = command({
  name: 'issue',
  description: 'Issue a key. It is shown once.',
  options: {
    organization: required('<slug>', 'whose key it is'),
    environment: choice('<environment>', 'what it acts on', { choices: ENVIRONMENTS }),
    scopes: required('<scopes>', `all, or some of ${SCOPES.join(',')}`),
    plan: choice('<plan>', 'its limits', { choices: PLANS, standing: 'standard' }),
    requestsPerMinute: optional('<n>', "writes a minute, instead of the plan's", positiveInteger),
    requestsPerDay: optional('<n>', "writes a day, instead of the plan's", positiveInteger),
    label: optional('<text>', 'what it is for; key list shows it', shortText),
    expiresAt: optional('<time>', 'ISO 8601 time of its end; of a date, its beginning in UTC'),
  },
  run: async (database, options, { action }) => {
    const issued = await issueKey(database, options, action);
    const lines = [`key ${issued.id}, shown this once:`, issued.key];
    if (issued.expires_at !== null) lines.push(`it is valid until ${issued.expires_at}`);
    return { json: issued, lines };
  },
});

const rotate = command({
  name: 'rotate',
  description: 'Issue a key in the place of another.',
  options: {
    id: required('<id>', 'the old key'),
    overlapSeconds: optional('<n>', 'how long both are valid; a day if not said', wholeNumber),
  },
  run: async (database, options, { action }) => {
    const rotated = await rotateKey(database, options, action);
    return {
      json: rotated,
      lines: [
        `key ${rotated.id}, shown this once:`,
        rotated.key,
        `the old key is valid until ${rotated.old_key_expires_at}`,
      ],
    };
  },
});

const revoke = command({
  name: 'revoke',
  description: 'End a key with the next request.',
  options: { id: required('<id>', 'which key') },
  run: async (database, { id }, { action }) => {
    const revoked = await revokeKey(database, id, action);
    return { json: revoked, lines: [`key ${revoked.id} is revoked since ${revoked.revoked_at}`] };
  },
});

const list = command({
  name: 'list',
  description: 'List the keys of an organization.',
  options: { organization: required('<slug>', 'whose keys') },
  run: async (database, { organization }) => {
    const keys = await listKeys(database, organization);
    const fields = ['id', 'prefix', 'environment', 'status', 'plan', 'expires_at'] as const;
    return table(keys, [...fields, 'last_used_at', 'label', 'scopes']);
  },
});

export const key: Noun = {
  name: 'key',
  description: 'API keys.',
  commands: [issue, rotate, revoke, list],
};
