// Dead letters, for the operator.
import type { Command } from 'commander';
import { type Database, timestampText } from '../database/database.ts';
import type { Statement } from '../database/statement.ts';
import { OperatorError } from '../errors.ts';
import { isUuid } from '../formats.ts';
import { findOrganization } from '../organizations/find-organization.ts';
import { readTimestamp } from '../paging.ts';
import { replayOne, replaySince } from '../webhooks/manage-deliveries.ts';
import type { AddCommand } from './program.ts';

export function addWebhookCommands(program: Command, command: AddCommand): void {
  const webhook = program.command('webhook').description('Deliveries of webhooks.');
  command(webhook, 'dead', 'List dead deliveries.', async (database, { organization }) => {
    const dead = await listDead(database, organization);
    return {
      json: dead,
      lines: dead.map(
        ({ id, endpoint_id, type, finished_at, url }) =>
          `${id} ${type} died ${finished_at}, for endpoint ${endpoint_id} (${url})`,
      ),
    };
  }).requiredOption('--organization <slug>', 'whose deliveries');
  command(webhook, 'replay', 'Deliver dead ones again.', async (database, options) => {
    const replayed = await replay(database, options);
    return { json: { replayed }, lines: [`${replayed} deliveries are pending again`] };
  })
    .option('--delivery <id>', 'this one')
    .option('--endpoint <id>', 'all of this endpoint that died')
    .option('--since <time>', 'at or after this ISO 8601 time, with --endpoint');
}

/** The oldest thousand. */
async function listDead(database: Database, slug: string) {
  const { id } = await findOrganization(database, slug);
  return database.query(LIST_DEAD, [id]);
}

const LIST_DEAD: Statement = {
  name: 'operator-list-dead',
  text: `
    select d.id, d.endpoint_id, e.url, d.event_id, d.type, d.attempts,
           ${timestampText('d.finished_at')} as finished_at
      from webhook_delivery d
      join webhook_endpoint e on e.id = d.endpoint_id
     where d.organization_id = $1::uuid and d.status = 'dead'
     order by d.finished_at, d.id
     limit 1000`,
};

/** @throws OperatorError when the options do not fit together or name nothing */
async function replay(
  database: Database,
  { delivery, endpoint, since }: { delivery?: string; endpoint?: string; since?: string },
): Promise<number> {
  for (const [option, value] of Object.entries({ delivery, endpoint })) {
    if (value !== undefined && !isUuid(value)) {
      throw new OperatorError(`--${option} must be a UUID.`);
    }
  }
  if (delivery !== undefined && endpoint === undefined && since === undefined) {
    const [row] = await database.query(FIND_DELIVERY, [delivery]);
    if (row === undefined) throw new OperatorError('--delivery names no delivery.');
    await replayOne(database, row.endpoint_id, delivery);
    return 1;
  }
  if (delivery !== undefined || endpoint === undefined || since === undefined) {
    throw new OperatorError('Name --delivery alone, or --endpoint and --since together.');
  }
  const [found] = await database.query(FIND_ENDPOINT, [endpoint]);
  if (found === undefined) throw new OperatorError('--endpoint names no endpoint.');
  return replaySince(database, endpoint, readTimestamp(since, '--since'));
}

const FIND_DELIVERY: Statement = {
  name: 'operator-find-delivery',
  text: 'select endpoint_id from webhook_delivery where id = $1::uuid',
};

const FIND_ENDPOINT: Statement = {
  name: 'operator-find-endpoint',
  text: 'select id from webhook_endpoint where id = $1::uuid',
};
