import { answerOf, api, type Schemas } from '../api/client.ts';
import { useLoaded } from '../api/loaded.ts';
import { Failure } from '../components/alert.tsx';
import { Badge } from '../components/badge.tsx';
import { type Column, Table, Waiting } from '../components/table.tsx';
import type { ScreenProps } from '../screen-entry.ts';
import { count, sentence, time } from '../words.ts';
import { Developers, type Environment } from './developers.tsx';

type ApiKey = Schemas['ApiKey'];

const COLUMNS: readonly Column<ApiKey>[] = [
  {
    label: 'Key',
    isName: true,
    cell: ({ prefix, id, label }) => (
      <span class="pick">
        <span>{label ?? 'Without a label'}</span>
        <span class="code quiet">{prefix === null ? id : `${prefix}…`}</span>
      </span>
    ),
  },
  {
    label: 'Status',
    cell: ({ status }) => (
      <Badge tone={status === 'valid' ? 'good' : 'bad'}>{sentence(status)}</Badge>
    ),
  },
  { label: 'Scopes', isWide: true, cell: ({ scopes }) => scopes.join(', ') },
  {
    label: 'Plan',
    cell: ({ plan, requests_per_minute }) =>
      `${sentence(plan)}, ${count(requests_per_minute)} writes a minute`,
  },
  { label: 'Last used', cell: ({ last_used_at }) => (last_used_at ? time(last_used_at) : 'Never') },
  {
    label: 'Ends',
    cell: ({ revoked_at, expires_at }) =>
      revoked_at === null ? time(expires_at) : `Revoked ${time(revoked_at)}`,
  },
];

export function ApiKeys({ query }: ScreenProps) {
  return (
    <Developers at="/developers/keys" title="Keys" query={query}>
      {(environment) => <KeyList environment={environment} />}
    </Developers>
  );
}

function KeyList({ environment }: { environment: Environment }) {
  const params = { query: { environment } };
  const keys = useLoaded(() => answerOf(api.GET('/developers/keys', { params })), []);
  const rows = keys.data?.data;
  return (
    <div class="stack" aria-busy={keys.isLoading}>
      <p class="quiet">
        A key is shown once, when the operator issues it. Ask the operator for a new one, or to end
        one, by what it begins with or by its id.
      </p>
      <Failure problem={keys.problem} retry={keys.reload} />
      {keys.isLoading && !rows && <Waiting />}
      {rows?.length === 0 && <p class="empty">There is no {environment} key.</p>}
      {rows && rows.length > 0 && (
        <Table caption="API keys" columns={COLUMNS} rows={rows} keyOf={({ id }) => id} />
      )}
    </div>
  );
}
