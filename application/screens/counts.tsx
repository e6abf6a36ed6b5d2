import { useEffect } from 'preact/hooks';
import { answerOf, api, type Schemas } from '../api/client.ts';
import { usePages } from '../api/loaded.ts';
import { useLocations, useSkus } from '../catalog.ts';
import { Badge, type BadgeTone } from '../components/badge.tsx';
import { LinkButton } from '../components/button.tsx';
import { ChoiceField, TextField } from '../components/fields.tsx';
import { Form, needed, useForm } from '../components/form.tsx';
import { Card, Screen } from '../components/screen.tsx';
import { List } from '../components/table.tsx';
import { go, hrefOf } from '../router.ts';
import { may } from '../session.ts';
import { count, time } from '../words.ts';

type Sheet = Schemas['CountSheet'];

const ROWS = 25;

export const SCOPES: Readonly<Record<Sheet['scope'], string>> = {
  all: 'Everything in stock',
  skus: 'Some products',
  not_counted: 'Not counted for 90 days',
  controlled: 'Controlled products',
};

const STATES: Readonly<Record<Sheet['state'], { tone: BadgeTone; word: string }>> = {
  open: { tone: 'plain', word: 'Being counted' },
  handed_in: { tone: 'warn', word: 'To approve' },
  closed: { tone: 'good', word: 'Done' },
  cancelled: { tone: 'plain', word: 'Cancelled' },
};

export function SheetBadge({ state }: Pick<Sheet, 'state'>) {
  const { tone, word } = STATES[state];
  return <Badge tone={tone}>{word}</Badge>;
}

/** Sheets, and a new one. */
export function Counts() {
  return (
    <Screen title="Count" lead="People count what lies there, and another person approves it.">
      <NewSheet />
      <Sheets caption="Count sheets" empty="Nothing has been counted yet." />
    </Screen>
  );
}

/** Sheets that were handed in. */
export function ApproveCounts() {
  return (
    <Screen title="Approve counts" lead="What others have counted and handed in.">
      <Sheets
        state="handed_in"
        caption="Sheets to approve"
        empty="No count waits to be approved."
      />
      {may('stock:count') && (
        <div class="actions">
          <LinkButton href={hrefOf('/counts')}>All sheets</LinkButton>
        </div>
      )}
    </Screen>
  );
}

function Sheets({
  state,
  caption,
  empty,
}: {
  state?: Sheet['state'];
  caption: string;
  empty: string;
}) {
  const pages = usePages<Sheet>(
    (cursor) =>
      answerOf(
        api.GET('/counts', {
          params: { query: { limit: ROWS, ...(state && { state }), ...(cursor && { cursor }) } },
        }),
      ),
    [state],
  );
  return (
    <List
      pages={pages}
      caption={caption}
      columns={[
        {
          label: 'Sheet',
          isName: true,
          cell: ({ id, location, scope }) => (
            <a href={hrefOf(`/counts/${id}`)}>
              {location}: {SCOPES[scope].toLowerCase()}
            </a>
          ),
        },
        { label: 'Made', cell: ({ created_at }) => time(created_at) },
        {
          label: 'Counted',
          align: 'end',
          cell: ({ lines }) => `${count(lines.counted)} of ${count(lines.total)}`,
        },
        { label: 'Approved', align: 'end', cell: ({ lines }) => count(lines.approved) },
        { label: 'State', cell: ({ state: now }) => <SheetBadge state={now} /> },
      ]}
      keyOf={({ id }) => id}
      empty={empty}
    />
  );
}

function NewSheet() {
  const locations = useLocations();
  const skus = useSkus();
  const form = useForm('sheet', { location: '', scope: 'all', sku_codes: '' });
  const first = locations.find(({ is_default }) => is_default)?.name ?? locations[0]?.name;
  useEffect(() => {
    if (form.fields.location.peek() === '' && first !== undefined)
      form.fields.location.value = first;
  }, [first]);
  const isOfSome = form.fields.scope.value === 'skus';
  const send = () =>
    void form
      .submit(async ({ location, scope, sku_codes }, key) => {
        const codes = sku_codes.split(/[\s,]+/).filter(Boolean);
        if (isOfSome) needed('sku_codes', codes.join(), 'Type the codes of the products.');
        return answerOf(
          api.POST('/counts', {
            params: { header: { 'Idempotency-Key': key } },
            body: {
              location,
              scope: scope as Sheet['scope'],
              ...(isOfSome && { sku_codes: codes }),
            },
          }),
        );
      })
      .then((made) => {
        if (made !== undefined) go(`/counts/${made.id}`);
      });
  return (
    <Card title="New sheet">
      <Form form={form} send={send} action="Make the sheet">
        <ChoiceField
          form={form}
          name="location"
          label="Location"
          choices={locations.map(({ name }) => ({ value: name, label: name }))}
        />
        <ChoiceField
          form={form}
          name="scope"
          label="What to count"
          choices={Object.entries(SCOPES).map(([value, label]) => ({ value, label }))}
        />
        {isOfSome && (
          <TextField
            form={form}
            name="sku_codes"
            label="Product codes"
            hint="With commas between them."
            suggestions={skus.map(({ sku_code }) => sku_code)}
          />
        )}
      </Form>
    </Card>
  );
}
