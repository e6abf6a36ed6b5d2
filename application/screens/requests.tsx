import { answerOf, api, type Schemas } from '../api/client.ts';
import { useLoaded } from '../api/loaded.ts';
import { Badge } from '../components/badge.tsx';
import { Button } from '../components/button.tsx';
import { filter } from '../components/filters.tsx';
import { List, useList } from '../components/list.tsx';
import type { Column } from '../components/table.tsx';
import { time } from '../words.ts';
import { developers, type InEnvironment, Named } from './developers.tsx';

type Request = Schemas['RefusedRequest'];

const FILTERS = [
  filter('request_id', 'Request id'),
  filter('status', 'Status'),
  filter('operation', 'Operation'),
];

/** Requests of the organization's keys that were refused or failed. */
export const Requests = developers('/developers/requests', 'Refused requests', RequestList);

function RequestList({ environment }: InEnvironment) {
  const keys = useLoaded(
    () => answerOf(api.GET('/developers/keys', { params: { query: { environment } } })),
    [],
  );
  const requests = useList<Request, (typeof FILTERS)[number]['name']>(
    ({ status, ...asked }) => {
      const query = { ...asked, environment, ...(status && { status: Number(status) }) };
      return answerOf(api.GET('/requests', { params: { query } }));
    },
    { filters: FILTERS },
  );
  const keyOf = ({ api_key_id }: Request) => {
    const key = keys.data?.data.find((one) => one.id === api_key_id);
    return key?.label ?? (key?.prefix ? `${key.prefix}…` : api_key_id);
  };
  const columns: readonly Column<Request>[] = [
    {
      label: 'Request',
      isName: true,
      cell: (request) => <Named name={request.operation} code={request.request_id} />,
    },
    { label: 'Answered', cell: ({ created_at }) => time(created_at) },
    {
      label: 'Status',
      cell: (request) => (
        <Badge tone={request.status >= 500 ? 'bad' : 'warn'}>{`HTTP ${request.status}`}</Badge>
      ),
    },
    {
      label: 'Error',
      cell: ({ code, fields }) => (
        <span class="pick">
          <a href={`/docs/errors#${code}`}>{code}</a>
          {fields.length > 0 && <span class="quiet">{fields.join(', ')}</span>}
        </span>
      ),
    },
    { label: 'Key', cell: keyOf },
    {
      label: 'Took',
      align: 'end',
      cell: ({ milliseconds }) => `${Math.max(1, Math.round(milliseconds))}\u00a0ms`,
    },
  ];
  return (
    <div class="stack">
      <p class="quiet">
        What the keys of your organization were refused (4xx) and what failed (5xx) in the last
        seven days, without anything that was sent.
      </p>
      <List
        pages={requests}
        filters={FILTERS}
        tools={<Button onClick={requests.reload}>Refresh</Button>}
        caption="Refused requests, the newest first"
        columns={columns}
        keyOf={({ request_id }) => request_id}
        empty={`There is no such ${environment} request.`}
      />
    </div>
  );
}
