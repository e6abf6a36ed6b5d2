// What a code says by itself: a table of cases, each with the source of its rule, and the rules as properties.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  APPLICATION_IDENTIFIERS,
  type ApplicationIdentifier,
} from '../../src/scan/application-identifiers.ts';
import { checkDigitOf, hasCheckDigit } from '../../src/scan/check-digit.ts';
import { readElementString, SEPARATOR } from '../../src/scan/element-string.ts';
import { dateOfGs1 } from '../../src/scan/gs1-date.ts';
import { ndcsOfText, spellingsOfNdc } from '../../src/scan/ndc.ts';
import { type CodeType, parseCode } from '../../src/scan/parse.ts';

const THIS_YEAR = 2026;
const GS = SEPARATOR;

/** The fields that a code is expected to hold; it may hold no others. */
interface Says {
  type?: string;
  gtin?: string | string[];
  ndc?: string | string[];
  lot?: string;
  expiry?: string;
  serial?: string;
}

function fieldsOf(code: string): Says {
  const read = parseCode(code, THIS_YEAR);
  const { codeType, numbers, lotNumber, expiryDate, serial } = read;
  // Twelve digits are a UPC-A unless the catalog has the NDC.
  const ndcs = read.isNdcToo && codeType === 'upc_a' ? [] : read.ndcs;
  const gtins = numbers.map(({ gtin }) => gtin);
  return {
    ...(codeType && { type: codeType }),
    ...(gtins.length > 0 && { gtin: gtins.length === 1 ? gtins[0] : gtins }),
    ...(ndcs.length > 0 && { ndc: ndcs.length === 1 ? ndcs[0] : [...ndcs] }),
    ...(lotNumber && { lot: lotNumber }),
    ...(expiryDate && { expiry: expiryDate }),
    ...(serial && { serial }),
  };
}

/** No NDC is within it: GS1's own example company. */
const G = '09506000134352';
/** Amoxicillin, NDC 0093-3109-05. */
const DRUG = '00300933109055';
const DRUG_NDCS = ['00093310905', '00933010905', '00933109005'];
const gs1 = (says: Says): Says => ({ type: 'gs1_element_string', ...says });
const link = (says: Says): Says => ({ type: 'gs1_digital_link', ...says });
const NONE: Says = {};

const GENSPECS = 'GS1 General Specifications';

