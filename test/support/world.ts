// What nearly every test file works with: a database of its own and the real service before it.
import { afterAll, beforeAll } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../kit/database.ts';
import { operate, operateJson } from './operator.ts';
import { type RunningService, type ServiceOptions, startService } from './pharmacy.ts';

export class World {
  db!: TestDatabase;
  service!: RunningService;
  /** The operator's command line on this database. */
  readonly operate = (...words: string[]) => operate(this.db.database, ...words);
  readonly operateJson = (...words: string[]) => operateJson(this.db.database, ...words);

  async start(service: ServiceOptions | false = {}): Promise<void> {
    this.db = await createTestDatabase();
    if (service !== false) this.service = await startService(this.db.database, service);
  }

  async close(): Promise<void> {
    // What did not start has nothing to close.
    await this.service?.close();
    await this.db?.drop();
  }
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
  make: (base: World) => Promise<Extra | undefined> | Extra | undefined = () => undefined,
  { service = {}, timeout }: { service?: ServiceOptions | false; timeout?: number } = {},
): World & Extra {
  const world = new World();
  beforeAll(async () => {
    await world.start(service);
    Object.assign(world, await make(world));
  }, timeout);
  afterAll(() => world.close());
  return world as World & Extra;
}
