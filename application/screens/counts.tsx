import { answerOf, api, type Schemas } from '../api/client.ts';
import { otherLocations, useFirstLocation, useSkus } from '../catalog.ts';
import { Badge, type BadgeTone } from '../components/badge.tsx';
import { LinkButton } from '../components/button.tsx';
import { useForm } from '../components/form.tsx';
import { FormByFields } from '../components/form-by-fields.tsx';
import { List, useList } from '../components/list.tsx';
import { Card, Screen } from '../components/screen.tsx';
import { NotSent } from '../counting/not-sent.tsx';
import { go, hrefOf } from '../router.ts';
import { may } from '../session.ts';
import { choices, count, time } from '../words.ts';

type Sheet = Schemas['CountSheet'];

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
      <NotSent />
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

type SheetsProps = { state?: Sheet['state']; caption: string; empty: string };

function Sheets({ state, caption, empty }: SheetsProps) {
  const pages = useList<Sheet>((asked) =>
    answerOf(api.GET('/counts', { params: { query: { ...asked, ...(state && { state }) } } })),
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
        { label: 'State', isMain: true, cell: ({ state: now }) => <SheetBadge state={now} /> },
      ]}
      empty={empty}
    />
  );
}

function NewSheet() {
  const skus = useSkus();
  const some = {
    name: 'sku_codes',
    label: 'Product codes',
    hint: 'With commas between them.',
    suggestions: skus.map(({ sku_code }) => sku_code),
    needed: 'Type the codes of the products.',
  };
  const form = useForm('sheet', { location: '', scope: 'all', sku_codes: '' });
  useFirstLocation(form.fields.location);
  return (
    <Card title="New sheet">
      <FormByFields
        form={form}
        action="Make the sheet"
        fields={({ scope }) => [
          [
            { name: 'location', label: 'Location', choices: otherLocations() },
            { name: 'scope', label: 'What to count', choices: choices(SCOPES) },
          ],
          ...(scope === 'skus' ? [some] : []),
        ]}
        send={({ location, scope, sku_codes }, key) => {
          const codes = sku_codes.split(/[\s,]+/).filter(Boolean);
          const body = {
            location,
            scope: scope as Sheet['scope'],
            ...(scope === 'skus' && { sku_codes: codes }),
          };
          const params = { header: { 'Idempotency-Key': key } };
          return answerOf(api.POST('/counts', { params, body }));
        }}
        onDone={({ id }) => go(`/counts/${id}`)}
      />
    </Card>
  );
}
