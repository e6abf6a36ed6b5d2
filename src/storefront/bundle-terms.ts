import type { Call } from '../contract.ts';
import { errors, type FieldProblem } from '../errors.ts';
import { type PurchaseMode, purchaseModeOf } from './rules/derive-bundle.ts';
import { MARKUP_FRACTION_DIGITS, markupUnits, type Pricing } from './rules/price-bundle.ts';

type Body = Call<'putBundle'>['body'];

/** The terms of sale that a request names. */
export interface Terms {
  readonly pricing: Pricing;
  readonly purchaseMode: PurchaseMode;
}

/**
 * Reads the terms and checks what the contract's schema cannot express: fields that depend on others, and products
 * that are named twice.
 *
 * @throws ApiError 400 that names each field
 */
export function readTerms(body: Body): Terms {
  const pricing = pricingOf(body);
  const purchaseMode = purchaseModeOf(body);
  const problems = [
    ...(Array.isArray(pricing) ? pricing : []),
    ...cadenceProblems(body, purchaseMode),
    ...repeatedProducts(body),
  ];
  if (Array.isArray(pricing) || problems.length > 0) throw errors.validation(problems);
  return { pricing, purchaseMode };
}

/** Returns the pricing, or the problems of its fields. */
export function pricingOf(
  body: Pick<
    Body,
    'pricing_mode' | 'flat_price_cents' | 'package_markup_type' | 'package_markup_value'
  >,
): Pricing | FieldProblem[] {
  const { pricing_mode: mode, package_markup_type: type, package_markup_value: value } = body;
  const units = typeof value === 'number' ? markupUnits(value) : undefined;
  if (typeof value === 'number' && units === undefined) {
    return [
      {
        path: 'package_markup_value',
        message: `must have at most ${MARKUP_FRACTION_DIGITS} fraction digits`,
      },
    ];
  }
  switch (mode) {
    case 'sum':
      return { mode };
    case 'flat': {
      const { flat_price_cents: flatPriceCents } = body;
      if (flatPriceCents) return { mode, flatPriceCents };
      const message = 'must be sent and above 0 where pricing_mode is flat';
      return [{ path: 'flat_price_cents', message }];
    }
    case 'package_markup': {
      if (type && units !== undefined) return { mode, type, units };
      const message = 'must be sent where pricing_mode is package_markup';
      return [
        ...(type ? [] : [{ path: 'package_markup_type', message }]),
        ...(units === undefined ? [{ path: 'package_markup_value', message }] : []),
      ];
    }
    default: {
      const never: never = mode;
      return never;
    }
  }
}

function cadenceProblems(body: Body, purchaseMode: PurchaseMode): FieldProblem[] {
  if (purchaseMode === 'one_time' || body.default_cadence) return [];
  const sent =
    body.purchase_mode === undefined
      ? 'is_subscribable is true'
      : `purchase_mode is ${body.purchase_mode}`;
  return [{ path: 'default_cadence', message: `must be sent where ${sent}` }];
}

function repeatedProducts({ items }: Body): FieldProblem[] {
  const seen = new Set<string>();
  return items.flatMap(({ platform_product_id: productId }, index) => {
    const isRepeated = seen.has(productId.toLowerCase());
    seen.add(productId.toLowerCase());
    return isRepeated ? [{ path: productPath(index), message: 'must name each product once' }] : [];
  });
}

/** The path of an item, for messages. */
export function productPath(index: number): string {
  return `items.${index}.platform_product_id`;
}
