import { useState } from 'preact/hooks';
import { answerOf, api, type Schemas } from '../api/client.ts';
import { Badge } from '../components/badge.tsx';
import { Button } from '../components/button.tsx';
import type { FieldRows } from '../components/fields.tsx';
import { FormDialog } from '../components/form-by-fields.tsx';
import { List, useAll } from '../components/list.tsx';
import { ShowOnce } from '../components/show-once.tsx';
import type { Column } from '../components/table.tsx';
import { hrefOf } from '../router.ts';
import { time } from '../words.ts';
import {
  addressIn,
  developers,
  type Environment,
  type InEnvironment,
  sentOnce,
} from './developers.tsx';

export type Endpoint = Schemas['EndpointHealth'];

/** The service counts up to this. */
const COUNTED_MAX = 1_000;

export function counted(deliveries: number): string {
  return deliveries < COUNTED_MAX ? `${deliveries}` : '1,000 or more';
}

export function EndpointStatus({ endpoint }: { endpoint: Endpoint }) {
  const { status, disabled_reason, failing_since } = endpoint;
  if (status === 'disabled') {
    return (
      <Badge tone="bad">{disabled_reason === 'failing' ? 'Disabled: it failed' : 'Disabled'}</Badge>
    );
  }
  return failing_since === null ? (
    <Badge tone="good">Works</Badge>
  ) : (
    <Badge tone="bad">Fails</Badge>
  );
}

export function failureOf({ last_failure }: Endpoint): string {
  if (last_failure === null) return '–';
  const { at, status, error } = last_failure;
  return `${status === null ? error : `HTTP ${status}`}, ${time(at)}`;
}

export const Endpoints = developers('/developers', 'Endpoints', EndpointList);

function EndpointList({ environment }: InEnvironment) {
  const endpoints = useAll(() =>
    answerOf(api.GET('/developers/endpoints', { params: { query: { environment } } })),
  );
  const [isAdding, setAdding] = useState(false);
  const [secret, setSecret] = useState<string>();
  return (
    <div class="stack">
      <div class="actions">
        <Button tone="primary" onClick={() => setAdding(true)}>
          Add an endpoint
        </Button>
      </div>
      <List
        pages={endpoints}
        caption="Webhook endpoints, those that fail first"
        columns={columnsIn(environment)}
        toneOf={({ failing_since }) => (failing_since === null ? undefined : 'bad')}
        empty={`There is no ${environment} endpoint.`}
      />
      {isAdding && (
        <FormDialog
          name={`add ${environment}`}
          title={`Add a ${environment} endpoint`}
          action="Add"
          initial={{ url: '', events: '', description: '' }}
          fields={ENDPOINT_FIELDS}
          send={({ url, events, description }) => {
            const body = { url, events: eventsOf(events), ...(description && { description }) };
            const params = { query: { environment } };
            return sentOnce(answerOf(api.POST('/inventory/webhooks', { params, body })));
          }}
          onDone={(added) => {
            setAdding(false);
            setSecret(added.secret);
            endpoints.reload();
          }}
          onClose={() => setAdding(false)}
        />
      )}
      {secret && <ShowSecret secret={secret} onClose={() => setSecret(undefined)} />}
    </div>
  );
}

function columnsIn(environment: Environment): readonly Column<Endpoint>[] {
  return [
    {
      label: 'Endpoint',
      isName: true,
      cell: ({ id, url, description }) => (
        <span class="pick">
          <a class="link-url" href={hrefOf(addressIn(environment, `/developers/endpoints/${id}`))}>
            {url}
          </a>
          {description && <span class="quiet">{description}</span>}
        </span>
      ),
    },
    { label: 'Status', isMain: true, cell: (endpoint) => <EndpointStatus endpoint={endpoint} /> },
    { label: 'Failing since', cell: ({ failing_since }) => time(failing_since) },
    { label: 'Last success', cell: ({ last_success_at }) => time(last_success_at) },
    { label: 'Last failure', isLong: true, cell: failureOf },
    { label: 'Pending', align: 'end', cell: ({ pending }) => counted(pending) },
    { label: 'Dead', align: 'end', cell: ({ dead }) => counted(dead) },
  ];
}

/** Of the form to add and of that to change. */
export const ENDPOINT_FIELDS: FieldRows = [
  {
    name: 'url',
    label: 'Address',
    maxLength: 2000,
    hint: 'https only',
    needed: 'Type the https address of the receiver.',
    isFirst: true,
  },
  {
    name: 'events',
    label: 'Events',
    isOptional: true,
    hint: 'Types, separated by commas, such as stock.changed, stock.low. None means all but order.updated.',
  },
  { name: 'description', label: 'Description', isOptional: true, maxLength: 500 },
];

type EventType = NonNullable<Schemas['WebhookEndpointRequest']['events']>[number];

/** The service refuses a type that it does not know. */
export function eventsOf(typed: string): EventType[] {
  return typed
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean) as EventType[];
}

/** @param overlap how long the old one signs too */
export function ShowSecret(of: { secret: string; overlap?: string; onClose(): void }) {
  return (
    <ShowOnce title="The secret" what="secret" text={of.secret} onClose={of.onClose}>
      It is shown only now: keep it where the receiver verifies signatures.
      {of.overlap && ` The old secret signs too: ${of.overlap}.`}
    </ShowOnce>
  );
}
