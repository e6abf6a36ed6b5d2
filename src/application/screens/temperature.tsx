import { answerOf, api, type Schemas } from '../api/client.ts';
import { usePages } from '../api/loaded.ts';
import { Badge } from '../components/badge.tsx';
import { LocationFilter } from '../components/filters.tsx';
import { Card, Screen } from '../components/screen.tsx';
import { type Column, List } from '../components/table.tsx';
import type { ScreenProps } from '../screen-entry.ts';
import { time } from '../words.ts';

type Reading = Schemas['TemperatureReading'];

const ROWS = 50;

export function Temperature({ query }: ScreenProps) {
  const location = query.get('location') ?? undefined;
  const pages = usePages<Reading>(
    (cursor) =>
      answerOf(
        api.GET('/inventory/temperatures', {
          params: {
            query: { limit: ROWS, ...(location && { location }), ...(cursor && { cursor }) },
          },
        }),
      ),
    [location],
  );
  return (
    <Screen title="Temperature">
      <Card title="Readings" actions={<LocationFilter />}>
        <List
          pages={pages}
          caption="Temperature readings, newest first"
          columns={COLUMNS}
          keyOf={({ id }) => id}
          toneOf={({ in_range }) => (in_range ? undefined : 'bad')}
          empty="No temperature was recorded."
        />
      </Card>
    </Screen>
  );
}

const COLUMNS: readonly Column<Reading>[] = [
  { label: 'Measured', isName: true, cell: ({ measured_at }) => time(measured_at) },
  { label: 'Location', cell: ({ location }) => location },
  { label: '°C', align: 'end', cell: ({ celsius }) => celsius },
  {
    label: 'Range then',
    cell: ({ min_celsius, max_celsius }) => rangeOf(min_celsius, max_celsius),
  },
  {
    label: 'Judged',
    cell: ({ in_range, corrects }) => (
      <span class="pair">
        <Badge tone={in_range ? 'good' : 'bad'}>{in_range ? 'In range' : 'Out of range'}</Badge>
        {corrects && <span class="quiet">corrects an earlier one</span>}
      </span>
    ),
  },
];

export function rangeOf(least: number | null, most: number | null): string {
  if (least !== null && most !== null) return `${least} to ${most} °C`;
  if (least !== null) return `${least} °C or more`;
  return most === null ? '–' : `${most} °C or less`;
}
