// Finds names as they are stored from names as callers write them: an exact match wins, then one that is the same in
// NFC. Names are stored in NFC today; older ones may have any form. A plain name is not looked up.
import type { Queryable } from '../../database/database.ts';
import { type Statement, statement } from '../../database/statement.ts';
import { errors } from '../../errors.ts';
import { isPlainName, nfc, requireName } from '../../lib/names.ts';

type NameField = 'sku_code' | 'location' | 'lot_number';

type Names = { readonly [Field in NameField]?: string | undefined };

interface Spelling {
  /** Spells a name that is not stored; throws where it may not be new. */
  readonly spellNew?: (name: string, index: number) => string;
  /** Takes what is wrong with a name; without it, that is thrown. */
  readonly refuse?: (problem: string, index: number) => void;
}

/**
 * Gives records one of their names as it is stored; a lot number is one of the SKU, where `sku_code` names it.
 *
 * @throws ApiError 400 where several are the same in NFC, and none is written as it was sent or in NFC
 */
export async function storedNames<Named extends Names & { readonly organization_id: string }>(
  db: Queryable,
  field: NameField,
  records: readonly Named[],
  { spellNew = nfc, refuse }: Spelling = {},
): Promise<Named[]> {
  const asked = records.flatMap(({ organization_id, sku_code, [field]: name }, index) =>
    name === undefined || isPlainName(name)
      ? []
      : { ordinal: index, organization_id, sku_code, name, nfc: nfc(name) },
  );
  if (asked.length === 0) return [...records];
  const isOfSku = field === 'lot_number' && asked.every(({ sku_code }) => sku_code !== undefined);
  const find = FIND[isOfSku ? 'lot_number_of_sku' : field];
  const found = Map.groupBy(
    await db.query(find, [JSON.stringify(asked)]),
    ({ ordinal }) => ordinal,
  );
  const named = [...records];
  for (const { ordinal, name } of asked) {
    const known = found.get(ordinal)?.map((row) => row.name) ?? [];
    const exact = [name, nfc(name)].find((one) => known.includes(one));
    if (exact === undefined && known.length > 1) {
      if (refuse === undefined) throw errors.invalid(field, AMBIGUOUS);
      refuse(AMBIGUOUS, ordinal);
    }
    const stored = exact ?? known[0];
    named[ordinal] = { ...(named[ordinal] as Named), [field]: stored ?? spellNew(name, ordinal) };
  }
  return named;
}

const AMBIGUOUS = 'names several that differ in their Unicode form: write it as one of them is';

interface FoundRow {
  ordinal: number;
  name: string;
}

/** Looks names up row by row. The last part reads the few names from before NFC in an index of their own. */
function finder(
  name: string,
  { table, column, condition = 'true' }: { table: string; column: string; condition?: string },
): Statement<FoundRow> {
  const named = (isNamed: string) => `
           (select distinct ${column} as name from (
             select ${column} from ${table}
              where organization_id = asked.organization_id and ${isNamed} and ${condition}`;
  return statement<FoundRow>(
    `stored-names-${name}`,
    `
    select asked.ordinal, found.name
      from json_to_recordset($1::json) as asked (
             ordinal int, organization_id uuid, name text, nfc text, sku_code text)
      left join lateral (
            select id from sku
             where organization_id = asked.organization_id and sku_code = asked.sku_code
             limit 1) own on true
     cross join lateral (${named(`${column} = asked.name`)} limit 1) exact)
           union ${named(`${column} = asked.nfc`)} limit 1) modern)
           union ${named(`${column} is not nfc normalized and normalize(${column}, nfc) = asked.nfc`)}) old
             limit 2)) found
     order by asked.ordinal, found.name`,
  );
}

const FIND = {
  sku_code: finder('sku_code', { table: 'sku', column: 'sku_code' }),
  location: finder('location', { table: 'location', column: 'name' }),
  lot_number: finder('lot_number', { table: 'lot_number', column: 'lot_number' }),
  lot_number_of_sku: finder('lot_number_of_sku', {
    table: 'lot_number',
    column: 'lot_number',
    condition: 'sku_id = own.id',
  }),
};

/** Gives a query the names of its SKU, location, lot and reference as they are stored. */
export async function withStoredNames<Query extends Names & ReferenceNames>(
  db: Queryable,
  organizationId: string,
  query: Query,
): Promise<Query> {
  let named = { ...query, organization_id: organizationId };
  // A lot number last, since it is one of the SKU's.
  for (const field of ['sku_code', 'location', 'lot_number'] as const) {
    if (isPlainName(named[field])) continue;
    [named] = (await storedNames(db, field, [named])) as [typeof named];
  }
  const { reference_type: type, reference_id: id } = query;
  if (isPlainName(type) && isPlainName(id)) return named;
  const stored = await storedReference(db, organizationId, { type, id });
  return { ...named, reference_type: stored.type, reference_id: stored.id };
}

interface ReferenceNames {
  readonly reference_type?: string | undefined;
  readonly reference_id?: string | undefined;
}

interface PartialReference {
  readonly type?: string | undefined;
  readonly id?: string | undefined;
}

/** Gives a reference as a movement or a reservation has it, or else in NFC. Only `mayBeNew` ones are validated. */
export async function storedReference<Given extends PartialReference>(
  db: Queryable,
  organizationId: string,
  given: Given,
  { mayBeNew = false } = {},
): Promise<Given> {
  const { type, id } = given;
  if (isPlainName(type) && isPlainName(id)) return given;
  const [known] = await db.query(FIND_REFERENCE, [organizationId, type ?? null, id ?? null]);
  if (known !== undefined) return given;
  const spell = mayBeNew ? requireName : (_: string, name: string) => nfc(name);
  return {
    ...given,
    ...(type !== undefined && { type: spell('reference.type', type) }),
    ...(id !== undefined && { id: spell('reference.id', id) }),
  };
}

const FIND_REFERENCE = statement<{ known: boolean }>(
  'stored-reference',
  `
    (select true as known from movement
      where reference_id = $3::text and reference_type is not distinct from $2::text
        and organization_id = $1::uuid
      limit 1)
    union all
    (select true from allocation
      where reference_id = $3::text and reference_type = $2::text and organization_id = $1::uuid
      limit 1)`,
);
