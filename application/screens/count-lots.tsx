import { useEffect, useRef, useState } from 'preact/hooks';
import { answerOf, api, type Schemas } from '../api/client.ts';
import { isOnline } from '../api/network.ts';
import { Badge } from '../components/badge.tsx';
import { Button } from '../components/button.tsx';
import type { FieldRows } from '../components/fields.tsx';
import { unitsOf as typedUnits, units, useForm } from '../components/form.tsx';
import { FormByFields, FormDialog } from '../components/form-by-fields.tsx';
import { meant } from '../components/meant.ts';
import { ActButton } from '../components/proof.tsx';
import { Card } from '../components/screen.tsx';
import { Product } from '../components/stock-columns.tsx';
import { Table } from '../components/table.tsx';
import { say } from '../components/toasts.tsx';
import {
  type CountLine,
  keepCount,
  type Label,
  recordedLines,
  type WaitingCount,
  waitingCounts,
} from '../counting/count-queue.ts';
import { describeScan, type Heard, type Scanned, unitsIn, useScans } from '../scanning/scans.ts';
import { count, day, plural, time } from '../words.ts';

type Sheet = Schemas['CountSheet'];

/** A lot of the sheet as it is known here: the service's line, and what still waits to be sent. */
interface Row extends Label {
  readonly line: CountLine | undefined;
  readonly waiting: WaitingCount | undefined;
}

/** A lot to count; of a pack that was scanned, packs are counted and the loose units next to them. */
type Scannable = Label & Partial<Pick<Row, 'line'>> & { readonly pack?: number };

type CountLotsProps = { sheet: Sheet; lines: readonly CountLine[]; reload(): void };

/** Counting, blind: a scan opens its lot, a number and Enter keep what lies there. */
export function CountLots({ sheet, lines, reload }: CountLotsProps) {
  const reader = useRef<typeof import('../counting/sheet-reader.ts')>(undefined);
  useEffect(() => {
    // Scans wait for the network where this has not come while there was one.
    const part = import('../counting/sheet-reader.ts');
    part.then(
      (read) => {
        reader.current = read;
      },
      () => {},
    );
  }, []);
  const [chosen, setChosen] = useState<Scannable>();
  const rows = rowsOf(sheet, lines);
  const take = (scanned: Scanned): Heard => {
    const { match, sku_code, lot_number, expiry_date = '' } = scanned;
    if (match !== 'sku' || sku_code === undefined || lot_number === undefined) {
      const why = isOnline.peek()
        ? 'Scan a code that has the lot.'
        : 'Without network only codes of this sheet are known: choose the lot below.';
      return { tone: 'bad', text: `${describeScan(scanned)} ${why}` };
    }
    const known = rows.find((row) => row.sku_code === sku_code && row.lot_number === lot_number);
    const pack = unitsIn(scanned);
    setChosen({ ...(known ?? { sku_code, lot_number, expiry_date }), pack });
    const named = describeScan(scanned);
    return known
      ? { tone: 'good', text: named }
      : { tone: 'bad', text: `${named} is not on the sheet: count it all the same.` };
  };
  useScans(take, (code) =>
    reader.current?.readOnSheet(
      code,
      rows.flatMap(({ line }) => line ?? []),
    ),
  );
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
      <Table
        caption="Lots to count"
        columns={[
          {
            label: 'Product',
            isName: true,
            isLong: true,
            cell: ({ sku_code, line }) => <Product of={{ ...line, sku_code }} />,
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
      <End id={sheet.id} rows={rows} reload={reload} />
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
        <Badge tone="warn">{row.waiting.problem ? 'Not taken' : 'Not sent'}</Badge>
      ) : (
        <span class="quiet">{time(counted.at)}</span>
      )}
    </span>
  );
}

