// What follows from a bundle's members and from how it may be bought.

export type PurchaseMode = 'one_time' | 'subscription' | 'both';

const CADENCES = ['weekly', 'monthly', 'quarterly'] as const;

export interface BundleMember {
  readonly requiresPrescription: boolean;
  readonly shipsToPatient: boolean;
  /** In the catalog of its pharmacy. */
  readonly isActive: boolean;
  /** In the storefront. */
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

/** `is_subscribable` is of old: it counts where nothing else is said. */
export function purchaseModeOf(sent: {
  readonly purchase_mode?: PurchaseMode;
  readonly is_subscribable?: boolean;
}): PurchaseMode {
  return sent.purchase_mode ?? (sent.is_subscribable ? 'subscription' : 'one_time');
}
