import type { Database } from '../../database/database.ts';
import type { LotName } from '../../inventory/rows/find-lots-of-number.ts';
import { findOrganization } from '../../organizations/find-organization.ts';
import { optional, required } from '../command.ts';

/** The options that name a lot at one location. */
export const ONE_LOT = {
  organization: required('<slug>', 'whose stock'),
  sku: required('<code>', 'the SKU'),
  location: optional('<name>', 'where; the default location if not said'),
  lot: required('<number>', 'the lot number'),
};

/** @throws OperatorError when no organization has the slug */
export async function lotName(
  database: Database,
  {
    organization,
    sku,
    lot,
    location,
  }: {
    readonly organization: string;
    readonly sku: string;
    readonly lot: string;
    readonly location?: string;
  },
): Promise<LotName> {
  const { id: organizationId } = await findOrganization(database, organization);
  return { organizationId, skuCode: sku, lotNumber: lot, location };
}
