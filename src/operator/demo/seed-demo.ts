import { issueKey } from '../../api-keys/issue-key.ts';
import { type OperatorAction, operatorAction } from '../../audit/operator-actions.ts';
import type { Database } from '../../database/database.ts';
import { statement } from '../../database/statement.ts';
import type { SecretBox } from '../../lib/seal.ts';
import { findOrganization } from '../../organizations/find-organization.ts';
import { invite } from '../../people/invite.ts';
import type { Role } from '../../people/roles.ts';
import { importRecords, readImport } from '../import/import-file.ts';
import { demoImport, demoToday } from './demo-import.ts';

/** The slugs of the two organizations whose keys are printed. */
const PHARMACY = 'demo-pharmacy';
const CLINIC = 'demo-clinic';

/** The keys of an organization, one for each environment. */
interface DemoKeys {
  readonly live: string;
  readonly test: string;
}

export interface Demo {
  /** These two are slugs. */
  readonly pharmacy: string;
  readonly clinic: string;
  /** Present only when the demo was made just now; they cannot be shown again. */
  readonly keys?: { readonly pharmacy: DemoKeys; readonly clinic: DemoKeys };
  /** The people of the pharmacy, and the links by which they sign in; as the keys. */
  readonly links?: readonly DemoLink[];
}

export interface DemoLink {
  readonly name: string;
  readonly roles: readonly Role[];
  /** The link behind the address of the application. */
  readonly path: string;
}

const PEOPLE: readonly Pick<DemoLink, 'name' | 'roles'>[] = [
  { name: 'Ana Ruiz', roles: ['pharmacist', 'manager'] },
  { name: 'Ben Okafor', roles: ['clerk'] },
];

/**
 * Fills an empty database, so that a newcomer's first call finds something. It does nothing in any other database.
 *
 * @param actor the account that the service runs in
 * @returns undefined where there is no demo
 */
export async function seedDemo(
  database: Database,
  { actor, secrets }: { actor: string; secrets: SecretBox },
): Promise<Demo | undefined> {
  const action = (): OperatorAction =>
    operatorAction({ actor, command: 'serve', typed: { DEMO: 'on' } });
  const found = await database.transaction(
    async (tx) => {
      // Only one of several processes that start on an empty database fills it.
      await tx.query(LOCK_DEMO, []);
      const [row] = await tx.query(HAS_ORGANIZATIONS, [PHARMACY]);
      if (row?.has_any) return row.has_demo ? 'demo' : 'others';
      const text = JSON.stringify(demoImport(demoToday()));
      await importRecords(tx, readImport({ path: 'demo', text }), { action: action(), secrets });
      return 'nobody';
    },
    { long: true },
  );
  if (found === 'others') return undefined;
  const demo = { pharmacy: PHARMACY, clinic: CLINIC };
  if (found === 'demo') return demo;
  const issue = async (organization: string, environment: 'live' | 'test') => {
    const { key } = await issueKey(
      database,
      { organization, environment, scopes: 'all', plan: 'standard' },
      action(),
    );
    return key;
  };
  const keysOf = async (organization: string): Promise<DemoKeys> => ({
    live: await issue(organization, 'live'),
    test: await issue(organization, 'test'),
  });
  const links = await database.transaction(async (tx) => {
    const { id: organizationId } = await findOrganization(tx, PHARMACY);
    const made: DemoLink[] = [];
    for (const person of PEOPLE) {
      const { link } = await invite(
        tx,
        { organizationId, ...person },
        { action: action(), appUrl: '' },
      );
      made.push({ ...person, path: link });
    }
    return made;
  });
  const keys = { pharmacy: await keysOf(PHARMACY), clinic: await keysOf(CLINIC) };
  return { ...demo, keys, links };
}

const LOCK_DEMO = statement<never>('lock-demo', 'select from pg_advisory_xact_lock(7203114003)');

const HAS_ORGANIZATIONS = statement<{ has_any: boolean; has_demo: boolean }>(
  'has-organizations',
  `
    select exists (select from organization) as has_any,
           exists (select from organization where slug = $1::text) as has_demo`,
);
