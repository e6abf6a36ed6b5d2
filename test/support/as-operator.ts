// What the operator's commands call, with a command's action, for tests that need what it makes and do not
// ask who did it.
import * as issue from '../../src/api-keys/issue-key.ts';
import * as revoke from '../../src/api-keys/revoke-key.ts';
import * as rotate from '../../src/api-keys/rotate-key.ts';
import { type OperatorAction, operatorAction } from '../../src/audit/operator-actions.ts';
import type { OrganizationStatus } from '../../src/contract.ts';
import type { Database } from '../../src/database/database.ts';
import { SecretBox } from '../../src/lib/seal.ts';
import * as files from '../../src/operator/import/import-file.ts';
import { changeOrganization } from '../../src/organizations/change-organization.ts';
import * as organizations from '../../src/organizations/create-organization.ts';
import { placeInSecondCell } from './second-cell.ts';

export type { IssuedKey } from '../../src/api-keys/issue-key.ts';

/** What the service of the tests seals with. */
export const SECRETS = new SecretBox([Buffer.alloc(32, 7)]);

export function anAction(command = 'test'): OperatorAction {
  return operatorAction({ actor: 'tester', command });
}

export async function importFile(database: Database, text: string, options?: files.ImportOptions) {
  const source = files.readImport({ path: 'file.json', text });
  const by = { action: anAction('import'), secrets: SECRETS };
  return files.importFile(database, source, { ...by, ...options });
}

export function issueKey(database: Database, request: issue.KeyRequest) {
  return issue.issueKey(
    database,
    { ...request, placeKey: placeInSecondCell },
    anAction('key issue'),
  );
}

export function revokeKey(database: Database, id: string) {
  return revoke.revokeKey(database, id, anAction('key revoke'));
}

export function rotateKey(database: Database, request: Parameters<typeof rotate.rotateKey>[1]) {
  return rotate.rotateKey(database, request, anAction('key rotate'));
}

export function createOrganization(
  database: Database,
  organization: Parameters<typeof organizations.createOrganization>[1],
) {
  const action = anAction('organization create');
  return organizations.createOrganization(database, organization, action);
}

export function setOrganizationStatus(
  database: Database,
  slug: string,
  status: OrganizationStatus,
) {
  const action = anAction('organization set-status');
  return changeOrganization(database, slug, { status, action });
}
