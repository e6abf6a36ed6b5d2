/** What can be done with an endpoint. Each asks first, and says what it did. */
import { answerOf, api, type Schemas } from '../api/client.ts';
import type { FieldRows } from '../components/fields.tsx';
import { FormDialog } from '../components/form-by-fields.tsx';
import { say } from '../components/toasts.tsx';
import { go } from '../router.ts';
import { choices, plural } from '../words.ts';
import { addressIn, type Environment, sentOnce } from './developers.tsx';
import { ENDPOINT_FIELDS, type Endpoint, eventsOf } from './endpoints.tsx';

type TestType = NonNullable<Schemas['WebhookTestRequest']['type']>;

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

export interface Of {
  readonly environment: Environment;
  readonly id: string;
}

export type Act = 'test' | 'edit' | 'rotate' | 'disable' | 'delete' | 'replay';

interface Acting {
  of: Of;
  endpoint: Endpoint;
  onDone(text: string): void;
  onRotated(shown: { secret: string; overlap: string }): void;
  onClose(): void;
}

export const paramsOf = ({ id, environment }: Of) => ({ path: { id }, query: { environment } });

export function change(of: Of, body: Schemas['WebhookEndpointChange']) {
  return answerOf(api.PATCH('/inventory/webhooks/{id}', { params: paramsOf(of), body }));
}

export function EndpointAct({ act, ...acting }: Acting & { act: Act }) {
  const { title, initial = {}, said, text, ...form } = ACTS[act](acting);
  return (
    <FormDialog
      name={`${act} ${acting.of.id}`}
      title={title}
      initial={initial}
      onDone={() => said !== undefined && acting.onDone(said)}
      onClose={acting.onClose}
      {...form}
    >
      {text && <p>{text}</p>}
    </FormDialog>
  );
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

interface Spec {
  readonly title: string;
  readonly action: string;
  readonly tone?: 'danger';
  readonly initial?: Readonly<Record<string, string>>;
  readonly fields?: FieldRows;
  readonly text?: string;
  readonly send: (values: Readonly<Record<string, string>>) => Promise<unknown>;
  /** When it is done. */
  readonly said?: string;
  // biome-ignore lint/suspicious/noExplicitAny: what its own send answers
  readonly onDone?: (answer: any) => void;
}

const ACTS: Readonly<Record<Act, (acting: Acting) => Spec>> = {
  test: ({ of }) => ({
    title: 'Send a test event',
    action: 'Send',
    initial: { type: 'webhook.test' },
    fields: [
      {
        name: 'type',
        label: 'Kind of event',
        hint: 'It has is_test, and the data of the example in webhooks.json.',
        choices: choices(TESTS),
        isFirst: true,
      },
    ],
    send: ({ type }) => {
      const body = { type: type as TestType };
      const sent = api.POST('/inventory/webhooks/{id}/test', { params: paramsOf(of), body });
      return sentOnce(answerOf(sent));
    },
    said: 'A test event is on its way.',
  }),
  edit: ({ of, endpoint }) => ({
    title: 'Change the endpoint',
    action: 'Change',
    initial: {
      url: endpoint.url,
      events: endpoint.events.join(', '),
      description: endpoint.description ?? '',
    },
    fields: ENDPOINT_FIELDS,
    send: ({ url, events = '', description }) =>
      change(of, {
        // Another address has a record of its own: one that stays is not sent.
        ...(url !== undefined && url !== endpoint.url && { url }),
        events: eventsOf(events),
        description: description || null,
      }),
    said: 'The endpoint is changed.',
  }),
  rotate: ({ of, onRotated }) => ({
    title: 'Rotate the secret',
    action: 'Rotate',
    initial: { overlap: `${DAY_SECONDS}` },
    fields: [
      {
        name: 'overlap',
        label: 'How long the old secret signs too',
        choices: OVERLAPS,
        isFirst: true,
      },
    ],
    send: async ({ overlap }) => {
      const body = { overlap_seconds: Number(overlap) };
      const params = paramsOf(of);
      const sent = api.POST('/inventory/webhooks/{id}/rotate-secret', { params, body });
      const { secret } = await sentOnce(answerOf(sent));
      const label = OVERLAPS.find(({ value }) => value === overlap)?.label ?? '';
      return { secret, overlap: label.toLowerCase() };
    },
    onDone: onRotated,
  }),
  disable: ({ of }) => ({
    title: 'Disable the endpoint?',
    action: 'Disable',
    tone: 'danger',
    text: 'What is pending ends as dead. What happens until it is enabled again is not delivered.',
    send: () => change(of, { status: 'disabled' }),
    said: 'The endpoint is disabled.',
  }),
  delete: ({ of, endpoint }) => ({
    title: 'Delete the endpoint?',
    action: 'Delete',
    tone: 'danger',
    text: `${endpoint.url} gets nothing any more, and its deliveries are gone for good.`,
    send: () => answerOf(api.DELETE('/inventory/webhooks/{id}', { params: paramsOf(of) })),
    onDone: () => {
      say('The endpoint is deleted.');
      go(addressIn(of.environment, '/developers'));
    },
  }),
  replay: ({ of, onDone }) => ({
    title: 'Replay the dead deliveries',
    action: 'Replay',
    initial: { period: `${DAY_SECONDS}` },
    fields: [
      {
        name: 'period',
        label: 'Which died in',
        choices: PERIODS,
        isFirst: true,
        hint: 'The oldest goes first.',
      },
    ],
    send: ({ period }) => {
      const body = { since: new Date(Date.now() - Number(period) * 1000).toISOString() };
      const params = paramsOf(of);
      return sentOnce(answerOf(api.POST('/inventory/webhooks/{id}/replay', { params, body })));
    },
    onDone: ({ replayed }: { replayed: number }) =>
      onDone(`${plural(replayed, 'delivery', 'deliveries')} will be sent again.`),
  }),
};
