import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { answerOf, api, type Schemas } from '../api/client.ts';
import type { Pages } from '../api/loaded.ts';
import { Alert } from '../components/alert.tsx';
import { Badge } from '../components/badge.tsx';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { Form, useForm } from '../components/form.tsx';
import { List } from '../components/list.tsx';
import { ActButton } from '../components/proof.tsx';
import { Card } from '../components/screen.tsx';
import { Product } from '../components/stock-columns.tsx';
import { type Column, Table } from '../components/table.tsx';
import { say } from '../components/toasts.tsx';
import { nameOf, useNames } from '../names.ts';
import { may, session } from '../session.ts';
import { count, day, plural, reservedFor, signed, time } from '../words.ts';

type Sheet = Schemas['CountSheet'];
type Line = Schemas['CountLine'];

/** One request approves at most so many. */
const LINES_MAX = 100;

/** What was counted next to what the ledger says, and the approval of each difference. */
export function ApproveSheet({ sheet, pages }: { sheet: Sheet; pages: Pages<Line> }) {
  useNames();
  const { reload } = pages;
  const { total, counted, approved } = sheet.lines;
  const left = total - counted;
  const rows = pages.rows.filter((line) => line.counted !== null);
  const open = rows
    .filter(({ may_approve, refusal }) => may_approve && refusal === null)
    .slice(0, LINES_MAX);
  const right = open.filter(({ difference }) => difference === 0);
  const isWaiting = sheet.state === 'handed_in';
  const cell = (line: Line) => <LineApproval sheet={sheet} line={line} reload={reload} />;
  const approval = { label: 'Approval', isWide: true, isLong: true, cell };
  return (
    <>
      {isWaiting && !may('counts:approve') && (
        <Alert tone="info">Handed in. Another person approves it.</Alert>
      )}
      {isWaiting && pages.hasMore && (
        <p>
          {plural(counted - approved, 'line')} to approve. {count(rows.length)} of {count(counted)}{' '}
          are shown; what is approved is among them.
        </p>
      )}
      {open.length > 0 && (
        <div class="actions">
          <span>{sumOf(open)}.</span>
          {right.length > 0 && right.length < open.length && (
            <Approve sheet={sheet} lines={right} reload={reload} name="right">
              Approve {plural(right.length, 'line')} without a difference
            </Approve>
          )}
          <Approve sheet={sheet} lines={open} reload={reload} name="all" tone="primary">
            Approve {plural(open.length, 'line')}
          </Approve>
        </div>
      )}
      <List
        pages={{ ...pages, rows }}
        empty="Nothing was counted."
        caption="What was counted"
        columns={isWaiting ? [...COLUMNS, approval] : COLUMNS}
        toneOf={toneOf}
      />
      {left > 0 && <p class="quiet">{plural(left, 'lot')} not counted: they stay as they are.</p>}
      {isWaiting && may('counts:approve') && <Cancel sheet={sheet} reload={reload} />}
    </>
  );
}

const COLUMNS: readonly Column<Line>[] = [
  {
    label: 'Lot',
    isName: true,
    isLong: true,
    cell: ({ lot_number, expiry_date, is_controlled, ...of }) => (
      <span class="pair">
        <Product of={of} />
        <span class="code">{lot_number}</span>
        <span class="quiet">{day(expiry_date)}</span>
        {is_controlled && <Badge tone="warn">Controlled</Badge>}
      </span>
    ),
  },
  {
    label: 'At',
    isLong: true,
    cell: ({ counted_at, counted_by }) =>
      `${time(counted_at)}${counted_by === null ? '' : `, ${nameOf(counted_by)}`}`,
  },
  { label: 'Counted', align: 'end', cell: ({ counted }) => <b>{count(counted)}</b> },
  { label: 'Book then', align: 'end', cell: ({ book }) => count(book) },
  {
    label: 'Difference',
    align: 'end',
    isMain: true,
    cell: ({ difference }) => <b>{signed(difference)}</b>,
  },
  { label: 'Moved since', align: 'end', cell: ({ moved_since }) => signed(moved_since) },
];

function toneOf({ difference, refusal, approved_by }: Line) {
  if (approved_by !== null) return undefined;
  if (refusal || (difference ?? 0) < 0) return 'bad';
  return difference ? 'warn' : 'good';
}

const LARGE_COLUMNS = COLUMNS.filter(({ label }) => !['At', 'Moved since'].includes(label));

