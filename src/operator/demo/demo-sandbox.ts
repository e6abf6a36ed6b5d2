// The patients, orders, prescriptions, partners and store of the demo, as test data of one organization. Only what live
// and test have apart is made: stock and the catalog stay as they are, and no other organization is named.
import { v5 as uuidv5 } from 'uuid';
import type { OperatorAction } from '../../audit/operator-actions.ts';
import type { Database } from '../../database/database.ts';
import type { SecretBox } from '../../lib/seal.ts';
import { importFile, readImport } from '../import/import-file.ts';
import { demoImport, demoToday } from './demo-import.ts';

const SECTIONS = [
  'patients',
  'orders',
  'prescriptions',
  'partners',
  'store_orders',
  'checkout_configs',
] as const;

type Section = (typeof SECTIONS)[number];
type DemoRecord = Readonly<Record<string, unknown>>;

/**
 * Makes the records in the test environment of an organization.
 *
 * @param slug of an organization that is there
 * @returns how many there are of each kind
 */
export async function fillSandbox(
  database: Database,
  slug: string,
  by: { action: OperatorAction; secrets: SecretBox },
): Promise<Readonly<Record<Section, number>>> {
  const demo = demoImport(demoToday()) as Readonly<Record<Section, readonly DemoRecord[]>>;
  const file = Object.fromEntries(
    SECTIONS.map((section) => [section, testRecords(demo[section], slug)]),
  ) as Record<Section, DemoRecord[]>;
  await importFile(database, readImport({ path: 'demo', text: JSON.stringify(file) }), by);
  return Object.fromEntries(SECTIONS.map((section) => [section, file[section].length])) as Record<
    Section,
    number
  >;
}

/** The live records of the demo as test ones. Of a checkout, the sandbox's values are taken. */
function testRecords(records: readonly DemoRecord[], slug: string): DemoRecord[] {
  const sandbox = records.find(({ environment }) => environment === 'test')?.checkout;
  return records
    .filter(({ environment = 'sandbox' }) => environment === 'sandbox')
    .map(
      ({
        fulfillment_organization: _fulfils,
        affiliate_organization: _brings,
        branding_organization: _brands,
        ...record
      }) => ({
        ...record,
        organization: slug,
        environment: record.environment ?? 'test',
        ...(typeof record.order_number === 'string' && {
          order_number: record.order_number.replace(/^VO-/, 'VT-'),
        }),
        ...(record.checkout !== undefined && {
          checkout: { ...(sandbox as object), amount_cents: record.total_cents },
        }),
        ...ownIds(record, slug),
      }),
    );
}

const NAMESPACE = 'de300000-0000-4000-8000-000000000000';

/** The same ids at each reset, and others in each organization: an operator names a record by its id alone. */
function ownIds(record: DemoRecord, slug: string): DemoRecord {
  return Object.fromEntries(
    ['id', 'patient_id', 'order_id'].flatMap((field) => {
      const id = record[field];
      return typeof id === 'string' ? [[field, uuidv5(`${slug} ${id}`, NAMESPACE)]] : [];
    }),
  );
}
