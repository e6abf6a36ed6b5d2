import { expect, it } from 'vitest';
import { useWorld } from '../support/world.ts';

const world = useWorld(undefined, { service: false });

const create = (slug: string, kind = 'pharmacy') => [
  'organization',
  'create',
  '--slug',
  slug,
  '--name',
  `Name of ${slug}`,
  '--kind',
  kind,
];

it.each(['pharmacy', 'clinic', 'brand', 'affiliate'])(
  'creates a %s that is active',
  async (kind) => {
    expect(await world.operateJson(...create(`the-${kind}`, kind))).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      slug: `the-${kind}`,
      name: `Name of the-${kind}`,
      kind,
      status: 'active',
    });
  },
);

it('names the slug for people', async () => {
  const { code, printed } = await world.operate(...create('for-people'));
  expect([code, printed]).toEqual([0, expect.stringMatching(/^organization for-people created: /)]);
});

it('refuses a slug that is taken, also by the same moment', async () => {
  const results = await Promise.allSettled([1, 2, 3].map(() => world.operate(...create('one'))));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const result of results) {
    if (result.status === 'rejected') {
      expect(String(result.reason)).toBe(
        'ApiError: An organization with the slug one exists already.',
      );
    }
  }
});

it.each(['', 'Upper', 'two words', '-a', 'a-', 'a--b', 'ä', 'a_b', 'x'.repeat(61), 'a\n'])(
  'refuses the slug %j',
  async (slug) => {
    await expect(world.operate(...create(slug))).rejects.toThrow('--slug must be at most 60');
  },
);

it.each([
  ['an unknown kind', create('kindless', 'hospital'), /--kind.*pharmacy, clinic, brand, affiliate/],
  ['no kind', create('kindless').slice(0, -2), /--kind/],
  ['no slug', ['organization', 'create', '--name', 'n', '--kind', 'brand'], /--slug/],
  ['an unknown option', [...create('kindless'), '--colour', 'red'], /--colour/],
])('refuses %s', async (_what, words, message) => {
  await expect(world.operate(...words)).rejects.toThrow(message);
});

it.each([
  ['', '--name must not be blank.'],
  [' \u200b', '--name must not be blank.'],
  ['two\nlines', '--name must not hold control characters.'],
  ['💊'.repeat(201), '--name must have at most 200 characters.'],
])('refuses the name %j', async (name, message) => {
  const words = ['--slug', 'nameless', '--name', name, '--kind', 'brand'];
  await expect(world.operate('organization', 'create', ...words)).rejects.toThrow(message);
});

it('takes a name that is as long as an import takes it', async () => {
  const name = '💊'.repeat(200);
  const words = ['--slug', 'long-name', '--name', name, '--kind', 'brand'];
  expect(await world.operateJson('organization', 'create', ...words)).toMatchObject({
    name,
  });
});
