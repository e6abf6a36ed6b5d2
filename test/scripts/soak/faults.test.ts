// A fault that does nothing is not noticed by who looks for violations alone.
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Draw } from '../../../scripts/soak/draw.ts';
import { FAULTS } from '../../../scripts/soak/faults.ts';
import type { Stage } from '../../../scripts/soak/stage.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

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

it('sessions are terminated indeed', async () => {
  const session = new pg.Client({ connectionString: db.ownerUrl });
  const ended = new Promise<Error>((resolve) => session.on('error', resolve));
  await session.connect();
  const fault = FAULTS.find(({ name }) => name === 'sessions terminated');
  for (let seed = 1; seed <= 10; seed += 1) {
    await fault?.strike({ owner } as Stage, new Draw(seed));
  }
  expect(await ended).toMatchObject({ code: '57P01' });
});
