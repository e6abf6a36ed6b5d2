import { useState } from 'preact/hooks';
import { answerOf, api, type Schemas } from '../api/client.ts';
import { useLoaded } from '../api/loaded.ts';
import { Alert, Failure } from '../components/alert.tsx';
import { Badge } from '../components/badge.tsx';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { TextField } from '../components/fields.tsx';
import { Form, type FormState, needed, useForm } from '../components/form.tsx';
import { type Column, Table, Waiting } from '../components/table.tsx';
import { say } from '../components/toasts.tsx';
import type { ScreenProps } from '../screen-entry.ts';
import { time } from '../words.ts';
import { Developers, type Environment, hrefIn, sentOnce } from './developers.tsx';

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

export function Endpoints({ query }: ScreenProps) {
  return (
    <Developers at="/developers" title="Endpoints" query={query}>
      {(environment) => <EndpointList environment={environment} />}
    </Developers>
  );
}

function EndpointList({ environment }: { environment: Environment }) {
  const params = { query: { environment } };
  const endpoints = useLoaded(() => answerOf(api.GET('/developers/endpoints', { params })), []);
  const [isAdding, setAdding] = useState(false);
  const [secret, setSecret] = useState<string>();
  const columns: readonly Column<Endpoint>[] = [
    {
      label: 'Endpoint',
      isName: true,
      cell: ({ id, url, description }) => (
        <span class="pick">
          <a class="link-url" href={hrefIn(environment, `/developers/endpoints/${id}`)}>
            {url}
          </a>
          {description && <span class="quiet">{description}</span>}
        </span>
      ),
    },
    { label: 'Status', cell: (endpoint) => <EndpointStatus endpoint={endpoint} /> },
    { label: 'Failing since', cell: ({ failing_since }) => time(failing_since) },
    { label: 'Last success', cell: ({ last_success_at }) => time(last_success_at) },
    { label: 'Last failure', cell: failureOf },
    { label: 'Pending', align: 'end', cell: ({ pending }) => counted(pending) },
    { label: 'Dead', align: 'end', cell: ({ dead }) => counted(dead) },
  ];
  const rows = endpoints.data?.data;
  return (
    <div class="stack" aria-busy={endpoints.isLoading}>
      <div class="actions">
        <Button tone="primary" onClick={() => setAdding(true)}>
          Add an endpoint
        </Button>
      </div>
      <Failure problem={endpoints.problem} retry={endpoints.reload} />
      {endpoints.isLoading && !rows && <Waiting />}
      {rows?.length === 0 && <p class="empty">There is no {environment} endpoint.</p>}
      {rows && rows.length > 0 && (
        <Table
          caption="Webhook endpoints, those that fail first"
          columns={columns}
          rows={rows}
          keyOf={({ id }) => id}
          toneOf={({ failing_since }) => (failing_since === null ? undefined : 'bad')}
        />
      )}
      {isAdding && (
        <Add
          environment={environment}
          onClose={() => setAdding(false)}
          onAdded={(shown) => {
            setAdding(false);
            setSecret(shown);
            endpoints.reload();
          }}
        />
      )}
      {secret && <ShowSecret secret={secret} onClose={() => setSecret(undefined)} />}
    </div>
  );
}

function Add({
  environment,
  onAdded,
  onClose,
}: {
  environment: Environment;
  onAdded(secret: string): void;
  onClose(): void;
}) {
  const form = useForm(`add ${environment}`, { url: '', events: '', description: '' });
  const send = () =>
    void form
      .submit(({ url, events, description }) => {
        const body = {
          url: needed('url', url, 'Type the https address of the receiver.'),
          events: eventsOf(events),
          ...(description && { description }),
        };
        const params = { query: { environment } };
        return sentOnce(answerOf(api.POST('/inventory/webhooks', { params, body })));
      })
      .then((added) => added && onAdded(added.secret));
  return (
    <Dialog title={`Add a ${environment} endpoint`} onClose={onClose}>
      <Form form={form} send={send} action="Add" onCancel={onClose}>
        <EndpointFields form={form} />
      </Form>
    </Dialog>
  );
}

// biome-ignore lint/suspicious/noExplicitAny: of the form to add and of that to change
export function EndpointFields({ form }: { form: FormState<any> }) {
  return (
    <>
      <TextField
        form={form}
        name="url"
        label="Address"
        maxLength={2000}
        isFirst
        hint="https only"
      />
      <TextField
        form={form}
        name="events"
        label="Events"
        isOptional
        hint="Types, separated by commas, such as stock.changed, stock.low. None means all but order.updated."
      />
      <TextField form={form} name="description" label="Description" isOptional maxLength={500} />
    </>
  );
}

type EventType = NonNullable<Schemas['WebhookEndpointRequest']['events']>[number];

/** The service refuses a type that it does not know. */
export function eventsOf(typed: string): EventType[] {
  return typed
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean) as EventType[];
}

export function ShowSecret({
  secret,
  overlap,
  onClose,
}: {
  secret: string;
  /** How long the old one signs too. */
  overlap?: string;
  onClose(): void;
}) {
  return (
    <Dialog title="The secret" onClose={onClose}>
      <div class="stack">
        <Alert tone="info">
          It is shown only now: keep it where the receiver verifies signatures.
          {overlap && ` The old secret signs too: ${overlap}.`}
        </Alert>
        <p class="link-text">{secret}</p>
        <div class="actions">
          <Button
            tone="primary"
            onClick={() =>
              void navigator.clipboard.writeText(secret).then(
                () => say('The secret is copied.'),
                () => say('Copy it by hand: the browser did not let us.', 'warn'),
              )
            }
          >
            Copy the secret
          </Button>
          <Button onClick={onClose}>Done</Button>
        </div>
      </div>
    </Dialog>
  );
}
