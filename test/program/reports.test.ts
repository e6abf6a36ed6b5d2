// Lists as CSV: what a report has, what it refuses, and how it ends where it cannot be whole.
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import document from '../../generated/openapi.json' with { type: 'json' };
import { columnsOf, writeRows } from '../../src/http/csv.ts';
import { type ContractDocument, readOperations } from '../../src/http/operations.ts';
import { REPORT_ROWS_MAX, REPORT_SECONDS_MAX } from '../../src/program/reports.ts';
import { issueKey } from '../support/as-operator.ts';
import { until } from '../support/concurrency.ts';
import type { TestDatabase } from '../support/database.ts';
import { beginTables, growTables, MINE } from '../support/grown-tables.ts';
import { readAll } from '../support/lists.ts';
import { useOrders } from '../support/orders.ts';
import {
  type Client,
  client,
  day,
  makePharmacy,
  post,
  type RunningService,
  startService,
} from '../support/pharmacy.ts';
import { RawConnection, requestBytes } from '../support/raw.ts';
import { useWorld } from '../support/world.ts';

const FORMULA = /^[\s\u200b]*[=+\-@＝＋－＠]|^[\t\r\n]/;
const CSV = { accept: 'text/csv' };
const PATHS = {
  listStock: '/v1/inventory/stock',
  listLots: '/v1/inventory/lots',
  listTransactions: '/v1/inventory/transactions',
  listEvents: '/v1/inventory/events',
  listOrders: '/v1/orders',
};
type Query = Record<string, string>;

/** The rows, each by the names of its columns. */
const rowsOf = (text: string): Record<string, string>[] =>
  parse(text, { columns: true, record_delimiter: '\r\n' });

async function report(api: Client, path: string, query: Query = {}): Promise<string> {
  const answer = await api.get(path, { query, headers: CSV });
  expect(answer.status, answer.text).toBe(200);
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  return answer.text;
}