describe.each<[source: string, cases: [code: string, says: Says][]]>([
  [
    `${GENSPECS}, 3.2 and 7.8: element strings, values of predefined length first`,
    [
      [`01${G}`, gs1({ gtin: G })],
      [`01${G}17271130`, gs1({ gtin: G, expiry: '2027-11-30' })],
      [`01${G}1727113010ABC123`, gs1({ gtin: G, expiry: '2027-11-30', lot: 'ABC123' })],
      [`01${G}10ABC123`, gs1({ gtin: G, lot: 'ABC123' })],
      [`01${G}21SER1`, gs1({ gtin: G, serial: 'SER1' })],
      [`01${G}10A${GS}21S`, gs1({ gtin: G, lot: 'A', serial: 'S' })],
      [`01${G}21S${GS}10A`, gs1({ gtin: G, lot: 'A', serial: 'S' })],
      [`01${G}10A${GS}17271130`, gs1({ gtin: G, lot: 'A', expiry: '2027-11-30' })],
      [`17271130${GS}10A${GS}01${G}`, gs1({ gtin: G, lot: 'A', expiry: '2027-11-30' })],
      [`1727113001${G}`, gs1({ gtin: G, expiry: '2027-11-30' })],
      [`01${G}11250101172711303712${GS}10A`, gs1({ gtin: G, lot: 'A', expiry: '2027-11-30' })],
      [`01${G}3103001250${GS}10A`, gs1({ gtin: G, lot: 'A' })],
      [`01${G}310300125010A`, gs1({ gtin: G, lot: 'A' })],
      [`01${G}2001${'10A'}`, gs1({ gtin: G, lot: 'A' })],
      [`01${G}240X${GS}10A`, gs1({ gtin: G, lot: 'A' })],
      [`01${G}422840${GS}10A`, gs1({ gtin: G, lot: 'A' })],
      [`01${G}7003${'2711301200'}${GS}10A`, gs1({ gtin: G, lot: 'A', expiry: '2027-11-30' })],
      [`01${G}710${'12345678'}${GS}10A`, gs1({ gtin: G, lot: 'A' })],
      [`01${G}91any.thing${GS}10A`, gs1({ gtin: G, lot: 'A' })],
      [`01${G}8200https://x.y${GS}10A`, gs1({ gtin: G, lot: 'A' })],
      [`00106141411234567897`, gs1({})],
      [`0010614141123456789710A`, gs1({ lot: 'A' })],
      [`02${G}371${GS}10A`, gs1({ gtin: G, lot: 'A' })],
      [`03${G}`, gs1({})],
      [`4149506000134352${'10A'}`, gs1({ lot: 'A' })],
    ],
  ],
  [
    'GS1 Barcode Syntax Dictionary of 2026-01-27: what it added, 717 (NHRN SRN) and 8040 to 8043',
    [
      [`01${G}717SRN12345${GS}10A`, gs1({ gtin: G, lot: 'A' })],
      [`(01)${G}(717)SRN12345(10)A`, gs1({ gtin: G, lot: 'A' })],
      [`01${G}717${'1'.repeat(20)}${GS}10A`, gs1({ gtin: G, lot: 'A' })],
      [`01${G}717${'1'.repeat(21)}${GS}10A`, gs1({ gtin: G })],
      [`01${G}718X${GS}10A`, gs1({ gtin: G })],
      [`01${G}8040${'1'.repeat(15)}${GS}8041${'2'.repeat(15)}${GS}10A`, gs1({ gtin: G, lot: 'A' })],
      [`01${G}8042${'1'.repeat(32)}${GS}10A`, gs1({ gtin: G, lot: 'A' })],
      [`01${G}8043${'1'.repeat(20)}${GS}10A`, gs1({ gtin: G, lot: 'A' })],
      [`01${G}8043${'1'.repeat(17)}${GS}10A`, gs1({ gtin: G })],
    ],
  ],
  [
    `${GENSPECS}, 7.8.3: the separator is ASCII 29, also where none is needed`,
    [
      [`${GS}01${G}10A`, gs1({ gtin: G, lot: 'A' })],
      [`01${G}${GS}10A`, gs1({ gtin: G, lot: 'A' })],
      [`01${G}${GS}${GS}10A${GS}`, gs1({ gtin: G, lot: 'A' })],
      [`10A${GS}21B`, gs1({ lot: 'A', serial: 'B' })],
      [`01${G}10A\u241d21B`, gs1({ gtin: G, lot: 'A', serial: 'B' })],
      [`01${G}10A<GS>21B`, gs1({ gtin: G, lot: 'A', serial: 'B' })],
      [`01${G}10A{GS}21B`, gs1({ gtin: G, lot: 'A', serial: 'B' })],
      [`01${G}10A^]21B`, gs1({ gtin: G, lot: 'A', serial: 'B' })],
      // Once there are real ones, what looks like one is data, or no data at all.
      [`01${G}10A<GS>21B${GS}21C`, gs1({ gtin: G, lot: 'A<GS>21B', serial: 'C' })],
      [`01${G}10A\u241d21B${GS}21C`, gs1({ gtin: G })],
    ],
  ],
  [
    `${GENSPECS}, 5.1.3, and ISO/IEC 15424: symbology identifiers`,
    [
      [`]d201${G}10A${GS}21B`, gs1({ gtin: G, lot: 'A', serial: 'B' })],
      [`]C101${G}10A${GS}21B`, gs1({ gtin: G, lot: 'A', serial: 'B' })],
      [`]e001${G}10A`, gs1({ gtin: G, lot: 'A' })],
      [`]Q301${G}10A`, gs1({ gtin: G, lot: 'A' })],
      [`]J101${G}10A`, gs1({ gtin: G, lot: 'A' })],
      [`]d2${GS}01${G}10A`, gs1({ gtin: G, lot: 'A' })],
      [']C110LOT-7', gs1({ lot: 'LOT-7' })],
      [']C121SERIAL', gs1({ serial: 'SERIAL' })],
      [']d21727113010A', gs1({ lot: 'A', expiry: '2027-11-30' })],
      // Those that say the symbol holds no GS1 elements.
      [`]C001${G}10A`, NONE],
      [`]d101${G}10A`, NONE],
      [`]Q101${G}10A`, NONE],
      [`]A001${G}10A`, NONE],
      [']E04006381333931', { type: 'ean_13', gtin: '04006381333931' }],
      [']E0036000291452', { type: 'upc_a', gtin: '00036000291452' }],
      [']E004252614', { type: 'upc_e', gtin: '00042100005264' }],
      [']E473513537', { type: 'ean_8', gtin: '00000073513537' }],
      [']I115400141288763', { type: 'gtin_14', gtin: '15400141288763' }],
      [']C00093-3109-05', { type: 'ndc', ndc: '00093310905' }],
      // A GS1 symbol holds elements and nothing else.
      [']d25901234123457', NONE],
      [']C10093-3109-05', NONE],
      [`]z901${G}`, NONE],
      [`]01${G}`, NONE],
    ],
  ],
  [
    `${GENSPECS}, 4.14: the form for people`,
    [
      [`(01)${G}`, gs1({ gtin: G })],
      [
        `(01)${G}(17)271130(10)AMX-2301(21)1`,
        gs1({ gtin: G, expiry: '2027-11-30', lot: 'AMX-2301', serial: '1' }),
      ],
      [`(10)AB21CD(01)${G}`, gs1({ gtin: G, lot: 'AB21CD' })],
      [`(01) ${G} (17) 271130 (10) A`, gs1({ gtin: G, expiry: '2027-11-30', lot: 'A' })],
      [`(01)${G}${GS}(10)A${GS}(21)B`, gs1({ gtin: G, lot: 'A', serial: 'B' })],
      [`]C1(01)${G}(10)A`, gs1({ gtin: G, lot: 'A' })],
      [`(01)${G}(3103)001250(10)A`, gs1({ gtin: G, lot: 'A' })],
      ['(17)271130(10)A', gs1({ expiry: '2027-11-30', lot: 'A' })],
      // Brackets that begin no element belong to the lot, or to what a person wrote: no lot is cut at one.
      [`(01)${G}(10)A(B)C`, gs1({ gtin: G })],
      [`(01)${G}(10)A(55)C`, gs1({ gtin: G })],
      [`(01)${G}(10)A(2024)(17)271130`, gs1({ gtin: G, expiry: '2027-11-30' })],
      [`(01)${G}(10)A(20)24X`, gs1({ gtin: G })],
      [`(01)${G}(21)A(5)(10)L`, gs1({ gtin: G, lot: 'L' })],
      [`(01) ${G.slice(0, 7)} ${G.slice(7)}(10)A`, gs1({ gtin: G, lot: 'A' })],
      [`(01)${G}(10)`, gs1({ gtin: G })],
      [`(01)0${G}(10)A`, gs1({})],
      [`(01)${G.slice(1)}(10)A`, gs1({})],
      [`(1)${G}`, NONE],
      [`01)${G}(10)A`, NONE],
    ],
  ],
  [
    `${GENSPECS}, 7.9.1: check digits, before anything is looked up`,
    [
      ['(01)09506000134353', gs1({})],
      ['(01)09506000134353(10)A', gs1({ lot: 'A' })],
      [']d2010950600013435310A', gs1({ lot: 'A' })],
      ['010950600013435310A', NONE],
      ['4006381333930', NONE],
      // An NDC of twelve digits, where no UPC-A is right.
      ['036000291453', { type: 'ndc', ndc: '36000291453' }],
      ['73513536', NONE],
      ['15400141288764', NONE],
      ['04252615', NONE],
      ['00106141411234567890', NONE],
    ],
  ],
  [
    `${GENSPECS}, 3.4: day 00 is the last of the month, and dates are real`,
    [
      [`01${G}17270100`, gs1({ gtin: G, expiry: '2027-01-31' })],
      [`01${G}17270200`, gs1({ gtin: G, expiry: '2027-02-28' })],
      [`01${G}17280200`, gs1({ gtin: G, expiry: '2028-02-29' })],
      [`01${G}17270400`, gs1({ gtin: G, expiry: '2027-04-30' })],
      [`01${G}17270600`, gs1({ gtin: G, expiry: '2027-06-30' })],
      [`01${G}17270900`, gs1({ gtin: G, expiry: '2027-09-30' })],
      [`01${G}17271100`, gs1({ gtin: G, expiry: '2027-11-30' })],
      [`01${G}17271200`, gs1({ gtin: G, expiry: '2027-12-31' })],
      [`01${G}17280229`, gs1({ gtin: G, expiry: '2028-02-29' })],
      [`01${G}17270229`, gs1({ gtin: G })],
      [`01${G}17270230`, gs1({ gtin: G })],
      [`01${G}17270431`, gs1({ gtin: G })],
      [`01${G}17270132`, gs1({ gtin: G })],
      [`01${G}17271301`, gs1({ gtin: G })],
      [`01${G}17270001`, gs1({ gtin: G })],
      [`01${G}17270000`, gs1({ gtin: G })],
      // The date takes its characters all the same, so the lot behind it is found too.
      [`01${G}1727133110A`, gs1({ gtin: G, lot: 'A' })],
      // Production, packaging, best-before and sell-by dates are no expiry dates.
      [`01${G}11250101`, gs1({ gtin: G })],
      [`01${G}13250101`, gs1({ gtin: G })],
      [`01${G}15271130`, gs1({ gtin: G })],
      [`01${G}16271130`, gs1({ gtin: G })],
      [`01${G}1127113017280101`, gs1({ gtin: G, expiry: '2028-01-01' })],
    ],
  ],
  [
    `${GENSPECS}, 7.12: the century`,
    [
      [`01${G}17000101`, gs1({ gtin: G, expiry: '2000-01-01' })],
      [`01${G}17250101`, gs1({ gtin: G, expiry: '2025-01-01' })],
      [`01${G}17260101`, gs1({ gtin: G, expiry: '2026-01-01' })],
      [`01${G}17490101`, gs1({ gtin: G, expiry: '2049-01-01' })],
      [`01${G}17760101`, gs1({ gtin: G, expiry: '2076-01-01' })],
      [`01${G}17770101`, gs1({ gtin: G, expiry: '1977-01-01' })],
      [`01${G}17990101`, gs1({ gtin: G, expiry: '1999-01-01' })],
    ],
  ],
  [
    `${GENSPECS}, 3.5 and 7.11: lot and serial number, 1 to 20 of the character set 82`,
    [
      [`01${G}10${'A'.repeat(20)}`, gs1({ gtin: G, lot: 'A'.repeat(20) })],
      [`01${G}10${'A'.repeat(21)}`, gs1({ gtin: G })],
      [`01${G}21${'9'.repeat(20)}`, gs1({ gtin: G, serial: '9'.repeat(20) })],
      [`01${G}21${'9'.repeat(21)}`, gs1({ gtin: G })],
      [`01${G}10${'A'.repeat(21)}${GS}17271130`, gs1({ gtin: G })],
      [`01${G}10!"%&'()*+,-./:;<=>?_`, gs1({ gtin: G, lot: `!"%&'()*+,-./:;<=>?_` })],
      [`01${G}10aZ09`, gs1({ gtin: G, lot: 'aZ09' })],
      [`01${G}10A B`, gs1({ gtin: G })],
      [`01${G}10A#B`, gs1({ gtin: G })],
      [`01${G}10A$B`, gs1({ gtin: G })],
      [`01${G}10A@B`, gs1({ gtin: G })],
      [`01${G}10Ä`, gs1({ gtin: G })],
      [`01${G}10Ａ`, gs1({ gtin: G })],
      [`01${G}10A\u202eB`, gs1({ gtin: G })],
      [`01${G}10💊`, gs1({ gtin: G })],
      [`01${G}10`, gs1({ gtin: G })],
      [`01${G}10${GS}21B`, gs1({ gtin: G })],
      [`01${'０'.repeat(14)}10A`, NONE],
    ],
  ],
  [
    `${GENSPECS}, 7.8.5: only a separator or the end closes a value without a predefined length`,
    [
      [`01${G}10AB21CD${GS}`, gs1({ gtin: G, lot: 'AB21CD' })],
      [`01${G}10AB22CD30E37F91G`, gs1({ gtin: G, lot: 'AB22CD30E37F91G' })],
      // Without a separator, a lot may end before a serial number, and a serial number before a lot.
      [`01${G}10AB21CD`, gs1({ gtin: G })],
      [`]d201${G}1727113010AB21CD`, gs1({ gtin: G, expiry: '2027-11-30' })],
      [`01${G}21AB10CD`, gs1({ gtin: G })],
      [`01${G}10AB21CD${GS}21EF10GH`, gs1({ gtin: G, lot: 'AB21CD', serial: 'EF10GH' })],
      [`01${G}10211010`, gs1({ gtin: G, lot: '211010' })],
      // With a separator elsewhere, none was lost.
      [`01${G}21S${GS}10A17271130`, gs1({ gtin: G, serial: 'S', lot: 'A17271130' })],
      [`]d201${G}21S${GS}10A17271130`, gs1({ gtin: G, serial: 'S', lot: 'A17271130' })],
      // Without any, a date or a check digit at the end tells that one may have been.
      [`01${G}10A17271130`, gs1({ gtin: G })],
      [`01${G}10A17271100`, gs1({ gtin: G })],
      [`01${G}10A17271330`, gs1({ gtin: G, lot: 'A17271330' })],
      [`01${G}21SER1727113010LOT`, gs1({ gtin: G })],
      [`]d201${G}21SER1727113010LOT`, gs1({ gtin: G })],
      [`10A01${G}`, NONE],
      [`]C110A01${G}`, NONE],
      // Far longer than a lot: several values that have lost their separators.
      [`01${G}1727113010LOT4521${'9'.repeat(20)}`, gs1({ gtin: G, expiry: '2027-11-30' })],
    ],
  ],
  [
    `${GENSPECS}, 3.2: an unknown identifier ends the reading`,
    [
      [`01${G}1727113005X`, gs1({ gtin: G, expiry: '2027-11-30' })],
      [`01${G}14271130`, gs1({ gtin: G })],
      [`01${G}18${GS}10A`, gs1({ gtin: G })],
      [`01${G}10A${GS}4400X${GS}21B`, gs1({ gtin: G, lot: 'A' })],
      [`01${G}3106001250${GS}10A`, gs1({ gtin: G })],
      [`01${G}8099${GS}10A`, gs1({ gtin: G })],
      [`01${G}X`, gs1({ gtin: G })],
      [`01${G}1`, gs1({ gtin: G })],
      [`01${G}172711`, gs1({ gtin: G })],
      [`01${G}1727113`, gs1({ gtin: G })],
      [`]d255X${GS}01${G}`, NONE],
      [`01${G}3712345678${'9'}${GS}10A`, gs1({ gtin: G })],
    ],
  ],
  [
    `${GENSPECS}, 4.13: a repeat must say the same`,
    [
      [`01${G}01${G}10A`, gs1({ gtin: G, lot: 'A' })],
      [`01${G}10A${GS}10A`, gs1({ gtin: G, lot: 'A' })],
      [`01${G}01${DRUG}10A`, gs1({ lot: 'A' })],
      [`01${G}10A${GS}10B`, gs1({})],
      [
        `]C101${G}17271130]C110A${GS}21S`,
        gs1({ gtin: G, expiry: '2027-11-30', lot: 'A', serial: 'S' }),
      ],
      [`]C101${G}10A]C110B`, gs1({})],
      [`01${G}17271130${GS}70032711301200`, gs1({ gtin: G, expiry: '2027-11-30' })],
      [`01${G}17271130${GS}70032712011200`, gs1({ gtin: G })],
      [`01${G}1727113017271231${GS}10A`, gs1({ lot: 'A' })],
      [`01${G}21A${GS}21B${GS}10C`, gs1({ lot: 'C' })],
      [`(01)${G}(10)A(10)B(17)271130`, gs1({ expiry: '2027-11-30' })],
      [`https://id.gs1.org/01/${G}/10/A?10=B`, link({})],
    ],
  ],
  [
    'a bare text needs proof that it is a GS1 symbol at all',
    [
      ['10ABC', NONE],
      ['21-500-TAB', NONE],
      ['10-500-TAB', NONE],
      ['240AMOX', NONE],
      ['2001', NONE],
      ['17271130', NONE],
      ['1727113010A', gs1({ expiry: '2027-11-30', lot: 'A' })],
      ['1727133010A', NONE],
      ['17271130-PACK', NONE],
      ['AMOX-500-CAP', NONE],
      ['', NONE],
      [' ', NONE],
      ['💊', NONE],
      [']', NONE],
      [']d2', NONE],
      ['(', NONE],
      ['()', NONE],
      ['(01)', gs1({})],
      ['01', NONE],
      ['99', NONE],
      ['0'.repeat(400), gs1({})],
      [GS.repeat(400), NONE],
    ],
  ],
  [
    'GS1 Digital Link Standard: URI Syntax, 4',
    [
      [`https://id.gs1.org/01/${G}`, link({ gtin: G })],
      [
        `https://id.gs1.org/01/${G}/10/ABC/21/S1?17=271130`,
        link({ gtin: G, lot: 'ABC', serial: 'S1', expiry: '2027-11-30' }),
      ],
      [`HTTPS://EXAMPLE.COM/01/${G}/10/A`, link({ gtin: G, lot: 'A' })],
      [`http://example.com:8080/some/path/01/${G}/21/S`, link({ gtin: G, serial: 'S' })],
      [`https://id.gs1.org/01/${G}/22/V/10/A/21/S`, link({ gtin: G, lot: 'A', serial: 'S' })],
      [`https://id.gs1.org/01/${G}/235/T`, link({ gtin: G })],
      [`https://id.gs1.org/01/${G}/`, link({ gtin: G })],
      [`https://id.gs1.org/01/${G}#top`, link({ gtin: G })],
      [`https://id.gs1.org/01/${G}/10/A%2FB%2b1`, link({ gtin: G, lot: 'A/B+1' })],
      [`https://id.gs1.org/01/${G}/10/A+B`, link({ gtin: G, lot: 'A+B' })],
      [`https://id.gs1.org/01/${G}/10/01/21/S`, link({ gtin: G, lot: '01', serial: 'S' })],
      [`https://id.gs1.org/01/x/01/${G}`, link({ gtin: G })],
      [
        `https://id.gs1.org/01/${G}?linkType=gs1:pip&17=280200`,
        link({ gtin: G, expiry: '2028-02-29' }),
      ],
      [`https://id.gs1.org/01/${G}?17=271130;4200=x`, link({ gtin: G, expiry: '2027-11-30' })],
      [`https://id.gs1.org/01/${G}?17=271331`, link({ gtin: G })],
      [`https://id.gs1.org/01/${G}/10/${'A'.repeat(21)}`, link({ gtin: G })],
      [`https://id.gs1.org/01/${G}/10/A%20B`, link({ gtin: G })],
      [`https://id.gs1.org/01/${G}/10/%E0%A4%A`, link({ gtin: G })],
      ['https://id.gs1.org/01/9506000134352', link({ gtin: G })],
      ['https://id.gs1.org/01/036000291452', link({ gtin: '00036000291452' })],
      ['https://id.gs1.org/01/73513537', link({ gtin: '00000073513537' })],
      ['https://id.gs1.org/01/09506000134353/10/A', link({ lot: 'A' })],
      [`]Q1https://id.gs1.org/01/${DRUG}`, link({ gtin: DRUG, ndc: DRUG_NDCS })],
      [`https://id.gs1.org/01/${G}/10`, NONE],
      [`https://id.gs1.org/01/${G}/99/A`, NONE],
      ['https://id.gs1.org/00/106141411234567897', NONE],
      ['https://example.com/', NONE],
      [`ftp://id.gs1.org/01/${G}`, NONE],
      [`id.gs1.org/01/${G}`, link({ gtin: G })],
      [
        `example.com/gtin/${G}/lot/A/ser/S?exp=271100`,
        link({ gtin: G, lot: 'A', serial: 'S', expiry: '2027-11-30' }),
      ],
      [`a/01/${G}`, NONE],
    ],
  ],
  [
    `${GENSPECS}, 3.3.2, 5.2 and 7.9.1; ISO/IEC 15420: retail numbers`,
    [
      ['036000291452', { type: 'upc_a', gtin: '00036000291452' }],
      ['012345678905', { type: 'upc_a', gtin: '00012345678905' }],
      ['4006381333931', { type: 'ean_13', gtin: '04006381333931' }],
      ['5901234123457', { type: 'ean_13', gtin: '05901234123457' }],
      ['0036000291452', { type: 'ean_13', gtin: '00036000291452' }],
      ['73513537', { type: 'ean_8', gtin: '00000073513537' }],
      ['96385074', { type: 'ean_8', gtin: '00000096385074' }],
      ['15400141288763', { type: 'gtin_14', gtin: '15400141288763' }],
      [G, { type: 'gtin_14', gtin: G }],
      // UPC-E: the last of the six digits says where the zeros were.
      ['04252614', { type: 'upc_e', gtin: '00042100005264' }],
      ['01234505', { type: 'upc_e', gtin: '00012000003455' }],
      ['01234514', { type: 'upc_e', gtin: '00012100003454' }],
      ['01234523', { type: 'upc_e', gtin: '00012200003453' }],
      ['01234531', { type: 'upc_e', gtin: '00012300000451' }],
      ['01234543', { type: 'upc_e', gtin: '00012340000053' }],
      ['01234558', { gtin: ['00012345000058', '00000001234558'] }],
      ['01234565', { gtin: ['00012345000065', '00000001234565'] }],
      ['01234572', { gtin: ['00012345000072', '00000001234572'] }],
      ['01234589', { gtin: ['00012345000089', '00000001234589'] }],
      ['01234596', { gtin: ['00012345000096', '00000001234596'] }],
      // 5 to 9 there always make an EAN-8 of the restricted range as well; the reader may tell them apart.
      [']E001234565', { type: 'upc_e', gtin: '00012345000065' }],
      [']E401234565', { type: 'ean_8', gtin: '00000001234565' }],
      ['00000000', { gtin: ['00000000000000', '00000000000000'] }],
      ['\t036000291452\r\n', { type: 'upc_a', gtin: '00036000291452' }],
      ['36000291452 ', { type: 'ndc', ndc: '36000291452' }],
      ['0 36000 29145 2', { type: 'upc_a', gtin: '00036000291452' }],
      ['123456', NONE],
      ['1234567', NONE],
      ['123456789', NONE],
      ['123456789012345', NONE],
    ],
  ],
  [
    '21 CFR 207.33 (ten digits: 4-4-2, 5-3-2, 5-4-1) and the HIPAA form of eleven (5-4-2)',
    [
      ['0777-3105-02', { type: 'ndc', ndc: '00777310502' }],
      ['50242-040-62', { type: 'ndc', ndc: '50242004062' }],
      ['60575-4112-1', { type: 'ndc', ndc: '60575411201' }],
      ['00777-3105-02', { type: 'ndc', ndc: '00777310502' }],
      ['00777310502', { type: 'ndc', ndc: '00777310502' }],
      ['0093310905', { type: 'ndc', ndc: DRUG_NDCS }],
      ['5024204062', { type: 'ndc', ndc: ['05024204062', '50242004062', '50242040602'] }],
      ['0777-3105-2', NONE],
      ['777-3105-02', NONE],
      ['0777-310-502', NONE],
      ['50242-40-62', NONE],
      ['500242-4112-1', NONE],
      ['007773105-02', NONE],
      ['0777--3105-02', NONE],
      ['0777-3105-02-', NONE],
      ['٠٧٧٧-٣١٠٥-٠٢', NONE],
    ],
  ],
  [
    '21 CFR 201.25 and GS1 US: the NDC in a GTIN, U.P.C. prefix 3',
    [
      [`01${DRUG}`, gs1({ gtin: DRUG, ndc: DRUG_NDCS })],
      [DRUG, { type: 'gtin_14', gtin: DRUG, ndc: DRUG_NDCS }],
      [DRUG.slice(1), { type: 'ean_13', gtin: DRUG, ndc: DRUG_NDCS }],
      [DRUG.slice(2), { type: 'upc_a', gtin: DRUG, ndc: DRUG_NDCS }],
      // A case of the same drug is another GTIN, and no NDC of a package.
      ['50300933109050', { type: 'gtin_14', gtin: '50300933109050' }],
      ['036000291452', { type: 'upc_a', gtin: '00036000291452' }],
    ],
  ],
])('%s', (_source, cases) => {
  it.each(cases)('%j', (code, says) => {
    expect(fieldsOf(code)).toEqual(says);
  });
});

