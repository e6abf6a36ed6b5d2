import { expect, it } from 'vitest';
import { createOrganization, importFile } from '../support/as-operator.ts';
import { hold } from '../support/concurrency.ts';
import { useWorld } from '../support/world.ts';

const world = useWorld(undefined, { service: false });

it('an organization that is just being suspended is read after that, and stays suspended', async () => {
  const record = { slug: 'clinic', name: 'Clinic', kind: 'clinic' } as const;
  const { id } = await createOrganization(world.db.database, record);
  const suspend = `update organization set status = 'suspended' where id = $1`;
  const held = await hold(world.db.owner, suspend, [id]);
  const file = { organizations: [{ ...record, name: 'Another name' }] };
  const loading = importFile(world.db.database, JSON.stringify(file));
  await held.blocks(1);
  await held.commit();
  expect((await loading).counts.organizations.updated).toBe(1);
  const { rows } = await world.db.owner.query(
    'select name, status from organization where id = $1',
    [id],
  );
  expect(rows).toEqual([{ name: 'Another name', status: 'suspended' }]);
});
