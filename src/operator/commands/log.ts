import { listActions } from '../../audit/operator-actions.ts';
import { readTimestamp } from '../../lib/paging.ts';
import { findOrganization } from '../../organizations/find-organization.ts';
import { command, optional } from '../command.ts';
import { rowLimit } from '../option-values.ts';

const LIMIT_DEFAULT = 25;

/** It only reads the operators' actions, so it records none itself. */
export const log = command({
  name: 'log',
  description: 'Show which operator changed what, newest first.',
  options: {
    organization: optional('<slug>', 'only changes to this organization'),
    since: optional('<time>', 'at or after this time (ISO 8601)'),
    limit: optional('<n>', `maximum number of rows; default: ${LIMIT_DEFAULT}`, rowLimit),
  },
  everyCell: () => true,
  run: async (database, { organization, since, limit = LIMIT_DEFAULT }) => {
    const found =
      organization === undefined ? undefined : await findOrganization(database, organization);
    const actions = await listActions(database, {
      organizationId: found?.id,
      since: since === undefined ? undefined : readTimestamp(since, '--since'),
      limit,
    });
    return {
      json: actions,
      lines: actions.map(({ at, actor, command, organization, target, arguments: typed, reason }) =>
        [
          `${at} ${actor}: ${command}${organization === null ? '' : ` (${organization})`}`,
          ...(target === null ? [] : [target]),
          ...(Object.keys(typed).length === 0 ? [] : [JSON.stringify(typed)]),
          ...(reason === null ? [] : [`reason: ${reason}`]),
        ].join(', '),
      ),
    };
  },
});
