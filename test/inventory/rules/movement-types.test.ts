// The types of movements are in one table; the database's constraints name the same.
import { expect, it } from 'vitest';
import { MOVEMENT_TYPES, movementTypes } from '../../../src/inventory/rules/movement-types.ts';
import { useWorld } from '../../support/world.ts';

const world = useWorld(undefined, { service: false });

/** The texts that a constraint lists. */
async function listedBy(constraint: string): Promise<string[]> {
  const { rows } = await world.db.owner.query(
    'select pg_get_constraintdef(oid) as text from pg_constraint where conname = $1',
    [constraint],
  );
  return [...rows[0].text.matchAll(/'(\w+)'::text/g)].map(([, type]) => type as string);
}

it('are those that the database takes', async () => {
  expect((await listedBy('movement_type')).sort()).toEqual(Object.keys(MOVEMENT_TYPES).sort());
});

it('keep an answer where they may be without entries', async () => {
  const answered = await listedBy('movement_answer');
  expect(answered.sort()).toEqual(movementTypes(false, 'sometimes').sort());
});

it('name the entries, but for the two of a transfer', async () => {
  const named = movementTypes(true, 'sometimes').filter((type) => type !== 'transfer');
  const entries = await listedBy('ledger_entry_type');
  expect(entries.sort()).toEqual([...named, 'transfer_in', 'transfer_out'].sort());
});
