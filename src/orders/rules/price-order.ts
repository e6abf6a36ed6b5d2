// Pure functions that price an order and decide whether its products can be ordered together.
import type { FieldProblem } from '../../errors.ts';

/** An active product that the storefront lists. */
export interface OrderedProduct {
  readonly id: string;
  /** The pharmacy whose product it is. */
  readonly organization_id: string;
  /** Null when the product has no price. */
  readonly price_cents: number | null;
  readonly min_order_qty: number;
}

export interface OrderLine {
  readonly product: OrderedProduct;
  readonly quantity: number;
}

interface PricedOrder {
  readonly pharmacyId: string;
  readonly totalCents: number;
}

/**
 * @param lines at least one, in the order in which they were sent
 * @returns the problems by field, where the order cannot be placed
 */
export function priceOrder(
  lines: readonly [OrderLine, ...OrderLine[]],
): PricedOrder | FieldProblem[] {
  const pharmacyId = lines[0].product.organization_id;
  const problems = lines.flatMap((line, index) => problemsOf(line, index, pharmacyId));
  if (problems.length > 0) return problems;
  const total = lines.reduce(
    (sum, { product, quantity }) => sum + BigInt(product.price_cents ?? 0) * BigInt(quantity),
    0n,
  );
  if (total > Number.MAX_SAFE_INTEGER) {
    const message = `must not cost more than ${Number.MAX_SAFE_INTEGER} cents together`;
    return [{ path: 'items', message }];
  }
  return { pharmacyId, totalCents: Number(total) };
}

function problemsOf(
  { product, quantity }: OrderLine,
  index: number,
  pharmacyId: string,
): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const refuse = (field: string, message: string) =>
    problems.push({ path: `items.${index}.${field}`, message });
  if (product.organization_id !== pharmacyId) {
    refuse('product_id', 'must be of the same pharmacy as items.0.product_id');
  }
  if (product.price_cents === null) refuse('product_id', 'must name a product that has a price');
  if (quantity < product.min_order_qty) {
    refuse('quantity', `must be at least ${product.min_order_qty}, the product's min_order_qty`);
  }
  return problems;
}
