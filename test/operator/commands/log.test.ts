// Who did what, as an operator asks for it.
import { expect, it } from 'vitest';
import type { ListedAction } from '../../../src/audit/operator-actions.ts';
import { operate } from '../../support/operator.ts';
import { useWorld } from '../../support/world.ts';

const world = useWorld(
  async ({ db }) => {
    for (const slug of ['one', 'two', 'three']) {
      await operate(
        db.database,
        'organization',
        'create',
        '--slug',
        slug,
        '--name',
        slug,
        '--kind',
        'brand',
        '--actor',
        `maker of ${slug}`,
      );
    }
  },
  { service: false },
);

const read = (...words: string[]): Promise<ListedAction[]> => world.operateJson('log', ...words);
const slugs = (actions: ListedAction[]) => actions.map(({ organization }) => organization);

it('is read newest first, as far as the limit goes', async () => {
  expect(slugs(await read()).slice(0, 3)).toEqual(['three', 'two', 'one']);
  expect(slugs(await read('--limit', '2'))).toEqual(['three', 'two']);
  for (const limit of ['0', '1001', 'all']) {
    await expect(read('--limit', limit)).rejects.toThrow(
      'It must be a whole number from 1 to 1000',
    );
  }
});

it('is read of one organization, and from a time on', async () => {
  const [three, two] = await read();
  expect(slugs(await read('--organization', 'one'))).toEqual(['one']);
  await expect(read('--organization', 'nobody')).rejects.toThrow('No organization has the slug');
  expect(slugs(await read('--since', two?.at as string))).toEqual(['three', 'two']);
  expect(slugs(await read('--since', two?.at as string, '--limit', '1'))).toEqual(['three']);
  expect(await read('--since', three?.at as string, '--organization', 'two')).toEqual([]);
  await expect(read('--since', 'yesterday')).rejects.toThrow('--since');
});

it('is printed one action a line', async () => {
  const { printed } = await world.operate('log', '--organization', 'two');
  expect(printed).toMatch(
    /^\S+Z maker of two: organization create \(two\), organization two, \{"kind":"brand",.*\}$/,
  );
});

it('can neither be changed nor shortened, by the service or by the owner', async () => {
  const service = world.db.database.pool;
  for (const change of [
    "update operator_action set actor = 'somebody'",
    'delete from operator_action',
    'truncate operator_action',
  ]) {
    await expect(service.query(change)).rejects.toThrow('permission denied');
    await expect(world.db.owner.query(change)).rejects.toThrow('operator_action is append-only');
  }
});

it('is read by its index, however long it is', async () => {
  await world.db.owner.query(`
    insert into operator_action (id, at, actor, command, arguments)
    select gen_random_uuid(), now() - make_interval(days => 1, secs => number), 'a', 'b', '{}'
      from generate_series(1, 20000) as number`);
  const { rows } = await world.db.owner.query(`
    explain (analyze, format json)
    select action.id, organization.slug from operator_action action
      left join organization on organization.id = action.organization_id
     order by action.at desc, action.id desc limit 25`);
  expect(JSON.stringify(rows[0])).toContain('operator_action_newest');
  expect(slugs(await read('--limit', '3'))).toEqual(['three', 'two', 'one']);
});
