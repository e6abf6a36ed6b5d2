// What the service's two roles may do, table by table, and as whom functions run.
import { expect, it } from 'vitest';
import { readerUrl } from '../../src/database/migrate.ts';
import { useWorld } from '../support/world.ts';

/** Of the service: s(elect), i(nsert), u(pdate), d(elete); c: columns only. Then of the reader. */
const PRIVILEGES = {
  _prisma_migrations: ['c', ''],
  account_charge: ['siud', ''],
  allocation: ['siud', 's'],
  api_key: ['siu', ''],
  api_key_usage: ['siu', ''],
  bundle: ['siud', 's'],
  bundle_item: ['sid', 's'],
  checkout_config: ['siud', 'c'],
  count_line: ['siu', 's'],
  count_sheet: ['siu', 's'],
  customer_order: ['siud', 'c'],
  event: ['sid', 's'],
  event_counter: ['siu', 's'],
  idempotency_key: ['siud', ''],
  intake: ['siud', ''],
  ledger_entry: ['si', 's'],
  location: ['siu', 's'],
  lot: ['siu', 's'],
  lot_number: ['siu', 's'],
  lot_record: ['si', 's'],
  movement: ['si', 's'],
  refused_request: ['sid', 's'],
  oidc_sign_in: ['sid', ''],
  operator_action: ['si', 's'],
  order_item: ['si', 's'],
  order_reader: ['siud', 's'],
  organization: ['siu', 's'],
  partner: ['siud', 's'],
  passkey: ['siud', ''],
  passkey_challenge: ['sid', ''],
  patient: ['siud', 'c'],
  patient_access: ['sid', ''],
  periodic_job: ['siu', ''],
  person: ['siu', ''],
  person_session: ['siud', ''],
  prescription: ['siud', 's'],
  product: ['siu', 'c'],
  secrets_key: ['sid', ''],
  service_role: ['c', ''],
  sign_in_link: ['siud', ''],
  sku: ['siu', 's'],
  sku_pack: ['siud', 's'],
  stock_level: ['siu', 's'],
  store_order: ['siud', 's'],
  storefront_listing: ['siu', 's'],
  temperature_reading: ['si', 's'],
  terminal: ['siu', ''],
  webhook_attempt: ['si', 's'],
  webhook_delivery: ['siud', 's'],
  webhook_endpoint: ['siud', 'c'],
  webhook_replay: ['siud', ''],
  witness_token: ['siud', ''],
};

const world = useWorld(undefined, { service: false });

async function privilegesOf(role: string): Promise<Record<string, string>> {
  const { rows } = await world.db.owner.query(
    `select relname as table, (
              select coalesce(string_agg(letter, ''), '')
                from (values ('s', 'select'), ('i', 'insert'), ('u', 'update'), ('d', 'delete'),
                             ('t', 'truncate'), ('r', 'references'), ('g', 'trigger')) as one (letter, name)
               where has_table_privilege($1, pg_class.oid, name)) as whole,
            has_any_column_privilege($1, oid, 'select, insert, update, references') as some
       from pg_class
      where relnamespace = quote_ident(current_schema())::regnamespace and relkind in ('r', 'p', 'v', 'm')`,
    [role],
  );
  return Object.fromEntries(
    rows.map(({ table, whole, some }) => [table, whole || (some ? 'c' : '')]),
  );
}

it.each([
  ['service', 0],
  ['reader', 1],
] as const)(
  'the %s’s role has exactly these privileges, on every table there is',
  async (kind, column) => {
    const url = kind === 'service' ? world.db.serviceUrl : await readerUrl(world.db.ownerUrl);
    expect(await privilegesOf(new URL(url).username)).toEqual(
      Object.fromEntries(Object.entries(PRIVILEGES).map(([table, both]) => [table, both[column]])),
    );
  },
);

it('the columns that stay hidden are the secrets of webhooks and the passwords of roles', async () => {
  const { rows } = await world.db.owner.query(
    `select table_name || '.' || column_name as name
       from information_schema.columns
      where table_schema = current_schema()
        and (table_name, $1) in (('webhook_endpoint', 'reader'), ('service_role', 'service'))
        and not has_column_privilege($2, quote_ident(table_name), column_name, 'select')
      order by 1`,
    ['reader', new URL(await readerUrl(world.db.ownerUrl)).username],
  );
  expect(rows.map(({ name }) => name)).toEqual([
    'webhook_endpoint.next_secret',
    'webhook_endpoint.secret',
  ]);
  await expect(
    world.db.database.query(
      { name: 'own-password', text: 'select password from service_role' },
      [],
    ),
  ).rejects.toThrow('permission denied');
});

it('functions look nowhere but in their own schema, and one that runs as the owner is not for everybody', async () => {
  const { rows } = await world.db.owner.query(
    `select proname as name, proconfig as settings, prosecdef as of_owner,
            has_function_privilege('public', pg_proc.oid, 'execute') as anybody,
            format('search_path=pg_catalog, %I, pg_temp', current_schema()) as own
       from pg_proc join pg_language on pg_language.oid = prolang
      where (prosecdef or lanname = 'plpgsql') and pronamespace = quote_ident(current_schema())::regnamespace`,
  );
  expect(rows.some((row) => row.of_owner)).toBe(true);
  expect(rows.some((row) => row.name === 'keep_order_readers')).toBe(true);
  for (const { name, settings, of_owner, anybody, own } of rows) {
    expect([name, settings, of_owner && anybody]).toEqual([name, [own], false]);
  }
});
