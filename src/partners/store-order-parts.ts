// The nested objects of a store's order: their fields, in files and in answers. They are stored as a file brought
// them, and answered with all fields.
import type { Answer } from '../contract.ts';
import { MEANING, optional, STORABLE, UNITS, UUID } from '../import/section.ts';
import { CHECKOUT_ENVIRONMENTS } from './checkout-environment.ts';

type StoreOrder = Answer<'listStoreOrders'>['body']['data'][number];

export interface Parts {
  readonly customer: NonNullable<StoreOrder['customer']>;
  readonly ship_to: NonNullable<StoreOrder['ship_to']>;
  readonly items: StoreOrder['items'][number];
  readonly checkout: NonNullable<StoreOrder['checkout']>;
}

/** A part as a file brought it: unknown fields may be absent. */
export type StoredPart<Part> = { readonly [Field in keyof Part]?: Part[Field] };

/** The schema of each field. */
type Fields<Part> = { readonly [Field in keyof Part]-?: object };

const WORDS = maybe(200);

export const CUSTOMER_FIELDS: Fields<Parts['customer']> = {
  email: maybe(320),
  first_name: WORDS,
  last_name: WORDS,
  phone: maybe(50),
};

export const SHIP_TO_FIELDS: Fields<Parts['ship_to']> = {
  name: WORDS,
  phone: maybe(50),
  line1: WORDS,
  line2: WORDS,
  city: WORDS,
  state: maybe(100),
  postal_code: maybe(20),
  country: maybe(100),
};

export const ITEM_FIELDS: Fields<Parts['items']> = {
  product_id: optional(UUID),
  name: maybe(300),
  quantity: optional({ ...UNITS, minimum: 1 }),
  unit_price_cents: optional(UNITS),
};

export const CHECKOUT_FIELDS: Fields<Parts['checkout']> = {
  public_client_key: maybe(1_000),
  api_login_id: maybe(1_000),
  accept_js_url: maybe(2_000),
  environment: {
    ...maybe(20),
    pattern: `^(${CHECKOUT_ENVIRONMENTS.join('|')})$`,
    [MEANING]: `one of ${CHECKOUT_ENVIRONMENTS.join(', ')}`,
  },
  amount_cents: optional(UNITS),
};

/** JSON Schema of such an object in a file. */
export function partSchema(fields: Fields<object>) {
  return { type: 'object', additionalProperties: false, properties: fields };
}

/** Fills in null for the absent fields. */
export function whole<Part>(fields: Fields<Part>, part: StoredPart<Part>): Part {
  const names = Object.keys(fields) as (keyof Part)[];
  return Object.fromEntries(names.map((name) => [name, part[name] ?? null])) as Part;
}

export function wholeOrNull<Part>(
  fields: Fields<Part>,
  part: StoredPart<Part> | null | undefined,
): Part | null {
  return part == null ? null : whole(fields, part);
}

function maybe(maxLength: number) {
  return { type: ['string', 'null'], maxLength, ...STORABLE };
}
