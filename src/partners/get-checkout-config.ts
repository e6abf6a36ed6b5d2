import type { Answer, Call } from '../contract.ts';
import type { ActingReader } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { errors } from '../errors.ts';
import { checkoutEnvironment } from './checkout-environment.ts';

/** Returns what a page may know. The transaction key is sealed in a column that reads cannot select. */
export async function getCheckoutConfig(
  { principal }: Call<'getCheckoutConfig'>,
  { database }: { readonly database: ActingReader },
): Promise<Answer<'getCheckoutConfig'>> {
  const { organizationId, environment } = principal;
  const [found] = await database
    .actingFor(organizationId)
    .query(FIND, [organizationId, environment]);
  if (found === undefined) {
    throw errors.notFound('No checkout configuration is set for the environment of this key.');
  }
  const data = { ...found, environment: checkoutEnvironment(environment) };
  return { status: 200, body: { data } };
}

const FIND = statement<{
  readonly public_client_key: string | null;
  readonly api_login_id: string | null;
  readonly accept_js_url: string | null;
}>(
  'get-checkout-config',
  `
    select public_client_key, api_login_id, accept_js_url
      from checkout_config
     where organization_id = $1::uuid and environment = $2::text`,
);
