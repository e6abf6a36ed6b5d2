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
import { readRows, table } from '../lists.ts';
import { uuid } from '../option-values.ts';

const list = command({
  name: 'list',
  description: 'List the endpoints of an organization.',
  options: { organization: required('<slug>', 'whose endpoints') },
  run: async (database, { organization }) => {
    const { id: organizationId } = await findOrganization(database, organization);
    const lists = ENVIRONMENTS.map(async (environment) => {
      const principal = { organizationId, environment };
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

const show = command({
  name: 'show',
  description: 'Show an endpoint, what waits for it and how its last attempts failed.',
  options: { endpoint: required('<id>', 'which endpoint', uuid) },
  run: async (database, { endpoint: id }) => {
    const endpoint = await showEndpoint(database, id);
    return { json: endpoint, lines: linesOf(endpoint) };
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
  commands: [list, show, dead, replay],
};

function linesOf(endpoint: Awaited<ReturnType<typeof showEndpoint>>): string[] {
  const { status, disabled_at, disabled_reason, events, failing_since, failures } = endpoint;
  const { pending, pending_since, in_flight, next_attempt_at, fan_out_pending_since } = endpoint;
  const count = pending < PENDING_MAX ? `${pending}` : `${PENDING_MAX} or more`;
  const next = next_attempt_at === null ? '' : `, the next is due at ${next_attempt_at}`;
  return [
    `endpoint ${endpoint.id} of ${endpoint.organization}, ${endpoint.environment}: ${status}`,
    `created at ${endpoint.created_at}, sends ${events.length === 0 ? 'all kinds but order.updated' : events.join(', ')} to ${endpoint.url}`,
    ...(disabled_at === null ? [] : [`disabled since ${disabled_at}: ${disabled_reason}`]),
    failing_since === null
      ? 'no attempt has failed since its last success'
      : `attempts fail since ${failing_since}`,
    ...(endpoint.is_slow ? ['slow: its last attempts took five seconds or more'] : []),
    fan_out_pending_since === null
      ? 'every event is fanned out'
      : `events wait to be fanned out since ${fan_out_pending_since}`,
    pending === 0
      ? 'no delivery is pending'
      : `${count} deliveries are pending since ${pending_since}: ${in_flight} in flight${next}`,
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
    throw new OperatorError('Name --delivery alone, or --endpoint and --since together.');
  }
  return replayEndpointById(database, { endpointId: endpoint, since }, action);
}
