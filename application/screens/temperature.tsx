import { answerOf, api, type Schemas } from '../api/client.ts';
import { useLoaded } from '../api/loaded.ts';
import { otherLocations } from '../catalog.ts';
import { Badge } from '../components/badge.tsx';
import { Button } from '../components/button.tsx';
import { BY_LOCATION } from '../components/filters.tsx';
import { useForm, wrong } from '../components/form.tsx';
import { FormByFields } from '../components/form-by-fields.tsx';
import { List, useList } from '../components/list.tsx';
import { Card, Screen } from '../components/screen.tsx';
import type { Column } from '../components/table.tsx';
import { say } from '../components/toasts.tsx';
import { nameOf, useNames } from '../names.ts';
import { may } from '../session.ts';
import { time } from '../words.ts';

type Reading = Schemas['TemperatureReading'];

const FILTERS = [BY_LOCATION];

export function Temperature() {
  useNames();
  const pages = useList(
    (query) => answerOf(api.GET('/inventory/temperatures', { params: { query } })),
    { filters: FILTERS },
  );
  return (
    <Screen
      title="Temperature"
      actions={<Button onClick={() => print()}>Print the readings</Button>}
    >
      {may('temperature:write') && <Record onRecorded={pages.reload} />}
      <Card title="Readings">
        <List
          pages={pages}
          filters={FILTERS}
          caption="Temperature readings, newest first"
          columns={READING_COLUMNS}
          toneOf={({ in_range }) => (in_range ? undefined : 'bad')}
          empty="No temperature was recorded."
        />
      </Card>
    </Screen>
  );
}

/** Takes what a thermometer says, beside what the location allows. */
function Record({ onRecorded }: { onRecorded(): void }) {
  const form = useForm('temperature', { location: '', celsius: '', comment: '' });
  const { location, celsius, comment } = form.fields;
  const last = useLoaded(async () => {
    if (location.value === '') return undefined;
    const query = { location: location.value, limit: 1 };
    const { data } = await answerOf(api.GET('/inventory/temperatures', { params: { query } }));
    return data[0];
  }, [location.value]);
  const { min_celsius: least = null, max_celsius: most = null } = last.data ?? {};
  const measured = numberOf(celsius.value);
  const isOut =
    measured !== undefined &&
    ((least !== null && measured < least) || (most !== null && measured > most));
  const range = `${isOut ? 'Out of range: ' : 'Range: '}${rangeOf(least, most)}`;
  return (
    <Card title="Record a reading">
      <FormByFields
        form={form}
        action="Record"
        fields={[
          [
            {
              name: 'location',
              label: 'Location',
              choices: otherLocations(),
              placeholder: 'Choose a location',
              needed: 'Choose where it was measured.',
            },
            {
              name: 'celsius',
              label: '°C',
              inputMode: 'decimal',
              maxLength: 10,
              hint: least === null && most === null ? undefined : range,
            },
          ],
          {
            name: 'comment',
            label: 'Comment',
            isOptional: !isOut,
            needed: isOut ? 'It is out of range: say what happened and what you did.' : undefined,
            maxLength: 1000,
          },
        ]}
        send={(values, key) => {
          const value = numberOf(values.celsius);
          if (value === undefined)
            throw wrong('celsius', 'Type the temperature in °C, such as 4.5.');
          const params = { header: { 'Idempotency-Key': key } };
          const body = {
            location: values.location,
            celsius: value,
            ...(values.comment && { comment: values.comment }),
          };
          return answerOf(api.POST('/inventory/temperatures', { params, body }));
        }}
        onDone={(recorded) => {
          celsius.value = '';
          comment.value = '';
          const said = `${degrees(recorded.celsius)} °C at ${recorded.location} is`;
          if (recorded.in_range) say(`${said} recorded.`);
          else say(`${said} out of range, and recorded.`, 'warn');
          onRecorded();
          last.reload();
        }}
      />
    </Card>
  );
}

/** With a comma or a point. */
function numberOf(typed: string): number | undefined {
  const text = typed.trim().replace(',', '.').replace('−', '-');
  const value = Number(text);
  return text === '' || !Number.isFinite(value) ? undefined : value;
}

export const READING_COLUMNS: readonly Column<Reading>[] = [
  { label: 'Measured', isName: true, cell: ({ measured_at }) => time(measured_at) },
  { label: 'Location', cell: ({ location }) => location },
  { label: '°C', align: 'end', isMain: true, cell: ({ celsius }) => degrees(celsius) },
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
  { label: 'What happened', isLong: true, cell: ({ comment }) => comment ?? '–' },
  { label: 'By', cell: ({ recorded_by }) => (recorded_by ? nameOf(recorded_by) : '–') },
];

/** With the minus that all numbers have. */
export function degrees(celsius: number): string {
  return String(celsius).replace('-', '−');
}

function rangeOf(least: number | null, most: number | null): string {
  if (least !== null && most !== null) return `${degrees(least)} to ${degrees(most)} °C`;
  if (least !== null) return `${degrees(least)} °C or more`;
  return most === null ? '–' : `${degrees(most)} °C or less`;
}
