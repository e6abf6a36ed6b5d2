import { useEffect, useState } from 'preact/hooks';
import { answerOf, api, type Schemas } from '../api/client.ts';
import { Alert } from '../components/alert.tsx';
import { Badge } from '../components/badge.tsx';
import { Button } from '../components/button.tsx';
import { TextField, UnitsField } from '../components/fields.tsx';
import { Form, needed, unitsOf as typedUnits, units, useForm } from '../components/form.tsx';
import { meant } from '../components/meant.ts';
import { Card } from '../components/screen.tsx';
import { Table } from '../components/table.tsx';
import { say } from '../components/toasts.tsx';
import {
  type CountLine,
  keepCount,
  type Label,
  recordedLines,
  resumeCounting,
  type WaitingCount,
  waitingCounts,
} from '../counting/count-queue.ts';
import { describeScan, unitsIn, useScans } from '../scanning/scans.ts';
import { count, day, plural, time } from '../words.ts';

type Sheet = Schemas['CountSheet'];

/** A lot of the sheet as it is known here: the service's line, and what still waits to be sent. */
interface Row extends Label {
  readonly line: CountLine | undefined;
  readonly waiting: WaitingCount | undefined;
}

/** A lot to count; of a pack that was scanned, packs are counted and the loose units next to them. */
type Scannable = Label & { readonly pack?: number };

/** Counting, blind: a scan opens its lot, a number and Enter keep what lies there. */
export function CountLots({
  sheet,
  lines,
  reload,
}: {
  sheet: Sheet;
  lines: readonly CountLine[];
  reload(): void;
}) {
  useEffect(() => void resumeCounting(), []);
  const [chosen, setChosen] = useState<Scannable>();
  const rows = rowsOf(sheet, lines);
  useScans((scanned) => {
    const { match, sku_code, lot_number, expiry_date } = scanned;
    if (match !== 'sku' || sku_code === undefined || lot_number === undefined)
      return { tone: 'bad', text: `${describeScan(scanned)} Scan a code that has the lot.` };
    const known = rows.find((row) => row.sku_code === sku_code && row.lot_number === lot_number);
    const pack = unitsIn(scanned);
    setChosen({ ...(known ?? { sku_code, lot_number, expiry_date: expiry_date ?? '' }), pack });
    return known
      ? { tone: 'good', text: describeScan(scanned) }
      : {
          tone: 'bad',
          text: `${describeScan(scanned)} is not on the sheet: count it all the same.`,
        };
  });
  const counted = rows.filter(unitsOf);
  const waiting = rows.filter((row) => row.waiting !== undefined).length;
  return (
    <>
      {chosen ? (
        <CountOne
          key={`${chosen.sku_code} ${chosen.lot_number} ${chosen.pack}`}
          sheet={sheet}
          label={chosen}
          close={() => setChosen(undefined)}
        />
      ) : (
        <p class="lead">Scan a package, or choose a lot. Then type how many units lie there.</p>
      )}
      {waiting > 0 && (
        <Alert tone="warn">
          {plural(waiting, 'count')} kept on this computer, and sent when the service answers.
        </Alert>
      )}
      <Table
        caption="Lots to count"
        columns={[
          {
            label: 'Product',
            isName: true,
            cell: ({ sku_code }) => <span class="code">{sku_code}</span>,
          },
          { label: 'Lot', cell: ({ lot_number }) => <span class="code">{lot_number}</span> },
          { label: 'Expiry', cell: ({ expiry_date }) => day(expiry_date) },
          { label: 'Counted', align: 'end', cell: (row) => <CountedCell row={row} /> },
          {
            label: 'Count',
            isWide: true,
            cell: (row) => (
              <Button
                label={`Count ${row.sku_code}, lot ${row.lot_number}`}
                onClick={() => setChosen(row)}
              >
                {unitsOf(row) ? 'Count again' : 'Count'}
              </Button>
            ),
          },
        ]}
        rows={rows}
        keyOf={({ sku_code, lot_number }) => `${sku_code} ${lot_number}`}
        toneOf={(row) => (unitsOf(row) ? 'good' : undefined)}
      />
      <OtherLot choose={setChosen} />
      <End
        sheet={sheet}
        counted={counted.length}
        left={rows.length - counted.length}
        isWaiting={waiting > 0}
        reload={reload}
      />
    </>
  );
}

function rowsOf(sheet: Sheet, lines: readonly CountLine[]): Row[] {
  const waiting = waitingCounts.value.filter((one) => one.sheet === sheet.id);
  const known = new Map(lines.map((line) => [line.id, line]));
  for (const [id, line] of recordedLines.value) {
    if (known.has(id) || !line.is_expected) known.set(id, line);
  }
  const nameOf = ({ sku_code, lot_number }: Label) => `${sku_code}\n${lot_number}`;
  const rows = new Map<string, Row>();
  for (const line of known.values())
    rows.set(nameOf(line), { ...labelOf(line), line, waiting: undefined });
  for (const one of waiting)
    rows.set(nameOf(one), { ...labelOf(one), line: rows.get(nameOf(one))?.line, waiting: one });
  return [...rows.values()];
}

function labelOf({ sku_code, lot_number, expiry_date }: Label): Label {
  return { sku_code, lot_number, expiry_date };
}

