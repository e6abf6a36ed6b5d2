import { expect, it } from 'vitest';
import { findOrganization } from '../../src/organizations/find-organization.ts';
import { createOrganization } from '../support/as-operator.ts';
import { useWorld } from '../support/world.ts';

const world = useWorld(undefined, { service: false });

it('finds an organization by its slug, as it is written', async () => {
  const made = await createOrganization(world.db.database, {
    slug: 'one',
    name: 'One',
    kind: 'brand',
  });
  expect(await findOrganization(world.db.database, 'one')).toEqual({ id: made.id, slug: 'one' });
  for (const slug of ['One', 'one ', '', "o'ne"]) {
    await expect(findOrganization(world.db.database, slug)).rejects.toThrow(
      `No organization has the slug ${slug}.`,
    );
  }
});
