// Files as they come from elsewhere: long, with several errors at once, in CSV, and cut off half-way.
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { verifyLedger } from '../../../src/inventory/ledger/verify-ledger.ts';
import { importFile } from '../../support/as-operator.ts';
import { holdLevels, until } from '../../support/concurrency.ts';
import { day, makePharmacy } from '../../support/pharmacy.ts';
import { endSpawned, runProgram, spawnProgram } from '../../support/spawn-server.ts';
import { useWorld } from '../../support/world.ts';

/** `IMPORT_LOTS=20000` tries it with as many. */
const LOTS = Number(process.env.IMPORT_LOTS ?? 2_000);
const SKUS = Array.from({ length: 50 }, (_, index) => `SKU-${index}`);
const organization = 'pharmacy';

const world = useWorld(async ({ db }) => {
  const lot = { lot_number: 'FIRST', expiry_date: day(300), qty: 1 };
  const lots = SKUS.map((sku_code) => ({ ...lot, sku_code }));
  await makePharmacy(db.database, { skuCodes: SKUS, lots });
  return {};
});

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'import-'));
});
afterAll(async () => {
  await endSpawned();
  rmSync(folder, { recursive: true });
});
afterEach(async () => {
  expect(await verifyLedger(world.db.database, null)).toMatchObject({ ok: true });
});

interface Lot {
  organization: string;
  sku_code: string;
  lot_number: string;
  expiry_date: string;
  qty: number;
  location: string;
}

function lotsOf(prefix: string, count = LOTS): Lot[] {
  return Array.from({ length: count }, (_, index) => ({
    organization,
    sku_code: SKUS[index % SKUS.length] as string,
    lot_number: `${prefix}-${index}`,
    expiry_date: day(400),
    qty: 10,
    location: index % 3 === 0 ? 'Annex' : 'Main',
  }));
}

/** One record on each line, the first on the second. */
const jsonOf = (lots: readonly object[]) =>
  `{ "lots": [\n${lots.map((lot) => JSON.stringify(lot)).join(',\n')}\n] }`;

/** The header on the first line, and then one record on each. */
const csvOf = (records: readonly object[]) =>
  [Object.keys(records[0] ?? {}), ...records.map((record) => Object.values(record))]
    .map((cells) => cells.join(','))
    .join('\n');

