// Lists as CSV: what a report has and what it refuses. Long ones are in reports.long.deep.test.ts.
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import document from '../../generated/openapi.json' with { type: 'json' };
import { columnsOf, writeRows } from '../../src/http/csv.ts';
import { type ContractDocument, readOperations } from '../../src/http/operations.ts';
import { REPORT_ROWS_MAX, REPORT_SECONDS_MAX } from '../../src/program/reports.ts';
import { issueKey } from '../support/as-operator.ts';
import { readAll } from '../support/lists.ts';
import { useOrders } from '../support/orders.ts';
import { client, day, makePharmacy, post } from '../support/pharmacy.ts';
import { useWorld } from '../support/world.ts';
import { CSV, flat, PATHS, report, rowsOf } from './reports.ts';

const FORMULA = /^[\s\u200b]*[=+\-@＝＋－＠]|^[\t\r\n]/;

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
