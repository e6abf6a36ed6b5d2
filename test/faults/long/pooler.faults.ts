// Several servers and workers on one PostgreSQL, through a pooler in transaction mode that has fewer sessions than they
// have connections.
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrate } from '../../../src/database/migrate.ts';
import { noServers, startSystemServer } from '../../support/postgres-pair.ts';
import { endSpawned, type SpawnedWorker, spawnWorker } from '../../support/spawn-server.ts';
import {
  describeUnless,
  drawer,
  FAULT_SEED,
  FaultStage,
  noteMeasurements,
} from '../fault-stage.ts';
import { noPooler, type Pooler, startPooler } from '../pooler.ts';

const SERVERS = 3;
const WORKERS = 2;
/** Of PostgreSQL, for each of the pooler's users. */
const SESSIONS = 6;

describeUnless(
  noServers ?? noPooler,
  `${SERVERS} servers and ${WORKERS} workers behind a pooler in transaction mode, seed ${FAULT_SEED}`,
  () => {
    const draw = drawer();
    let server: Awaited<ReturnType<typeof startSystemServer>>;
    let pooler: Pooler;
    let stage: FaultStage;
    let workers: SpawnedWorker[];
    beforeAll(async () => {
      server = await startSystemServer();
      await migrate(server.url());
      const [roles] = await server.query<
        Record<'name' | 'password' | 'reader' | 'reader_password', string>
      >('select name, password, reader_name as reader, reader_password from service_role');
      if (roles === undefined) throw new Error('The roles are there once it is migrated.');
      const users = {
        postgres: 'any',
        [roles.name]: roles.password,
        [roles.reader]: roles.reader_password,
      };
      pooler = await startPooler(server.url(), { users, sessions: SESSIONS });
      const env = {
        DATABASE_URL: pooler.url,
        DATABASE_DIRECT_URL: server.url(),
        PREPARED_STATEMENTS: 'off',
        WORKER: 'off',
      };
      stage = await FaultStage.open(server.url(), { env, processes: SERVERS });
      workers = await Promise.all(
        Array.from({ length: WORKERS }, () => spawnWorker({ ...stage.settings, ...env })),
      );
    });
    afterAll(async () => {
      await stage?.end();
      await endSpawned();
      await pooler?.end();
      await server?.end();
    });

    it('post each movement once and deliver each event, though a server, a worker and the pooler are killed', async () => {
      const load = stage.load();
      await load.moves(200 + draw(200));
      const [doomed] = stage.servers;
      if (doomed === undefined) throw new Error('There are several.');
      await stage.stop(doomed, 'SIGKILL');
      await load.moves(200);
      await workers[0]?.stop('SIGKILL');
      await load.moves(200);
      await pooler.restart();
      await load.moves(200);
      await pause(500);
      const [sessions] = await server.query<{ count: number }>(
        `select count(*)::int as count from pg_stat_activity where application_name = 'pharmacy-service'`,
      );
      await load.end();
      expect(sessions?.count).toBeLessThanOrEqual(2 * SESSIONS);
      noteMeasurements({
        ...(await stage.expectWhole()),
        'sessions of PostgreSQL': sessions?.count ?? 0,
        'requests that had to be repeated': load.undecided.length,
      });
    });
  },
);
