// Each format, generated whole and then broken at one character: what was encoded is read, and what is broken is not read
// as something else. Texts of 400 characters take linear time.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkDigitOf } from '../../src/scan/check-digit.ts';
import { aicOf } from '../../src/scan/code-32.ts';
import { readHibc } from '../../src/scan/hibc.ts';
import { parseCode } from '../../src/scan/parse.ts';
import { isPpn, isPzn } from '../../src/scan/pzn.ts';

const THIS_YEAR = 2026;
const RUNS = { numRuns: 500 };
const digits = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`));
const alphanumeric = (from: number, to: number) =>
  fc.stringMatching(new RegExp(`^[0-9A-Z]{${from},${to}}$`));
const date = fc
  .date({
    min: new Date('2025-01-01T00:00:00Z'),
    max: new Date('2049-12-31T00:00:00Z'),
    noInvalidDate: true,
  })
  .map((day) => day.toISOString().slice(0, 10));
const short = (day: string) => day.slice(2).replaceAll('-', '');

/** Another character of the set at one offset. */
const broken = (text: string, set: string) =>
  fc
    .tuple(fc.nat(text.length - 1), fc.constantFrom(...set))
    .filter(([at, character]) => text[at] !== character)
    .map(([at, character]) => text.slice(0, at) + character + text.slice(at + 1));

const SET_43 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%';
const withCheck = (text: string) =>
  text + SET_43[[...text].reduce((sum, one) => sum + SET_43.indexOf(one), 0) % 43];

/** Seven digits with the eighth, where there is one. */
const pzn = digits(7)
  .map(
    (body) => body + ([...body].reduce((sum, digit, at) => sum + Number(digit) * (at + 1), 0) % 11),
  )
  .filter((text) => text.length === 8);
const withPpnCheck = (body: string) => {
  const sum = [...body].reduce((total, one, at) => total + one.charCodeAt(0) * (at + 2), 0);
  return body + String(sum % 97).padStart(2, '0');
};

describe('a PZN', () => {
  it('is read from its label, and no other digit makes it one', () => {
    fc.assert(
      fc.property(
        pzn.chain((text) => fc.tuple(fc.constant(text), broken(text, '0123456789'))),
        ([text, wrong]) => {
          for (const label of [`-${text}`, `PZN ${text}`, `PZN-${text}`]) {
            expect(parseCode(label, THIS_YEAR).others).toEqual([{ type: 'pzn', code: text }]);
          }
          // Each weight differs from each other modulo 11, so one wrong digit always shows.
          expect([isPzn(text), isPzn(wrong)]).toEqual([true, false]);
          expect(parseCode(`-${wrong}`, THIS_YEAR).others).toEqual([]);
        },
      ),
      RUNS,
    );
  });
});

describe('a PPN', () => {
  it('is read with what follows it, in control characters or their pictures', () => {
    const parts = fc.tuple(pzn, alphanumeric(1, 20), date, alphanumeric(1, 20), fc.boolean());
    fc.assert(
      fc.property(parts, ([product, lot, day, serial, isShown]) => {
        const ppn = withPpnCheck(`11${product}`);
        const [rs, gs, eot] = isShown
          ? ['\u241e', '\u241d', '\u2404']
          : ['\u001e', '\u001d', '\u0004'];
        const data = [`9N${ppn}`, `1T${lot}`, `D${short(day)}`, `S${serial}`].join(gs);
        expect(parseCode(`[)>${rs}06${gs}${data}${rs}${eot}`, THIS_YEAR)).toMatchObject({
          codeType: 'ifa_ppn',
          others: [{ type: 'pzn', code: product }],
          lotNumber: lot,
          expiryDate: day,
          serial,
          unresolved: [],
        });
      }),
      RUNS,
    );
  });

  it('shows one wrong digit', () => {
    const both = pzn
      .map((product) => withPpnCheck(`11${product}`))
      .chain((ppn) => fc.tuple(fc.constant(ppn), broken(ppn, '0123456789')));
    fc.assert(
      fc.property(both, ([ppn, wrong]) => {
        expect([isPpn(ppn), isPpn(wrong)]).toEqual([true, false]);
        expect(parseCode(`[)>\u001e06\u001d9N${wrong}\u001e\u0004`, THIS_YEAR)).toMatchObject({
          others: [],
          unresolved: [{ field: 'code', reason: 'invalid_check_digit' }],
        });
      }),
      RUNS,
    );
  });
});

describe('a HIBC', () => {
  const product = fc
    .tuple(fc.stringMatching(/^[A-Z][0-9A-Z]{3}$/), alphanumeric(1, 18), digits(1))
    .map((parts) => parts.join(''));
  const yearDay = (day: string) => {
    const begin = Date.UTC(Number(day.slice(0, 4)), 0, 0);
    const ordinal = (Date.parse(`${day}T00:00:00Z`) - begin) / 86_400_000;
    return day.slice(2, 4) + String(ordinal).padStart(3, '0');
  };
  const flagged = fc.tuple(date, fc.nat(4)).map(([day, kind]) => {
    const [yy, mm, dd] = [day.slice(2, 4), day.slice(5, 7), day.slice(8)];
    const forms = [
      `2${mm}${dd}${yy}`,
      `3${yy}${mm}${dd}`,
      `4${yy}${mm}${dd}17`,
      `5${yearDay(day)}`,
      `6${yearDay(day)}17`,
    ];
    return { day, text: forms[kind] as string };
  });
  const count = fc.constantFrom('', '824', '900024');

  it('is read whatever the flags of its date and quantity are', () => {
    fc.assert(
      fc.property(
        product,
        flagged,
        count,
        alphanumeric(1, 18),
        (code, { day, text }, units, lot) => {
          const read = {
            codeType: 'hibc',
            lotNumber: lot,
            expiryDate: day,
            unresolved: [],
            ...(units !== '' && { itemCount: 24 }),
          };
          const data = `$$${units}${text}${lot}`;
          const whole = parseCode(withCheck(`+${code}/${data}`), THIS_YEAR);
          expect(whole).toMatchObject({ ...read, others: [{ type: 'hibc', code }] });
          const primary = withCheck(`+${code}`);
          expect(parseCode(primary, THIS_YEAR).others).toEqual([{ type: 'hibc', code }]);
          const secondary = withCheck(`+${data}${primary.at(-1)}`);
          expect(parseCode(secondary, THIS_YEAR)).toMatchObject({ ...read, others: [] });
        },
      ),
      RUNS,
    );
  });

  it('shows one wrong character', () => {
    const both = product
      .map((code) => withCheck(`+${code}`))
      .chain((text) =>
        fc.tuple(fc.constant(text), broken(text, '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ')),
      );
    fc.assert(
      fc.property(both, ([text, wrong]) => {
        expect(readHibc(text)?.product).toBe(text.slice(1, -1));
        expect(readHibc(wrong)?.product).toBeUndefined();
      }),
      RUNS,
    );
  });
});

describe('a Code 32', () => {
  const VOWELLESS = '0123456789BCDFGHJKLMNPQRSTUVWXYZ';
  it('is the same number in digits and in the characters of its bars', () => {
    fc.assert(
      fc.property(digits(8), (body) => {
        const aic = [...'0123456789'].map((check) => body + check).find((one) => aicOf(`A${one}`));
        let left = Number(aic);
        let bars = '';
        for (let at = 0; at < 6; at += 1) {
          bars = VOWELLESS[left % 32] + bars;
          left = Math.floor(left / 32);
        }
        expect([aicOf(`A${aic}`), aicOf(bars)]).toEqual([aic, aic]);
      }),
      RUNS,
    );
  });
});

describe('an EPC URI', () => {
  it('is the GTIN that it was made of, wherever the prefix of the company ends', () => {
    fc.assert(
      fc.property(
        digits(13),
        fc.integer({ min: 6, max: 12 }),
        alphanumeric(1, 20),
        (body, prefix, end) => {
          const gtin = body + checkDigitOf(body);
          const item = `${body.slice(1, 1 + prefix)}.${body[0]}${body.slice(1 + prefix)}`;
          const numbers = [{ gtin, type: 'epc_uri' }];
          expect(parseCode(`urn:epc:id:sgtin:${item}.${end}`, THIS_YEAR)).toMatchObject({
            numbers,
            serial: end,
          });
          expect(parseCode(`urn:epc:class:lgtin:${item}.${end}`, THIS_YEAR)).toMatchObject({
            numbers,
            lotNumber: end,
          });
        },
      ),
      RUNS,
    );
  });
});

describe('a text that lost its separators', () => {
  const G = '09506000134352';
  const element = fc.oneof(
    alphanumeric(1, 12).map((lot) => `10${lot}`),
    alphanumeric(1, 12).map((serial) => `21${serial}`),
    date.map((day) => `17${short(day)}`),
  );

  it('never has a certain lot that it could have otherwise, and always a way that is right', () => {
    const elements = fc.uniqueArray(element, { maxLength: 3, selector: (one) => one.slice(0, 2) });
    fc.assert(
      fc.property(elements, (parts) => {
        const read = parseCode(`]d201${G}${parts.join('')}`, THIS_YEAR);
        const lot = parts.find((one) => one.startsWith('10'))?.slice(2);
        const fields = read.unresolved.map(({ field }) => field);
        if (read.lotNumber !== undefined) expect(read.lotNumber).toBe(lot);
        else if (lot !== undefined) expect(fields).toContain('lot_number');
        if (fields.includes('lot_number') && lot !== undefined && !fields.includes('gtin')) {
          expect(read.ways.map(({ lotNumber }) => lotNumber)).toContain(lot);
        }
      }),
      { numRuns: 2000 },
    );
  });
});

describe('brackets', () => {
  const G = '09506000134352';
  it('never cut a lot: it is read whole, or it is a way, or it was a known identifier', () => {
    const lot = fc
      .array(
        fc.oneof(alphanumeric(1, 4), fc.constantFrom('(2024)', '(55)', '(5)', '(B)', '(88)')),
        { minLength: 1, maxLength: 4 },
      )
      .map((pieces) => `L${pieces.join('')}`)
      .filter((text) => text.length <= 20);
    fc.assert(
      fc.property(lot, (text) => {
        const read = parseCode(`(01)${G}(17)271130(10)${text}`, THIS_YEAR);
        const ways = read.ways.map(({ lotNumber }) => lotNumber);
        expect([read.lotNumber, ...ways]).toContain(text);
        if (/[()]/.test(text)) expect(read.lotNumber).toBeUndefined();
      }),
      RUNS,
    );
  });
});

describe('400 characters', () => {
  const piece = fc.constantFrom(
    '10',
    '21',
    '17271130',
    '01',
    '(10)',
    '(2024)',
    '91',
    '$$',
    '+',
    '/',
    '9N',
    '[)>',
    '\u001d',
    '\u241d',
    '~',
    '|',
    '*',
    '-',
    ' ',
    '.',
    'A',
    '7',
    '%',
    'urn:epc:',
    'https://a.b/',
    '0'.repeat(40),
    '*'.repeat(40),
    'NDC',
    ']C1',
    ']d2',
    '11250101',
    '(',
    ')',
  );
  // Each date may end the value before it or belong to that, so their ways multiply.
  const chained = fc
    .array(
      fc.tuple(
        fc.constantFrom('10', '21', '22', '240', '243', '8200', '91', '92', '95', '7003', '02', ''),
        fc.constantFrom(
          '11351130',
          '13351130',
          '15351130',
          '16351130',
          '17351130',
          `02${'0'.repeat(14)}`,
        ),
      ),
      { minLength: 10, maxLength: 40 },
    )
    .map((pairs) => pairs.flat().join(''));
  it('are read in well under two milliseconds, whatever they repeat', () => {
    const text = fc.oneof(
      fc
        .array(piece, { minLength: 1, maxLength: 6 })
        .map((pieces) => pieces.join('').repeat(400).slice(0, 400)),
      chained,
    );
    const begins = fc.constantFrom(
      '',
      ']d2',
      ']d20109506000134352',
      '+A123',
      '[)>\u001e06\u001d',
      'https://a.b/01/',
      '(01)09506000134352(10)',
    );
    fc.assert(
      fc.property(begins, text, (begin, rest) => {
        const code = (begin + rest).slice(0, 400);
        // The least of five, since a busy machine makes any single one wait.
        const milliseconds = Array.from({ length: 5 }, () => {
          const started = performance.now();
          parseCode(code, THIS_YEAR);
          return performance.now() - started;
        });
        expect(Math.min(...milliseconds)).toBeLessThan(2);
      }),
      { numRuns: 400 },
    );
  });
});
