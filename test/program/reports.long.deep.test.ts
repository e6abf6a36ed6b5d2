// Long lists as CSV: that they come whole and of one moment, and how they end where they cannot.
import { afterEach, describe, expect, it } from 'vitest';
import document from '../../generated/openapi.json' with { type: 'json' };
import type { TestDatabase } from '../../kit/database.ts';
import { columnsOf } from '../../src/http/csv.ts';
import { type ContractDocument, readOperations } from '../../src/http/operations.ts';
import { issueKey } from '../support/as-operator.ts';
import { until } from '../support/concurrency.ts';
import { beginTables, growTables, MINE } from '../support/grown-tables.ts';
import { readAll } from '../support/lists.ts';
import { client, type RunningService, startService } from '../support/pharmacy.ts';
import { RawConnection, requestBytes } from '../support/raw.ts';
import { useWorld } from '../support/world.ts';
import { CSV, flat, PATHS, report, rowsOf } from './reports.ts';

/** Sessions that keep a transaction open. */
async function openTransactions({ owner }: TestDatabase): Promise<number> {
  const { rows } = await owner.query(
    `select count(*)::int as open from pg_stat_activity
      where datname = current_database() and usename <> current_user and xact_start is not null
        and state <> 'idle'`,
  );
  return rows[0].open;
}

