import { answerOf, api, type Schemas } from '../api/client.ts';
import { Badge } from '../components/badge.tsx';
import { List, useAll } from '../components/list.tsx';
import type { Column } from '../components/table.tsx';
import { count, sentence, time } from '../words.ts';
import { developers, type InEnvironment, Named } from './developers.tsx';

type ApiKey = Schemas['ApiKey'];

const COLUMNS: readonly Column<ApiKey>[] = [
  {
    label: 'Key',
    isName: true,
    cell: ({ prefix, id, label }) => (
      <Named name={label ?? 'Without a label'} code={prefix === null ? id : `${prefix}…`} />
    ),
  },
  {
    label: 'Status',
    cell: ({ status }) => (
      <Badge tone={status === 'valid' ? 'good' : 'bad'}>{sentence(status)}</Badge>
    ),
  },
  { label: 'Scopes', isLong: true, cell: ({ scopes }) => scopes.join(', ') },
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

export const ApiKeys = developers('/developers/keys', 'Keys', KeyList);

function KeyList({ environment }: InEnvironment) {
  const params = { query: { environment } };
  const keys = useAll(() => answerOf(api.GET('/developers/keys', { params })));
  return (
    <div class="stack">
      <p class="quiet">
        A key is shown once, when the operator issues it. Ask the operator for a new one, or to end
        one, by what it begins with or by its id.
      </p>
      <List
        pages={keys}
        caption="API keys"
        columns={COLUMNS}
        empty={`There is no ${environment} key.`}
      />
    </div>
  );
}
