// What is fixed of the pharmacy of a soak: its SKUs, the products that they are of, and their codes.

export const SKUS = ['SKU-1', 'SKU-2'];
export const LOCATIONS = ['Main', 'Annex'];

/** SKUs that come one by one are of the product of the first, which so has several. */
export function productOf(sku: string): string {
  return sku === SKUS[1] ? sku : (SKUS[0] as string);
}

/** The GTIN by which the SKU is scanned; always the same for one SKU. */
export function gtinOf(sku: string): string {
  const item = sku.startsWith('SKU-F') ? 100 + Number(sku.slice(5)) : Number(sku.slice(4));
  const digits = `0950110${String(item).padStart(6, '0')}`;
  const weighed = [...digits].reduce(
    (total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 3 : 1),
    0,
  );
  return `${digits}${(10 - (weighed % 10)) % 10}`;
}

/** The text that a scanner reads: GTIN, expiry date, lot number. */
export function codeOf(sku: string, { lot, expiry }: { lot?: string; expiry?: string }): string {
  const date = expiry === undefined ? '' : `17${expiry.slice(2).replaceAll('-', '')}`;
  return `01${gtinOf(sku)}${date}${lot === undefined ? '' : `10${lot}`}`;
}
