import type { Answer, PersonCall } from '../contract.ts';
import { type Database, dateText, type Transaction } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { errors, type FieldProblem } from '../errors.ts';
import { storedNames } from '../inventory/rows/stored-names.ts';
import { isDate } from '../lib/formats.ts';
import { nameProblem, requireName } from '../lib/names.ts';
import { readTimestamp } from '../lib/paging.ts';
import { newId } from '../lib/random.ts';
import { identitiesOf } from '../people/people.ts';
import { readLines } from './line-rows.ts';
import { type LockedSheet, lockSheet } from './sheet-rows.ts';
import { showLines } from './show-lines.ts';

/** Lines of a sheet, those of lots that no one expected among them. */
const LINES_MAX = 4_000;
/** What the clock of a browser may be ahead; it is taken as now. */
const CLOCK_AHEAD_MILLISECONDS = 60_000;

type Sent = PersonCall<'recordCountLines'>['body']['lines'][number];

/** Records counts on an open sheet, all or none. Of two counts of a lot the later one holds, in whatever order they come. */
export async function recordCountLines(
  { path: { id }, body, principal }: PersonCall<'recordCountLines'>,
  { database }: { readonly database: Database },
): Promise<Answer<'recordCountLines'>> {
  const { organizationId, personId } = principal;
  refuseHalfNamed(body.lines);
  const data = await database.transaction(async (tx) => {
    const sheet = await lockSheet(tx, { id, organizationId }, { isShared: true });
    if (sheet.state !== 'open') {
      const how = sheet.state === 'cancelled' ? 'is cancelled' : 'was handed in';
      throw errors.wrongState(`The sheet ${how}: nothing can be counted on it any more.`);
    }
    const times = body.lines.map((line, index) => countedAt(line, index, sheet));
    const lots = await resolve(tx, { organizationId, locationId: sheet.location_id }, body.lines);
    const counts = body.lines.map((line, index) => ({
      id: newId(),
      ...(lots[index] as CountedLot),
      counted: line.counted,
      counted_at: times[index] as string,
    }));
    await tx.query(RECORD, [
      JSON.stringify(lastOfEach(counts)),
      id,
      organizationId,
      personId,
      identitiesOf(principal),
    ]);
    const [lines] = await tx.query(COUNT_LINES, [id, organizationId]);
    if ((lines?.count ?? 0) > LINES_MAX) {
      throw errors.invalid('lines', `must keep the sheet at no more than ${LINES_MAX} lines`);
    }
    const recorded = await tx.query(RECORDED, [JSON.stringify(counts), id, organizationId]);
    const ids = [...new Set(recorded.map((line) => line.id))];
    const rows = await readLines(tx, { id, organizationId }, ids);
    const shown = await showLines(tx, sheet, principal, rows);
    return counts.map(({ sku_code, lot_number }) => {
      const line = shown.find((one) => one.sku_code === sku_code && one.lot_number === lot_number);
      if (line === undefined) throw new Error('A line that was recorded is gone.');
      return line;
    });
  });
  return { status: 200, body: { data } };
}

/** @throws ApiError 400 where a lot is named neither by its id nor by its label, or by both */
function refuseHalfNamed(lines: readonly Sent[]): void {
  const problems = lines.flatMap(
    ({ lot_id, sku_code, lot_number, expiry_date }, index): FieldProblem[] => {
      const path = (field: string) => `lines.${index}.${field}`;
      if (expiry_date !== undefined && !isDate(expiry_date)) {
        return [{ path: path('expiry_date'), message: 'must be a real date' }];
      }
      if (lot_id !== undefined) {
        const other = Object.entries({ sku_code, lot_number, expiry_date }).find(
          ([, value]) => value !== undefined,
        );
        return other === undefined
          ? []
          : [{ path: path(other[0]), message: 'must not be sent beside lot_id' }];
      }
      if (sku_code === undefined && lot_number === undefined) {
        return [{ path: path('lot_id'), message: 'or sku_code and lot_number are required' }];
      }
      const missing = sku_code === undefined ? 'sku_code' : 'lot_number';
      return sku_code === undefined || lot_number === undefined
        ? [{ path: path(missing), message: 'is required where lot_id is not sent' }]
        : [];
    },
  );
  if (problems.length > 0) throw errors.validation(problems);
}

/** @throws ApiError 400 when it is later than now */
function countedAt({ counted_at }: Sent, index: number, { now }: LockedSheet): string {
  if (counted_at === undefined) return now;
  const path = `lines.${index}.counted_at`;
  const at = readTimestamp(counted_at, path);
  if (at <= now) return at;
  if (Date.parse(at) - Date.parse(now) <= CLOCK_AHEAD_MILLISECONDS) return now;
  throw errors.invalid(path, `must not be later than now, ${now}`);
}

interface CountedLot {
  readonly sku_id: string;
  readonly sku_code: string;
  readonly lot_number: string;
  readonly lot_id: string | null;
  /** The expiry date of a lot that the location does not know. */
  readonly expiry_date: string | null;
}

/** @throws ApiError where a line names no SKU or lot of the location, or a new lot without its date or with another */
async function resolve(
  tx: Transaction,
  { organizationId, locationId }: { organizationId: string; locationId: string },
  lines: readonly Sent[],
): Promise<CountedLot[]> {
  const organization_id = organizationId;
  const asked = lines.map((line, index) => ({ ...line, index, organization_id }));
  const coded = await storedNames(tx, 'sku_code', asked);
  const named = await storedNames(tx, 'lot_number', coded, {
    spellNew: (name, index) => requireName(`lines.${index}.lot_number`, name),
  });
  const rows = await tx.query(RESOLVE, [JSON.stringify(named), organizationId, locationId]);
  return rows.map((found, index) => toLot(found, named[index] as Sent, index));
}

