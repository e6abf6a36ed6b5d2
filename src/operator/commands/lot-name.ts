import type { Database } from '../../database/database.ts';
import { findLocation } from '../../inventory/rows/find-location.ts';
import type { LotName } from '../../inventory/rows/find-lots-of-number.ts';
import { findOrganization } from '../../organizations/find-organization.ts';
import { optional, required } from '../command.ts';

/** The options that name a lot at one location. */
export const ONE_LOT = {
  organization: required('<slug>', 'slug of the organization'),
  sku: required('<code>', 'SKU code'),
  location: optional('<name>', 'location; required if there are several'),
  lot: required('<number>', 'lot number'),
};

interface NamedLot {
  readonly organization: string;
  readonly sku: string;
  readonly lot: string;
  readonly location?: string;
}

/**
 * The name of a lot at one location.
 *
 * @throws ApiError when no organization has the slug, or the location is missing or unknown
 */
export async function lotAtLocation(database: Database, options: NamedLot): Promise<LotName> {
  const name = await lotName(database, options);
  await findLocation(database, name.organizationId, name.location);
  return name;
}

/** @throws ApiError when no organization has the slug */
export async function lotName(
  database: Database,
  { organization, sku, lot, location }: NamedLot,
): Promise<LotName> {
  const { id: organizationId } = await findOrganization(database, organization);
  return { organizationId, skuCode: sku, lotNumber: lot, location };
}
