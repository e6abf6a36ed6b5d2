import { expect, it, vi } from 'vitest';
import { isExhausted } from '../../src/database/failures.ts';
import { useWorld } from '../support/world.ts';

const world = useWorld(async () => ({}), { service: false });

it('remembers that the server had no room, by the code with which it refuses a write', async () => {
  const refused = { name: 'refuse-as-full', text: 'select refuse_as_full()' };
  await world.db.owner.query(`
    create function refuse_as_full() returns void language plpgsql as $$
      begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$;
    grant execute on function refuse_as_full() to public`);
  const write = world.db.database.transaction((tx) => tx.query(refused, []));
  await expect(write).rejects.toMatchObject({ code: '53100' });
  expect(isExhausted()).toBe(true);
  const later = performance.now() + 31_000;
  const clock = vi.spyOn(performance, 'now').mockReturnValue(later);
  expect(isExhausted()).toBe(false);
  clock.mockRestore();
});