/** A row of the JSON list as the report has it. */
function flat(value: unknown, name = ''): Record<string, string> {
  if (typeof value !== 'object' || value === null) return { [name]: String(value ?? '') };
  if (name === 'data') return { [name]: JSON.stringify(value) };
  return Object.assign(
    {},
    ...Object.entries(value).map(([key, inner]) => flat(inner, name ? `${name}.${key}` : key)),
  );
}

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
      'id,sku_code,product_id,location,lot_number,expiry_date,status,on_hand,reserved,available,created_at\r\n',
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

  it('runs beside two others at the most, and reads go on', async () => {
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

describe('a cell', () => {
  const world = useWorld(async ({ db, service }) => {
    const pharmacy = await makePharmacy(db.database, { skuCodes: ['=1+1', 'PLAIN'] });
    const live = client({ url: service.url, key: pharmacy.liveKey });
    const test = client({ url: service.url, key: pharmacy.testKey });
    return { pharmacy, live, test };
  });

  const NOTES = [
    '=HYPERLINK("http://evil.example","x")',
    '+1',
    '-1',
    '@SUM(A1)',
    '\tx',
    '\rx',
    'a,b;"c"\r\nd',
    '＝1',
    'two lines\n=1+1',
    '\n=1',
    '  @x',
    '\u200b-1',
    "'quoted",
    'ünïcode 💊',
  ];

  it('with a text that a spreadsheet would run has an apostrophe before it; numbers stay', async () => {
    for (const [index, note] of NOTES.entries()) {
      const { status, text } = await post(world.live, {
        type: 'receive',
        sku_code: '=1+1',
        qty: 5,
        lot_number: `+L${index}`,
        expiry_date: day(90),
        note,
      });
      expect(status, text).toBe(201);
    }
    await post(world.live, {
      type: 'fulfill',
      sku_code: '=1+1',
      qty: 3,
      reference: { type: 'order', id: '@order', rx_number: '-7' },
    });
    const text = await report(world.live, PATHS.listTransactions);
    const rows = rowsOf(text);
    expect(rows.slice(1).map(({ note }) => note)).toEqual(
      NOTES.toReversed().map((note) =>
        /^[\s\u200b]*[=+\-@＝]|^[\t\r]/.test(note) ? `'${note}` : note,
      ),
    );
    expect(rows[0]).toMatchObject({
      qty: '-3',
      sku_code: "'=1+1",
      lot_number: "'+L0",
      'reference.id': "'@order",
      'reference.rx_number': "'-7",
      note: '',
      redacted_at: '',
    });
    // Quotes are doubled, and what has a comma, a quote or a line break is quoted (RFC 4180, section 2).
    expect(text).toContain(',"a,b;""c""\r\nd",');
    expect(text).toContain(`,"'=HYPERLINK(""http://evil.example"",""x"")",`);
    const cells = parse(text) as string[][];
    expect(cells.flat().filter((cell) => /^[=+@\t\r]/.test(cell))).toEqual([]);
  });

  it('is read as what it holds by another program, whatever that is', () => {
    const texts = fc.string({ unit: fc.constantFrom(...'=+-@\t\r\n", ;\'a1＝＋－＠\u200b💊') });
    const cell = fc.oneof(texts, fc.string({ unit: 'binary' }), fc.integer(), fc.boolean());
    const row = fc.array(fc.oneof(cell, fc.constant(null)), { minLength: 2, maxLength: 4 });
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 4 }), (rows) => {
        const read = parse(writeRows(rows), {
          record_delimiter: '\r\n',
          relax_column_count: true,
        }) as string[][];
        const plain = read.map((cells, at) =>
          cells.map((text, index) => {
            if (typeof rows[at]?.[index] === 'string') expect(text).not.toMatch(FORMULA);
            return text.startsWith("'") && text !== rows[at]?.[index] ? text.slice(1) : text;
          }),
        );
        expect(plain).toEqual(rows.map((cells) => cells.map((one) => String(one ?? ''))));
      }),
    );
  });

  it('is empty for a test key where the JSON list is null', async () => {
    const rows = rowsOf(await report(world.test, PATHS.listTransactions));
    expect(rows).toHaveLength(NOTES.length + 1);
    for (const row of rows) expect([row.note, row['reference.rx_number']]).toEqual(['', '']);
  });

  it('has the data of an event as JSON', async () => {
    const rows = rowsOf(await report(world.live, PATHS.listEvents, { type: 'stock.changed' }));
    const { body } = await world.live.get(PATHS.listEvents, { query: { type: 'stock.changed' } });
    expect(rows.map(({ data }) => JSON.parse(data ?? ''))).toEqual(
      body.data.map((event: { data: unknown }) => event.data),
    );
  });

  it('comes where CSV is asked for, and JSON otherwise', async () => {
    const type = async (accept?: string, path = PATHS.listLots) => {
      const headers: Record<string, string> = accept === undefined ? {} : { accept };
      const answer = await world.live.get(path, { headers });
      expect(answer.status).toBe(200);
      return answer.headers.get('content-type')?.split(';')[0];
    };
    for (const accept of ['text/csv', 'text/csv; charset=utf-8', 'Text/CSV, */*;q=0.1']) {
      expect(await type(accept), accept).toBe('text/csv');
    }
    for (const accept of [
      undefined,
      '*/*',
      'text/*;q=0.1, application/json',
      'application/json, text/csv',
      'text/html',
      'application/xml',
    ]) {
      expect(await type(accept), accept).toBe('application/json');
    }
    expect(await type('text/csv', '/v1/inventory/skus')).toBe('application/json');
  });

  it('is refused together with what asks for one page, and by the name of that', async () => {
    for (const [path, query, named] of [
      [PATHS.listLots, { limit: '25' }, ['limit']],
      [
        PATHS.listLots,
        { limit: '25', cursor: `lot.000001.${'0'.repeat(32)}` },
        ['limit', 'cursor'],
      ],
      [PATHS.listEvents, { after: crypto.randomUUID() }, ['after']],
    ] as const) {
      const { status, body } = await world.live.get(path, { query, headers: CSV });
      expect(status).toBe(400);
      const details = body.error.details as { path: string; message: string }[];
      expect(details.map((one) => one.path)).toEqual(named);
      expect(details[0]?.message).toBe(
        'must be left out with Accept: text/csv, which answers all rows at once',
      );
    }
  });

  it('counts as one read, and needs the scope of the list', async () => {
    const issue = (scopes: string) =>
      issueKey(world.db.database, {
        organization: 'pharmacy',
        environment: 'live',
        scopes,
        plan: 'standard',
      });
    const reader = client({ url: world.service.url, key: (await issue('inventory:read')).key });
    const first = await reader.get(PATHS.listTransactions, { headers: CSV });
    const second = await reader.get(PATHS.listTransactions);
    const left = (answer: typeof first) => Number(answer.headers.get('x-ratelimit-remaining'));
    expect(left(first) - left(second)).toBe(1);
    expect((await reader.get(PATHS.listOrders, { headers: CSV })).status).toBe(403);
  });
});

