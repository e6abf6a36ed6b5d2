import { ENVIRONMENTS, type Environment } from '../contract.ts';
import {
  type ImportRun,
  importSection,
  oneOf,
  optional,
  type RecordFields,
  text,
} from '../import/section.ts';
import { type ImportCount, SEALED, upsert, upsertTable } from '../import/upsert.ts';
import { OWNED, ownedRecordsApart } from '../organizations/owned-records.ts';
import {
  CHECKOUT_ENVIRONMENTS,
  type CheckoutEnvironment,
  environmentOf,
} from './checkout-environment.ts';

interface CheckoutConfigRecord extends RecordFields {
  /** The slug. */
  readonly organization: string;
  readonly environment: Environment | CheckoutEnvironment;
  readonly public_client_key?: string | null;
  readonly api_login_id?: string | null;
  readonly accept_js_url?: string | null;
  readonly transaction_key?: string | null;
}

/** There is one for each organization and environment. Neither has a default: a live key in the wrong one costs. */
export const checkoutConfigsSection = importSection({
  name: 'checkout_configs',
  required: ['organization', 'environment'],
  fields: {
    ...OWNED,
    environment: oneOf(...ENVIRONMENTS, ...CHECKOUT_ENVIRONMENTS),
    public_client_key: optional(text(1_000)),
    api_login_id: optional(text(1_000)),
    accept_js_url: optional(text(2_000)),
    transaction_key: optional(text(1_000)),
  },
  write: importCheckoutConfigs,
});

async function importCheckoutConfigs(
  { tx, secrets }: ImportRun,
  records: readonly CheckoutConfigRecord[],
): Promise<ImportCount> {
  const named = records.map((record) => ({
    ...record,
    environment: environmentOf(record.environment),
  }));
  const owned = await ownedRecordsApart(tx, named);
  const { count } = await upsert(tx, CHECKOUT_CONFIGS, owned, secrets);
  return count;
}

const CHECKOUT_CONFIGS = upsertTable<{
  readonly id: string;
  readonly organization_id: string;
  readonly environment: Environment;
  readonly public_client_key: string | null;
  readonly api_login_id: string | null;
  readonly accept_js_url: string | null;
  readonly transaction_key: string | null;
  readonly created_at?: string;
}>({
  table: 'checkout_config',
  key: ['organization_id', 'environment'],
  columns: {
    id: 'uuid',
    organization_id: 'uuid',
    environment: 'text',
    public_client_key: 'text',
    api_login_id: 'text',
    accept_js_url: 'text',
    transaction_key: SEALED,
    created_at: 'timestamptz',
  },
  defaults: {
    public_client_key: null,
    api_login_id: null,
    accept_js_url: null,
    transaction_key: null,
  },
});
