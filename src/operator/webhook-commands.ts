// Dead letters, for the operator.
import type { Command } from 'commander';
import type { Database } from '../database/database.ts';
import { OperatorError } from '../errors.ts';
import { isUuid } from '../formats.ts';
import { findOrganization } from '../organizations/find-organization.ts';
import { listDeadDeliveries } from '../webhooks/list-dead-deliveries.ts';
import { replayDeliveryById, replayEndpointById } from '../webhooks/replay-by-id.ts';
import type { AddCommand } from './program.ts';

export function addWebhookCommands(program: Command, command: AddCommand): void {
  const webhook = program.command('webhook').description('Deliveries of webhooks.');
  command(webhook, 'dead', 'List dead deliveries.', async (database, { organization }) => {
    const { id: organizationId } = await findOrganization(database, organization);
    const dead = await listDeadDeliveries(database, organizationId);
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
    await replayDeliveryById(database, delivery);
    return 1;
  }
  if (delivery !== undefined || endpoint === undefined || since === undefined) {
    throw new OperatorError('Name --delivery alone, or --endpoint and --since together.');
  }
  return replayEndpointById(database, { endpointId: endpoint, since });
}
