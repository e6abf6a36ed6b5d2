// Lots of a SKU whose numbers look alike: a recall of one names the others.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { importFile } from '../../support/as-operator.ts';
import { client, day, makePharmacy } from '../../support/pharmacy.ts';
import { readLot } from '../../support/reservations.ts';
import { useWorld } from '../../support/world.ts';

const organization = 'pharmacy';
/** Cyrillic, Greek, full width, another dash, a digit for a letter, an accent. */
const ALIKE = [
  'rcl-71o',
  'RCL -71O',
  'RCL\u20117lO',
  'RC\u0399-71O',
  'R\u0421L-71\u041e',
  'R\u0421L-7I0',
  '\uff32CL-71O',
  'RCL-7\u04c0\u039f',
  'R\u0106L-71O',
];
const OTHERS = ['RCL-72O', 'RCL71O', 'RCL-71OO', 'BCL-71O'];

const world = useWorld(async ({ db, service }) => {
  const mine = await makePharmacy(db.database, { skuCodes: ['A', 'B'] });
  const lot = { organization, expiry_date: day(300), qty: 5 };
  const lots = [
    ...['RCL-71O', ...ALIKE, ...OTHERS].map((lot_number) => ({
      ...lot,
      sku_code: 'A',
      lot_number,
    })),
    { ...lot, sku_code: 'A', lot_number: 'rcl-71o', location: 'Annex', status: 'quarantine' },
    { ...lot, sku_code: 'B', lot_number: 'RCL-71o' },
    { ...lot, sku_code: 'B', lot_number: 'ALONE' },
    ...Array.from({ length: 128 }, (_, bits) => ({
      ...lot,
      sku_code: 'B',
      lot_number: Array.from('OOOOOOO', (_, index) => ((bits >> index) & 1 ? 'O' : '0')).join(''),
    })),
  ];
  await importFile(db.database, JSON.stringify({ lots }));
  const api = client({ url: service.url, key: mine.liveKey });
  return { api };
});

const traced = async (sku: string, number: string, query = {}) => {
  const { id } = await readLot(world.api, sku, number);
  return (await world.api.get(`/v1/inventory/lots/${id}/trace`, { query })).body.similar_lots;
};

const recall = (lot: string) =>
  ['lot', 'set-status', '--organization', organization, '--sku', 'A', '--lot', lot].concat(
    '--status',
    'quarantine',
  );

describe('lots that look alike', () => {
  it('are named by the trace of each of them, wherever they lie', async () => {
    const similar = await traced('A', 'RCL-71O');
    expect(similar.map(({ lot_number }: { lot_number: string }) => lot_number).sort()).toEqual(
      [...ALIKE, 'rcl-71o'].sort(),
    );
    expect(similar).toContainEqual({
      lot_id: (await readLot(world.api, 'A', 'rcl-71o', 'Annex')).id,
      lot_number: 'rcl-71o',
      location: 'Annex',
      status: 'quarantine',
    });
    expect(await traced('A', 'RCL-71O', { everywhere: true })).toEqual(similar);
    const back = await traced('A', 'R\u0421L-7I0');
    expect(back.map(({ lot_number }: { lot_number: string }) => lot_number)).toContain('RCL-71O');
  });

  it('are none where the numbers differ, or the SKU does', async () => {
    for (const number of OTHERS) expect(await traced('A', number)).toEqual([]);
    expect(await traced('B', 'ALONE')).toEqual([]);
    expect(await traced('B', 'RCL-71o')).toEqual([]);
  });

  it('are named up to a bound', async () => {
    expect(await traced('B', 'OOOOOOO')).toHaveLength(100);
  });

  it('are named by a recall, which leaves them as they are', async () => {
    const { similar_lots: similar } = await world.operateJson(...recall('RCL-71O'));
    expect(similar).toEqual(await traced('A', 'RCL-71O'));
    expect(similar.filter(({ status }: { status: string }) => status === 'released')).toHaveLength(
      ALIKE.length,
    );
    const { printed } = await world.operate(...recall('RCL-71O'));
    expect(printed).toContain('NOT CHANGED, a similar lot number: lot rcl-71o at Main, released');
  });
});

describe('the skeleton of a number', () => {
  const skeletons = async (texts: readonly string[]): Promise<string[]> => {
    const { rows } = await world.db.owner.query(
      `select lot_number_skeleton(text) as skeleton
         from unnest($1::text[]) with ordinality as given (text, ordinal) order by ordinal`,
      [texts],
    );
    return rows.map(({ skeleton }) => skeleton);
  };
  const storable = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
    .filter((text) => !text.includes('\0'));
  /** Of two marks, the one that Unicode puts last comes first, and a zero-width space keeps it there. */
  const MARKS_APART = '1\u0670\u200b\u0651';

  it('is the same in any Unicode form and with any white space, and its own skeleton', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(storable, { minLength: 1, maxLength: 500, size: 'max' }),
        async (texts) => {
          const expected = await skeletons(texts);
          for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD']) {
            expect(await skeletons(texts.map((text) => text.normalize(form)))).toEqual(expected);
          }
          const spaced = texts.map((text) => [...text.normalize('NFC')].join('\u00a0\u200b '));
          expect(await skeletons(spaced)).toEqual(expected);
          expect(await skeletons(expected)).toEqual(expected);
        },
      ),
      { numRuns: 40, examples: [[[MARKS_APART]]] },
    );
  });

  it('is the same with a zero-width space between two marks', async () => {
    expect(await skeletons([MARKS_APART])).toEqual(await skeletons(['1\u0651\u0670']));
  });

  it('is the same without any character that Unicode ignores by default', async () => {
    const all = Array.from({ length: 0x110000 }, (_, code) => code)
      .filter((code) => code < 0xd800 || code > 0xdfff)
      .map((code) => String.fromCodePoint(code));
    const ignored = all.filter((character) => /\p{Default_Ignorable_Code_Point}/u.test(character));
    expect(ignored.length).toBeGreaterThan(100);
    const found = await skeletons(ignored.map((character) => `a${character}b`));
    expect(ignored.filter((_, index) => found[index] !== 'ab')).toEqual([]);
  });

  it('is the same in either case of Latin, Greek and Russian letters', async () => {
    const ranges = [
      [0x41, 0x5a],
      [0xc0, 0xde],
      [0x391, 0x3a9],
      [0x400, 0x42f],
    ] as const;
    const letters = ranges.flatMap(([first, last]) =>
      Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)),
    );
    const cased = letters.filter((letter) => letter.toLowerCase() !== letter);
    const other = await skeletons(cased.map((letter) => letter.toLowerCase()));
    const same = await skeletons(cased);
    const differing = cased.filter((_, index) => same[index] !== other[index]);
    expect(differing).toEqual([]);
  });

  it('of printable ASCII differs but for case, blanks, O and 0, and I, l, | and 1', async () => {
    const ascii = Array.from({ length: 94 }, (_, index) => String.fromCodePoint(0x21 + index));
    const folded = ascii.map((sign) => sign.toLowerCase().replace('o', '0').replace(/[il|]/, '1'));
    expect(await skeletons(ascii)).toEqual(folded);
  });

  it('is looked up in an index, however many numbers a SKU has', async () => {
    // The few rows that are here would be read as a whole.
    const results = await world.db.owner.query(
      `begin;
       set local enable_seqscan = off;
       explain select from lot_number where sku_id = gen_random_uuid()
          and lot_number_skeleton(lot_number) = lot_number_skeleton('x')
          and length(lot_number) >= 0;
       rollback`,
    );
    expect(JSON.stringify(results)).toContain('lot_number_look_alike');
  });
});