it('reads a code as each type that the contract names', () => {
  // The contract's list: one that is added there, or that the parser gains, does not compile without its code here.
  const codes: Readonly<Record<CodeType, string>> = {
    gs1_element_string: `01${G}10LOT`,
    gs1_digital_link: `https://id.gs1.org/01/${G}`,
    upc_a: '036000291452',
    upc_e: '04252614',
    ean_8: '96385074',
    ean_13: '4006381333931',
    gtin_14: '50300933109050',
    ndc: '0093-3109-05',
    epc_uri: 'urn:epc:id:sgtin:9506000.013435.S1',
    pzn: '-02763133',
    ifa_ppn: `[)>\u001e06${GS}9N110375286414\u001e\u0004`,
    hibc: '+A123BJC5D6E71G',
    code_32: 'A012345676',
    cip_13: '3400930000007',
  };
  for (const [type, code] of Object.entries(codes)) {
    const { codeType, numbers } = parseCode(code, THIS_YEAR);
    expect([code, codeType ?? numbers.map((number) => number.type)]).toEqual([
      code,
      codeType === undefined ? expect.arrayContaining([type]) : type,
    ]);
  }
});

it('holds every identifier once, none the beginning of another', () => {
  const numbers = [...APPLICATION_IDENTIFIERS.keys()];
  expect(numbers.length).toBeGreaterThan(500);
  for (const number of numbers) {
    expect(numbers.filter((other) => other !== number && other.startsWith(number))).toEqual([]);
  }
});