function CountOne({ sheet, label, close }: { sheet: Sheet; label: Scannable; close(): void }) {
  const { sku_code, lot_number, expiry_date, line, pack = 1 } = label;
  const isPack = pack > 1;
  const initial = { packs: '', counted: isPack ? '0' : '', expiry_date };
  const form = useForm(`count ${sku_code} ${lot_number} ${pack}`, initial);
  const expiry = {
    name: 'expiry_date',
    label: 'Expiry date on the package',
    type: 'date',
  } as const;
  const some = { type: 'units', least: 0 } as const;
  return (
    <Card title={[line?.product_name, sku_code, `lot ${lot_number}`].filter(Boolean).join(', ')}>
      <FormByFields
        form={form}
        action="Keep"
        onCancel={close}
        fields={({ packs }) => [
          ...(expiry_date === '' ? [{ ...expiry, needed: 'Type the date on the package.' }] : []),
          ...(isPack
            ? [
                {
                  ...some,
                  name: 'packs',
                  label: `Packs of ${pack} that lie there`,
                  hint: `${count((typedUnits(packs) ?? 0) * pack)} units`,
                  isFirst: true,
                },
              ]
            : []),
          {
            ...some,
            name: 'counted',
            label: isPack ? 'Loose units next to them' : 'Units that lie there',
            isFirst: !isPack,
          },
        ]}
        send={async ({ packs, counted, ...typed }) => {
          const loose = units('counted', counted, { least: 0 });
          const lies = isPack ? units('packs', packs, { least: 0 }) * pack + loose : loose;
          await meant(form, 'counted', lies, { sku_code, lot_number, location: sheet.location });
          await keepCount(sheet.id, { sku_code, lot_number, ...typed }, lies);
          return lies;
        }}
        onDone={close}
      />
    </Card>
  );
}

const OTHER_LOT: FieldRows = [
  {
    name: 'sku_code',
    label: 'Product',
    maxLength: 100,
    needed: 'Type the product’s code.',
    isFirst: true,
  },
  { name: 'lot_number', label: 'Lot', maxLength: 100, needed: 'Type the lot from the package.' },
  { name: 'expiry_date', label: 'Expiry date', type: 'date', needed: 'Type the expiry date.' },
];

/** A lot that no one expected, typed from its label. */
function OtherLot({ choose }: { choose(label: Label): void }) {
  const [isOpen, setOpen] = useState(false);
  return isOpen ? (
    <FormDialog
      name="other lot"
      title="A lot that is not on the sheet"
      initial={{ sku_code: '', lot_number: '', expiry_date: '' }}
      action="Count it"
      fields={OTHER_LOT}
      send={async (label) => label}
      onDone={(label) => {
        setOpen(false);
        choose(label);
      }}
      onClose={() => setOpen(false)}
    />
  ) : (
    <div class="actions">
      <Button onClick={() => setOpen(true)}>A lot that is not on the sheet</Button>
    </div>
  );
}

function End({ id, rows, reload }: { id: string; rows: readonly Row[]; reload(): void }) {
  const counted = rows.filter(unitsOf).length;
  const left = rows.length - counted;
  const isWaiting = rows.some(({ waiting }) => waiting !== undefined);
  const params = { path: { id } };
  const end = async (asked: Promise<unknown>, said: string) => {
    await asked;
    say(said);
    reload();
  };
  const handIn = () => end(answerOf(api.POST('/counts/{id}/hand-in', { params })), 'Handed in.');
  const cancel = () =>
    end(answerOf(api.DELETE('/counts/{id}', { params })), 'Cancelled: nothing is posted.');
  return (
    <Card title="When you are done">
      <p>
        {plural(counted, 'lot')} counted.{' '}
        {left > 0 && `${plural(left, 'lot')} not counted: they stay as they are.`}
      </p>
      <div class="actions">
        <ActButton tone="primary" isDisabled={counted === 0 || isWaiting} act={handIn}>
          Hand in
        </ActButton>
        <ActButton act={cancel}>Cancel the sheet</ActButton>
      </div>
    </Card>
  );
}
