// A soak of a moment: two servers on one database, everybody at once, connections that break; and a checker that
// has nothing to say.
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { stopAll } from '../kit/cleanup.ts';
import { createTestDatabase, type TestDatabase } from '../kit/database.ts';
import { SECRETS_KEY } from '../kit/product.ts';
import { Database } from '../src/database/database.ts';
import { Draw } from './draw.ts';
import { checkMeeting } from './orders/meet.ts';
import { OrdersPart } from './orders/part.ts';
import { makeOrdersWorld } from './orders/world.ts';
import { type Supervised, supervise } from './stage/processes.ts';
import { Soak } from './stretch.ts';
import { makeWorld } from './world.ts';

const SEED = Number(process.env.SOAK_SEED ?? Date.now() % 2 ** 31);
const STRETCHES = 2;
/** A busy machine does little in one. */
const STRETCHES_MAX = 10;
const STRETCH_MILLISECONDS = 1_000;
const BREAKS_MILLISECONDS = 250;
const CALLERS = 6;
const TIMEOUT_MILLISECONDS = 180_000;

let db: TestDatabase;
let second: Database;
let servers: Supervised[];

beforeAll(async () => {
  db = await createTestDatabase();
  second = new Database(db.serviceUrl, { preparedStatements: true });
  const settings = {
    DATABASE_URL: db.ownerUrl,
    SECRETS_KEY: SECRETS_KEY.toString('base64'),
    MIGRATE: 'off',
    DEMO: 'off',
    PORT: '0',
    WORKER: 'off',
    LOG_LEVEL: 'error',
  };
  const log = join(tmpdir(), 'soak-servers.log');
  servers = ['one', 'two'].map((name) => supervise(name, { words: ['serve'], settings, log }));
  await Promise.all(servers.map((server) => server.ready()));
});

afterAll(async () => {
  await stopAll();
  await second.close();
  await db.drop();
});

it(
  `finds one order that explains all responses, seed ${SEED}`,
  async () => {
    const draw = new Draw(SEED);
    const world = await makeWorld(db.database, db.owner, { callers: CALLERS });
    const urls = () => servers.flatMap(({ url }) => (url === undefined ? [] : [url]));
    const { owner } = db;
    const orders = new OrdersPart(
      { world: await makeOrdersWorld(db.database, owner, world), database: second, owner },
      draw.split(),
    );
    const soak = new Soak({ world, urls, operatorDatabase: second, owner, orders }, draw);
    const kinds = new Set<string>();
    const isOver = (index: number) => index >= (kinds.has('receive') ? STRETCHES : STRETCHES_MAX);
    for (let index = 0; !isOver(index); index += 1) {
      const {
        history,
        checked,
        orders: result,
        meeting,
      } = await soak.stretch({
        milliseconds: STRETCH_MILLISECONDS,
        disturb: async (isOver) => {
          while (!isOver()) {
            await pause(BREAKS_MILLISECONDS);
            await db.owner.query(BREAK_ONE);
          }
        },
      });
      expect(checked.violation).toBeUndefined();
      expect(result?.checked.violation).toBeUndefined();
      expect(checkMeeting(meeting)).toBeUndefined();
      expect(history.calls.length).toBeGreaterThan(20);
      expect(result?.history.calls.length).toBeGreaterThan(0);
      for (const { command } of checked.steps) kinds.add(command.kind);
    }
    expect(kinds).toContain('receive');
  },
  TIMEOUT_MILLISECONDS,
);

const BREAK_ONE = `
  select pg_terminate_backend(pid) from pg_stat_activity
   where datname = current_database() and pid <> pg_backend_pid() and usename <> current_user
   order by random() limit 1`;