function LineApproval({ sheet, line, reload }: { sheet: Sheet; line: Line; reload(): void }) {
  const { lot_id, may_approve, refusal, shortens, approved_by, counted_by } = line;
  if (approved_by !== null) return <Badge tone="good">Approved</Badge>;
  if (refusal !== null) return <Alert tone="bad">{refusal}</Alert>;
  if (!may_approve) {
    const isOwn = counted_by === session.value?.person.id && may('counts:approve');
    return (
      <span class="quiet">{isOwn ? 'You counted it: somebody else approves it.' : 'Waits.'}</span>
    );
  }
  const short = shortens.filter(({ released }) => released > 0);
  return (
    <div class="stack">
      {shortens.length > 0 && (
        <Alert tone={short.length > 0 ? 'bad' : 'warn'}>
          {shortens
            .map(
              ({ reference, moved, released }) =>
                `${reservedFor(reference)}: ${count(moved)} to other lots, ${count(released)} short.`,
            )
            .join(' ')}
        </Alert>
      )}
      {lot_id === null && (
        <Alert tone="info">No one expected it: it is received into quarantine.</Alert>
      )}
      <div class="actions">
        <Approve sheet={sheet} lines={[line]} reload={reload} name={line.id}>
          Approve
        </Approve>
        {shortens.length > 0 && (
          <Approve
            sheet={sheet}
            lines={[line]}
            reload={reload}
            name={`quarantine ${line.id}`}
            quarantineFirst
          >
            Quarantine, then approve
          </Approve>
        )}
      </div>
    </div>
  );
}

/** Beyond this part of the book, or of a controlled product, a difference is shown again before it is posted. */
const LARGE_PART = 0.1;

function isLarge({ difference, book, is_controlled }: Line): boolean {
  const units = Math.abs(difference ?? 0);
  return units > 0 && (is_controlled || units > (book ?? 0) * LARGE_PART);
}

/** What the lines change together. */
function sumOf(lines: readonly Line[]): string {
  const differences = lines.map(({ difference }) => difference ?? 0);
  const [more, less] = [1, -1].map((sign) =>
    differences.reduce((sum, one) => sum + (one * sign > 0 ? one : 0), 0),
  );
  return `${signed(more)} and ${signed(less)} units, ${signed((more ?? 0) + (less ?? 0))} in all`;
}

function Approve({
  sheet: { id },
  lines,
  reload,
  name,
  tone,
  quarantineFirst = false,
  children,
}: {
  sheet: Sheet;
  lines: readonly Line[];
  reload(): void;
  name: string;
  tone?: 'primary';
  quarantineFirst?: boolean;
  children: ComponentChildren;
}) {
  const form = useForm(`approve ${name}`, {});
  const [isAsking, setAsking] = useState(false);
  const large = lines.filter(isLarge);
  const approve = () =>
    form
      .submit((_, key) => {
        const body = {
          lines: lines.map((line) => ({ id: line.id, quarantine_first: quarantineFirst })),
        };
        const params = { path: { id }, header: { 'Idempotency-Key': key } };
        return answerOf(api.POST('/counts/{id}/approval', { params, body }));
      })
      .then((done) => {
        if (done === undefined) return;
        setAsking(false);
        const refused = done.results.filter(({ outcome }) => outcome === 'refused');
        const approved = done.results.length - refused.length;
        if (approved > 0) say(`${plural(approved, 'line')} approved.`);
        for (const { refusal } of refused) say(`Not posted. ${refusal}`, 'bad');
        reload();
      });
  return (
    <>
      {form.problem.value && !isAsking && <Alert tone="bad">{form.problem.value}</Alert>}
      <Button
        isBusy={form.isBusy.value}
        onClick={() => (large.length > 0 ? setAsking(true) : void approve())}
        {...(tone && { tone })}
      >
        {children}
      </Button>
      {isAsking && (
        <Dialog title="Large differences" onClose={() => setAsking(false)}>
          <Form
            form={form}
            send={() => void approve()}
            action="Approve all the same"
            onCancel={() => setAsking(false)}
          >
            <p>
              {plural(lines.length, 'line')}: {sumOf(lines)}. Beyond a tenth of the book, or of a
              controlled product:
            </p>
            <Table
              caption="Large differences"
              columns={LARGE_COLUMNS}
              rows={large}
              keyOf={(line) => line.id}
            />
          </Form>
        </Dialog>
      )}
    </>
  );
}

function Cancel({ sheet: { id }, reload }: { sheet: Sheet; reload(): void }) {
  const cancel = async () => {
    await answerOf(api.DELETE('/counts/{id}', { params: { path: { id } } }));
    say('Cancelled: what was not approved is not posted.');
    reload();
  };
  return (
    <Card title="Not right?">
      <p>What is not approved is not posted, and is counted again on another sheet.</p>
      <ActButton tone="danger" act={cancel}>
        Cancel the rest of the sheet
      </ActButton>
    </Card>
  );
}
