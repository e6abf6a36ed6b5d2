import { useState } from 'preact/hooks';
import { answerOf, api, type Schemas } from '../api/client.ts';
import { useLoaded } from '../api/loaded.ts';
import { Badge } from '../components/badge.tsx';
import { Button } from '../components/button.tsx';
import { filter } from '../components/filters.tsx';
import { List, useList } from '../components/list.tsx';
import { Card } from '../components/screen.tsx';
import { type Column, Facts, Shown } from '../components/table.tsx';
import { say } from '../components/toasts.tsx';
import { choices, plural, sentence, time } from '../words.ts';
import { developers, type InEnvironment, sentOnce } from './developers.tsx';
import { type Act, change, EndpointAct, type Of, paramsOf } from './endpoint-acts.tsx';
import { counted, type Endpoint, EndpointStatus, failureOf, ShowSecret } from './endpoints.tsx';

type Delivery = Schemas['WebhookDelivery'];

const FILTERS = [
  filter('status', 'Status', {
    all: 'All',
    choices: choices({ pending: 'Pending', succeeded: 'Succeeded', dead: 'Dead' }),
  }),
];

export const EndpointScreen = developers('/developers', 'Endpoint', EndpointIn);

function EndpointIn({ environment, params: { id = '' } }: InEnvironment) {
  const of = { environment, id };
  const params = paramsOf(of);
  const loaded = useLoaded(() => answerOf(api.GET('/developers/endpoints/{id}', { params })), []);
  return (
    <Shown of={loaded}>
      {(endpoint) => <EndpointOf of={of} endpoint={endpoint} reload={loaded.reload} />}
    </Shown>
  );
}

function EndpointOf({ of, endpoint, reload }: { of: Of; endpoint: Endpoint; reload(): void }) {
  const { path, query } = paramsOf(of);
  const deliveries = useList(
    (asked) =>
      answerOf(
        api.GET('/inventory/webhooks/{id}/deliveries', {
          params: { path, query: { ...query, ...asked } },
        }),
      ),
    { filters: FILTERS },
  );
  const [act, setAct] = useState<Act>();
  const [rotated, setRotated] = useState<{ secret: string; overlap: string }>();
  const reloadAll = () => {
    reload();
    deliveries.reload();
  };
  const done = (text: string) => {
    setAct(undefined);
    say(text);
    reloadAll();
  };
  const tell = (sent: Promise<unknown>, text: string) =>
    void sent.then(
      () => done(text),
      (failure: Error) => say(failure.message, 'bad'),
    );
  const replay = ({ id }: Delivery) => {
    const params = { path: { id: of.id, delivery_id: id }, query };
    const sent = api.POST('/inventory/webhooks/{id}/deliveries/{delivery_id}/replay', { params });
    tell(sentOnce(answerOf(sent)), 'The delivery is sent again.');
  };
  const isEnabled = endpoint.status === 'enabled';
  return (
    <>
      <p class="code">{endpoint.url}</p>
      <Health endpoint={endpoint} />
      <div class="actions">
        {isEnabled && (
          <Button tone="primary" onClick={() => setAct('test')}>
            Send a test event
          </Button>
        )}
        <Button onClick={() => setAct('edit')}>Change</Button>
        <Button onClick={() => setAct('rotate')}>Rotate the secret</Button>
        {isEnabled ? (
          <Button onClick={() => setAct('disable')}>Disable</Button>
        ) : (
          <Button
            tone="primary"
            onClick={() => tell(change(of, { status: 'enabled' }), 'The endpoint is enabled.')}
          >
            Enable
          </Button>
        )}
        <Button tone="danger" onClick={() => setAct('delete')}>
          Delete
        </Button>
      </div>
      <Card title="Deliveries">
        <div class="stack">
          <List
            pages={deliveries}
            filters={FILTERS}
            tools={
              <>
                {isEnabled && <Button onClick={() => setAct('replay')}>Replay the dead</Button>}
                <Button onClick={reloadAll}>Refresh</Button>
              </>
            }
            caption="Deliveries, the newest first"
            columns={deliveryColumns(isEnabled ? replay : undefined)}
            toneOf={(one) => (one.status === 'dead' ? 'bad' : undefined)}
            empty="There is no such delivery."
          />
        </div>
      </Card>
      {act && (
        <EndpointAct
          act={act}
          of={of}
          endpoint={endpoint}
          onDone={done}
          onRotated={(shown) => {
            setAct(undefined);
            setRotated(shown);
            reloadAll();
          }}
          onClose={() => setAct(undefined)}
        />
      )}
      {rotated && <ShowSecret {...rotated} onClose={() => setRotated(undefined)} />}
    </>
  );
}

function Health({ endpoint }: { endpoint: Endpoint }) {
  const { events, description, overlap_ends_at } = endpoint;
  return (
    <Facts
      facts={{
        Status: <EndpointStatus endpoint={endpoint} />,
        'Failing since': time(endpoint.failing_since),
        'Last success': time(endpoint.last_success_at),
        'Last failure': failureOf(endpoint),
        Pending: counted(endpoint.pending),
        Dead: counted(endpoint.dead),
        Events: events.length === 0 ? 'All but order.updated' : events.join(', '),
        Description: description ?? undefined,
        'Two secrets sign until': overlap_ends_at ? time(overlap_ends_at) : undefined,
      }}
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