describe('a long list', () => {
  /** Of each list; there are twice as many orders. */
  const ROWS = 12_000;
  const world = useWorld(
    async ({ db, service }) => {
      await beginTables(db.owner);
      await growTables(db.owner, { from: 0, to: 2 * ROWS });
      // So the ledger has more bytes than the buffers of a connection hold.
      await db.owner.query(
        `begin; set local session_replication_role = replica;
         update movement set note = repeat('x', 1000) where organization_id = '${MINE}'; commit; analyze`,
      );
      const keys: string[] = [];
      for (const organization of ['tenant-1', 'tenant-1', 'tenant-1', 'tenant-2']) {
        const issued = await issueKey(db.database, {
          organization,
          environment: 'live',
          scopes: 'all',
          plan: 'enterprise',
          requestsPerMinute: 100_000,
          requestsPerDay: 1_000_000,
        });
        keys.push(issued.key);
      }
      const [key = ''] = keys;
      return { key, keys, api: client({ url: service.url, key }) };
    },
    { timeout: 120_000, service: { reports: { rowsMax: 3 * ROWS } } },
  );

  const slow: RawConnection[] = [];
  afterEach(async () => {
    for (const caller of slow.splice(0)) caller.close();
    await until('no transaction is open', async () => (await openTransactions(world.db)) === 0);
  });

  /** A caller who reads nothing at first. */
  async function slowCaller(
    { url }: RunningService,
    path = PATHS.listTransactions,
    key = world.key,
  ) {
    const caller = await RawConnection.open(url);
    slow.push(caller);
    caller.send(
      requestBytes({
        target: `/api/public${path}`,
        headers: [
          ['Authorization', `Bearer ${key}`],
          ['Accept', 'text/csv'],
          ['Connection', 'close'],
        ],
      }),
    );
    return caller;
  }

  const isWaiting = async () => {
    const { rows } = await world.db.owner.query(
      `select count(*)::int as waiting from pg_stat_activity
        where datname = current_database() and state = 'idle in transaction'
          and state_change < clock_timestamp() - interval '300 milliseconds'`,
    );
    return rows[0].waiting as number;
  };

  it.each(Object.entries(PATHS))('%s comes whole, in its order', async (id, path) => {
    const rows = rowsOf(await report(world.api, path));
    expect(rows.length).toBeGreaterThan(10_000);
    const keys = rows.map((row) => row.id ?? `${row.sku_code} ${row.location}`);
    expect(new Set(keys).size).toBe(rows.length);
    const first = await world.api.get(path, { query: { limit: '100' } });
    expect(rows.slice(0, 100)).toEqual(first.body.data.map((row: unknown) => flat(row)));
    const operation = readOperations(document as unknown as ContractDocument).find(
      (one) => one.id === id,
    );
    const columns = columnsOf(operation?.responses.get(200)).map((column) => column.join('.'));
    expect(Object.keys(rows[0] ?? {})).toEqual(columns);
  });

  it('has what its filters keep, and the names of the columns where that is nothing', async () => {
    const { api } = world;
    const query = { type: 'receive', from: '2026-01-01T02:00:00Z', to: '2026-01-01T06:00:00Z' };
    const kept = await readAll(api, PATHS.listTransactions, query);
    expect(kept.length).toBeGreaterThan(1_000);
    const rows = rowsOf(await report(api, PATHS.listTransactions, query));
    expect(rows).toEqual(kept.map((row) => flat(row)));
    const none = await report(api, PATHS.listLots, { sku_code: 'no such' });
    expect(none).toBe(
      'id,sku_code,product_id,location,lot_number,expiry_date,status,on_hand,reserved,available,created_at,product_name\r\n',
    );
  }, 60_000);

  it('keeps to one moment, however slowly it is taken', async () => {
    const { db, service } = world;
    const caller = await slowCaller(service);
    await until('the report waits for its reader', async () => (await isWaiting()) === 1);
    await db.owner.query(
      `begin; set local session_replication_role = replica;
       update movement set note = 'LATER' where id in (
         select movement_id from ledger_entry where organization_id = '${MINE}'
          order by created_at, seq limit 1);
       commit`,
    );
    const text = await caller.ended();
    expect(text.endsWith('\r\n0\r\n\r\n')).toBe(true);
    const joined = text.replaceAll(/\r\n[0-9a-f]{1,6}\r\n/g, '');
    expect(joined.match(/\r\n"[0-9a-f]{8}-/g)).toHaveLength(ROWS);
    expect(text).not.toContain('LATER');
    expect(await report(world.api, PATHS.listTransactions)).toContain('LATER');
  }, 60_000);

  it('ends its transaction when the caller goes away', async () => {
    const caller = await slowCaller(world.service);
    await until('the report waits for its reader', async () => (await isWaiting()) === 1);
    caller.close();
    await until('no transaction is open', async () => (await openTransactions(world.db)) === 0, 3);
  });

  it('breaks the connection where it cannot be finished', async () => {
    const caller = await slowCaller(world.service);
    await until('the report waits for its reader', async () => (await isWaiting()) === 1);
    await world.db.owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and state = 'idle in transaction'`,
    );
    const text = await caller.ended();
    expect(text).toMatch(/^HTTP\/1\.1 200 /);
    expect(text.toLowerCase()).toContain('\r\ntransfer-encoding: chunked\r\n');
    // The last chunk is what tells a client that it has all.
    expect(text.endsWith('0\r\n\r\n')).toBe(false);
    await expect(
      fetchWhole(world.service, world.key, PATHS.listTransactions).then(
        (whole) => rowsOf(whole).length,
      ),
    ).resolves.toBe(ROWS);
  }, 60_000);

  it('refuses what has more rows than a report may have, before its first byte', async () => {
    const service = await startService(world.db.database, { reports: { rowsMax: 1_500 } });
    const api = client({ url: service.url, key: world.key });
    const refused = await api.get(PATHS.listLots, { headers: CSV });
    expect([refused.status, refused.body.error.code, refused.body.error.details]).toEqual([
      400,
      'validation_error',
      [
        {
          path: 'query',
          message: 'asks for more than the 1500 rows that a CSV may have: narrow it by its filters',
        },
      ],
    ]);
    const { status } = await api.get(PATHS.listLots, {
      headers: CSV,
      query: { expiring_before: '2086-01-01', sku_code: 'S-4' },
    });
    expect(status).toBe(200);
    await service.close();
  });

  it('breaks off where it takes longer than it may', async () => {
    const service = await startService(world.db.database, { reports: { secondsMax: 2 } });
    const caller = await slowCaller(service);
    await until('the report has begun', async () => (await openTransactions(world.db)) === 1);
    await until('the transaction is over', async () => (await openTransactions(world.db)) === 0);
    expect((await caller.ended()).endsWith('0\r\n\r\n')).toBe(false);
    await service.close();
  }, 60_000);

  it('is one of a key, which loses it where its reader takes nothing; another notices nothing', async () => {
    const other = client({ url: world.service.url, key: world.keys.at(-1) as string });
    const take = () => report(other, PATHS.listLots, { sku_code: 'S-4' });
    const caller = await slowCaller(world.service);
    await until('the report waits for its reader', async () => (await isWaiting()) === 1);
    let isOver = false;
    const second = report(world.api, PATHS.listLots, { sku_code: 'S-4' }).finally(() => {
      isOver = true;
    });
    for (let times = 0; times < 3; times += 1) await take();
    expect(isOver).toBe(false);
    await second;
    expect((await caller.ended()).endsWith('0\r\n\r\n')).toBe(false);
  }, 30_000);

  it('runs next to two others at most, and reads go on', async () => {
    const callers = await Promise.all(
      world.keys.slice(0, 3).map((key) => slowCaller(world.service, PATHS.listTransactions, key)),
    );
    await until('three reports wait for their readers', async () => (await isWaiting()) === 3);
    const api = client({ url: world.service.url, key: world.keys.at(-1) as string });
    expect((await api.get(PATHS.listLots)).status).toBe(200);
    const answer = api.get(PATHS.listLots, { headers: CSV, query: { sku_code: 'S-4' } });
    for (const caller of callers) caller.close();
    expect((await answer).status).toBe(200);
  }, 30_000);

  it('answers a HEAD without a body', async () => {
    const { status, headers, text } = await world.api.request('HEAD', PATHS.listLots, {
      headers: CSV,
    });
    expect([status, headers.get('content-type'), text]).toEqual([
      200,
      'text/csv; charset=utf-8',
      '',
    ]);
  });
});

/** Without the checks of the tests' client, which searches the whole text. */
async function fetchWhole({ url }: RunningService, key: string, path: string): Promise<string> {
  const answer = await fetch(new URL(`/api/public${path}`, url), {
    headers: { ...CSV, authorization: `Bearer ${key}` },
  });
  return answer.text();
}