function write(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

async function countOf(table: string, condition = 'true'): Promise<number> {
  const { rows } = await world.db.owner.query(
    `select count(*)::int from ${table} where ${condition}`,
  );
  return rows[0].count;
}

const postedOf = (prefix: string) => countOf('lot', `lot_number like '${prefix}-%'`);

/** Five lots are wrong, each in another way. */
function withFaults(prefix: string): { lots: Lot[]; errors: [index: number, error: string][] } {
  const lots = lotsOf(prefix);
  const at = [0.1, 0.3, 0.5, 0.7, 0.9].map((part) => Math.floor(part * LOTS));
  const [zero = 0, date = 0, sku = 0, location = 0, again = 0] = at;
  Object.assign(lots[zero] as Lot, { qty: 0 });
  Object.assign(lots[date] as Lot, { expiry_date: '2035-02-30' });
  Object.assign(lots[sku] as Lot, { sku_code: 'sku-1' });
  Object.assign(lots[location] as Lot, { location: 'Moon' });
  lots[again] = { ...(lots[1] as Lot) };
  return {
    lots,
    errors: [
      [zero, `lots[${zero}].qty: must be at least 1.`],
      [date, `lots[${date}].expiry_date: must be a calendar date (YYYY-MM-DD).`],
      [sku, `lots[${sku}].sku_code: is not a SKU of this organization.`],
      [location, `lots[${location}].location: is not a location of this organization.`],
      [again, `lots[${again}]: repeats lots[1].`],
    ],
  };
}

describe('a file with errors', () => {
  it.each([
    ['JSON', 'faulty.json', jsonOf, []],
    ['CSV', 'faulty.csv', csvOf, ['--section', 'lots']],
  ])(
    'in %s names each of them with its line, and changes nothing',
    async (_what, name, textOf, words) => {
      const { lots, errors } = withFaults('FAULTY');
      const path = write(name, textOf(lots));
      const expected = errors.map(([index, error]) => `${path}:${index + 2} ${error}`);
      const message = [...expected, '5 errors. Nothing was imported.'].join('\n');
      await expect(world.operate('import', path, ...words)).rejects.toThrow(message);
      const dryly = world.operate('import', path, ...words, '--dry-run');
      await expect(dryly).rejects.toThrow(message);
      expect(await postedOf('FAULTY')).toBe(0);
    },
    60_000,
  );

  it('prints each error on a line of its own', async () => {
    const lots = lotsOf('LINES', 2).map((lot) => ({ ...lot, qty: 0, 'col\u001bour': 'red' }));
    const path = write('lines.json', jsonOf(lots));
    const refused = await runProgram(['operator', 'import', path], {
      DATABASE_URL: world.db.ownerUrl,
    });
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    const lines = refused.stderr.trimEnd().split('\n');
    expect(lines).toHaveLength(5);
    expect(lines[0]).toMatch(/lines\.json:2 lots\[0\]\.col\\u001bour: is not a known field. Known/);
    expect(lines[1]).toMatch(/lines\.json:2 lots\[0\]\.qty: must be at least 1\.$/);
  }, 60_000);

  it('names the line of the field, where that has one of its own', async () => {
    const text = JSON.stringify({ lots: [{ ...lotsOf('PRETTY', 1)[0], qty: 0 }] }, null, 2);
    const line = text.split('\n').findIndex((one) => one.includes('qty')) + 1;
    await expect(importFile(world.db.database, text)).rejects.toThrow(
      `file.json:${line} lots[0].qty: must`,
    );
  });

  it('names the line of a field whose section and name stand there twice', async () => {
    const [lot] = lotsOf('TWICE', 1);
    const text = `{ "lots": [7],\n"lots": [7, [{}],\n${JSON.stringify(lot)},\n{"qty": 1,\r\n"qty": 0}] }`;
    const message = await importFile(world.db.database, text).catch(
      (error: Error) => error.message,
    );
    expect(message).toContain('file.json:2 lots[1]: must be an object.');
    expect(message).toContain('file.json:4 lots[3].lot_number: is missing.');
    expect(message).toContain('file.json:5 lots[3].qty: must be at least 1.');
  });

  it('is not read where it is too large', async () => {
    const path = write('large.json', '');
    truncateSync(path, 100_000_001);
    await expect(world.operate('import', path)).rejects.toThrow(
      `${path} has 101 MB; an import takes at most 100 MB. Split the file.`,
    );
  });

  it('names the line where it is no JSON, and quotes nothing of it', async () => {
    const refused = importFile(world.db.database, '{\n  "lots": [\n    Jane\n  ]\n}');
    await expect(refused).rejects.toThrow('file.json:3 The file is not valid JSON.');
  });

  it.each([
    ['is no JSON', '['.repeat(300_000), 'file.json The file is not valid JSON.'],
    [
      'is JSON',
      `{"lots": [${'['.repeat(100_000)}${']'.repeat(100_000)}]}`,
      'file.json lots[0]: must be an object.',
    ],
  ])('names no line where it is nested deeply and %s', async (_what, text, message) => {
    await expect(importFile(world.db.database, text)).rejects.toThrow(message);
  });

  it('names no more than sixty characters of an unknown field or section', async () => {
    const long = 'x'.repeat(61);
    const file = `{"lots": [{\n"${long}": 1}]}`;
    await expect(importFile(world.db.database, file)).rejects.toThrow(
      `file.json:2 lots[0].${'x'.repeat(60)}…: is not a known field`,
    );
    await expect(importFile(world.db.database, `{"${long}": []}`)).rejects.toThrow(
      `file.json:1 ${'x'.repeat(60)}…: is not a known section`,
    );
  });

  it('names records that are wrong, and not those that name them', async () => {
    const [lot] = lotsOf('FOLLOWS', 1);
    const file = {
      skus: [{ organization, sku_code: 'NEW', product_id: 'none' }],
      locations: [{ organization, name: 'Shed', time_zone: 'Mars/Base' }],
      lots: [
        { ...lot, sku_code: 'NEW' },
        { ...lot, location: 'Shed' },
      ],
    };
    const message = await importFile(world.db.database, JSON.stringify(file)).catch(
      (error: Error) => error.message,
    );
    expect(message).toBe(
      [
        'file.json:1 skus[0].product_id: must be a UUID.',
        'file.json:1 locations[0].time_zone: must be an IANA time zone, such as America/New_York.',
        '2 errors. Nothing was imported.',
      ].join('\n'),
    );
  });

  it('names records that name what another organization calls the same', async () => {
    const other = 'other-pharmacy';
    const [lot] = lotsOf('OTHERS', 1);
    const file = {
      organizations: [{ slug: other, name: 'Another pharmacy', kind: 'pharmacy' }],
      locations: [{ organization: other, name: 'Main' }],
      skus: [{ organization, sku_code: 'NEW', product_id: 'none' }],
      lots: [
        { ...lot, sku_code: 'NEW' },
        { ...lot, sku_code: 'NEW', organization: other, location: 'Main' },
      ],
    };
    const message = await importFile(world.db.database, JSON.stringify(file)).catch(
      (error: Error) => error.message,
    );
    expect(message).toBe(
      [
        'file.json:1 skus[0].product_id: must be a UUID.',
        'file.json:1 lots[1].sku_code: is not a SKU of this organization.',
        '2 errors. Nothing was imported.',
      ].join('\n'),
    );
  });

  it('names the first hundred and no more', async () => {
    const lots = lotsOf('HUNDRED', 150).map((lot) => ({ ...lot, sku_code: 'nothing' }));
    const message = await importFile(world.db.database, jsonOf(lots)).catch(
      (error: Error) => error.message,
    );
    const lines = String(message).split('\n');
    expect(lines).toHaveLength(101);
    expect(lines[99]).toMatch(/^file\.json:101 lots\[99\]\.sku_code: /);
    expect(lines[100]).toBe('These are the first 100 errors. Nothing was imported.');
  });

  it('that only the stock refuses is refused before anything is written', async () => {
    const [first, second] = lotsOf('RECALLED', 2) as [Lot, Lot];
    await importFile(world.db.database, jsonOf([{ ...first, location: 'Annex' }]));
    const lot = ['--organization', organization, '--sku', first.sku_code];
    const recall = [...lot, '--lot', first.lot_number, '--status', 'quarantine'];
    await world.operate('lot', 'set-status', ...recall);
    const lots = [second, { ...first, location: 'Main', status: 'released' }];
    await expect(importFile(world.db.database, jsonOf(lots))).rejects.toThrow(
      'file.json:3 lots[1].status: This lot number is quarantined everywhere',
    );
    expect(await countOf('lot', `lot_number = '${second.lot_number}'`)).toBe(0);
  });
});

describe('a dry run', () => {
  it('says what would be done, and does nothing', async () => {
    const path = write('dry.json', jsonOf(lotsOf('DRY')));
    const said = await world.operateJson('import', path, '--dry-run');
    expect(said).toMatchObject({ dry_run: true, lots: { created: LOTS, unchanged: 0 } });
    const { printed } = await world.operate('import', path, '--dry-run');
    expect(printed).toBe(
      `lots: ${LOTS} created, 0 updated, 0 unchanged\ndry run, nothing was changed`,
    );
    expect(await postedOf('DRY')).toBe(0);
  }, 60_000);
});

describe('a large import without lots', () => {
  it('locks no stock, and says so', async () => {
    const orders = Array.from({ length: 500 }, (_, index) => ({
      organization,
      order_number: `VO-${index}`,
    }));
    const path = write('orders.json', JSON.stringify({ orders }));
    const said = await world.operateJson('import', path);
    expect(said).toMatchObject({ orders: { created: 500 }, locks_held_milliseconds: 0 });
  });
});

describe('many lots', () => {
  it('wait chunk by chunk for stock that somebody holds, and hold no more than that', async () => {
    const lots = lotsOf('HELD', 600).map((lot) => ({ ...lot, location: 'Main' }));
    const held = await holdLevels(world.db.owner, ['SKU-25']);
    const importing = importFile(world.db.database, jsonOf(lots));
    await held.blocks(1);
    const before = await postedOf('HELD');
    expect(before).toBeGreaterThan(0);
    expect(before).toBeLessThan(lots.length);
    // Nothing but the chunk that waits is locked: others move what is written, and what is still to come.
    const { rows } = await world.db.owner.query(
      'select count(*)::int from (select from stock_level for update skip locked) free',
    );
    expect(rows[0].count).toBeGreaterThanOrEqual((await countOf('stock_level')) - 10);
    await held.release();
    expect((await importing).counts.lots).toEqual({ created: 600, updated: 0, unchanged: 0 });
  }, 60_000);

  it('that a killed run left are posted by the next, each once', async () => {
    const path = write('killed.json', jsonOf(lotsOf('KILLED')));
    const child = spawnProgram(['operator', 'import', path], { DATABASE_URL: world.db.ownerUrl });
    await until('some are posted', async () => (await postedOf('KILLED')) > 0);
    child.kill('SIGKILL');
    await until('it is gone', () => child.signalCode !== null);
    const left = await postedOf('KILLED');
    expect(left).toBeLessThan(LOTS);
    const { lots } = await world.operateJson('import', path);
    const later = await postedOf('KILLED');
    expect(later).toBe(LOTS);
    expect(lots.created + lots.unchanged).toBe(LOTS);
    expect(lots.unchanged).toBeGreaterThanOrEqual(left);
    expect(
      await countOf(
        'ledger_entry e join lot l on l.id = e.lot_id',
        "l.lot_number like 'KILLED-%' and e.qty = 10",
      ),
    ).toBe(LOTS);
    const again = await world.operateJson('import', path);
    expect(again.lots).toEqual({ created: 0, updated: 0, unchanged: LOTS });
  }, 120_000);

  it('whose stock changes meanwhile are refused by name, and what is written is said', async () => {
    const lots = lotsOf('CHANGED', 400).map((lot) => ({ ...lot, location: 'Main' }));
    const last = lots.findLast(({ sku_code }) => sku_code === 'SKU-49') as Lot;
    const held = await holdLevels(world.db.owner, ['SKU-49']);
    const importing = importFile(world.db.database, jsonOf(lots)).catch((error: Error) => error);
    await held.blocks(1);
    await world.db.owner.query(
      `insert into lot_number (organization_id, sku_id, lot_number, expiry_date)
       select organization_id, id, $1, $2::date from sku where sku_code = 'SKU-49'`,
      [last.lot_number, day(90)],
    );
    await held.release();
    const lines = String((await importing) as Error).split('\n');
    expect(lines[0]).toContain(`lots[399]: This lot number expires on ${day(90)}`);
    expect(lines[1]).toMatch(/^The stock changed after the file was checked\. \d+ lots and the/);
    await importFile(
      world.db.database,
      jsonOf(lots.map((lot) => (lot === last ? { ...lot, expiry_date: day(90) } : lot))),
    );
    expect(await postedOf('CHANGED')).toBe(400);
  }, 60_000);
});

describe('CSV', () => {
  const load = async (section: string, text: string) =>
    world.operateJson('import', write(`${section}.csv`, text), '--section', section);

  it('brings SKUs, lots, locations and patients by the names of their fields', async () => {
    await load(
      'locations',
      '\ufefforganization,name,is_default,min_celsius,time_zone\r\npharmacy,"Cold, small",FALSE,2.5,UTC\r\n',
    );
    const { rows } = await world.db.owner.query('select id from product limit 1');
    await load(
      'skus',
      `sku_code,organization,product_id,reorder_point\nCSV-1,pharmacy,${rows[0].id},7\n`,
    );
    const [first, second] = lotsOf('CSV', 2) as [Lot, Lot];
    const text = csvOf(
      [first, second].map((lot) => ({ ...lot, sku_code: 'CSV-1', location: '"Cold, small"' })),
    );
    expect((await load('lots', `${text}\n\n,,,,,\n`)).lots.created).toBe(2);
    expect((await load('lots', text)).lots.unchanged).toBe(2);
    const id = crypto.randomUUID();
    await load(
      'patients',
      `organization,id,first_name,last_name,clinical_notes,allergies,address.line1,address.city,phone
pharmacy,${id},Ann,Bee,"two
lines ""and"" quotes",Penicillin; Latex,"1 Main St, 2","Boston",`,
    );
    const exported = await world
      .operateJson(...['patient', 'export', '--id', id, '--reason', 'a test'])
      .catch(() => world.operateJson('patient', 'export', '--id', id));
    expect(JSON.stringify(exported)).toContain('Penicillin');
    expect(exported.patient).toMatchObject({
      allergies: ['Penicillin', 'Latex'],
      clinical_notes: 'two\nlines "and" quotes',
      address: { line1: '1 Main St, 2', city: 'Boston' },
    });
  });

  it('takes lines that end in different ways in one file', async () => {
    const refused = load('lots', 'organization,lot_number\nnobody,A\r\nnobody,B\rnobody,C\n').catch(
      (error: Error) => error.message.split('\n'),
    );
    const missing = ['sku_code', 'expiry_date', 'qty'];
    const path = join(folder, 'lots.csv');
    expect(await refused).toEqual([
      ...[0, 1, 2].flatMap((index) =>
        missing.map((field) => `${path}:${index + 2} lots[${index}].${field}: is missing.`),
      ),
      '9 errors. Nothing was imported.',
    ]);
    const [lot] = lotsOf('ENDS', 1) as [Lot];
    const mixed = csvOf([lot, { ...lot, lot_number: 'ENDS-1' }]).replace('Annex\n', 'Annex\r\n');
    expect((await load('lots', `${mixed}\r\n`)).lots.created).toBe(2);
    expect(await countOf('lot', "lot_number like 'ENDS-%' and lot_number ~ '\r'")).toBe(0);
  });

  it('counts the lines within quotation marks', async () => {
    const text = `organization,first_name,last_name,clinical_notes,date_of_birth

pharmacy,Ann,Bee,"one
two

four",2001-02-30
pharmacy,,Bee,"
",2001-02-03
pharmacy,Ann,Bee,,1801-01-01`;
    const refused = load('patients', text).catch((error: Error) => error.message);
    const path = join(folder, 'patients.csv');
    expect(String(await refused).split('\n')).toEqual([
      `${path}:3 patients[0].date_of_birth: must be a calendar date (YYYY-MM-DD).`,
      `${path}:7 patients[1].first_name: is missing.`,
      `${path}:9 patients[2].date_of_birth: must not be before 1900-01-01.`,
      '3 errors. Nothing was imported.',
    ]);
  });

  it.each([
    ['a wrong column', 'organization,lot\n', ':1 "lot" is not a field of lots. Known fields: id,'],
    ['one column twice', 'qty,qty\n1,1', ':1 qty occurs twice.'],
    [
      'rows of another length',
      'organization,qty\npharmacy\npharmacy,1,2',
      ':2 lots[0]: the row has 1 columns, but the header has 2.',
    ],
    ['an open quotation mark', 'organization,qty\n"Jane', 'The file is not valid CSV. Check that'],
    ['nothing', '', 'lots.csv is empty.'],
    ['a number that is none', 'organization,qty\npharmacy,007', 'lots[0].qty: must be an integer'],
  ])('with %s is refused', async (_what, text, message) => {
    const refused = await load('lots', text).catch((error: Error) => error.message);
    expect(refused).toContain(message);
    expect(refused).not.toContain('Jane');
  });

  it.each([
    ['is not closed', 'Ann,"x\ny"\n\nBee,"open\n\n\n', 5],
    ['ends before its cell does', 'Ann,x\r\nBee,"open\n\n"end\n', 3],
    ['begins within a cell', 'Ånn,x\rBee,op"en"\n', 3],
  ])('names the line where a cell begins whose quotation mark %s', async (_what, rows, line) => {
    await expect(load('patients', `\ufefffirst_name,last_name\n${rows}`)).rejects.toThrow(
      `patients.csv:${line} The file is not valid CSV. Check that every quotation mark`,
    );
  });

  it('names rows of another length beside all other errors', async () => {
    const lots = lotsOf('ROWS', 3);
    const [, short, , more] = csvOf(lots).split('\n');
    const rows = [
      csvOf([{ ...lots[0], qty: 0 }]),
      `${short},1`,
      'pharmacy',
      `${more?.replace('SKU-2', 'NONE')}`,
    ];
    const refused = load('lots', rows.join('\n')).catch((error: Error) =>
      error.message.split('\n'),
    );
    const path = join(folder, 'lots.csv');
    expect(await refused).toEqual([
      `${path}:2 lots[0].qty: must be at least 1.`,
      `${path}:3 lots[1]: the row has 7 columns, but the header has 6.`,
      `${path}:4 lots[2]: the row has 1 columns, but the header has 6.`,
      `${path}:5 lots[3].sku_code: is not a SKU of this organization.`,
      '4 errors. Nothing was imported.',
    ]);
  });

  it('names all columns that are wrong', async () => {
    const refused = load('lots', 'organisation,qty,lot,qty\n').catch(
      (error: Error) => error.message,
    );
    const path = join(folder, 'lots.csv');
    expect(String(await refused).split('\n')).toEqual([
      expect.stringContaining(`${path}:1 "organisation" is not a field of lots. Known fields: id,`),
      expect.stringContaining(`${path}:1 "lot" is not a field of lots. Known fields: id,`),
      `${path}:1 qty occurs twice.`,
      '3 errors. Nothing was imported.',
    ]);
  });

  it('without its first line is refused without a value of it', async () => {
    const refused = load('patients', 'Jane,Doe,12 Secret Street\n').catch((error) => error.message);
    const lines = String(await refused).split('\n');
    expect(lines[0]).toContain(
      'patients.csv:1 The first line must name fields of patients, but none of its 3 columns does. Known fields: id,',
    );
    expect(lines.slice(1)).toEqual(['1 error. Nothing was imported.']);
    expect(lines[0]).not.toMatch(/Jane|Doe|Secret/);
  });

  it('names no more than sixty characters of an unknown column', async () => {
    await expect(load('patients', `first_name,${'x'.repeat(61)}\n`)).rejects.toThrow(
      `patients.csv:1 "${'x'.repeat(60)}…" is not a field of patients`,
    );
  });

  it('needs the name of its section', async () => {
    const refused = world.operate('import', write('bare.csv', 'organization\n'));
    await expect(refused).rejects.toThrow('Use --section to say what');
  });
});
