// States for each table how long its rows are kept, and why. The jobs that delete rows read the days here;
// docs/patients.md shows the same, and a test compares both with the schema.

interface Kept {
  /** Null means for good, or until the command or the change that `why` names. */
  readonly days: number | null;
  readonly why: string;
}

const STOCK = { days: null, why: 'the stock as it is' };
const LEDGER = {
  days: null,
  why: 'the ledger is permanent; a redaction takes the texts of a movement away',
};
const CATALOG = { days: null, why: 'what the ledger and orders refer to' };
const ORDERS = { days: null, why: 'a record of trade; an erasure takes the address away' };
const SET_UP = { days: null, why: 'as long as the organization has it' };
const OWN = { days: null, why: 'the platform’s own, one row each' };

export const RETENTION = {
  organization: SET_UP,
  api_key: { days: null, why: 'movements and accesses name them; only their hashes are there' },
  api_key_usage: { days: null, why: 'one row a key: the current minute and day, written over' },
  refused_request: { days: 7, why: 'for questions about what went wrong; nothing that was sent' },
  operator_action: { days: null, why: 'who did what; append-only' },
  person: { days: null, why: 'the ledger names them by id; an erasure takes the name away' },
  terminal: { days: null, why: 'who did what names them' },
  sign_in_link: { days: 30, why: 'after its end; only hashes are there' },
  passkey: { days: null, why: 'as long as the person' },
  oidc_sign_in: { days: null, why: 'until a person is chosen; old ones go with the next sign-in' },
  passkey_challenge: { days: null, why: 'until it is answered; old ones go with the next answer' },
  person_session: { days: 30, why: 'after its beginning, for questions; only hashes are there' },
  witness_token: { days: 30, why: 'after its end; who witnessed what is in `operator_action`' },
  location: CATALOG,
  product: CATALOG,
  sku: CATALOG,
  sku_pack: CATALOG,
  lot_number: CATALOG,
  stock_level: STOCK,
  lot: STOCK,
  allocation: { days: null, why: 'until the stock is drawn or released' },
  movement: LEDGER,
  ledger_entry: LEDGER,
  lot_record: LEDGER,
  count_sheet: { days: null, why: 'who counted and who approved' },
  count_line: { days: null, why: 'what was counted, and the movement that posted it' },
  temperature_reading: { days: null, why: 'how stock was kept; append-only' },
  idempotency_key: {
    days: null,
    why: 'a repeat is answered as the first for good; an erasure takes the answer away',
  },
  patient: { days: null, why: 'until `patient erase`; then an empty row with the ids' },
  patient_access: {
    days: 2_192,
    why: 'six years, as long as a person may ask to whom health data was told (45 CFR 164.528)',
  },
  intake: { days: null, why: 'until `patient erase`' },
  prescription: { days: null, why: 'a medical record; its keeping is the provider’s duty' },
  customer_order: ORDERS,
  order_reader: ORDERS,
  order_item: ORDERS,
  account_charge: ORDERS,
  storefront_listing: SET_UP,
  bundle: SET_UP,
  bundle_item: SET_UP,
  partner: SET_UP,
  store_order: { days: null, why: 'the store’s own record of trade' },
  checkout_config: SET_UP,
  event_counter: OWN,
  event: { days: 90, why: 'so long may a reader of the feed be away; the newest one stays' },
  webhook_endpoint: { days: null, why: 'until it is deleted' },
  webhook_delivery: { days: 30, why: 'after its end, for replays and for questions' },
  webhook_attempt: { days: 30, why: 'as long as its delivery' },
  webhook_replay: { days: null, why: 'until it has come to its end' },
  periodic_job: OWN,
  secrets_key: { days: null, why: 'until `secrets reseal` has left nothing sealed with the key' },
  service_role: OWN,
} as const satisfies Readonly<Record<string, Kept>>;
