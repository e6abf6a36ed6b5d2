// National Drug Codes. On labels they have ten digits in three segments: labeler, product and package as 4-4-2,
// 5-3-2 or 5-4-1 (21 CFR 207.33). Claims and catalogs use eleven, 5-4-2 without hyphens, where each segment is
// padded with zeros on its left (the HIPAA form; 45 CFR 162.1002). Ten digits without hyphens do not show their
// segments, so they stand for up to three NDCs. From 7 March 2033 on all have twelve, 6-4-2 (FDA, final rule of
// 5 March 2026, 91 FR 10749); today's have a labeler that begins with 0 there.

const SEGMENTS = /^(?:\d{4}-\d{4}-\d{2}|\d{5}-\d{3}-\d{2}|\d{5}-\d{4}-\d{1,2}|0\d{5}-\d{4}-\d{2})$/;

/** Returns the NDCs, in eleven digits, that a text may mean: none, one, or three for ten digits without hyphens. */
export function ndcsOfText(text: string): string[] {
  const written = /^\d*$/.test(text) ? text : withHyphens(text);
  if (SEGMENTS.test(written)) {
    const [labeler = '', product = '', packageCode = ''] = written.split('-');
    return [
      labeler.slice(-5).padStart(5, '0') + product.padStart(4, '0') + packageCode.padStart(2, '0'),
    ];
  }
  if (/^0?\d{11}$/.test(written)) return [written.slice(-11)];
  if (!/^\d{10}$/.test(written)) return [];
  return [
    `0${written}`,
    `${written.slice(0, 5)}0${written.slice(5)}`,
    `${written.slice(0, 9)}0${written.slice(9)}`,
  ];
}

/**
 * Returns an NDC as people write it with plain hyphens: without the word, for dashes of any kind, blanks and asterisks.
 * An asterisk that begins a segment, or is one of eleven characters, is for the zero that pads it.
 */
function withHyphens(text: string): string {
  const written = text
    .replace(/^NDC[\s:#-]*/i, '')
    .replace(/[\u00ad\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g, '-');
  if (/^(?=.{11}$)\d*\*\d*$/.test(written)) return written.replace('*', '0');
  return written.replace(/(^|-)\*(?=\d)/g, '$1').replace(/ ?[-*] ?|\s/g, '-');
}

/**
 * Returns the NDCs that a GTIN may carry. The U.P.C. prefix 3 is reserved for them: a UPC-A of 3, the ten digits and
 * a check digit, hence a GTIN-14 that begins with 003 (FDA, Bar Code Label Requirements, 21 CFR 201.25; GS1 General
 * Specifications, section 2.1, NDC in a GTIN-12). Other levels of packaging have other GTINs.
 */
export function ndcsOfGtin(gtin: string): string[] {
  return gtin.startsWith('003') ? ndcsOfText(gtin.slice(3, 13)) : [];
}

/** Returns every form in which a catalog may write an NDC of eleven digits, without the forms that are ambiguous. */
export function spellingsOfNdc(ndc: string): string[] {
  return [ndc, hyphenatedNdc(ndc), ...shortSpellingsOf(ndc)];
}

/** Returns the ten digits, without hyphens, that a label may write for an NDC of eleven. */
export function tenDigitsOf(ndc: string): string[] {
  return shortSpellingsOf(ndc).map((spelling) => spelling.replaceAll('-', ''));
}

function shortSpellingsOf(ndc: string): string[] {
  const segments = segmentsOf(ndc);
  return segments.flatMap((segment, at) =>
    segment.startsWith('0')
      ? segments.map((one, index) => (index === at ? one.slice(1) : one)).join('-')
      : [],
  );
}

/** Formats eleven digits as 5-4-2. */
export function hyphenatedNdc(ndc: string): string {
  return segmentsOf(ndc).join('-');
}

function segmentsOf(ndc: string): [string, string, string] {
  return [ndc.slice(0, 5), ndc.slice(5, 9), ndc.slice(9)];
}