function toLot(found: ResolvedRow, sent: Sent, index: number): CountedLot {
  const path = `lines.${index}`;
  const { sku_id, sku_code, lot_id } = found;
  const lot_number = found.lot_number ?? sent.lot_number;
  if (sent.lot_id !== undefined && lot_id === null) {
    throw errors.lotNotFound(`${path}.lot_id: no lot of this id is at the location of the sheet.`);
  }
  if (sku_id === null || sku_code === null || lot_number === undefined) {
    throw errors.productNotFound(
      `${path}.sku_code: no SKU of this organization has this sku_code.`,
    );
  }
  const { known_expiry } = found;
  if (
    sent.expiry_date !== undefined &&
    known_expiry !== null &&
    sent.expiry_date !== known_expiry
  ) {
    throw errors.lotExpiryMismatch(
      `${path}: this lot number expires on ${known_expiry}: it has one expiry date at every location.`,
    );
  }
  if (lot_id !== null) return { sku_id, sku_code, lot_number, lot_id, expiry_date: null };
  const problem = nameProblem(lot_number);
  if (problem !== undefined) {
    throw errors.invalid(`${path}.lot_number`, problem);
  }
  const expiry_date = known_expiry ?? sent.expiry_date;
  if (expiry_date === undefined) {
    throw errors.invalid(`${path}.expiry_date`, 'is required where the lot number is new');
  }
  return { sku_id, sku_code, lot_number, lot_id, expiry_date };
}

interface ResolvedRow {
  readonly sku_id: string | null;
  readonly sku_code: string | null;
  readonly lot_id: string | null;
  readonly lot_number: string | null;
  /** That of the lot number, wherever it lies. */
  readonly known_expiry: string | null;
}

const RESOLVE = statement<ResolvedRow>(
  'resolve-counted-lots',
  `select sku.id as sku_id, sku.sku_code, lot.id as lot_id, lot.lot_number,
          ${dateText('coalesce(lot.expiry_date, known.expiry_date)')} as known_expiry
     from json_to_recordset($1::json) as asked (index int, lot_id uuid, sku_code text, lot_number text)
     left join lateral (
          select sku_id from lot where lot.id = asked.lot_id and lot.organization_id = $2::uuid limit 1
          ) by_id on true
     left join lateral (
          (select id, sku_code from sku
            where asked.lot_id is null and sku.organization_id = $2::uuid and sku.sku_code = asked.sku_code
            limit 1)
          union all
          (select id, sku_code from sku
            where sku.id = by_id.sku_id and sku.organization_id = $2::uuid limit 1)) sku on true
     left join lateral (
          (select id, lot_number, expiry_date from lot
            where lot.id = asked.lot_id and lot.organization_id = $2::uuid and lot.location_id = $3::uuid
            limit 1)
          union all
          (select id, lot_number, expiry_date from lot
            where asked.lot_id is null and lot.lot_number = asked.lot_number and lot.sku_id = sku.id
              and lot.location_id = $3::uuid and lot.organization_id = $2::uuid
            limit 1)) lot on true
     left join lateral (
          select expiry_date from lot_number
           where lot_number.lot_number = asked.lot_number and lot_number.sku_id = sku.id
             and lot_number.organization_id = $2::uuid
           limit 1) known on true
    order by asked.index`,
);

/** A statement cannot write a row twice. */
function lastOfEach<Count extends CountedLot & { readonly counted_at: string }>(
  counts: readonly Count[],
): Count[] {
  const last = new Map<string, Count>();
  for (const count of counts) {
    const name = `${count.sku_id} ${count.lot_number}`;
    if (count.counted_at >= (last.get(name)?.counted_at ?? '')) last.set(name, count);
  }
  return [...last.values()];
}

const RECORD = statement<never>(
  'record-count-lines',
  `insert into count_line as line (
     id, organization_id, sheet_id, sku_id, lot_number, lot_id, expiry_date, is_expected, counted,
     counted_at, counted_by, counted_as)
   select id, $3::uuid, $2::uuid, sku_id, lot_number, lot_id, expiry_date, false, counted, counted_at,
          $4::uuid, $5::uuid[]
     from json_to_recordset($1::json) as given (
            id uuid, sku_id uuid, lot_number text, lot_id uuid, expiry_date date, counted bigint,
            counted_at timestamptz)
    order by sku_id, lot_number
   on conflict (sheet_id, organization_id, sku_id, lot_number) do update
      set lot_id = excluded.lot_id, expiry_date = excluded.expiry_date, counted = excluded.counted,
          counted_at = excluded.counted_at, counted_by = excluded.counted_by,
          counted_as = excluded.counted_as
    where line.counted_at is null or excluded.counted_at >= line.counted_at`,
);

const RECORDED = statement<{ id: string }>(
  'recorded-count-lines',
  `select line.id
     from json_to_recordset($1::json) as given (sku_id uuid, lot_number text)
    cross join lateral (
          select id from count_line
           where sheet_id = $2::uuid and organization_id = $3::uuid
             and sku_id = given.sku_id and lot_number = given.lot_number
           limit 1) line`,
);

const COUNT_LINES = statement<{ count: number }>(
  'count-count-lines',
  `select count(*) as count from count_line
    where sheet_id = $1::uuid and organization_id = $2::uuid`,
);
