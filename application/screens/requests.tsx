import { answerOf, api, type Schemas } from '../api/client.ts';
import { useLoaded, usePages } from '../api/loaded.ts';
import { Badge } from '../components/badge.tsx';
import { Button } from '../components/button.tsx';
import { TextFilter } from '../components/filters.tsx';
import { type Column, List } from '../components/table.tsx';
import type { ScreenProps } from '../screen-entry.ts';
import { time } from '../words.ts';
import { Developers, type Environment } from './developers.tsx';

type Request = Schemas['RefusedRequest'];

const ROWS = 25;

/** Requests of the organization's keys that were refused or failed. */
export function Requests({ query }: ScreenProps) {
  return (
    <Developers at="/developers/requests" title="Refused requests" query={query}>
      {(environment) => <RequestList environment={environment} query={query} />}
    </Developers>
  );
}

function RequestList({ environment, query }: { environment: Environment; query: URLSearchParams }) {
  const [id, status, operation] = ['request_id', 'status', 'operation'].map((name) =>
    query.get(name),
  );
  const keys = useLoaded(
    () => answerOf(api.GET('/developers/keys', { params: { query: { environment } } })),
    [],
  );
  const requests = usePages<Request>(
    (cursor) =>
      answerOf(
        api.GET('/requests', {
          params: {
            query: {
              environment,
              limit: ROWS,
              ...(id && { request_id: id }),
              ...(status && { status: Number(status) }),
              ...(operation && { operation }),
              ...(cursor && { cursor }),
            },
          },
        }),
      ),
    [id, status, operation],
  );
  const keyOf = ({ api_key_id }: Request) => {
    const key = keys.data?.data.find((one) => one.id === api_key_id);
    return key?.label ?? (key?.prefix ? `${key.prefix}…` : api_key_id);
  };
  const columns: readonly Column<Request>[] = [
    {
      label: 'Request',
      isName: true,
      cell: (request) => (
        <span class="pick">
          <span>{request.operation}</span>
          <span class="code quiet">{request.request_id}</span>
        </span>
      ),
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
      <div class="filters">
        <TextFilter name="request_id" label="Request id" />
        <TextFilter name="status" label="Status" />
        <TextFilter name="operation" label="Operation" />
        <Button onClick={requests.reload}>Refresh</Button>
      </div>
      <List
        pages={requests}
        caption="Refused requests, the newest first"
        columns={columns}
        keyOf={({ request_id }) => request_id}
        empty={`There is no such ${environment} request.`}
      />
    </div>
  );
}
