import type { Database } from '../../database/database.ts';
import { errors } from '../../errors.ts';
import { resolveCode, type ScanResult } from '../../scan/resolve-scan.ts';

interface ScanningBody {
  readonly sku_code?: string;
  readonly scanned_code?: string;
  readonly lot_number?: string;
  readonly expiry_date?: string;
}

/** @returns the result of a body's scanned code; undefined where there is none */
export async function scanOf(
  database: Database,
  organizationId: string,
  { scanned_code: code, sku_code: skuCode }: ScanningBody,
): Promise<ScanResult | undefined> {
  if (code === undefined) return undefined;
  return resolveCode(database, {
    organizationId,
    code,
    ...(skuCode !== undefined && { skuCode }),
  });
}

/** @throws ApiError when the body names another lot or expiry date than the code */
export function refuseOtherThanScanned(body: ScanningBody, scan: ScanResult | undefined): void {
  for (const field of ['lot_number', 'expiry_date'] as const) {
    const own = body[field];
    const scanned = scan?.[field];
    if (own !== undefined && scanned !== undefined && own !== scanned) {
      throw errors.invalidMovement(`scanned_code carries another ${field} than the body.`);
    }
  }
}
