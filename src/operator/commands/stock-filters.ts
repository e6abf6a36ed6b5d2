import { listSkus } from '../../catalog/list-skus.ts';
import type { Database } from '../../database/database.ts';
import { errors } from '../../errors.ts';
import { findLocation } from '../../inventory/rows/find-location.ts';
import { asReader } from '../lists.ts';

/**
 * The filters of a list of stock. A SKU or a location that no one has is refused, since an empty list would say that
 * there is no stock.
 *
 * @throws ApiError when the organization has no such SKU or location
 */
export async function stockFilters(
  database: Database,
  organizationId: string,
  { sku, location }: { readonly sku?: string; readonly location?: string },
): Promise<{ readonly sku_code?: string; readonly location?: string }> {
  if (location !== undefined) await findLocation(database, organizationId, location);
  if (sku !== undefined) {
    const principal = asReader(organizationId);
    const { body } = await listSkus(
      { query: { sku_code: sku, limit: 1 }, principal },
      { database },
    );
    if (body.data.length === 0) {
      throw errors.productNotFound(`No SKU of the organization has the code ${sku}.`);
    }
  }
  return {
    ...(sku !== undefined && { sku_code: sku }),
    ...(location !== undefined && { location }),
  };
}
