import type { Answer, Call } from '../contract.ts';
import { batchable } from '../database/batched-reads.ts';
import type { Queryable } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { spellingsOfGtins } from './item-number.ts';
import { ndcsOfText, spellingsOfNdc } from './ndc.ts';
import { type PackCode, packCodesOf, readingOf } from './pack-code.ts';
import { agreed, type Content, parseCode, type Reading } from './parse.ts';

export type ScanResult = Answer<'resolveScan'>['body'];

/** Says which SKU a scanned code names and what else it carries. */
export async function resolveScan(
  { body, principal }: Call<'resolveScan'>,
  { database }: { readonly database: Queryable },
): Promise<Answer<'resolveScan'>> {
  const { organizationId } = principal;
  const result = await resolveCode(database, { organizationId, code: body.code });
  return { status: 200, body: result };
}

/** What a person says, which chooses among the SKUs of a product that share the code, and the ways to read it. */
export type Said = Pick<ScanResult, 'sku_code' | 'lot_number' | 'expiry_date'>;

/** @returns `unknown_code` with a product_id where several SKUs share the code and none is chosen */
export async function resolveCode(
  database: Queryable,
  { organizationId, code, said = {} }: { organizationId: string; code: string; said?: Said },
): Promise<ScanResult> {
  const skuCode = said.sku_code;
  const reading = parseCode(code, new Date().getUTCFullYear());
  const hits = await hitsOf(database, { organizationId, skuCode }, reading);
  for (const own of reading.skuCodes) {
    const hit = hits.find(({ rank, codes }) => rank === SKU_CODE_RANK && codes.includes(own));
    if (hit === undefined) continue;
    const { product_id, matched_by } = hit;
    return { match: 'sku', product_id, sku_code: own, matched_by, code_type: 'sku_code' };
  }
  // A GTIN that two products share gives no reason to search by its NDC.
  const byNumber = settle(
    hits.filter(({ rank }) => rank > SKU_CODE_RANK && rank < NDC_RANK),
    skuCode,
  );
  const byNdc = settle(
    hits.filter(({ rank }) => rank === NDC_RANK),
    skuCode,
  );
  if (reading.isNdcToo && byNdc !== undefined && !isOneProduct(reading, byNumber, byNdc)) {
    return { match: 'unknown_code', ...carriedBy(withoutNumber(reading), hits, undefined) };
  }
  const found = byNumber ?? byNdc;
  const content = saidIn(reading, said) ?? contentFor(reading, found);
  const isMatched = content.lotNumber !== undefined && content.lotNumber !== reading.lotNumber;
  return {
    ...namedBy(found),
    ...carriedBy(content, hits, found),
    ...(isMatched && { lot_matched: true }),
  };
}

/** Whether a code that is a number and an NDC names one product. A UPC-A of something else may look like an NDC. */
function isOneProduct(reading: Reading, byNumber: Found | undefined, byNdc: Found): boolean {
  if (byNumber === undefined) return reading.codeType !== 'upc_a';
  return byNumber.productId !== undefined && byNumber.productId === byNdc.productId;
}

function withoutNumber({ codeType, ...reading }: Reading): Content {
  const unresolved = [{ field: 'gtin', reason: 'ambiguous' } as const, ...reading.unresolved];
  return {
    ...reading,
    ...(codeType !== 'upc_a' && { codeType }),
    numbers: [],
    ndcs: [],
    unresolved,
  };
}

function hitsOf(
  database: Queryable,
  { organizationId, skuCode }: { organizationId: string; skuCode?: string | undefined },
  reading: Reading,
  packCodes: readonly PackCode[] = packCodesOf(reading),
): Promise<Hit[]> {
  const spellings = spellingsOfGtins(reading.numbers.map(({ gtin }) => gtin));
  const lots = [...new Set(reading.ways.map(({ lotNumber }) => lotNumber))];
  return database.query(lots.length === 0 ? FIND_CODE : FIND_CODE_AND_LOTS, [
    organizationId,
    reading.skuCodes,
    spellings.gtins,
    spellings.upcs,
    spellings.eans,
    reading.ndcs,
    reading.ndcs.flatMap(spellingsOfNdc),
    skuCode ?? null,
    packCodes.map(({ code_type }) => code_type),
    packCodes.map(({ code }) => code),
    ...(lots.length === 0 ? [] : [lots]),
  ]);
}

