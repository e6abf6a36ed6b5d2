import { personAction, recordAction } from '../audit/operator-actions.ts';
import type { Answer, PersonCall } from '../contract.ts';
import type { Database, Transaction } from '../database/database.ts';
import { insertedRows, statement } from '../database/statement.ts';
import { errors } from '../errors.ts';
import { answerOnce, keyedRequest } from '../idempotency/idempotency.ts';
import { findLocationOrDefault } from '../inventory/rows/find-location.ts';
import { storedNames } from '../inventory/rows/stored-names.ts';
import { newId } from '../lib/random.ts';
import { findSheet, sheetTarget } from './sheet-rows.ts';

/** Lots that a sheet expects at most. */
const EXPECTED_MAX = 2_000;
/** A lot of the scope `not_counted` was neither counted nor new within so many days. */
const NOT_COUNTED_DAYS = 90;

type Body = PersonCall<'createCountSheet'>['body'];

/** Makes a sheet with a line for each lot that is in stock at the location now. */
export async function createCountSheet(
  { body, header, principal }: PersonCall<'createCountSheet'>,
  { database }: { readonly database: Database },
): Promise<Answer<'createCountSheet'>> {
  const { organizationId, personId } = principal;
  requireCodes(body);
  const request = keyedRequest('createCountSheet', header['Idempotency-Key'], body);
  const { answer, isRepeat } = await database.transaction((tx) =>
    answerOnce(tx, { principal, request }, async () => {
      const { id: locationId } = await findLocationOrDefault(tx, organizationId, body.location);
      const skuCodes = await findCodes(tx, organizationId, body.sku_codes);
      const { scope } = body;
      const lots = await tx.query(EXPECTED_LOTS, [
        locationId,
        organizationId,
        skuCodes,
        scope === 'controlled',
        scope === 'not_counted' ? NOT_COUNTED_DAYS : null,
        EXPECTED_MAX + 1,
      ]);
      if (lots.length > EXPECTED_MAX) {
        throw errors.invalid('scope', `covers more than ${EXPECTED_MAX} lots: choose some SKUs`);
      }
      if (lots.length === 0) {
        throw errors.invalid('scope', 'covers no lot that is in stock there');
      }
      await requireFewOpen(tx, organizationId);
      const id = newId();
      await tx.query(CREATE_SHEET, [id, organizationId, locationId, scope, personId]);
      const lines = lots.map((lot) => ({ id: newId(), ...lot }));
      await tx.query(CREATE_LINES, [JSON.stringify(lines), id, organizationId]);
      const action = personAction({ principal, command: 'createCountSheet', typed: body });
      await recordAction(tx, { ...action, organizationId, target: sheetTarget(id) });
      return findSheet(tx, { id, organizationId });
    }),
  );
  return { status: isRepeat ? 200 : 201, body: answer };
}

/** @throws ApiError 409 when as many sheets are open as the organization has people: each can count on one */
async function requireFewOpen(tx: Transaction, organizationId: string): Promise<void> {
  // When two people make a sheet at once, the second counts the first one's too.
  await tx.query(LOCK_ORGANIZATION, [organizationId]);
  const [row] = await tx.query(COUNT_OPEN, [organizationId]);
  const { open = 0, people = 0 } = row ?? {};
  if (open < people) return;
  throw errors.wrongState(
    `${open} sheets are open, as many as people work here: hand one in, or cancel it.`,
  );
}

const LOCK_ORGANIZATION = statement<never>(
  'lock-organization-to-count',
  'select from organization where id = $1::uuid for no key update',
);

const COUNT_OPEN = statement<{ open: number; people: number }>(
  'count-open-sheets',
  `select (select count(*) from count_sheet
            where organization_id = $1::uuid and state = 'open') as open,
          (select count(*) from person
            where organization_id = $1::uuid and ended_at is null) as people`,
);

/** @throws ApiError 400 when SKUs are named and not meant, or meant and not named */
function requireCodes({ scope, sku_codes }: Body): void {
  const isNamed = sku_codes !== undefined;
  if (isNamed === (scope === 'skus')) return;
  const message = isNamed
    ? 'must be left out unless the scope is skus'
    : 'is required with the scope skus';
  throw errors.invalid('sku_codes', message);
}

/** @throws ApiError 404 when the organization has no such SKU */
async function findCodes(
  tx: Transaction,
  organizationId: string,
  codes: readonly string[] | undefined,
): Promise<string[] | null> {
  if (codes === undefined) return null;
  const named = codes.map((sku_code) => ({ organization_id: organizationId, sku_code }));
  const stored = (await storedNames(tx, 'sku_code', named)).map(({ sku_code }) => sku_code);
  const known = await tx.query(KNOWN_CODES, [organizationId, stored]);
  const found = new Set(known.map(({ sku_code }) => sku_code));
  const unknown = stored.findIndex((code) => !found.has(code));
  if (unknown !== -1) {
    throw errors.productNotFound(
      `sku_codes.${unknown}: no SKU of this organization has this code.`,
    );
  }
  return stored;
}

const KNOWN_CODES = statement<{ sku_code: string }>(
  'find-codes-to-count',
  `select sku_code from sku where organization_id = $1::uuid and sku_code = any($2::text[])`,
);

const EXPECTED_LOTS = statement<{ lot_id: string; sku_id: string; lot_number: string }>(
  'expected-lots',
  `select lot.id as lot_id, lot.sku_id, lot.lot_number
     from (select id, sku_id, lot_number, organization_id, created_at from lot
            where location_id = $1::uuid and organization_id = $2::uuid and in_stock
           offset 0) lot
    cross join lateral (
          select sku_code, product_id from sku
           where sku.id = lot.sku_id and sku.organization_id = lot.organization_id
           limit 1) sku
    cross join lateral (
          select controlled_schedule is not null as is_controlled from product
           where product.id = sku.product_id and product.organization_id = lot.organization_id
           limit 1) product
     left join lateral (
          select movement.created_at from movement
           where movement.lot_id = lot.id and movement.organization_id = lot.organization_id
             and movement.type = 'count'
           order by movement.created_at desc
           limit 1) last_count on true
    where ($3::text[] is null or sku.sku_code = any($3::text[]))
      and (not $4::boolean or product.is_controlled)
      and ($5::int is null or greatest(lot.created_at, last_count.created_at)
                                <= clock_timestamp() - make_interval(days => $5::int))
    limit $6::int`,
);

const CREATE_SHEET = statement<never>(
  'create-count-sheet',
  `insert into count_sheet (id, organization_id, location_id, scope, created_by, created_at)
   values ($1::uuid, $2::uuid, $3::uuid, $4::text, $5::uuid, clock_timestamp())`,
);

const CREATE_LINES = statement<never>(
  'create-count-lines',
  insertedRows(`insert into count_line (id, organization_id, sheet_id, sku_id, lot_number, lot_id, is_expected)
   select id, $3::uuid, $2::uuid, sku_id, lot_number, lot_id, true
     from json_to_recordset($1::json) as expected (id uuid, sku_id uuid, lot_number text, lot_id uuid)
    order by sku_id, lot_number`),
);