/** What was counted; undefined where no one has. */
function unitsOf({ line, waiting }: Row): { units: number; at: string | null } | undefined {
  if (waiting) return { units: waiting.counted, at: waiting.counted_at };
  return line?.counted == null ? undefined : { units: line.counted, at: line.counted_at };
}

function CountedCell({ row }: { row: Row }) {
  const counted = unitsOf(row);
  if (!counted) return <span class="quiet">not yet</span>;
  return (
    <span class="pair">
      <b>{count(counted.units)}</b>
      {row.waiting ? (
        <Badge tone="warn">Not sent</Badge>
      ) : (
        <span class="quiet">{time(counted.at)}</span>
      )}
    </span>
  );
}

function CountOne({ sheet, label, close }: { sheet: Sheet; label: Scannable; close(): void }) {
  const { sku_code, lot_number, pack = 1 } = label;
  const form = useForm(`count ${sku_code} ${lot_number} ${pack}`, {
    packs: '',
    counted: pack > 1 ? '0' : '',
    expiry_date: label.expiry_date,
  });
  const send = () =>
    void form
      .submit(async ({ packs, counted, expiry_date }) => {
        const loose = units('counted', counted, { least: 0 });
        const lies = pack > 1 ? units('packs', packs, { least: 0 }) * pack + loose : loose;
        needed('expiry_date', expiry_date, 'Type the date on the package.');
        await meant(form, 'counted', lies, { sku_code, lot_number, location: sheet.location });
        await keepCount(sheet.id, { sku_code, lot_number, expiry_date }, lies);
        return lies;
      })
      .then((lies) => {
        if (lies !== undefined) close();
      });
  return (
    <Card title={`${sku_code}, lot ${lot_number}`}>
      <Form form={form} send={send} action="Keep" onCancel={close}>
        {label.expiry_date === '' && (
          <TextField
            form={form}
            name="expiry_date"
            label="Expiry date on the package"
            type="date"
          />
        )}
        {pack > 1 && (
          <UnitsField
            form={form}
            name="packs"
            label={`Packs of ${pack} that lie there`}
            hint={`${count((typedUnits(form.fields.packs.value) ?? 0) * pack)} units`}
            isFirst
          />
        )}
        <UnitsField
          form={form}
          name="counted"
          label={pack > 1 ? 'Loose units next to them' : 'Units that lie there'}
          isFirst={pack === 1}
        />
      </Form>
    </Card>
  );
}

/** A lot that no one expected, typed from its label. */
function OtherLot({ choose }: { choose(label: Label): void }) {
  const form = useForm('other lot', { sku_code: '', lot_number: '', expiry_date: '' });
  const [isOpen, setOpen] = useState(false);
  if (!isOpen) {
    return (
      <div class="actions">
        <Button onClick={() => setOpen(true)}>A lot that is not on the sheet</Button>
      </div>
    );
  }
  const send = () =>
    void form
      .submit(async ({ sku_code, lot_number, expiry_date }) => ({
        sku_code: needed('sku_code', sku_code, 'Type the product’s code.'),
        lot_number: needed('lot_number', lot_number, 'Type the lot from the package.'),
        expiry_date: needed('expiry_date', expiry_date, 'Type the expiry date.'),
      }))
      .then((label) => {
        if (label === undefined) return;
        setOpen(false);
        choose(label);
      });
  return (
    <Card title="A lot that is not on the sheet">
      <Form form={form} send={send} action="Count it" onCancel={() => setOpen(false)}>
        <TextField form={form} name="sku_code" label="Product" maxLength={100} isFirst />
        <TextField form={form} name="lot_number" label="Lot" maxLength={100} />
        <TextField form={form} name="expiry_date" label="Expiry date" type="date" />
      </Form>
    </Card>
  );
}

function End({
  sheet: { id },
  counted,
  left,
  isWaiting,
  reload,
}: {
  sheet: Sheet;
  counted: number;
  left: number;
  isWaiting: boolean;
  reload(): void;
}) {
  const form = useForm('hand in', {});
  const params = { path: { id } };
  const end = (how: 'hand in' | 'cancel') =>
    void form
      .submit(async () => {
        if (how === 'hand in') await answerOf(api.POST('/counts/{id}/hand-in', { params }));
        else await answerOf(api.DELETE('/counts/{id}', { params }));
        return true;
      })
      .then((done) => {
        if (!done) return;
        say(how === 'hand in' ? 'Handed in.' : 'Cancelled: nothing is posted.');
        reload();
      });
  return (
    <Card title="When you are done">
      {form.problem.value && <Alert tone="bad">{form.problem.value}</Alert>}
      <p>
        {plural(counted, 'lot')} counted.{' '}
        {left > 0 && `${plural(left, 'lot')} not counted: they stay as they are.`}
      </p>
      <div class="actions">
        <Button
          tone="primary"
          isBusy={form.isBusy.value}
          isDisabled={counted === 0 || isWaiting}
          onClick={() => end('hand in')}
        >
          Hand in
        </Button>
        <Button isBusy={form.isBusy.value} onClick={() => end('cancel')}>
          Cancel the sheet
        </Button>
      </div>
    </Card>
  );
}