// GS1 General Specifications, figure 7.8.5-2: the first two digits tell a predefined length.
it('takes a length as predefined exactly where GS1 does', () => {
  const lengths: Record<string, number> = { '00': 18, '01': 14, '02': 14, '03': 14, 20: 2, 41: 13 };
  for (const digits of ['11', '12', '13', '15', '16', '17', '31', '32', '33', '34', '35', '36']) {
    lengths[digits] = 6;
  }
  for (const { number, predefinedLength } of APPLICATION_IDENTIFIERS.values()) {
    expect([number, predefinedLength]).toEqual([number, lengths[number.slice(0, 2)]]);
  }
});

const RUNS = { numRuns: 2000 };
const SET_82 = `!"%&'()*+,-./0123456789:;<=>?ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz`;
const identifiers = [...APPLICATION_IDENTIFIERS.values()];

/** A value of the format's own pattern. */
function valueFor({ fits, checkedDigits }: ApplicationIdentifier): fc.Arbitrary<string> {
  return fc.stringMatching(fits).map((value) => {
    if (checkedDigits === undefined) return value;
    const body = value.slice(0, checkedDigits - 1);
    return body + checkDigitOf(body) + value.slice(checkedDigits);
  });
}

const element = fc
  .constantFrom(...identifiers)
  .chain((identifier) => valueFor(identifier).map((value) => ({ identifier, value })));

