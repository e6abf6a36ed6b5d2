import { useState } from 'preact/hooks';
import { answerOf, api, type Schemas } from '../api/client.ts';
import { useLoaded, usePages } from '../api/loaded.ts';
import { Failure } from '../components/alert.tsx';
import { Badge } from '../components/badge.tsx';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { ChoiceField } from '../components/fields.tsx';
import { ChoiceFilter } from '../components/filters.tsx';
import { Form, useForm } from '../components/form.tsx';
import { Card } from '../components/screen.tsx';
import { type Column, Facts, List, Waiting } from '../components/table.tsx';
import { say } from '../components/toasts.tsx';
import { go, withQuery } from '../router.ts';
import type { ScreenProps } from '../screen-entry.ts';
import { plural, sentence, time } from '../words.ts';
import { Developers, type Environment, sentOnce } from './developers.tsx';
import {
  counted,
  type Endpoint,
  EndpointFields,
  EndpointStatus,
  eventsOf,
  failureOf,
  ShowSecret,
} from './endpoints.tsx';

type Delivery = Schemas['WebhookDelivery'];
type TestType = NonNullable<Schemas['WebhookTestRequest']['type']>;

const ROWS = 25;
const HOUR_SECONDS = 3_600;
const DAY_SECONDS = 86_400;

const OVERLAPS = [
  { value: `${DAY_SECONDS}`, label: 'For a day' },
  { value: `${HOUR_SECONDS}`, label: 'For an hour' },
  { value: `${7 * DAY_SECONDS}`, label: 'For seven days' },
  { value: '0', label: 'Not at all: it has leaked' },
];

const PERIODS = [
  { value: `${HOUR_SECONDS}`, label: 'The last hour' },
  { value: `${DAY_SECONDS}`, label: 'The last day' },
  { value: `${7 * DAY_SECONDS}`, label: 'The last seven days' },
  { value: `${30 * DAY_SECONDS}`, label: 'The last 30 days' },
];

const STATUSES = ['pending', 'succeeded', 'dead'].map((value) => ({
  value,
  label: sentence(value),
}));

interface Of {
  readonly environment: Environment;
  readonly id: string;
}

type Doing = 'test' | 'edit' | 'rotate' | 'disable' | 'delete' | 'replay';

const paramsOf = ({ id, environment }: Of) => ({ path: { id }, query: { environment } });

export function EndpointScreen({ params, query }: ScreenProps) {
  const id = params.id ?? '';
  const status = query.get('status') ?? undefined;
  return (
    <Developers at="/developers" title="Endpoint" query={query}>
      {(environment) => <EndpointOf of={{ environment, id }} status={status} />}
    </Developers>
  );
}

function EndpointOf({ of, status }: { of: Of; status: string | undefined }) {
  const params = paramsOf(of);
  const loaded = useLoaded(() => answerOf(api.GET('/developers/endpoints/{id}', { params })), []);
  const deliveries = usePages<Delivery>(
    (cursor) =>
      answerOf(
        api.GET('/inventory/webhooks/{id}/deliveries', {
          params: {
            path: params.path,
            query: {
              ...params.query,
              limit: ROWS,
              ...(status && { status }),
              ...(cursor && { cursor }),
            },
          },
        }),
      ),
    [status],
  );
  const [doing, setDoing] = useState<Doing>();
  const [rotated, setRotated] = useState<{ secret: string; overlap: string }>();
  const reload = () => {
    loaded.reload();
    deliveries.reload();
  };
  const close = () => setDoing(undefined);
  const done = (text: string) => {
    close();
    say(text);
    reload();
  };
  const replay = ({ id: delivery_id }: Delivery) =>
    void sentOnce(
      answerOf(
        api.POST('/inventory/webhooks/{id}/deliveries/{delivery_id}/replay', {
          params: { path: { id: of.id, delivery_id }, query: params.query },
        }),
      ),
    ).then(
      () => done('The delivery is sent again.'),
      (failure: Error) => say(failure.message, 'bad'),
    );
  const endpoint = loaded.data;
  if (endpoint === undefined) {
    return loaded.problem ? (
      <Failure problem={loaded.problem} retry={loaded.reload} />
    ) : (
      <Waiting />
    );
  }
  const isEnabled = endpoint.status === 'enabled';
  const dialog = { of, endpoint, onDone: done, onClose: close };
  return (
    <>
      <Failure problem={loaded.problem} retry={loaded.reload} />
      <p class="code">{endpoint.url}</p>
      <Health endpoint={endpoint} />
      <div class="actions">
        {isEnabled && (
          <Button tone="primary" onClick={() => setDoing('test')}>
            Send a test event
          </Button>
        )}
        <Button onClick={() => setDoing('edit')}>Change</Button>
        <Button onClick={() => setDoing('rotate')}>Rotate the secret</Button>
        {isEnabled ? (
          <Button onClick={() => setDoing('disable')}>Disable</Button>
        ) : (
          <Enable of={of} onDone={done} />
        )}
        <Button tone="danger" onClick={() => setDoing('delete')}>
          Delete
        </Button>
      </div>
      <Card title="Deliveries">
        <div class="stack">
          <div class="filters">
            <ChoiceFilter name="status" label="Status" all="All" choices={STATUSES} />
            {isEnabled && <Button onClick={() => setDoing('replay')}>Replay the dead</Button>}
            <Button onClick={reload}>Refresh</Button>
          </div>
          <List
            pages={deliveries}
            caption="Deliveries, the newest first"
            columns={deliveryColumns(isEnabled ? replay : undefined)}
            keyOf={({ id }) => id}
            toneOf={(one) => (one.status === 'dead' ? 'bad' : undefined)}
            empty="There is no such delivery."
          />
        </div>
      </Card>
      {doing === 'test' && <SendTest {...dialog} />}
      {doing === 'edit' && <Edit {...dialog} />}
      {doing === 'rotate' && (
        <Rotate
          {...dialog}
          onRotated={(shown) => {
            close();
            setRotated(shown);
            reload();
          }}
        />
      )}
      {doing === 'disable' && <Disable {...dialog} />}
      {doing === 'delete' && <Delete {...dialog} />}
      {doing === 'replay' && <ReplaySince {...dialog} />}
      {rotated && <ShowSecret {...rotated} onClose={() => setRotated(undefined)} />}
    </>
  );
}

