import { issueKey } from '../../api-keys/issue-key.ts';
import type { Database } from '../../database/database.ts';
import { statement } from '../../database/statement.ts';
import { importRecords } from '../import/import-file.ts';
import { readImportFile } from '../import/import-format.ts';
import { demoImport } from './demo-import.ts';

const ORGANIZATION = 'demo-pharmacy';
/** Where the demo's shelves are: what expires "today" expires today there. */
const TIME_ZONE = 'America/New_York';
const REQUESTS_PER_MINUTE = 6_000;
const REQUESTS_PER_DAY = 1_000_000;

export interface Demo {
  readonly organization: string;
  readonly liveKey: string;
  readonly testKey: string;
}

/** Fills an empty database, so that a newcomer's first call finds something. Elsewhere it does nothing. */
export async function seedDemo(database: Database): Promise<Demo | undefined> {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: TIME_ZONE }).format(new Date());
  const filled = await database.transaction(
    async (tx) => {
      // Of several processes that start on an empty database, one fills it.
      await tx.query(LOCK_DEMO, []);
      const [row] = await tx.query(HAS_ORGANIZATIONS, []);
      if (row?.found) return false;
      await importRecords(tx, readImportFile(JSON.stringify(demoImport(today))));
      return true;
    },
    { long: true },
  );
  if (!filled) return undefined;
  const issue = (environment: 'live' | 'test') =>
    issueKey(database, {
      organization: ORGANIZATION,
      environment,
      scopes: 'all',
      plan: 'enterprise',
      requestsPerMinute: REQUESTS_PER_MINUTE,
      requestsPerDay: REQUESTS_PER_DAY,
    });
  return {
    organization: ORGANIZATION,
    liveKey: (await issue('live')).key,
    testKey: (await issue('test')).key,
  };
}

const LOCK_DEMO = statement<never>('lock-demo', 'select from pg_advisory_xact_lock(7203114003)');

const HAS_ORGANIZATIONS = statement<{ found: boolean }>(
  'has-organizations',
  'select exists (select from organization) as found',
);
