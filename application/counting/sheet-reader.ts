/**
 * What a code names on a sheet, read in the page by the service's own reader. It is a part of the program of its own, which
 * a sheet loads while there is network.
 */
import { packCodesOf } from '../../src/scan/pack-code.ts';
import { agreed, parseCode, type Reading } from '../../src/scan/parse.ts';
import type { Schemas } from '../api/schemas.ts';

type Line = Schemas['CountLine'];
type Hit = { readonly line: Line; readonly units: number };

/** Only where one SKU of the sheet has the code is it known, and only where one lot of it fits is a lot chosen. */
export function readOnSheet(code: string, lines: readonly Line[]): Schemas['ScanResult'] {
  const reading = parseCode(code, new Date().getUTCFullYear());
  const own = lines.find((line) => reading.skuCodes.includes(line.sku_code));
  if (own !== undefined) return { match: 'sku', sku_code: own.sku_code };
  const hits = hitsOf(reading, lines);
  const [sku_code, another] = new Set(hits.map(({ line }) => line.sku_code));
  const [units, others] = new Set(hits.map((hit) => hit.units).filter((one) => one > 1));
  if (sku_code === undefined || another !== undefined || others !== undefined)
    return { match: 'unknown_code' };
  const ways = reading.ways.filter((way) =>
    hits.some(
      ({ line }) => line.lot_number === way.lotNumber && line.expiry_date === way.expiryDate,
    ),
  );
  const { lotNumber, expiryDate, itemCount } = ways.length > 0 ? agreed(ways) : reading;
  return {
    match: 'sku',
    sku_code,
    ...(units !== undefined && { units_per_pack: units }),
    ...(itemCount !== undefined && { item_count: itemCount }),
    ...(lotNumber !== undefined && { lot_number: lotNumber }),
    ...(expiryDate !== undefined && { expiry_date: expiryDate }),
  };
}

/** The number names the package, and the NDC in it only where no number does; a code that may be both must name one. */
function hitsOf(reading: Reading, lines: readonly Line[]): Hit[] {
  const read = new Set(packCodesOf(reading).map(keyOf));
  const having = lines.flatMap((line) => {
    const codes = line.codes.filter((code) => read.has(keyOf(code)));
    return codes.map(({ code_type, units }) => ({ line, units, isNdc: code_type === 'ndc' }));
  });
  const byNumber = having.filter(({ isNdc }) => !isNdc);
  return reading.isNdcToo || byNumber.length === 0 ? having : byNumber;
}

function keyOf({ code_type, code }: { readonly code_type: string; readonly code: string }): string {
  return `${code_type} ${code}`;
}
