import { recordPersons } from '../audit/operator-actions.ts';
import type { Answer, Call } from '../contract.ts';
import type { Database, Queryable } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { errors } from '../errors.ts';
import { withStoredNames } from '../inventory/rows/stored-names.ts';
import { CURSORS } from '../lib/cursors.ts';
import { pageOf } from '../lib/paging.ts';
import { newId } from '../lib/random.ts';
import { type PackCode, type PackCodeType, readPackCode } from '../scan/pack-code.ts';
import { refusalOf } from '../scan/resolve-scan.ts';

type Pack = Answer<'listSkuPacks'>['body']['data'][number];

/** Lists the codes that a SKU was taught, by kind and code. */
export async function listSkuPacks(
  { path, query, principal: { organizationId } }: Call<'listSkuPacks'>,
  { database }: { readonly database: Queryable },
): Promise<Answer<'listSkuPacks'>> {
  const skuCode = await requireSkuCode(database, organizationId, path.sku_code);
  const [type = '', code = ''] = CURSORS.listSkuPacks.read(query.cursor);
  const values = [organizationId, skuCode, type, code, query.limit + 1];
  const cursorAfter = (row: Pack) => CURSORS.listSkuPacks.write([row.code_type, row.code]);
  const rows = await database.query(LIST_PACKS, values);
  return { status: 200, body: pageOf(rows, query.limit, (row) => row, cursorAfter) };
}

/** Lets a code name a SKU, or changes its units. Of two who teach it for two SKUs at once, one is refused. */
export async function putSkuPack(
  { path, body, principal }: Call<'putSkuPack'>,
  { database }: { readonly database: Database },
): Promise<Answer<'putSkuPack'>> {
  const read = requirePackCode(body);
  const { organizationId: organization_id } = principal;
  const pack = await database.transaction(async (tx) => {
    const sku_code = await requireSkuCode(tx, organization_id, path.sku_code);
    await tx.query(LOCK_CODES, [organization_id]);
    const typed = { ...read, units: body.units };
    const values = [newId(), organization_id, sku_code, read.code_type, read.code, body.units];
    await tx.query(WRITE_PACK, values);
    const refusal = await refusalOf(tx, { ...read, organization_id, sku_code });
    if (refusal !== undefined) throw errors.codeTaken(`${refusal}.`);
    const target = `sku ${sku_code}`;
    await recordPersons(tx, principal, { command: 'putSkuPack', target, typed });
    return { sku_code, ...typed };
  });
  return { status: 200, body: pack };
}

/** Lets a code name a SKU no more. */
export async function deleteSkuPack(
  { path, query, principal }: Call<'deleteSkuPack'>,
  { database }: { readonly database: Database },
): Promise<Answer<'deleteSkuPack'>> {
  const read = requirePackCode(query);
  const id = principal.organizationId;
  const deleted = await database.transaction(async (tx) => {
    const sku_code = await requireSkuCode(tx, id, path.sku_code);
    const rows = await tx.query(DELETE_PACK, [id, sku_code, read.code_type, read.code]);
    const target = `sku ${sku_code}`;
    const done = { command: 'deleteSkuPack', target, typed: { ...read } } as const;
    if (rows.length > 0) await recordPersons(tx, principal, done);
    return rows.length;
  });
  return { status: 200, body: { deleted } };
}

/** @throws ApiError 400 for a code that is none of its kind */
function requirePackCode(asked: { code_type?: PackCodeType; code: string }): PackCode {
  const read = readPackCode(asked.code_type, asked.code);
  if (typeof read === 'string') throw errors.invalid('code', read);
  return read;
}

/** @throws ApiError 404 for a SKU that the organization does not have */
async function requireSkuCode(db: Queryable, id: string, asked: string): Promise<string> {
  const { sku_code } = await withStoredNames(db, id, { sku_code: asked });
  const [sku] = await db.query(FIND_SKU, [id, sku_code]);
  if (sku) return sku.sku_code;
  throw errors.productNotFound('No SKU of this organization has this sku_code.');
}

/** Two codes of different kinds may be one package's: who teaches one waits for the other. An import locks the table. */
const LOCK_CODES = statement<never>(
  'lock-sku-codes',
  'select from pg_advisory_xact_lock(hashtextextended($1::uuid::text, 7203114004))',
);
const FIND_SKU = statement<{ sku_code: string }>(
  'find-sku-code',
  'select sku_code from sku where organization_id = $1::uuid and sku_code = $2::text limit 1',
);
const LIST_PACKS = statement<Pack>(
  'list-sku-packs',
  `select sku_code, code_type, code, units from sku_pack
    where organization_id = $1::uuid and sku_code = $2::text and (code_type, code) > ($3::text, $4::text)
    order by code_type, code limit $5`,
);

/** Writes nothing where the code names another SKU. */
const WRITE_PACK = statement<never>(
  'write-sku-pack',
  `insert into sku_pack (id, organization_id, sku_code, code_type, code, units)
   values ($1::uuid, $2::uuid, $3::text, $4::text, $5::text, $6::bigint)
   on conflict (organization_id, code_type, code) do update set units = excluded.units
   where sku_pack.sku_code = excluded.sku_code`,
);
const DELETE_PACK = statement<{ code: string }>(
  'delete-sku-pack',
  `delete from sku_pack where organization_id = $1::uuid and sku_code = $2::text
      and code_type = $3::text and code = $4::text returning code`,
);
