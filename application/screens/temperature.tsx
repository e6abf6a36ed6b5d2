import { answerOf, api, type Schemas } from '../api/client.ts';
import { useLoaded, usePages } from '../api/loaded.ts';
import { useLocations } from '../catalog.ts';
import { Badge } from '../components/badge.tsx';
import { ChoiceField, TextField } from '../components/fields.tsx';
import { LocationFilter } from '../components/filters.tsx';
import { Form, needed, useForm, wrong } from '../components/form.tsx';
import { Card, Screen } from '../components/screen.tsx';
import { type Column, List } from '../components/table.tsx';
import { say } from '../components/toasts.tsx';
import type { ScreenProps } from '../screen-entry.ts';
import { may } from '../session.ts';
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
      {may('temperature:write') && <Record onRecorded={pages.reload} />}
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

/** Takes what a thermometer says, beside what the location allows. */
function Record({ onRecorded }: { onRecorded(): void }) {
  const locations = useLocations();
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
  const send = () =>
    void form
      .submit(async (values, key) => {
        needed('location', values.location, 'Choose where it was measured.');
        const value = numberOf(values.celsius);
        if (value === undefined) throw wrong('celsius', 'Type the temperature in °C, such as 4.5.');
        if (isOut && values.comment === '')
          throw wrong('comment', 'It is out of range: say what happened and what you did.');
        return answerOf(
          api.POST('/inventory/temperatures', {
            params: { header: { 'Idempotency-Key': key } },
            body: {
              location: values.location,
              celsius: value,
              ...(values.comment && { comment: values.comment }),
            },
          }),
        );
      })
      .then((recorded) => {
        if (recorded === undefined) return;
        celsius.value = '';
        comment.value = '';
        if (recorded.in_range) say(`${recorded.celsius} °C at ${recorded.location} is recorded.`);
        else
          say(
            `${recorded.celsius} °C at ${recorded.location} is out of range, and recorded.`,
            'warn',
          );
        onRecorded();
        last.reload();
      });
  return (
    <Card title="Record a reading">
      <Form form={form} send={send} action="Record">
        <div class="row">
          <ChoiceField
            form={form}
            name="location"
            label="Location"
            choices={locations.map(({ name }) => ({ value: name, label: name }))}
            placeholder="Choose a location"
          />
          <TextField
            form={form}
            name="celsius"
            label="°C"
            inputMode="decimal"
            maxLength={10}
            hint={
              least === null && most === null
                ? undefined
                : `${isOut ? 'Out of range: ' : 'Range: '}${rangeOf(least, most)}`
            }
          />
        </div>
        <TextField
          form={form}
          name="comment"
          label="Comment"
          isOptional={!isOut}
          maxLength={1000}
        />
      </Form>
    </Card>
  );
}

/** With a comma or a point. */
function numberOf(typed: string): number | undefined {
  const text = typed.trim().replace(',', '.').replace('−', '-');
  const value = Number(text);
  return text === '' || !Number.isFinite(value) ? undefined : value;
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
