import { answerOf, api, type Schemas } from '../api/client.ts';
import type { Pages } from '../api/loaded.ts';
import { Alert } from '../components/alert.tsx';
import { Badge } from '../components/badge.tsx';
import { Button } from '../components/button.tsx';
import { useForm } from '../components/form.tsx';
import { List } from '../components/list.tsx';
import { Card } from '../components/screen.tsx';
import type { Column } from '../components/table.tsx';
import { say } from '../components/toasts.tsx';
import { nameOf, useNames } from '../names.ts';
import { may, session } from '../session.ts';
import { count, day, plural, reservedFor, signed, time } from '../words.ts';

type Sheet = Schemas['CountSheet'];
type Line = Schemas['CountLine'];

/** One request approves at most so many. */
const LINES_MAX = 100;

/** What was counted beside what the ledger says, and the approval of each difference. */
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
        columns={[...COLUMNS, ...(isWaiting ? [actions(sheet, reload)] : [])]}
        toneOf={({ difference, refusal, approved_by }) =>
          approved_by !== null
            ? undefined
            : refusal || (difference ?? 0) < 0
              ? 'bad'
              : difference
                ? 'warn'
                : 'good'
        }
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
    cell: ({ sku_code, lot_number, expiry_date, is_controlled }) => (
      <span class="pair">
        <span class="code">{sku_code},</span>
        <span class="code">{lot_number}</span>
        <span class="quiet">{day(expiry_date)}</span>
        {is_controlled && <Badge tone="warn">Controlled</Badge>}
      </span>
    ),
  },
  {
    label: 'At',
    cell: ({ counted_at, counted_by }) =>
      `${time(counted_at)}${counted_by === null ? '' : `, ${nameOf(counted_by)}`}`,
  },
  { label: 'Counted', align: 'end', cell: ({ counted }) => <b>{count(counted)}</b> },
  { label: 'Book then', align: 'end', cell: ({ book }) => count(book) },
  { label: 'Difference', align: 'end', cell: ({ difference }) => <b>{signed(difference)}</b> },
  { label: 'Moved since', align: 'end', cell: ({ moved_since }) => signed(moved_since) },
];

function actions(sheet: Sheet, reload: () => void): Column<Line> {
  return {
    label: 'Approval',
    isWide: true,
    cell: (line) => <LineApproval sheet={sheet} line={line} reload={reload} />,
  };
}

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
        <Alert tone="info">Nobody expected it: it is received into quarantine.</Alert>
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
  // biome-ignore lint/suspicious/noExplicitAny: whatever a button may hold
  children: any;
}) {
  const form = useForm(`approve ${name}`, {});
  const approve = () =>
    void form
      .submit((_, key) => {
        const body = {
          lines: lines.map((line) => ({ id: line.id, quarantine_first: quarantineFirst })),
        };
        const params = { path: { id }, header: { 'Idempotency-Key': key } };
        return answerOf(api.POST('/counts/{id}/approval', { params, body }));
      })
      .then((done) => {
        if (done === undefined) return;
        const refused = done.results.filter(({ outcome }) => outcome === 'refused');
        const approved = done.results.length - refused.length;
        if (approved > 0) say(`${plural(approved, 'line')} approved.`);
        for (const { refusal } of refused) say(`Not posted. ${refusal}`, 'bad');
        reload();
      });
  return (
    <>
      {form.problem.value && <Alert tone="bad">{form.problem.value}</Alert>}
      <Button isBusy={form.isBusy.value} onClick={approve} {...(tone && { tone })}>
        {children}
      </Button>
    </>
  );
}

function Cancel({ sheet: { id }, reload }: { sheet: Sheet; reload(): void }) {
  const form = useForm('cancel', {});
  const cancel = () =>
    void form
      .submit(() => answerOf(api.DELETE('/counts/{id}', { params: { path: { id } } })))
      .then((done) => {
        if (done === undefined) return;
        say('Cancelled: what was not approved is not posted.');
        reload();
      });
  return (
    <Card title="Not right?">
      {form.problem.value && <Alert tone="bad">{form.problem.value}</Alert>}
      <p>What is not approved is not posted, and is counted again on another sheet.</p>
      <div class="actions">
        <Button tone="danger" isBusy={form.isBusy.value} onClick={cancel}>
          Cancel the rest of the sheet
        </Button>
      </div>
    </Card>
  );
}