/** Returns why a code cannot name a SKU: a scan of it names another already. */
export async function refusalOf(
  database: Queryable,
  pack: PackCode & { readonly organization_id: string; readonly sku_code: string },
): Promise<string | undefined> {
  const { organization_id: organizationId, sku_code, code_type, code } = pack;
  const reading = readingOf(pack);
  const hits = await hitsOf(database, { organizationId }, reading, [pack, ...packCodesOf(reading)]);
  const named = hits.flatMap((hit) => [hit.first_sku_code, hit.last_sku_code]);
  const other = named.find((one) => one !== sku_code);
  return other && `${code_type} ${code} names ${other} already, so it cannot name ${sku_code}`;
}

/**
 * Returns what the code says with the lot that a person names, and with the date if it can have that too. Where it can
 * have neither, what it says otherwise: another lot or date than theirs.
 */
function saidIn({ ways }: Reading, said: Said): Content | undefined {
  const expiryDate = said.expiry_date;
  if (said.lot_number === undefined || ways.length === 0) return undefined;
  const named = ways.filter((way) => way.lotNumber === said.lot_number);
  if (expiryDate === undefined) return named.length === 0 ? ways[0] : agreed(named);
  const dated = named.filter((way) => way.expiryDate !== undefined);
  const right = dated.filter((way) => way.expiryDate === expiryDate);
  return right.length > 0 ? agreed(right) : (dated[0] ?? named[0] ?? ways[0]);
}

/** Returns what the code says with the lot that the SKU has or had, if with no other date than the label's. */
function contentFor(reading: Reading, found: Found | undefined): Content {
  const own = found?.hits.filter(
    (hit) =>
      hit.has_chosen ||
      [hit.first_sku_code, hit.last_sku_code].every((code) => code === found.skuCode),
  );
  const stored = new Set(
    found?.skuCode === undefined ? [] : own?.flatMap(({ lots }) => lots ?? []),
  );
  const lots = new Set([...stored].map((lot) => lot.slice('YYYY-MM-DD '.length)));
  if (lots.size === 0) return reading;
  const ways = reading.ways.filter(({ lotNumber = '' }) => lots.has(lotNumber));
  const dated = ways.filter(({ expiryDate }) => expiryDate !== undefined);
  const right = dated.filter((way) => stored.has(`${way.expiryDate} ${way.lotNumber}`));
  if (lots.size === 1 && right.length > 0) return agreed(right);
  if (right.length === dated.length) return agreed(ways);
  const isOwn = lots.size === 1 && lots.has(reading.lotNumber ?? '');
  return isOwn ? reading : agreed([reading, ...reading.ways]);
}

/** SKUs of one product that match the code at one rank. */
interface Hit {
  /** The rank of precedence; gtin, upc and ean (1 to 3) count as one. */
  readonly rank: number;
  readonly matched_by: 'sku_code' | 'upc' | 'ean' | PackCode['code_type'];
  readonly product_id: string;
  /** The codes as the catalog writes them. */
  readonly codes: readonly string[];
  /** The first and the last of the SKUs, which are the same where there is only one. */
  readonly first_sku_code: string;
  readonly last_sku_code: string;
  readonly has_chosen: boolean | null;
  /** The NDC of the first SKU, as it is written. */
  readonly ndc: string | null;
  /** Units of a package, where these are codes that the SKU was taught and they agree. */
  readonly units: number | null;
}

/** Those of the lots asked for that the SKU has or had, the chosen one or the only one: expiry date, blank, lot number. */
interface Lots {
  readonly lots: readonly string[];
}

const SKU_CODE_RANK = 0;
const PACK_RANK = 3;
const NDC_RANK = 4;

