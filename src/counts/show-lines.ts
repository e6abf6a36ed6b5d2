import type { Answer, PersonPrincipal } from '../contract.ts';
import type { Queryable } from '../database/database.ts';
import { ApiError } from '../errors.ts';
import type { CountAnswer } from '../inventory/rules/apply-change.ts';
import { type CountRequest, newMovement, type StockChange } from '../inventory/rules/requests.ts';
import type { MovedReservation } from '../inventory/rules/stock.ts';
import { type CountPreview, previewCounts } from '../inventory/writer/preview-changes.ts';
import { ndcsOfText } from '../scan/ndc.ts';
import { isOwn, type LineRow } from './line-rows.ts';
import type { CountSheet } from './sheet-rows.ts';

type Shown = Pick<CountSheet, 'location' | 'state'>;
export type CountLine = Answer<'getCountSheet'>['body']['data'][number];
type Compared = Pick<
  CountLine,
  'book' | 'difference' | 'moved_since' | 'on_hand' | 'shortens' | 'refusal'
>;

/** Reservations of a lot that are looked through for those that a count would shorten. */
const SHORTENED_MAX = 200;

/** Nothing of what the ledger has: so all that is shown of a line before its sheet is handed in. */
const BLIND: Compared = {
  book: null,
  difference: null,
  moved_since: null,
  on_hand: null,
  shortens: [],
  refusal: null,
};

/** Shows lines of a sheet, decided together; what the ledger has of them only where it was handed in. */
export async function showLines(
  db: Queryable,
  sheet: Shown,
  principal: PersonPrincipal,
  rows: readonly LineRow[],
): Promise<CountLine[]> {
  const isShown = sheet.state === 'handed_in';
  const compared = isShown ? await compare(db, sheet, { rows, principal }) : new Map();
  return rows.map((row) => {
    const isWaiting = isShown && row.counted !== null && row.approved_by === null;
    return {
      ...fieldsOf(row),
      ...(row.approved_by !== null ? posted(row) : (compared.get(row.id) ?? BLIND)),
      may_approve: isWaiting && principal.scopes.has('counts:approve') && !isOwn(row, principal),
    };
  });
}

function fieldsOf({ sku_id, location_id, is_there, approvals, counted_as, ...line }: LineRow) {
  const { numbers, ndc, packs, ...shown } = line;
  const gtins = numbers.map((number) => ({ code_type: 'gtin', code: number.padStart(14, '0') }));
  const ndcs = ndcsOfText(ndc ?? '').map((code) => ({ code_type: 'ndc', code }));
  const own = [...gtins, ...ndcs].map((code) => ({ ...code, units: 1 }));
  return { ...shown, codes: [...own, ...packs] };
}

function posted({ counted, difference }: LineRow): Compared {
  return { ...BLIND, book: (counted ?? 0) - (difference ?? 0), difference };
}

/** Compares what waits for approval with the ledger, as if all of these were approved now. */
async function compare(
  db: Queryable,
  sheet: Shown,
  { rows, principal }: { rows: readonly LineRow[]; principal: PersonPrincipal },
): Promise<Map<string, Compared>> {
  const waiting = rows.filter((row) => row.counted !== null && row.approved_by === null);
  const compared = new Map<string, Compared>(
    waiting.filter(({ is_there }) => !is_there).map((row) => [row.id, unknown(row)]),
  );
  const there = waiting.filter(({ is_there }) => is_there);
  const changes = there.map((row) => changeOf(row, { location: sheet.location, principal }));
  const previews = await previewCounts(db, changes);
  for (const [index, row] of there.entries()) {
    compared.set(row.id, comparedWith(row, previews[index] as CountPreview));
  }
  return compared;
}

/** A lot that the location does not know: all of it is received into quarantine. */
function unknown({ counted }: LineRow): Compared {
  return { ...BLIND, book: 0, difference: counted, moved_since: 0, on_hand: 0 };
}

function changeOf(
  row: LineRow,
  { location, principal }: { location: string; principal: PersonPrincipal },
): StockChange<CountRequest> {
  const { sku_id: skuId, location_id: locationId, sku_code: skuCode, product_id: productId } = row;
  return {
    level: { skuId, locationId, organizationId: principal.organizationId },
    naming: { skuCode, productId, location },
    request: {
      type: 'count',
      lotNumber: row.lot_number,
      units: row.counted as number,
      countedAt: row.counted_at,
      movesMax: SHORTENED_MAX,
      movedBefore: [],
    },
    movement: newMovement({ actor: principal.actor }),
  };
}

function comparedWith({ counted }: LineRow, { book, onHand, outcome }: CountPreview): Compared {
  const units = book?.units ?? null;
  const known =
    units === null
      ? { book: null, difference: null, moved_since: null }
      : { book: units, difference: (counted as number) - units, moved_since: onHand - units };
  return outcome instanceof ApiError
    ? { ...known, on_hand: onHand, shortens: [], refusal: outcome.message }
    : {
        ...known,
        on_hand: onHand,
        shortens: (outcome.answer as CountAnswer).moved.map(shortfallOf),
        refusal: null,
      };
}

export function shortfallOf({ reference, moved, released }: MovedReservation) {
  return { reference, moved, released };
}
