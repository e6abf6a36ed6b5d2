import { expect, it } from 'vitest';
import { makePharmacy } from '../../support/pharmacy.ts';
import { everythingWritten } from '../../support/refusals.ts';
import { useWorld } from '../../support/world.ts';

const world = useWorld(
  async ({ db }) => {
    const { slug } = await makePharmacy(db.database);
    return { words: ['person', 'approvals', '--organization', slug] };
  },
  { service: false },
);

const stored = async () =>
  (await world.db.owner.query('select approvals from organization')).rows.map(
    ({ approvals }) => approvals,
  );

it('takes two people, until the operator says that the pharmacy has one, and then two again', async () => {
  expect(await stored()).toEqual(['two']);
  expect(await world.operateJson(...world.words, '--one')).toEqual({
    slug: 'pharmacy',
    approvals: 'one',
  });
  expect(await stored()).toEqual(['one']);
  const { printed } = await world.operate(...world.words, '--two');
  expect(printed).toBe('organization pharmacy: a count takes two');
  expect(await stored()).toEqual(['two']);
});

it('asks which, and changes nothing otherwise', async () => {
  const before = await everythingWritten(world.db);
  for (const flags of [[], ['--one', '--two']]) {
    await expect(world.operate(...world.words, ...flags)).rejects.toThrow(
      'Use either --one or --two.',
    );
  }
  const words = ['person', 'approvals', '--organization', 'nobody', '--one'];
  await expect(world.operate(...words)).rejects.toThrow(/No organization/);
  expect(await everythingWritten(world.db)).toEqual(before);
});
