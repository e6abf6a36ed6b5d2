/** What the organizations of the matrix are given, and what they call it. */
import {
  ENVIRONMENTS,
  type Environment,
  ORGANIZATION_KINDS,
  type OrganizationKind,
  type OrganizationStatus,
} from '../../../src/contract.ts';
import type { ImportFile } from '../../../src/operator/import/sections.ts';
import { checkDigitOf } from '../../../src/scan/check-digit.ts';
import { day } from '../../support/pharmacy.ts';

export interface Organization {
  readonly slug: string;
  readonly kind: OrganizationKind;
  readonly status: OrganizationStatus;
}

/** Who calls. */
export const ORGANIZATIONS: readonly Organization[] = [
  ...ORGANIZATION_KINDS.map((kind) => ({ slug: kind, kind, status: 'active' as const })),
  { slug: 'suspended', kind: 'clinic', status: 'suspended' },
];

export const STRANGER: Organization = { slug: 'stranger', kind: 'clinic', status: 'active' };
export const EVERYBODY = [...ORGANIZATIONS, STRANGER];

const UNITS = 100_000_000;
export const EXPIRY = day(400);
const SCANNED_LOT = 'SCANNED';

/** Names that everybody has given to something of his own. */
export const COMMON: Readonly<Record<string, string>> = {
  sku: 'COMMON',
  location: 'COMMON',
  lot_number: 'COMMON',
  reference: 'COMMON',
  partner: 'COMMON',
  scanned_code: scannedCode(98),
};

const NAMED = ['sku', 'location', 'lot_number', 'reference', 'partner'];

/** What no one has. */
export function nothingOf(thing: string): string {
  if (thing === 'scanned_code') return scannedCode(99);
  if (thing === 'movement_key') return 'no-movement-key';
  return NAMED.includes(thing) ? `no ${thing}` : '01935f60-aaaa-7c3e-a1d2-4b5c6d7e8f90';
}

export const indexOfOrganization = (slug: string) =>
  EVERYBODY.findIndex((one) => one.slug === slug);

const KINDS_OF_ID = ['product', 'order', 'patient', 'prescription'] as const;

export function idOf(
  kind: (typeof KINDS_OF_ID)[number],
  slug: string,
  environment: Environment | 'both',
  index = 0,
): string {
  const apart = ['both', ...ENVIRONMENTS].indexOf(environment);
  const digits = [KINDS_OF_ID.indexOf(kind), indexOfOrganization(slug), apart, index].join('');
  return `0a000000-0000-4000-8000-00000000${digits}`;
}

export const productOf = (slug: string, index: number) => idOf('product', slug, 'both', index);

/** A text that says whose it is. */
export function markOf(slug: string, environment: Environment | 'both', what: string): string {
  return `own.${slug}.${environment}.${what}`;
}

function gtinOf(index: number): string {
  const digits = `1009${String(index).padStart(9, '0')}`;
  return digits + checkDigitOf(digits);
}

/** Of one lot number, which everybody has. */
export function scannedCode(index: number): string {
  return `(01)${gtinOf(index)}(17)${EXPIRY.replaceAll('-', '').slice(2)}(10)${SCANNED_LOT}`;
}

/** What answers show of each says whose it is, where that is not an id. */
function recordsOf({ slug, kind }: Organization): ImportFile {
  const organization = slug;
  const mark = (what: string, environment: Environment | 'both' = 'both') =>
    markOf(slug, environment, what);
  const products = [0, 1].map((index) => productOf(slug, index));
  return {
    organizations: [{ slug, name: slug, kind }],
    locations: [
      { organization, name: mark('location'), is_default: true },
      { organization, name: COMMON.location as string },
    ],
    products: products.map((id) => ({ organization, id, name: mark('product'), price_cents: 100 })),
    skus: [
      {
        sku_code: mark('sku'),
        product_id: productOf(slug, 0),
        gtin: gtinOf(indexOfOrganization(slug)),
      },
      { sku_code: COMMON.sku as string, product_id: productOf(slug, 1), gtin: gtinOf(98) },
    ].map((sku) => ({ organization, ...sku })),
    lots: [mark('sku'), COMMON.sku as string].flatMap((sku_code) =>
      [mark('location'), COMMON.location as string].flatMap((location) =>
        [mark('lot'), SCANNED_LOT, COMMON.lot_number as string].map((lot_number) => ({
          organization,
          sku_code,
          location,
          lot_number,
          expiry_date: EXPIRY,
          qty: UNITS,
        })),
      ),
    ),
    sku_packs: [mark('sku'), COMMON.sku as string].map((sku_code) => ({
      organization,
      sku_code,
      code_type: 'other' as const,
      code: mark(`pack of ${sku_code}`),
      units: 1,
    })),
    storefront_listings: products.map((product_id) => ({
      organization,
      product_id,
      patient_price_cents: 100,
    })),
    patients: ENVIRONMENTS.map((environment) => ({
      organization,
      environment,
      id: idOf('patient', slug, environment),
      first_name: mark('patient', environment),
      last_name: 'Roe',
    })),
    orders: ENVIRONMENTS.map((environment) => ({
      organization,
      environment,
      id: idOf('order', slug, environment),
      order_number: mark('order', environment),
      patient_id: idOf('patient', slug, environment),
    })),
    prescriptions: ENVIRONMENTS.map((environment) => ({
      organization,
      environment,
      id: idOf('prescription', slug, environment),
      patient_id: idOf('patient', slug, environment),
      product_name: mark('product'),
      quantity: UNITS,
      dosage: mark('prescription', environment),
      // The first order with it would be noted in it.
      order_id: idOf('order', slug, environment),
      status: 'signed',
      expires_at: `${EXPIRY}T00:00:00Z`,
    })),
    partners: ENVIRONMENTS.flatMap((environment) =>
      [mark('partner', environment), COMMON.partner as string].map((external_id) => ({
        organization,
        environment,
        external_id,
        name: mark('partner', environment),
      })),
    ),
    store_orders: ENVIRONMENTS.map((environment) => ({
      organization,
      environment,
      order_number: mark('store order', environment),
    })),
    checkout_configs: ENVIRONMENTS.map((environment) => ({
      organization,
      environment,
      public_client_key: mark('checkout', environment),
    })),
  };
}

function merge(files: readonly ImportFile[]): Record<string, unknown[]> {
  const merged: Record<string, unknown[]> = {};
  for (const [section, records] of files.flatMap((file) => Object.entries(file))) {
    merged[section] = [...(merged[section] ?? []), ...records];
  }
  return merged;
}

/** The import file of them all. */
export const RECORDS = merge(EVERYBODY.map(recordsOf));
