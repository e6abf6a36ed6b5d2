import type { OperatorAction } from '../../audit/operator-actions.ts';
import { ENVIRONMENTS } from '../../contract.ts';
import type { Database } from '../../database/database.ts';
import { OperatorError } from '../../errors.ts';
import { isUuid } from '../../lib/formats.ts';
import { findOrganization } from '../../organizations/find-organization.ts';
import { listDeadDeliveries } from '../../webhooks/delivery/list-dead-deliveries.ts';
import { replayDeliveryById, replayEndpointById } from '../../webhooks/delivery/replay-by-id.ts';
import {
  type FailedAttempt,
  PENDING_MAX,
  showEndpoint,
} from '../../webhooks/delivery/show-endpoint.ts';
import { listWebhooks } from '../../webhooks/endpoints/list-webhooks.ts';
import { command, type Noun, optional, required } from '../command.ts';
import { asReader, readRows, table } from '../lists.ts';
import { uuid } from '../option-values.ts';

const list = command({
  name: 'list',
  description: 'List the endpoints of an organization.',
  options: { organization: required('<slug>', 'slug of the organization') },
  run: async (database, { organization }) => {
    const { id: organizationId } = await findOrganization(database, organization);
    const lists = ENVIRONMENTS.map(async (environment) => {
      const principal = asReader(organizationId, environment);
      const endpoints = await readRows(undefined, (query) =>
        listWebhooks({ query, principal }, { database }),
      );
      return endpoints.map((endpoint) => ({ environment, ...endpoint }));
    });
    const endpoints = (await Promise.all(lists)).flat();
    return table(endpoints, ['id', 'environment', 'status', 'created_at', 'events', 'url']);
  },
});

const dead = command({
  name: 'dead',
  description: 'List dead deliveries.',
  options: { organization: required('<slug>', 'slug of the organization') },
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

const show = command({
  name: 'show',
  description: 'Show an endpoint, its pending deliveries and its last failed attempts.',
  options: { endpoint: required('<id>', 'id of the endpoint', uuid) },
  run: async (database, { endpoint: id }) => {
    const endpoint = await showEndpoint(database, id);
    return { json: endpoint, lines: linesOf(endpoint) };
  },
});

const replay = command({
  name: 'replay',
  description: 'Replay dead deliveries.',
  options: {
    delivery: optional('<id>', 'id of one delivery'),
    endpoint: optional('<id>', 'id of an endpoint, to replay all its dead deliveries'),
    since: optional('<time>', 'with --endpoint: died at or after this time (ISO 8601)'),
  },
  run: async (database, options, { action }) => {
    const replayed = await replayNamed(database, options, action);
    return { json: { replayed }, lines: [`${replayed} deliveries are pending again`] };
  },
});

export const webhook: Noun = {
  name: 'webhook',
  description: 'Show webhook endpoints and replay deliveries.',
  commands: [list, show, dead, replay],
};

function linesOf(endpoint: Awaited<ReturnType<typeof showEndpoint>>): string[] {
  const { status, disabled_at, disabled_reason, events, failing_since, failures } = endpoint;
  const { pending, pending_since, in_flight, next_attempt_at, fan_out_pending_since } = endpoint;
  const count = pending < PENDING_MAX ? `${pending}` : `${PENDING_MAX} or more`;
  const next = next_attempt_at === null ? '' : `, the next is due at ${next_attempt_at}`;
  return [
    `endpoint ${endpoint.id} of ${endpoint.organization}, ${endpoint.environment}: ${status}`,
    `created at ${endpoint.created_at}, sends ${events.length === 0 ? 'all types except order.updated' : events.join(', ')} to ${endpoint.url}`,
    ...(disabled_at === null ? [] : [`disabled since ${disabled_at}: ${disabled_reason}`]),
    failing_since === null
      ? 'no attempt has failed since its last success'
      : `attempts have failed since ${failing_since}`,
    ...(endpoint.is_slow ? ['slow: its last attempts took five seconds or more'] : []),
    fan_out_pending_since === null
      ? 'every event is fanned out'
      : `events have waited for fan-out since ${fan_out_pending_since}`,
    pending === 0
      ? 'no delivery is pending'
      : `${count} deliveries have been pending since ${pending_since}: ${in_flight} in flight${next}`,
    ...failures.map(failureLine),
  ];
}

function failureLine(failure: FailedAttempt): string {
  const { at, delivery_id, type, attempt, status, milliseconds, error } = failure;
  const reason = status === null ? error : `${error} ${status}`;
  return `  ${at} ${type} ${delivery_id}, attempt ${attempt}: ${reason} after ${milliseconds} ms`;
}

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
    throw new OperatorError('Use --delivery alone, or --endpoint together with --since.');
  }
  return replayEndpointById(database, { endpointId: endpoint, since }, action);
}