describe('a report of orders', () => {
  const orders = useOrders();

  it('shows of patients what the list shows, and is recorded once with all of them', async () => {
    const patients = [await orders.patient(), await orders.patient()];
    await orders.orders(
      Array.from({ length: 1_200 }, (_, index) => ({ patient_id: patients[index % 2] as string })),
    );
    const answer = await orders.live.clinic.get(PATHS.listOrders, { headers: CSV });
    const rows = rowsOf(answer.text);
    expect(rows).toHaveLength(1_200);
    expect(rows).toEqual(
      (await readAll(orders.live.clinic, PATHS.listOrders, { limit: 100 })).map((row) => flat(row)),
    );
    const { rows: noted } = await orders.db.owner.query(
      `select operation, patient_ids from patient_access where request_id = $1`,
      [answer.headers.get('x-request-id')],
    );
    expect(noted).toHaveLength(1);
    expect(noted[0].operation).toBe('listOrders');
    expect(noted[0].patient_ids.toSorted()).toEqual(patients.toSorted());
    // Who may see no order gets none.
    expect(rowsOf(await report(orders.live.stranger, PATHS.listOrders))).toEqual([]);
    expect(rowsOf(await report(orders.test.clinic, PATHS.listOrders))).toEqual([]);
  }, 60_000);

  it('is not sent where it cannot be recorded', async () => {
    const { owner } = orders.db;
    await owner.query('alter table patient_access rename to patient_access_away');
    const { status } = await orders.live.clinic.get(PATHS.listOrders, { headers: CSV });
    await owner.query('alter table patient_access_away rename to patient_access');
    expect(status).toBe(503);
  });
});

describe('the contract', () => {
  it('says how much a report may have, and shows each with its columns', () => {
    const { description } = document.components.schemas.Csv;
    const words = description.replaceAll('\n', ' ');
    expect(words).toContain(`More than ${REPORT_ROWS_MAX.toLocaleString('en')} rows are refused`);
    expect(words).toContain(`at most ${REPORT_SECONDS_MAX} seconds`);
    const lists = readOperations(document as unknown as ContractDocument).filter(
      ({ hasCsv }) => hasCsv,
    );
    expect(lists.map(({ id }) => id).sort()).toEqual(Object.keys(PATHS).sort());
    for (const { id, template, responses } of lists) {
      const { get } = (document.paths as unknown as Record<string, Shown>)[template] as Shown;
      const { report: shown } = get.responses['200'].content['text/csv'].examples;
      const columns = columnsOf(responses.get(200)).map((column) => column.join('.'));
      expect(Object.keys(rowsOf(shown.value)[0] ?? {}), id).toEqual(columns);
    }
  });
});

interface Shown {
  readonly get: {
    readonly responses: {
      readonly '200': {
        readonly content: {
          readonly 'text/csv': {
            readonly examples: { readonly report: { readonly value: string } };
          };
        };
      };
    };
  };
}
