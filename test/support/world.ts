// What nearly every test file works with: a database of its own and the real service before it.
import { afterAll, beforeAll } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../kit/database.ts';
import { type RunningService, type ServiceOptions, startService } from './pharmacy.ts';

interface Base {
  readonly db: TestDatabase;
  readonly service: RunningService;
}

/**
 * Makes a database and starts the service before the first test of the file, and ends both after the last. An
 * `afterAll` of the file itself runs before that, while both are still there.
 *
 * @param make what else the tests of the file share; its result is part of the world
 * @param options `service: false` starts none; `timeout` is that of the making, in milliseconds
 * @returns filled before the first test runs; empty until then
 */
export function useWorld<Extra extends object = object>(
  make: (base: Base) => Promise<Extra | undefined> | Extra | undefined = () => undefined,
  { service = {}, timeout }: { service?: ServiceOptions | false; timeout?: number } = {},
): Base & Extra {
  const world = {} as { -readonly [Key in keyof Base]?: Base[Key] };
  beforeAll(async () => {
    world.db = await createTestDatabase();
    if (service !== false) world.service = await startService(world.db.database, service);
    Object.assign(world, await make(world as Base));
  }, timeout);
  afterAll(async () => {
    await world.service?.close();
    await world.db?.drop();
  });
  return world as Base & Extra;
}