/** Two products are enough to know that there are several; up to three texts may be SKU codes. */
const PRODUCTS_MAX = 3;

type HitParts = Record<'matchedBy' | 'code' | 'from', string> & { readonly units?: string };
function hitsIn(rank: number, { matchedBy, code, from, units = 'null::bigint' }: HitParts): string {
  return `
    (select ${rank} as rank, ${matchedBy} as matched_by, sku.product_id,
            array_agg(distinct ${code}) as codes,
            min(sku.sku_code) as first_sku_code, max(sku.sku_code) as last_sku_code,
            bool_or(sku.sku_code = $8::text) as has_chosen,
            min(coalesce(sku.ndc, product.ndc_code)) as ndc, ${units} as units
       from ${from}
      group by sku.product_id
      order by sku.product_id
      limit ${PRODUCTS_MAX})`;
}

/** The lookup goes row by row: a join would scan a table of which the planner knows too little. */
const WITH_PRODUCT = `
       cross join lateral (
             select ndc_code from product
              where product.id = sku.product_id and product.organization_id = sku.organization_id
              limit 1) product`;

const HITS = [
  hitsIn(SKU_CODE_RANK, {
    matchedBy: "'sku_code'",
    code: 'sku.sku_code',
    from: `sku ${WITH_PRODUCT}
      where sku.organization_id = $1::uuid and sku.sku_code = any($2::text[])`,
  }),
  ...(['gtin', 'upc', 'ean'] as const).map((column, index) =>
    hitsIn(SKU_CODE_RANK + 1 + index, {
      matchedBy: `'${column}'`,
      code: `sku.${column}`,
      from: `sku ${WITH_PRODUCT}
      where sku.${column} = any($${3 + index}::text[]) and sku.organization_id = $1::uuid`,
    }),
  ),
  hitsIn(NDC_RANK, {
    matchedBy: "'ndc'",
    code: 'sku.ndc',
    from: `sku ${WITH_PRODUCT}
      where sku.ndc = any($6::text[]) and sku.organization_id = $1::uuid`,
  }),
  // A SKU with another NDC of its own is another package of the product.
  hitsIn(NDC_RANK, {
    matchedBy: "'ndc'",
    code: 'product.ndc_code',
    // Without codes there must be no row: from an empty array the planner may conclude anything.
    from: `unnest($7::text[]) as written (ndc_code)
       cross join lateral (
             select id, organization_id, ndc_code from product
              where product.ndc_code = written.ndc_code and product.organization_id = $1::uuid
             offset 0) product
       cross join lateral (
             select * from sku
              where sku.product_id = product.id and sku.organization_id = product.organization_id
             offset 0) sku
      where sku.ndc is null or sku.ndc = any($6::text[])`,
  }),
  ...(['<>', '='] as const).map((ndc) =>
    hitsIn(ndc === '=' ? NDC_RANK : PACK_RANK, {
      matchedBy: 'min(pack.code_type)',
      code: 'pack.code',
      units: 'case when min(pack.units) = max(pack.units) then min(pack.units) end',
      from: `unnest($9::text[], $10::text[]) as written (code_type, code)
       cross join lateral (
             select * from sku_pack where sku_pack.code = written.code
                and sku_pack.code_type = written.code_type and sku_pack.organization_id = $1::uuid limit 1) pack
       cross join lateral (
             select * from sku where sku.organization_id = $1::uuid and sku.sku_code = pack.sku_code
              limit 1) sku ${WITH_PRODUCT}
      where written.code_type ${ndc} 'ndc'`,
    }),
  ),
].join(' union all ');

const FIND_CODE = batchable(statement<Hit>('find-code', `${HITS} order by rank`));

