import { afterAll, beforeAll, expect, it } from 'vitest';
import { findOrganization } from '../../src/organizations/find-organization.ts';
import { createOrganization } from '../support/as-operator.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

it('finds an organization by its slug, as it is written', async () => {
  const made = await createOrganization(db.database, { slug: 'one', name: 'One', kind: 'brand' });
  expect(await findOrganization(db.database, 'one')).toEqual({ id: made.id, slug: 'one' });
  for (const slug of ['One', 'one ', '', "o'ne"]) {
    await expect(findOrganization(db.database, slug)).rejects.toThrow(
      `No organization has the slug ${slug}.`,
    );
  }
});
