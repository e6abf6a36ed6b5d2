// What is stocked before anything is measured: ten organizations whose stock is drawn from, one whose ledger is
// long, and one that webhooks are sent for. Each case works on a copy of that database.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PostgresServer } from '../../kit/postgres-server.ts';
import { operate, SECRETS_KEY } from '../../kit/product.ts';
import { issueKey } from '../../src/api-keys/issue-key.ts';
import { operatorAction } from '../../src/audit/operator-actions.ts';
import { Database } from '../../src/database/database.ts';
import { migrate, serviceUrl } from '../../src/database/migrate.ts';
import { SecretBox } from '../../src/lib/seal.ts';
import { importFile, readImport } from '../../src/operator/import/import-file.ts';
import type { ImportFile } from '../../src/operator/import/sections.ts';
import { ARCHIVE, addOldRows } from './old-rows.ts';

const ORGANIZATIONS = Array.from({ length: 10 }, (_, index) => `bench-${index}`);
const WEBHOOKS = 'webhooks';
export const SKUS_EACH = 100;
export const LOTS_A_SKU = 20;
/** Of a lot; more than is ever drawn. */
const UNITS = 1_000_000_000;
const MANY = 1_000_000_000;

export interface Fixture {
  /** Of the ten organizations whose stock is drawn from. */
  readonly keys: readonly string[];
  readonly archiveKey: string;
  readonly webhooksKey: string;
  /** A database of a case's own, with the fewest old rows. */
  copy(name: string): Promise<string>;
  /** The one database with so many old rows in the ledger; made when it is first asked for. */
  withRows(rows: number): Promise<string>;
  /** @throws Error with what is wrong with the ledger since the fixture was made */
  verify(database: string): Promise<void>;
}

export async function makeFixture(
  postgres: PostgresServer,
  { rows, folder }: { rows: readonly number[]; folder: string },
): Promise<Fixture> {
  const template = 'bench_fixture';
  await postgres.query('postgres', `create database ${template}`);
  const url = postgres.url(template);
  await migrate(url);
  const database = new Database(await serviceUrl(url), { preparedStatements: true });
  const all = [...ORGANIZATIONS, ARCHIVE, WEBHOOKS];
  const by = {
    action: operatorAction({ actor: 'bench', command: 'import' }),
    secrets: new SecretBox([SECRETS_KEY]),
  };
  const text = JSON.stringify(stockOf(all));
  await importFile(database, readImport({ path: 'stock', text }), by);
  const keys: string[] = [];
  for (const organization of all) keys.push(await keyOf(database, organization));
  await database.close();
  await operate({ DATABASE_URL: url }, ['ledger', 'verify']);
  const fewest = rows[0] ?? 0;
  await addOldRows(postgres, template, { from: 0, to: fewest });
  const anchor = join(folder, 'anchor.jsonl');
  writeFileSync(anchor, await operate({ DATABASE_URL: url }, ['ledger', 'anchor']));

  const copy = async (name: string) => {
    const made = `bench_${name}`;
    await postgres.query('postgres', `create database ${made} template ${template}`);
    return made;
  };
  const longer = new Map<number, Promise<string>>();
  const withRows = async (count: number) => {
    const made = await copy(`rows_${count}`);
    await addOldRows(postgres, made, { from: fewest, to: count });
    return made;
  };
  return {
    keys: keys.slice(0, ORGANIZATIONS.length),
    archiveKey: keys.at(-2) as string,
    webhooksKey: keys.at(-1) as string,
    copy,
    withRows: (count) => {
      const made = longer.get(count) ?? withRows(count);
      longer.set(count, made);
      return made;
    },
    verify: async (name) => {
      await operate({ DATABASE_URL: postgres.url(name) }, ['ledger', 'verify', '--since', anchor]);
    },
  };
}

function stockOf(slugs: readonly string[]): ImportFile {
  const skus = slugs.flatMap((organization) =>
    Array.from({ length: SKUS_EACH }, (_, index) => ({
      organization,
      sku_code: `SKU-${index}`,
      product_id: crypto.randomUUID(),
    })),
  );
  return {
    organizations: slugs.map((slug) => ({ slug, name: slug, kind: 'pharmacy' })),
    locations: slugs.map((organization) => ({ organization, name: 'Main', is_default: true })),
    products: skus.map(({ organization, sku_code, product_id }) => ({
      organization,
      id: product_id,
      name: sku_code,
    })),
    skus,
    lots: skus.flatMap(({ organization, sku_code }) =>
      Array.from({ length: LOTS_A_SKU }, (_, index) => ({
        organization,
        sku_code,
        lot_number: `L${index}`,
        qty: UNITS,
        expiry_date: `20${70 + index}-06-15`,
      })),
    ),
  };
}

async function keyOf(database: Database, organization: string): Promise<string> {
  const { key } = await issueKey(
    database,
    {
      organization,
      environment: 'live',
      scopes: 'all',
      plan: 'enterprise',
      requestsPerMinute: MANY,
      requestsPerDay: MANY,
    },
    operatorAction({ actor: 'bench', command: 'key issue' }),
  );
  return key;
}
