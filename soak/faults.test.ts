// A fault that does nothing is not noticed by who looks for violations alone.
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../kit/database.ts';
import { Draw } from './draw.ts';
import { FAULTS } from './stage/faults.ts';
import type { Stage } from './stage/stage.ts';

let db: TestDatabase;
let owner: pg.Pool;

beforeAll(async () => {
  db = await createTestDatabase();
  owner = new pg.Pool({ connectionString: db.ownerUrl });
  owner.on('error', () => {});
});

afterAll(async () => {
  await owner.end();
  await db.drop();
});

it('terminates sessions', async () => {
  const session = new pg.Client({ connectionString: db.ownerUrl });
  let ended: Error | undefined;
  session.on('error', (error) => {
    ended ??= error;
  });
  await session.connect();
  const fault = FAULTS.find(({ name }) => name === 'sessions terminated');
  const draw = new Draw(1);
  while (ended === undefined) await fault?.strike({ owner } as Stage, draw);
  expect(ended).toMatchObject({ code: '57P01' });
});

it.each(['a commit that never arrives', 'a commit that arrives late', 'a message lost'])(
  '%s reports that it had nothing to break',
  async (name) => {
    const proxies = [{ judge: () => 'pass', deliver: () => {} }];
    const fault = FAULTS.find((one) => one.name === name);
    expect(await fault?.strike({ proxies } as never, new Draw(1))).toBe(false);
  },
);
