// A copy of the tables that somebody keeps in another schema of the database.
import { expect, it } from 'vitest';
import { migrate, serviceUrl } from '../../src/database/migrate.ts';
import { makePharmacy } from '../support/pharmacy.ts';
import { useWorld } from '../support/world.ts';

const world = useWorld(undefined, { service: false });

it('keeps no platform that is in use from starting, and one that is empty', async () => {
  const { owner, ownerUrl, database } = world.db;
  await owner.query('create schema kept');
  for (const table of ['ledger_entry', 'stock_level', 'event_counter']) {
    await owner.query(`create table kept.${table} as table ${table}`);
  }
  await expect(migrate(ownerUrl)).rejects.toThrow('The schema kept ');
  await makePharmacy(database, { skuCodes: [] });
  await expect(migrate(ownerUrl)).resolves.toContain('nothing to apply');
  await expect(serviceUrl(ownerUrl)).resolves.toContain('postgres');
});