const characters = (set: string, minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...set), minLength, maxLength });

describe('whatever the elements', () => {
  it('reads back what was encoded, in any order', () => {
    fc.assert(
      fc.property(fc.array(element, { minLength: 1, maxLength: 8 }), (elements) => {
        // One separator too many, at the end, shows that none was lost.
        const text = elements
          .map(({ identifier, value }) =>
            identifier.predefinedLength === undefined
              ? identifier.number + value + GS
              : identifier.number + value,
          )
          .join('')
          .concat(GS);
        const read = readElementString(text);
        expect(read.isComplete).toBe(true);
        expect(read.elements.map((one) => [one.identifier.number, one.value])).toEqual(
          elements.map((one) => [one.identifier.number, one.value]),
        );
      }),
      RUNS,
    );
  });

  it('finds product, lot, expiry and serial in every carrier and rendering', () => {
    const lot = characters(SET_82, 1, 20);
    const prefixes = fc.constantFrom('', ']d2', ']C1', ']e0', ']Q3', GS, `]d2${GS}`);
    const separators = fc.constantFrom(GS, '\u241d', '^]');
    fc.assert(
      fc.property(lot, lot, prefixes, separators, (lotNumber, serial, prefix, separator) => {
        const code = `${prefix}01${G}10${lotNumber}${separator}1727113021${serial}`;
        if (prefix.includes(GS) && separator !== GS) return;
        const expected = { gtin: G, lot: lotNumber, serial, expiry: '2027-11-30' };
        expect(fieldsOf(code)).toEqual(gs1(expected));
      }),
      RUNS,
    );
  });

  it('never makes a lot or a date of a part of what was there', () => {
    const piece = fc.oneof(
      fc.constantFrom('01', '10', '17', '21', GS, '(10)', '(17)', ']d2', '/10/', '<GS>', G),
      fc.string({ maxLength: 30 }),
      characters(SET_82, 1, 30),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const code = pieces.join('');
        const { lotNumber, serial, expiryDate, numbers, ndcs } = parseCode(code, THIS_YEAR);
        for (const value of [lotNumber, serial]) {
          if (value === undefined) continue;
          expect(value).toMatch(/^[!"%&'()*+,\-./0-9:;<=>?A-Z_a-z]{1,20}$/);
          // As it is in the code.
          if (!code.includes('%')) expect(code).toContain(value);
        }
        if (expiryDate !== undefined) {
          expect(new Date(`${expiryDate}T00:00:00Z`).toISOString().slice(0, 10)).toBe(expiryDate);
        }
        for (const { gtin } of numbers)
          expect(hasCheckDigit(gtin) && gtin.length === 14).toBe(true);
        for (const ndc of ndcs) expect(ndc).toMatch(/^\d{11}$/);
      }),
      { numRuns: 5000 },
    );
  });

  it('sees one wrong digit of a number, wherever it is', () => {
    fc.assert(
      fc.property(
        characters('0123456789', 13, 13),
        fc.nat(13),
        fc.integer({ min: 1, max: 9 }),
        (body, index, by) => {
          const gtin = body + checkDigitOf(body);
          const wrong = String((Number(gtin[index]) + by) % 10);
          const other = gtin.slice(0, index) + wrong + gtin.slice(index + 1);
          expect([hasCheckDigit(gtin), hasCheckDigit(other)]).toEqual([true, false]);
          expect(fieldsOf(`]d201${other}`)).toEqual(gs1({}));
        },
      ),
      RUNS,
    );
  });
});