/** The lots are the last parameter, and cost an eighth more: most codes can be read in one way. */
const FIND_CODE_AND_LOTS = batchable(
  statement<Hit & Lots>(
    'find-code-and-lots',
    `select hit.*,
            array(select to_char(known.expiry_date, 'YYYY-MM-DD ') || known.lot_number
                    from sku
                   cross join unnest($11::text[]) as read (lot_number)
                   cross join lateral (
                         select lot_number, expiry_date from lot_number
                          where lot_number.lot_number = read.lot_number
                            and lot_number.sku_id = sku.id
                            and lot_number.organization_id = sku.organization_id
                          limit 1) known
                   where sku.organization_id = $1::uuid
                     and sku.sku_code = case when hit.has_chosen then $8::text else hit.first_sku_code end) as lots
       from (${HITS}) hit
      order by hit.rank`,
  ),
);

interface Found {
  readonly hits: readonly (Hit & Partial<Lots>)[];
  readonly productId?: string;
  readonly skuCode?: string;
}

/** Returns undefined when nothing was found, and no product when two were. */
function settle(hits: readonly Hit[], chosen: string | undefined): Found | undefined {
  const [first] = hits;
  if (first === undefined) return undefined;
  if (hits.some(({ product_id }) => product_id !== first.product_id)) return { hits };
  const skuCodes = new Set(hits.flatMap((hit) => [hit.first_sku_code, hit.last_sku_code]));
  const [only, another] = skuCodes;
  const isChosen = hits.some(({ has_chosen }) => has_chosen);
  const skuCode = another === undefined ? only : isChosen ? chosen : undefined;
  return {
    hits,
    productId: first.product_id,
    ...(skuCode !== undefined && { skuCode }),
  };
}

function namedBy(found: Found | undefined): ScanResult {
  const [hit] = found?.hits ?? [];
  if (found?.productId === undefined || hit === undefined) return { match: 'unknown_code' };
  const named = { product_id: found.productId, matched_by: hit.matched_by };
  if (found.skuCode === undefined) return { match: 'unknown_code', ...named };
  const [units, another] = new Set(found.hits.flatMap((one) => one.units ?? []));
  const isPack = units !== undefined && another === undefined;
  return {
    match: 'sku',
    ...named,
    sku_code: found.skuCode,
    ...(isPack && { units_per_pack: units }),
  };
}

/** Returns the elements of the code itself; where it may mean several numbers, the one that the catalog knows. */
function carriedBy(
  content: Content,
  all: readonly Hit[],
  found: Found | undefined,
): Partial<ScanResult> {
  const { numbers, ndcs, codeType, lotNumber, expiryDate, serial, itemCount, unresolved } = content;
  const hits = found?.productId === undefined ? [] : found.hits;
  const known = new Set(all.flatMap(({ codes }) => codes.map((code) => code.padStart(14, '0'))));
  const [meantNumber, otherNumber] = numbers.filter(({ gtin }) => known.has(gtin));
  const number = otherNumber === undefined ? (meantNumber ?? numbers[0]) : undefined;
  const unread =
    otherNumber === undefined
      ? unresolved
      : [{ field: 'gtin', reason: 'ambiguous' } as const, ...unresolved];
  const written = hits.flatMap((hit) =>
    hit.matched_by === 'ndc' ? hit.codes : found?.skuCode === undefined ? [] : (hit.ndc ?? []),
  );
  const meant = new Set(written.flatMap(ndcsOfText));
  const mayBeNone = ndcs.length > 1 || (content.isNdcToo && codeType === 'upc_a');
  const [ndc, otherNdc] = mayBeNone ? ndcs.filter((one) => meant.has(one)) : ndcs;
  const type = codeType ?? number?.type;
  return {
    ...(lotNumber !== undefined && { lot_number: lotNumber }),
    ...(expiryDate !== undefined && { expiry_date: expiryDate }),
    ...(serial !== undefined && { serial }),
    ...(number !== undefined && { gtin: number.gtin }),
    ...(ndc !== undefined && otherNdc === undefined && { ndc, ndc_12: `0${ndc}` }),
    ...(itemCount !== undefined && { item_count: itemCount }),
    ...(type !== undefined && { code_type: type }),
    ...(unread.length > 0 && { unresolved: [...unread] }),
  };
}
