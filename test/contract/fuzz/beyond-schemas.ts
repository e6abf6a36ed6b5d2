/**
 * Why a request that its schemas allow may be refused as not valid all the same: rules that the contract says in
 * words, since no schema can. Each names those words, so that none is kept that the contract does not say.
 */
export interface Rule {
  /** Absent: all of them. */
  readonly operations?: readonly string[];
  /** Of the field, as `details` names it; where there are none, the error's code. */
  readonly path: RegExp;
  readonly message: RegExp;
  /** What the contract says, in each of these operations or in what they take; in any, where none is named. */
  readonly words: string;
}

const TAKING_PATIENTS = ['createPatient', 'createOrder'];
const HOOKS = ['createWebhook', 'updateWebhook'];
const BUNDLE = ['putBundle'];
const LINE_WORDS = 'not blank, and without control characters';

export const RULES: readonly Rule[] = [
  {
    path: /./,
    message: /^(has a name that )?must not contain (the character U\+0000|half a surrogate pair)$/,
    words: 'A text may hold any character but U+0000',
  },
  // Names
  {
    path: /^(lines\.\d+\.)?(lot_number|scanned_code|reference\.(type|id)|name|external_order_id)$/,
    message:
      /^must not (be blank|hold (control or format characters|characters that fall apart in Unicode NFC)|begin or end with white space)$/,
    words: 'no control or format characters',
  },
  {
    path: /^(sku_code|location|lot_number)$/,
    message: /^names several that differ in their Unicode form/,
    words: 'where several are the same in NFC',
  },
  {
    operations: ['putSkuPack', 'deleteSkuPack'],
    path: /^code$/,
    message:
      /^must (be an? (GTIN|UPC|EAN|CIP|NDC|PZN|primary HIBC|AIC|text) .+|carry the number of a product)$/,
    words: 'What kind of code it is',
  },
  // Lists
  {
    path: /^cursor$/,
    message: /^must be an ISO 8601 timestamp of a real date and time$/,
    words: 'The `next_cursor` of the previous page, or any ISO 8601 timestamp.',
  },
  {
    path: /^cursor$/,
    message: /^must be the next_cursor of an earlier page$/,
    words: 'The `next_cursor` of the previous page.',
  },
  {
    path: /^(from|to|created_from|created_to|as_of|since|consent\.at)$/,
    message: /^must be an ISO 8601 timestamp of a real date and time$/,
    words: 'An ISO 8601 timestamp with its offset from UTC.',
  },
  {
    operations: ['listTransactions', 'listAllocations'],
    path: /^reference_(type|id)$/,
    message: /^must be sent together with reference_(type|id)$/,
    words: 'goes together with `reference_',
  },
  {
    operations: ['listActivity'],
    path: /^lot_number$/,
    message: /^must be sent together with sku_code$/,
    words: 'With `lot_number`, and `sku_code`',
  },
  {
    operations: ['listStock'],
    path: /^as_of$/,
    message: /^must not be later than now$/,
    words: 'Not later than now',
  },
  {
    operations: ['listStock'],
    path: /^low$/,
    message: /^must be left out together with as_of$/,
    words: 'not together with `low`',
  },
  {
    operations: ['listEvents'],
    path: /^after$/,
    message: /^must be the id of an event of the last 90 days/,
    words: 'One that names no event of the last 90 days is refused',
  },
  // Stock
  {
    operations: ['createAllocation'],
    path: /^(sku_code|product_id)$/,
    message:
      /^names another product than product_id$|^is required: several SKUs stock this product$/,
    words: 'The product is named by `sku_code`, `product_id` or both.',
  },
  // Webhooks
  {
    operations: HOOKS,
    path: /^url$/,
    message:
      /^must be (an https url|a public address|a name that resolves to public addresses, as of a server that the internet can reach)$|^must have the port 443 or 8443$|^must not hold white space or control characters$/,
    words: 'A public https address',
  },
  {
    operations: HOOKS,
    path: /^url$/,
    message: /^must not carry user info$|^must not have a fragment$/,
    words: 'without user info and fragment',
  },
  {
    operations: ['createWebhook'],
    path: /^url$/,
    message: /^cannot be added to the/,
    words: 'At most 100 endpoints are kept',
  },
  {
    operations: ['testWebhook', 'replayDelivery', 'replayDeliveries'],
    path: /^id$/,
    message: /^must name an endpoint that is enabled$/,
    words: 'A disabled endpoint is refused.',
  },
  // Patients and orders
  {
    operations: TAKING_PATIENTS,
    path: /^((first|last)_name|(address|ship_to)\.(name|line1|line2|city|state|postal_code))$/,
    message: /^must not (be blank|hold control characters)$/,
    words: LINE_WORDS,
  },
  {
    operations: ['createPatient'],
    path: /^last_name$/,
    message: /^must hold a letter$/,
    words: 'The last name, with at least one letter.',
  },
  {
    operations: ['createPatient'],
    path: /^date_of_birth$/,
    message: /^must not be (before 1900-01-01|in the future)$/,
    words: 'from 1900-01-01 and not in the future',
  },
  {
    operations: TAKING_PATIENTS,
    path: /^(ship_to\.)?phone$/,
    message: /^must be a telephone number|^must have no extension$/,
    words: 'A telephone number in any usual writing, without an extension.',
  },
  {
    operations: TAKING_PATIENTS,
    path: /^(address|ship_to)\.state$/,
    message: /^must be a US state’s two capital letters/,
    words: 'In the US, the two capital letters that the postal service uses for a state',
  },
  {
    operations: TAKING_PATIENTS,
    path: /^(address|ship_to)\.postal_code$/,
    message: /^must be a ZIP code/,
    words: 'In the US a ZIP code, `12345` or `12345-6789`.',
  },
  {
    operations: TAKING_PATIENTS,
    path: /^(address|ship_to)\.country$/,
    message: /^must be a country’s two capital letters/,
    words: 'The two capital letters of ISO 3166-1.',
  },
  {
    operations: ['createIntake'],
    path: /^consent\.at$/,
    message: /^must not be in the future$/,
    words: 'When the patient agreed, not in the future',
  },
  {
    operations: ['createOrder'],
    path: /^items\.\d+\.product_id$/,
    message: /^must be of the same pharmacy/,
    words: 'of one pharmacy',
  },
  {
    operations: ['createOrder'],
    path: /^items\.\d+\.product_id$/,
    message: /^must name a product that has a price$/,
    words: 'catalog prices, which they must have',
  },
  {
    operations: ['createOrder'],
    path: /^items\.\d+\.quantity$/,
    message: /the product's min_order_qty$/,
    words: "not below the product's `min_order_qty`",
  },
  {
    operations: ['createOrder'],
    path: /^items$/,
    message: /^must not cost more than \d+ cents together$/,
    words: 'at most 9007199254740991 cents in all',
  },
  // Bundles
  {
    operations: BUNDLE,
    path: /^items$/,
    message: /^must not cost more than \d+ cents together$/,
    words: 'A bundle costs at most 9007199254740991 cents.',
  },
  {
    operations: BUNDLE,
    path: /^items\.\d+\.platform_product_id$/,
    message: /^must name a product that is listed in the storefront$/,
    words: "A product that is listed in the organization's storefront.",
  },
  {
    operations: BUNDLE,
    path: /^items\.\d+\.platform_product_id$/,
    message: /^must name each product once$/,
    words: 'The members, each product once.',
  },
  {
    operations: BUNDLE,
    path: /^flat_price_cents$/,
    message: /^must be sent and above 0 where pricing_mode is flat$/,
    words: 'The price for `flat`, which needs it and needs it above zero.',
  },
  {
    operations: BUNDLE,
    path: /^package_markup_(type|value)$/,
    message: /^must be sent where pricing_mode is package_markup$/,
    words: '`package_markup` needs both.',
  },
  {
    operations: BUNDLE,
    path: /^package_markup_value$/,
    message: /^must have at most 4 fraction digits$/,
    words: 'at most 4 fraction digits',
  },
  {
    operations: BUNDLE,
    path: /^default_cadence$/,
    message: /^must be sent where (purchase_mode is (subscription|both)|is_subscribable is true)$/,
    words: '`subscription` and `both` need it',
  },
  // In the application
  {
    operations: ['adjustStock', 'wasteStock'],
    path: /^comment$/,
    message: /^is required where the reason is other$/,
    words: '`other` needs a comment',
  },
  {
    operations: ['adjustStock'],
    path: /^qty$/,
    message: /^must not be 0$/,
    words: 'Signed units, and not 0',
  },
  {
    operations: ['transferStock'],
    path: /^to$/,
    message: /^must be another location$/,
    words: 'The location they go to, another one.',
  },
  {
    operations: ['setLotStatus', 'previewLotStatus'],
    path: /^(location|everywhere)$/,
    message: /^is required, unless everywhere is true$|^must be left out where location is sent$/,
    words: 'Either this or `location` is sent.',
  },
  {
    operations: ['recordTemperature'],
    path: /^celsius$/,
    message: /^is outside -90 to 60: set `force`/,
    words: 'Also takes what is below -90 or above 60 °C',
  },
  {
    operations: ['recordTemperature'],
    path: /^comment$/,
    message: /^is required: the range of /,
    words: 'required where it is out of the range of the location',
  },
  {
    operations: ['recordTemperature'],
    path: /^measured_at$/,
    message:
      /^must not be later than now$|^is more than a year ago|^must be left out: a correction keeps the time|^must be an ISO 8601 timestamp of a real date and time$/,
    words: 'Not later than now, a year ago or more with `force` alone',
  },
  {
    operations: ['recordTemperature'],
    path: /^location$/,
    message: /^is of another reading/,
    words: 'where a reading is corrected, its own location',
  },
  {
    operations: ['createCountSheet'],
    path: /^sku_codes$/,
    message: /^must be left out unless the scope is skus$|^is required with the scope skus$/,
    words: 'The SKUs; with the scope `skus` and no other.',
  },
  {
    operations: ['createCountSheet'],
    path: /^scope$/,
    message: /^covers no lot that is in stock there$/,
    words: 'It covers at least one lot.',
  },
  {
    operations: ['recordCountLines'],
    path: /^lines\.\d+\.(lot_id|sku_code|lot_number|expiry_date)$/,
    message:
      /^must not be sent beside lot_id$|^or sku_code and lot_number are required$|^is required where lot_id is not sent$/,
    words: 'of `lot_id`, or of `sku_code` and `lot_number`',
  },
  {
    operations: ['recordCountLines'],
    path: /^lines\.\d+\.expiry_date$/,
    message: /^is required where the lot number is new$/,
    words: 'needed where the lot number is new to the organization',
  },
  {
    operations: ['recordCountLines'],
    path: /^lines\.\d+\.counted_at$/,
    message:
      /^must not be later than now, |^must be an ISO 8601 timestamp of a real date and time$/,
    words: 'Not later than now, but for a minute that clocks may differ',
  },
  {
    operations: ['approveCountLines'],
    path: /^lines\.\d+\.id$/,
    message: /^must name each line once$|^must name a lot that was counted$/,
    words: 'Each line once.',
  },
  {
    operations: ['shipPackingOrder'],
    path: /^(lots|id)$/,
    message: /^must (hold|name an order that is not shipped yet)/,
    words: 'The lots must hold just what was ordered of each product',
  },
  {
    operations: ['setPin'],
    path: /^pin$/,
    message: /^must not repeat one, two or three digits/,
    words:
      'repeat no one, two or three of them, as 121212 does, and are not in a row such as 123456',
  },
  {
    operations: ['createWitness', 'unlockSession'],
    path: /^pin$/,
    message: /^or passkey must be sent, and not both$/,
    words: 'and not both',
  },
  {
    operations: ['createWitness'],
    path: /^body$/,
    message: /^must hold no number that is larger/,
    words: 'its numbers are at most 1.7976931348623157e308',
  },
  {
    operations: ['invitePerson'],
    path: /^email$/,
    message: /^is the address of another person of the organization$/,
    words: 'no two people have the same',
  },
  {
    operations: ['updatePerson', 'endPerson'],
    path: /^id$/,
    message: /^must not be the last manager/,
    words: 'The last manager',
  },
  {
    operations: ['registerPasskey'],
    path: /^response$/,
    message: /^must be the answer of a browser to the challenge$/,
    words: 'The answer of the Web Authentication API',
  },
];

/** The rule by which an operation refuses a field in these words, if the contract has one. */
export function ruleFor(
  operationId: string,
  problem: { readonly path: string; readonly message: string },
): Rule | undefined {
  return RULES.find(
    ({ operations, path, message }) =>
      (operations?.includes(operationId) ?? true) &&
      path.test(problem.path) &&
      message.test(problem.message),
  );
}