describe('a date', () => {
  it('is at most 50 years ahead and 49 back, in any year', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2000, max: 9000 }), fc.nat(99), (thisYear, twoDigits) => {
        const date = dateOfGs1(`${String(twoDigits).padStart(2, '0')}0615`, thisYear) ?? '';
        const year = Number(date.slice(0, 4));
        expect(year % 100).toBe(twoDigits);
        expect(year - thisYear).toBeGreaterThanOrEqual(-49);
        expect(year - thisYear).toBeLessThanOrEqual(50);
      }),
      RUNS,
    );
  });
});

describe('an NDC', () => {
  it('is found however a catalog spells it, and by no other spelling', () => {
    fc.assert(
      fc.property(characters('0123456789', 11, 11), (ndc) => {
        for (const spelling of spellingsOfNdc(ndc)) expect(ndcsOfText(spelling)).toEqual([ndc]);
      }),
      RUNS,
    );
    fc.assert(
      fc.property(
        fc.stringMatching(/^(\d{4}-\d{4}-\d\d|\d{5}-\d{3}-\d\d|\d{5}-\d{4}-\d\d?|\d{11})$/),
        (text) => {
          for (const ndc of ndcsOfText(text)) expect(spellingsOfNdc(ndc)).toContain(text);
        },
      ),
      RUNS,
    );
  });
});

