// Derives a bundle's terms from its members and from how it may be bought.

export type PurchaseMode = 'one_time' | 'subscription' | 'both';

const CADENCES = ['weekly', 'monthly', 'quarterly'] as const;

interface BundleMember {
  readonly requiresPrescription: boolean;
  readonly shipsToPatient: boolean;
  /** Whether the product is active in the catalog of its pharmacy. */
  readonly isActive: boolean;
  /** Whether the storefront lists the product. */
  readonly isListed: boolean;
}

export function deriveBundle(members: readonly BundleMember[], purchaseMode: PurchaseMode) {
  const withPrescription = members.filter((member) => member.requiresPrescription).length;
  const isSubscribable = purchaseMode !== 'one_time';
  return {
    requires_prescription: withPrescription > 0,
    requires_shipping: members.some((member) => member.shipsToPatient),
    rx_mode:
      withPrescription === 0 ? 'none' : withPrescription === members.length ? 'all' : 'mixed',
    eligible: members.every((member) => member.isListed && member.isActive),
    is_subscribable: isSubscribable,
    available_cadences: isSubscribable ? [...CADENCES] : [],
  };
}

/** Returns the purchase mode. `is_subscribable` is the older field: it counts where no mode is given. */
export function purchaseModeOf(sent: {
  readonly purchase_mode?: PurchaseMode;
  readonly is_subscribable?: boolean;
}): PurchaseMode {
  return sent.purchase_mode ?? (sent.is_subscribable ? 'subscription' : 'one_time');
}