function Health({ endpoint }: { endpoint: Endpoint }) {
  const { events, description, overlap_ends_at } = endpoint;
  return (
    <Facts
      facts={[
        ['Status', <EndpointStatus key="status" endpoint={endpoint} />],
        ['Failing since', time(endpoint.failing_since)],
        ['Last success', time(endpoint.last_success_at)],
        ['Last failure', failureOf(endpoint)],
        ['Pending', counted(endpoint.pending)],
        ['Dead', counted(endpoint.dead)],
        ['Events', events.length === 0 ? 'All but order.updated' : events.join(', ')],
        ...(description ? ([['Description', description]] as const) : []),
        ...(overlap_ends_at ? ([['Two secrets sign until', time(overlap_ends_at)]] as const) : []),
      ]}
    />
  );
}

function deliveryColumns(
  replay: ((delivery: Delivery) => void) | undefined,
): readonly Column<Delivery>[] {
  return [
    { label: 'Event', isName: true, cell: ({ type }) => type },
    {
      label: 'Status',
      cell: ({ status }) => <Badge tone={TONES[status] ?? 'plain'}>{sentence(status)}</Badge>,
    },
    { label: 'Made', cell: ({ created_at }) => time(created_at) },
    { label: 'Next attempt', cell: ({ next_attempt_at }) => time(next_attempt_at) },
    { label: 'Attempts', isWide: true, cell: (delivery) => <Attempts delivery={delivery} /> },
    {
      label: 'Replay',
      isWide: true,
      cell: (delivery) =>
        replay && delivery.status !== 'pending' ? (
          <Button label={`Replay ${delivery.id}`} onClick={() => replay(delivery)}>
            Replay
          </Button>
        ) : null,
    },
  ];
}

const TONES: Readonly<Record<string, 'good' | 'warn' | 'bad'>> = {
  succeeded: 'good',
  pending: 'warn',
  dead: 'bad',
};

function Attempts({ delivery: { id, attempts } }: { delivery: Delivery }) {
  if (attempts.length === 0) return 'No attempt yet';
  return (
    <details>
      <summary>{plural(attempts.length, 'attempt')}</summary>
      <ul class="attempts">
        {attempts.map(({ at, status, milliseconds, error }) => (
          <li key={at}>
            {time(at)}: {status === null ? error : `HTTP ${status}`} after {milliseconds} ms
          </li>
        ))}
        <li class="code quiet">{id}</li>
      </ul>
    </details>
  );
}

interface Act {
  of: Of;
  onDone(text: string): void;
}

function change(of: Of, body: Schemas['WebhookEndpointChange']) {
  return answerOf(api.PATCH('/inventory/webhooks/{id}', { params: paramsOf(of), body }));
}

function Enable({ of, onDone }: Act) {
  const enable = () =>
    void change(of, { status: 'enabled' }).then(
      () => onDone('The endpoint is enabled.'),
      (failure: Error) => say(failure.message, 'bad'),
    );
  return (
    <Button tone="primary" onClick={enable}>
      Enable
    </Button>
  );
}

interface DialogProps extends Act {
  endpoint: Endpoint;
  onClose(): void;
}

/** Each kind that can be sent; the compiler knows of one that is missing. */
const TESTS: Readonly<Record<TestType, string>> = {
  'webhook.test': 'webhook.test: of no kind of its own',
  'stock.changed': 'stock.changed',
  'stock.low': 'stock.low',
  'lot.status_changed': 'lot.status_changed',
  'lot.expiring': 'lot.expiring',
  'sku.created': 'sku.created',
  'sku.updated': 'sku.updated',
  'count.approved': 'count.approved',
  'temperature.excursion': 'temperature.excursion',
  'order.updated': 'order.updated',
};