describe('a hostile code', () => {
  const hostile = [
    GS.repeat(400),
    '0'.repeat(400),
    '9'.repeat(400),
    '\u202e'.repeat(400),
    '💊'.repeat(400),
    '01'.repeat(200),
    `01${G}`.repeat(25),
    `(01)${G}`.repeat(22),
    `01${G}10A${GS}`.repeat(19),
    '(10)'.repeat(100),
    '('.repeat(400),
    `${' '.repeat(399)}x`,
    `x${' '.repeat(398)}x`,
    `https://x${'/01'.repeat(130)}`,
    `https://x/01/${G}?${'17=271130&'.repeat(37)}`,
    `https://x/${'%'.repeat(390)}`,
    `]d2${'91'.repeat(198)}`,
    `01${G}91${'17271130'.repeat(11)}`,
    `01${G}91${'1727113'.repeat(12)}`,
    '-'.repeat(400),
    `${'1'.repeat(5)}-`.repeat(66),
    '<GS>'.repeat(100),
    ']'.repeat(400),
  ];

  it('is read in well under two milliseconds', () => {
    const rounds = 201;
    for (const code of hostile) {
      const milliseconds = Array.from({ length: rounds }, () => {
        const begin = performance.now();
        parseCode(code, THIS_YEAR);
        return performance.now() - begin;
      });
      // The middle one, since a busy machine makes any single one wait.
      const median = milliseconds.sort((a, b) => a - b)[(rounds - 1) / 2] as number;
      expect([code.slice(0, 20), median < 2]).toEqual([code.slice(0, 20), true]);
    }
  });
});

