import type { OperatorAction } from '../../audit/operator-actions.ts';
import type { Database } from '../../database/database.ts';
import { OperatorError } from '../../errors.ts';
import { isUuid } from '../../lib/formats.ts';
import { findOrganization } from '../../organizations/find-organization.ts';
import { listDeadDeliveries } from '../../webhooks/delivery/list-dead-deliveries.ts';
import { replayDeliveryById, replayEndpointById } from '../../webhooks/delivery/replay-by-id.ts';
import { command, type Noun, optional, required } from '../command.ts';

const dead = command({
  name: 'dead',
  description: 'List dead deliveries.',
  options: { organization: required('<slug>', 'whose deliveries') },
  run: async (database, { organization }) => {
    const { id: organizationId } = await findOrganization(database, organization);
    const deliveries = await listDeadDeliveries(database, organizationId);
    return {
      json: deliveries,
      lines: deliveries.map(
        ({ id, endpoint_id, type, finished_at, url }) =>
          `${id} ${type} died ${finished_at}, for endpoint ${endpoint_id} (${url})`,
      ),
    };
  },
});

const replay = command({
  name: 'replay',
  description: 'Deliver dead ones again.',
  options: {
    delivery: optional('<id>', 'this one'),
    endpoint: optional('<id>', 'all of this endpoint that died'),
    since: optional('<time>', 'at or after this ISO 8601 time, with --endpoint'),
  },
  run: async (database, options, { action }) => {
    const replayed = await replayNamed(database, options, action);
    return { json: { replayed }, lines: [`${replayed} deliveries are pending again`] };
  },
});

export const webhook: Noun = {
  name: 'webhook',
  description: 'Deliveries of webhooks.',
  commands: [dead, replay],
};

/** @throws OperatorError when the options do not fit together or name nothing */
async function replayNamed(
  database: Database,
  { delivery, endpoint, since }: { delivery?: string; endpoint?: string; since?: string },
  action: OperatorAction,
): Promise<number> {
  for (const [option, value] of Object.entries({ delivery, endpoint })) {
    if (value !== undefined && !isUuid(value)) {
      throw new OperatorError(`--${option} must be a UUID.`);
    }
  }
  if (delivery !== undefined && endpoint === undefined && since === undefined) {
    await replayDeliveryById(database, delivery, action);
    return 1;
  }
  if (delivery !== undefined || endpoint === undefined || since === undefined) {
    throw new OperatorError('Name --delivery alone, or --endpoint and --since together.');
  }
  return replayEndpointById(database, { endpointId: endpoint, since }, action);
}