function SendTest({ of, onDone, onClose }: DialogProps) {
  const form = useForm(`test ${of.id}`, { type: 'webhook.test' as TestType });
  const send = () =>
    void form
      .submit(({ type }) =>
        sentOnce(
          answerOf(
            api.POST('/inventory/webhooks/{id}/test', { params: paramsOf(of), body: { type } }),
          ),
        ),
      )
      .then((sent) => sent && onDone('A test event is on its way.'));
  return (
    <Dialog title="Send a test event" onClose={onClose}>
      <Form form={form} send={send} action="Send" onCancel={onClose}>
        <ChoiceField
          form={form}
          name="type"
          label="Kind of event"
          hint="It has is_test, and the data of the example in webhooks.json."
          choices={Object.entries(TESTS).map(([value, label]) => ({ value, label }))}
          isFirst
        />
      </Form>
    </Dialog>
  );
}

function Edit({ of, endpoint, onDone, onClose }: DialogProps) {
  const form = useForm(`edit ${of.id}`, {
    url: endpoint.url,
    events: endpoint.events.join(', '),
    description: endpoint.description ?? '',
  });
  const send = () =>
    void form
      .submit(({ url, events, description }) =>
        change(of, {
          // Another address has a record of its own: one that stays is not sent.
          ...(url !== endpoint.url && { url }),
          events: eventsOf(events),
          description: description || null,
        }),
      )
      .then((changed) => changed && onDone('The endpoint is changed.'));
  return (
    <Dialog title="Change the endpoint" onClose={onClose}>
      <Form form={form} send={send} action="Change" onCancel={onClose}>
        <EndpointFields form={form} />
      </Form>
    </Dialog>
  );
}

function Rotate({
  of,
  onRotated,
  onClose,
}: DialogProps & { onRotated(shown: { secret: string; overlap: string }): void }) {
  const form = useForm(`rotate ${of.id}`, { overlap: `${DAY_SECONDS}` });
  const send = () =>
    void form
      .submit(async ({ overlap }) => {
        const body = { overlap_seconds: Number(overlap) };
        const params = paramsOf(of);
        const { secret } = await sentOnce(
          answerOf(api.POST('/inventory/webhooks/{id}/rotate-secret', { params, body })),
        );
        const label = OVERLAPS.find(({ value }) => value === overlap)?.label ?? '';
        return { secret, overlap: label.toLowerCase() };
      })
      .then((rotated) => rotated && onRotated(rotated));
  return (
    <Dialog title="Rotate the secret" onClose={onClose}>
      <Form form={form} send={send} action="Rotate" onCancel={onClose}>
        <ChoiceField
          form={form}
          name="overlap"
          label="How long the old secret signs too"
          choices={OVERLAPS}
          isFirst
        />
      </Form>
    </Dialog>
  );
}

function Disable({ of, onDone, onClose }: DialogProps) {
  const form = useForm(`disable ${of.id}`, {});
  const send = () =>
    void form
      .submit(() => change(of, { status: 'disabled' }))
      .then((changed) => changed && onDone('The endpoint is disabled.'));
  return (
    <Dialog title="Disable the endpoint?" onClose={onClose}>
      <Form form={form} send={send} action="Disable" tone="danger" onCancel={onClose}>
        <p>
          What is pending ends as dead. What happens until it is enabled again is not delivered.
        </p>
      </Form>
    </Dialog>
  );
}

function Delete({ of, endpoint, onClose }: DialogProps) {
  const form = useForm(`delete ${of.id}`, {});
  const send = () =>
    void form
      .submit(() => answerOf(api.DELETE('/inventory/webhooks/{id}', { params: paramsOf(of) })))
      .then((deleted) => {
        if (deleted === undefined) return;
        say('The endpoint is deleted.');
        const isTest = of.environment === 'test';
        go(withQuery('/developers', { environment: isTest && of.environment }));
      });
  return (
    <Dialog title="Delete the endpoint?" onClose={onClose}>
      <Form form={form} send={send} action="Delete" tone="danger" onCancel={onClose}>
        <p>{endpoint.url} gets nothing any more, and its deliveries are gone for good.</p>
      </Form>
    </Dialog>
  );
}

function ReplaySince({ of, onDone, onClose }: DialogProps) {
  const form = useForm(`replay ${of.id}`, { period: `${DAY_SECONDS}` });
  const send = () =>
    void form
      .submit(({ period }) => {
        const since = new Date(Date.now() - Number(period) * 1000).toISOString();
        return sentOnce(
          answerOf(
            api.POST('/inventory/webhooks/{id}/replay', {
              params: paramsOf(of),
              body: { since },
            }),
          ),
        );
      })
      .then(
        (answer) =>
          answer &&
          onDone(`${plural(answer.replayed, 'delivery', 'deliveries')} will be sent again.`),
      );
  return (
    <Dialog title="Replay the dead deliveries" onClose={onClose}>
      <Form form={form} send={send} action="Replay" onCancel={onClose}>
        <ChoiceField
          form={form}
          name="period"
          label="Which died in"
          choices={PERIODS}
          isFirst
          hint="The oldest goes first."
        />
      </Form>
    </Dialog>
  );
}