describe('what was there and could not be read', () => {
  it.each<[code: string, unresolved: [field: string, reason: string][]]>([
    [`01${G}1727113010ABC123`, []],
    [`01${G}17271330`, [['expiry_date', 'invalid_date']]],
    [`]d201${G}1727023010L${GS}21S`, [['expiry_date', 'invalid_date']]],
    [
      `01${G}10ABC17271130`,
      [
        ['lot_number', 'ambiguous'],
        ['expiry_date', 'ambiguous'],
      ],
    ],
    [`01${G}10ABC123456789012345678901234`, [['lot_number', 'ambiguous']]],
    [
      `01${G}10ABC123456789012345678901234${GS}21S`,
      [
        ['lot_number', 'invalid_value'],
        ['serial', 'ambiguous'],
      ],
    ],
    [
      `01${G}21S\u00e91${GS}10A`,
      [
        ['lot_number', 'ambiguous'],
        ['serial', 'invalid_value'],
      ],
    ],
    [
      `]d21727X13010L`,
      [
        ['lot_number', 'ambiguous'],
        ['expiry_date', 'invalid_value'],
      ],
    ],
    // What follows an unknown identifier, wherever it begins.
    [
      `01${G}1427113010A${GS}21B`,
      [
        ['lot_number', 'ambiguous'],
        ['serial', 'ambiguous'],
      ],
    ],
    [`01${G}10A${GS}4400X${GS}17271130`, [['expiry_date', 'ambiguous']]],
    [`(01)${G}(10)A(B)(17)271130`, [['lot_number', 'ambiguous']]],
    [`(01)${G}(21)A(5)(10)L`, [['serial', 'ambiguous']]],
    [`01${G}17271130${GS}70032712011200`, [['expiry_date', 'contradicting']]],
    [`01${G}70032711302400`, [['expiry_date', 'invalid_date']]],
    [`01${G}70032711001200`, [['expiry_date', 'invalid_date']]],
    [`(01)${G}(17)27113`, [['expiry_date', 'invalid_value']]],
    [
      `(01)${G}(10)A(10)B`,
      [
        ['gtin', 'contradicting'],
        ['lot_number', 'contradicting'],
      ],
    ],
    ['(01)09506000134353(10)A', [['gtin', 'invalid_check_digit']]],
    [
      `https://id.example/01/${G}/10/${'A'.repeat(21)}?17=271131`,
      [
        ['lot_number', 'invalid_value'],
        ['expiry_date', 'invalid_date'],
      ],
    ],
    // An identifier that fills no field.
    [`01${G}99\u00e9`, [['code', 'ambiguous']]],
    // Texts that are no GS1 code at all.
    ['10ABC', []],
    ['21-1234', []],
    ['036000291453', []],
    ['17271330', []],
  ])('of %s', (code, unresolved) => {
    expect(parseCode(code, THIS_YEAR).unresolved).toEqual(
      unresolved.map(([field, reason]) => ({ field, reason })),
    );
  });

  it('never names a field that was read, and each at most once', () => {
    const pieces = fc.array(
      fc.oneof(
        fc.constantFrom(
          `01${G}`,
          '17271130',
          '17271330',
          '10LOT',
          '21SER',
          GS,
          '10A17271130',
          '99X',
          '\u00e9',
        ),
        fc.string({ maxLength: 25 }),
      ),
      { maxLength: 6 },
    );
    fc.assert(
      fc.property(pieces, fc.constantFrom('', ']d2'), (parts, carrier) => {
        const read = parseCode(`${carrier}${parts.join('')}`, THIS_YEAR);
        const fields = read.unresolved.map(({ field }) => field);
        expect(new Set(fields).size).toBe(fields.length);
        if (read.lotNumber !== undefined) expect(fields).not.toContain('lot_number');
        if (read.expiryDate !== undefined) expect(fields).not.toContain('expiry_date');
        if (read.serial !== undefined) expect(fields).not.toContain('serial');
      }),
    );
  });
});
