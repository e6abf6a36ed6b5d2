import { locationsSection } from '../../catalog/import-locations.ts';
import { productsSection } from '../../catalog/import-products.ts';
import { skuPacksSection } from '../../catalog/import-sku-packs.ts';
import { skusSection } from '../../catalog/import-skus.ts';
import type { ImportSection } from '../../import/section.ts';
import { lotsSection } from '../../inventory/imports/import-lots.ts';
import { ordersSection } from '../../orders/import-orders.ts';
import { organizationsSection } from '../../organizations/import-organizations.ts';
import { checkoutConfigsSection } from '../../partners/import-checkout-configs.ts';
import { partnersSection } from '../../partners/import-partners.ts';
import { storeOrdersSection } from '../../partners/import-store-orders.ts';
import { patientsSection } from '../../patients/import-patients.ts';
import { prescriptionsSection } from '../../patients/import-prescriptions.ts';
import { listingsSection } from '../../storefront/import-listings.ts';

/**
 * The sections in the order in which they are written, since later ones name records of earlier ones. Lots are last:
 * they lock stock, and it stays locked until the import ends.
 */
export const SECTIONS = [
  organizationsSection,
  locationsSection,
  productsSection,
  skusSection,
  skuPacksSection,
  listingsSection,
  patientsSection,
  ordersSection,
  prescriptionsSection,
  partnersSection,
  storeOrdersSection,
  checkoutConfigsSection,
  lotsSection,
] as const;

type Section = (typeof SECTIONS)[number];

export type SectionName = Section['name'];

/** The import file: a list of records for each section that it has. */
export type ImportFile = {
  [Each in Section as Each['name']]?: Each extends ImportSection<string, infer Fields>
    ? Fields[]
    : never;
};
