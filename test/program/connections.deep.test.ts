// How many connections the processes of one start hold, and what they say where there is no room.
import { afterEach, expect, it } from 'vitest';
import { client } from '../support/client.ts';
import { makePharmacy } from '../support/pharmacy.ts';
import { endSpawned, spawnServer } from '../support/spawn-server.ts';
import { useWorld } from '../support/world.ts';

const slow = 90_000;

let liveKey: string;
const world = useWorld(
  async ({ db }) => {
    ({ liveKey } = await makePharmacy(db.database));
  },
  { service: false },
);
afterEach(() => endSpawned());

/** The processes of PostgreSQL that serve the service on this database. */
async function sessions(): Promise<number[]> {
  const { rows } = await world.db.owner.query(
    `select pid from pg_stat_activity
      where datname = current_database() and application_name like 'pharmacy-%'`,
  );
  return rows.map(({ pid }) => pid);
}

/** Of this database: the roles are those of every test file. A superuser is not bound. */
async function limitConnections(most: number): Promise<void> {
  const { rows } = await world.db.owner.query('select quote_ident(current_database()) as name');
  await world.db.owner.query(`alter database ${rows[0].name} connection limit ${most}`);
}

it(
  'holds no more than DATABASE_CONNECTIONS with all processes of a start together',
  async () => {
    // The test's own, and what is still ending of a server that another test has killed.
    const before = await sessions();
    const connections = async () =>
      (await sessions()).filter((pid) => !before.includes(pid)).length;
    const server = await spawnServer({
      DATABASE_URL: world.db.serviceUrl,
      MIGRATE: 'off',
      WEB_CONCURRENCY: '3',
      DATABASE_CONNECTIONS: '12',
    });
    const api = client({ url: server.url, key: liveKey });
    let most = 0;
    for (let round = 0; round < 6; round += 1) {
      const answers = Promise.all(Array.from({ length: 60 }, () => api.get('/v1/inventory/stock')));
      most = Math.max(most, await connections());
      expect((await answers).every(({ status }) => status === 200)).toBe(true);
      most = Math.max(most, await connections());
    }
    expect(most).toBeGreaterThan(3);
    expect(most).toBeLessThanOrEqual(12);
  },
  slow,
);

it(
  'asks several hosts which is the primary from those processes alone that serve',
  async () => {
    const twice = world.db.ownerUrl.replace(/@([^/]+)\//, (_all, host) => `@${host},${host}/`);
    // The parent looks whether there is a demo to be made.
    const env = { DATABASE_URL: twice, MIGRATE: 'off', DEMO: 'on', WEB_CONCURRENCY: '2' };
    await spawnServer(env);
    const asking = async () => {
      const { rows } = await world.db.owner.query(
        `select count(*)::int as count from pg_stat_activity
          where datname = current_database() and application_name = 'pharmacy-primary'`,
      );
      return rows[0].count;
    };
    await expect.poll(asking, { timeout: 10_000, interval: 50 }).toBe(2 * 2);
  },
  slow,
);

it(
  'says at start in one line what the server cannot give, and serves with what it gives',
  async () => {
    await limitConnections(20);
    try {
      const server = await spawnServer({ DATABASE_URL: world.db.serviceUrl, MIGRATE: 'off' });
      const lines = server.output().split('\n');
      const warnings = lines.filter((line) => line.includes('DATABASE_CONNECTIONS'));
      expect(warnings).toHaveLength(1);
      expect(warnings[0]).toMatch(/DATABASE_CONNECTIONS is 28, and the database has room for \d+ /);
      expect(warnings[0]).toMatch(/\(limit of the database 20\)\. .* SQLSTATE 53300/);
      await server.stop();
      const roomy = await spawnServer({
        DATABASE_URL: world.db.serviceUrl,
        MIGRATE: 'off',
        DATABASE_CONNECTIONS: '3',
      });
      expect(roomy.output()).not.toContain('DATABASE_CONNECTIONS');
    } finally {
      await limitConnections(-1);
    }
  },
  slow,
);

it('says in one line that it cannot start where no connection is left', async () => {
  await limitConnections(0);
  try {
    const refused = spawnServer({ DATABASE_URL: world.db.serviceUrl, MIGRATE: 'off' });
    await expect(refused).rejects.toThrow(
      /ended with 1 before it was ready:\nThe database at \S+ has no connection left \(53300: .*\): set DATABASE_CONNECTIONS lower .*\n$/,
    );
  } finally {
    await limitConnections(-1);
  }
});
