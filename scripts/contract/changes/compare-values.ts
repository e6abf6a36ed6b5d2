// Types, values, formats and bounds: what a single value may be.
import { isDeepStrictEqual } from 'node:util';
import type { Node } from '../../../kit/contract.ts';
import { LOWER, UPPER } from './alternatives.ts';
import { added, changed, type Direction, type Finding, removed } from './change.ts';

const TYPES = ['boolean', 'object', 'array', 'string', 'number'];

export function compareTypes(
  direction: Direction,
  subject: string,
  before: Node,
  after: Node,
): Finding[] {
  const [was, is] = [typesOf(before), typesOf(after)];
  const [needed, given] = direction === 'in' ? [was, is] : [is, was];
  const breaking = needed.some((type) => !includesType(given, type));
  const differs = breaking || given.some((type) => !includesType(needed, type));
  if (!differs) return [];
  return [changed(breaking, subject, `is now ${nameTypes(is)}, was ${nameTypes(was)}`)];
}

function typesOf({ type, enum: values, const: value }: Node): readonly string[] {
  if (typeof type === 'string') return [type];
  if (Array.isArray(type)) return type.map(String);
  const listed = Array.isArray(values) ? values : value === undefined ? [] : [value];
  return listed.length > 0 ? [...new Set(listed.map((one) => typeof one))] : TYPES;
}

function includesType(types: readonly string[], type: string): boolean {
  return types.includes(type) || (type === 'integer' && types.includes('number'));
}

function nameTypes(types: readonly string[]): string {
  return TYPES.every((type) => types.includes(type)) ? 'of any type' : types.join(' or ');
}

interface Values {
  /** `closed` says that there are no others, `open` that others may be added. */
  readonly manner: 'none' | 'open' | 'closed';
  readonly list: readonly unknown[];
}

function valuesOf(schema: Node): Values {
  if ('const' in schema) return { manner: 'closed', list: [schema.const] };
  if (Array.isArray(schema.enum)) return { manner: 'closed', list: schema.enum };
  const open = schema['x-extensible-enum'];
  return Array.isArray(open) ? { manner: 'open', list: open } : { manner: 'none', list: [] };
}

export function compareValues(
  direction: Direction,
  subject: string,
  before: Node,
  after: Node,
): Finding[] {
  const [was, is] = [valuesOf(before), valuesOf(after)];
  if (was.manner === 'none' || is.manner === 'none') {
    return compareManners(direction, subject, was, is);
  }
  const isIn = (list: readonly unknown[]) => (value: unknown) =>
    list.some((one) => isDeepStrictEqual(one, value));
  const gone = was.list.filter((value) => !isIn(is.list)(value));
  const come = is.list.filter((value) => !isIn(was.list)(value));
  return [
    // Also in answers: what is gone there has mostly got another name, and clients wait for the old one.
    ...gone.map((value) => removed(subject, `no longer has ${quote(value)}`)),
    ...come.map((value) =>
      direction === 'out' && was.manner === 'closed'
        ? changed(true, subject, `may now be ${quote(value)}, and the list was closed`)
        : added(subject, `has ${quote(value)} too`),
    ),
    ...compareManners(direction, subject, was, is),
  ];
}

function compareManners(direction: Direction, subject: string, was: Values, is: Values): Finding[] {
  const sends = direction === 'in';
  if (was.manner === is.manner) return [];
  switch (is.manner) {
    case 'closed':
      return [changed(sends, subject, 'has no other values than those listed now')];
    case 'open':
      return was.manner === 'closed'
        ? [changed(!sends, subject, 'may have values that are not listed now')]
        : [changed(false, subject, 'lists its values now')];
    case 'none':
      return was.manner === 'closed'
        ? [changed(!sends, subject, 'may have any value now')]
        : [removed(subject, 'no longer lists its values')];
    default: {
      const never: never = is.manner;
      return never;
    }
  }
}

function quote(value: unknown): string {
  return `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;
}

/** Of numbers, how far they reach: JSON's own as far as the widest. */
const WIDTHS: Readonly<Record<string, number>> = { int32: 1, int64: 2, float: 1, double: 2 };
const WIDEST = 2;
const INT32_MAX = 2 ** 31 - 1;

/** A text's format has no width. Bounds may make a number narrower than its format. */
function widthOf({
  format,
  type,
  minimum = -Infinity,
  maximum = Infinity,
}: Node): number | undefined {
  const width = format === undefined ? WIDEST : WIDTHS[String(format)];
  const fits = Number(minimum) >= -INT32_MAX - 1 && Number(maximum) <= INT32_MAX;
  return type === 'integer' && fits ? 1 : width;
}

export function compareFormats(
  direction: Direction,
  subject: string,
  before: Node,
  after: Node,
): Finding[] {
  return ['format', 'pattern'].flatMap((keyword) => {
    const [was, is] = [before[keyword], after[keyword]];
    if (was === is) return [];
    const text = is === undefined ? `has no ${keyword} any more` : `has the ${keyword} \`${is}\``;
    const past = was === undefined ? '' : `, was \`${was}\``;
    return [changed(breaks(direction, keyword, before, after), subject, text + past)];
  });
}

/** Two patterns, or two formats of texts, cannot be compared: only none is surely wider than any. */
function breaks(direction: Direction, keyword: string, before: Node, after: Node): boolean {
  const isOfNumbers = [before.format, after.format].some((format) => String(format) in WIDTHS);
  const [was, is] = [widthOf(before), widthOf(after)];
  if (keyword === 'format' && isOfNumbers && was !== undefined && is !== undefined) {
    return direction === 'in' ? is < was : is > was;
  }
  return (direction === 'in' ? after : before)[keyword] !== undefined;
}

export function compareBounds(
  direction: Direction,
  subject: string,
  before: Node,
  after: Node,
): Finding[] {
  return [...LOWER, ...UPPER].flatMap((keyword) => {
    const isLower = LOWER.includes(keyword);
    const none = isLower ? -Infinity : Infinity;
    // Lengths and counts are never below none, so a least of zero says nothing.
    const least = keyword.startsWith('min') && keyword !== 'minimum' ? 0 : none;
    const [was, is] = [before, after].map((schema) => Number(schema[keyword] ?? least)) as [
      number,
      number,
    ];
    if (was === is) return [];
    const narrows = isLower ? is > was : is < was;
    const says =
      is === least
        ? `has no ${keyword} any more, was ${was}`
        : `has the ${keyword} ${is}, ${was === least ? 'had none' : `was ${was}`}`;
    return [changed(direction === 'in' ? narrows : !narrows, subject, says)];
  });
}
