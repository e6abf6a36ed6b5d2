// Decides, as a pure function, whether a prescription covers what an order asks of it.

/** A valid prescription and how much of it orders have used; cancelled orders use nothing. */
export interface UsedPrescription {
  readonly product_name: string;
  /** Units of each fill. Null means that the prescription covers one order of any quantity. */
  readonly quantity: number | null;
  readonly refills_authorized: number | null;
  readonly is_ordered: boolean;
  readonly ordered_units: number;
}

/**
 * @param prescription undefined where none is valid
 * @param units of all items of the order that name the prescription
 * @returns the problem, worded to follow the name of the field; undefined where the prescription covers the units
 */
export function prescriptionProblem(
  prescription: UsedPrescription | undefined,
  { productName, units }: { productName: string; units: number },
): string | undefined {
  if (prescription === undefined) {
    return 'must name a signed, unexpired prescription of this patient.';
  }
  if (foldName(prescription.product_name) !== foldName(productName)) {
    return 'must name a prescription for this product.';
  }
  if (prescription.quantity === null) {
    return prescription.is_ordered
      ? 'names a prescription that covers one order, and it has one.'
      : undefined;
  }
  const left = unitsLeft(prescription.quantity, prescription);
  return units <= left
    ? undefined
    : `names a prescription with too few units left: this order asks for ${units} and ${left} are left.`;
}

/** Computes exactly, because imported quantities and refills may have a product beyond the safe integers. */
function unitsLeft(
  quantity: number,
  { refills_authorized: refills, ordered_units: ordered }: UsedPrescription,
): bigint {
  const left = BigInt(quantity) * (1n + BigInt(refills ?? 0)) - BigInt(ordered);
  return left > 0n ? left : 0n;
}

/** Folds names that differ only in case, in white space or in how Unicode composes them. */
function foldName(name: string): string {
  // Upper case is unique for letters that have several lower ones, such as the Greek sigma and the micro sign.
  return name.toUpperCase().normalize('NFC').trim().split(/\s+/).join(' ');
}
