// A bundle as answers show it, made from its terms of sale and from what its members are now.
import type { Answer } from '../contract.ts';
import { deriveBundle, type PurchaseMode } from './rules/derive-bundle.ts';
import { type Pricing, priceBundle } from './rules/price-bundle.ts';

export type Bundle = Answer<'putBundle'>['body']['bundle'];

/** The columns of a bundle that are shown as they are stored. */
export type StoredBundle = Pick<
  Bundle,
  | 'id'
  | 'name'
  | 'description'
  | 'image_url'
  | 'pricing_mode'
  | 'flat_price_cents'
  | 'package_markup_type'
  | 'package_markup_value'
  | 'is_listed'
  | 'purchase_mode'
  | 'default_cadence'
  | 'first_order_immediate'
>;

export interface ShownMember {
  readonly product_id: string;
  readonly qty: number;
  readonly name: string;
  readonly product_type: string | null;
  readonly patient_price_cents: number;
  readonly requires_prescription: boolean;
  readonly ships_to_patient: boolean;
  readonly status: string;
  readonly is_listed: boolean;
}

/** @param pricing what the stored terms mean */
export function showBundle(
  stored: StoredBundle,
  {
    pricing,
    purchaseMode,
    members,
  }: {
    readonly pricing: Pricing;
    readonly purchaseMode: PurchaseMode;
    readonly members: readonly ShownMember[];
  },
): { bundle: Bundle; price: bigint } {
  const price = priceBundle(
    members.map(({ patient_price_cents: patientPriceCents, qty }) => ({ patientPriceCents, qty })),
    pricing,
  );
  const bundle = {
    ...stored,
    items: members.map(({ product_id, qty, name, product_type }) => ({
      platform_product_id: product_id,
      qty,
      name,
      product_type,
    })),
    item_kind: 'bundle',
    patient_price_cents: Number(price),
    ...deriveBundle(
      members.map((member) => ({
        requiresPrescription: member.requires_prescription,
        shipsToPatient: member.ships_to_patient,
        isActive: member.status === 'active',
        isListed: member.is_listed,
      })),
      purchaseMode,
    ),
  };
  return { bundle, price };
}
