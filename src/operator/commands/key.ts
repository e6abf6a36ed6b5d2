import { SCOPES } from '../../../generated/contract.ts';
import { issueKey } from '../../api-keys/issue-key.ts';
import { listKeys } from '../../api-keys/list-api-keys.ts';
import { PLANS } from '../../api-keys/plans.ts';
import { revokeKey } from '../../api-keys/revoke-key.ts';
import { rotateKey } from '../../api-keys/rotate-key.ts';
import { ENVIRONMENTS } from '../../contract.ts';
import { choice, command, type Noun, optional, required } from '../command.ts';
import { table } from '../lists.ts';
import { positiveInteger, shortText, wholeNumber } from '../option-values.ts';

const issue = command({
  name: 'issue',
  description: 'Issue an API key. The key is shown only once.',
  options: {
    organization: required('<slug>', 'slug of the organization'),
    environment: choice('<environment>', 'data that the key can use', { choices: ENVIRONMENTS }),
    scopes: required('<scopes>', `all, or a comma-separated list: ${SCOPES.join(',')}`),
    plan: choice('<plan>', 'plan that sets the rate limits', {
      choices: PLANS,
      standing: 'standard',
    }),
    requestsPerMinute: optional('<n>', 'writes per minute; overrides the plan', positiveInteger),
    requestsPerDay: optional('<n>', 'writes per day; overrides the plan', positiveInteger),
    label: optional('<text>', 'purpose of the key, shown by key list', shortText),
    expiresAt: optional('<time>', 'expiry time (ISO 8601); a date means 00:00 UTC'),
  },
  run: async (database, options, { action, placement: { placeKey } }) => {
    const issued = await issueKey(database, { ...options, placeKey }, action);
    const lines = [`key ${issued.id}, shown this once:`, issued.key];
    if (issued.expires_at !== null) lines.push(`valid until ${issued.expires_at}`);
    return { json: issued, lines };
  },
});

const rotate = command({
  name: 'rotate',
  description: 'Issue a key that replaces another.',
  options: {
    id: required('<id>', 'id of the key to replace'),
    overlapSeconds: optional(
      '<n>',
      'seconds for which both keys are valid; default: one day',
      wholeNumber,
    ),
  },
  run: async (database, options, { action, placement: { placeKey } }) => {
    const rotated = await rotateKey(database, { ...options, placeKey }, action);
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
  description: 'Revoke a key, effective immediately.',
  options: { id: required('<id>', 'id of the key') },
  run: async (database, { id }, { action }) => {
    const revoked = await revokeKey(database, id, action);
    return { json: revoked, lines: [`key ${revoked.id} was revoked at ${revoked.revoked_at}`] };
  },
});

const list = command({
  name: 'list',
  description: 'List the keys of an organization.',
  options: { organization: required('<slug>', 'slug of the organization') },
  run: async (database, { organization }) => {
    const keys = await listKeys(database, organization);
    const fields = ['id', 'prefix', 'environment', 'status', 'plan', 'expires_at'] as const;
    return table(keys, [...fields, 'last_used_at', 'label', 'scopes']);
  },
});

export const key: Noun = {
  name: 'key',
  description: 'Issue, rotate, revoke and list API keys.',
  commands: [issue, rotate, revoke, list],
};
