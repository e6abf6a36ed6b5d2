/**
 * Compares two schemas of one message. What a client may send must stay allowed, and what it may receive must stay
 * within the released contract, except that answers and events grow fields, and open enumerations values. A keyword
 * that is not known here and that has changed counts as breaking, so that nothing passes because no one thought of it.
 */
import { isDeepStrictEqual } from 'node:util';
import { componentName, isNode, type Node } from '../../../kit/contract.ts';
import { type Alternative, alternativesOf } from './alternatives.ts';
import { added, type Comparison, changed, type Direction, type Finding } from './change.ts';
import { compareObjects } from './compare-objects.ts';
import { compareBounds, compareFormats, compareTypes, compareValues } from './compare-values.ts';

/** @param subject how the change log names the place, where no component of one name gives it */
export function compareSchemas(
  comparison: Comparison,
  subject: string,
  before: Node,
  after: Node,
): Finding[] {
  const names = [componentName(before), componentName(after)] as const;
  const [name] = names;
  const pair = JSON.stringify(names);
  const open = comparison.open ?? new Set();
  if (name !== undefined && open.has(pair)) return [];
  const isShared = name !== undefined && name === names[1] && isBare(before) && isBare(after);
  const here = isShared ? name : subject;
  const below = { ...comparison, open: name === undefined ? open : new Set([...open, pair]) };

  const was = alternativesOf(comparison.before, before);
  const is = alternativesOf(comparison.after, after);
  const findings = compareNull(comparison.direction, here, was.nullable, is.nullable);
  const [form, ...moreBefore] = was.forms;
  const [newForm, ...moreAfter] = is.forms;
  const isPlain = form && newForm && moreBefore.length === 0 && moreAfter.length === 0;
  return [
    ...findings,
    ...(isPlain
      ? comparePlain(below, here, form.schema, newForm.schema)
      : compareForms(below, here, was.forms, is.forms)),
  ];
}

/** Whether a reference says all: what stands next to it would be of this place alone. */
function isBare(node: Node): boolean {
  return Object.keys(node).every((keyword) => keyword === '$ref' || FOR_READERS.includes(keyword));
}

function compareNull(direction: Direction, subject: string, was: boolean, is: boolean): Finding[] {
  if (was === is) return [];
  if (direction === 'in') {
    return [changed(was, subject, was ? 'may no longer be null' : 'may be null')];
  }
  return [changed(is, subject, is ? 'may now be null' : 'is never null any more')];
}

/** Each form that was allowed (or that may now come) needs one on the other side that it fits into. */
function compareForms(
  comparison: Comparison,
  subject: string,
  before: readonly Alternative[],
  after: readonly Alternative[],
): Finding[] {
  const sends = comparison.direction === 'in';
  const findings: Finding[] = [];
  const used = new Set<Alternative>();
  const [needing, offered] = sends ? [before, after] : [after, before];
  needing.forEach((one, index) => {
    const tried = offered.map((other) => ({
      other,
      found: sends
        ? comparePlain(comparison, subject, one.schema, other.schema)
        : comparePlain(comparison, subject, other.schema, one.schema),
    }));
    const fitting = tried
      .filter(({ found }) => !found.some(({ breaking }) => breaking))
      .sort((a, b) => a.found.length - b.found.length)[0];
    const meant =
      fitting ??
      tried.find(({ other }) => other.name !== undefined && other.name === one.name) ??
      (before.length === after.length ? tried[index] : undefined);
    if (meant === undefined) {
      const label = one.name ? `\`${one.name}\`` : `number ${index + 1} of its forms`;
      findings.push(
        changed(true, subject, sends ? `no longer takes ${label}` : `may now be ${label}`),
      );
      return;
    }
    used.add(meant.other);
    findings.push(...meant.found);
  });
  for (const [index, other] of offered.entries()) {
    if (used.has(other)) continue;
    const label = other.name ? `\`${other.name}\`` : `number ${index + 1} of its forms`;
    findings.push(
      sends
        ? added(subject, `takes ${label} too`)
        : changed(false, subject, `is no longer ${label}`),
    );
  }
  return findings;
}

function comparePlain(
  comparison: Comparison,
  subject: string,
  before: Node,
  after: Node,
): Finding[] {
  const { direction } = comparison;
  const types = compareTypes(direction, subject, before, after);
  // Between values of different types there is no more to say.
  if (types.some(({ breaking }) => breaking)) return types;
  return [
    ...types,
    ...compareValues(direction, subject, before, after),
    ...compareFormats(direction, subject, before, after),
    ...compareBounds(direction, subject, before, after),
    ...compareDefaults(direction, subject, before, after),
    ...compareDeprecation(subject, before, after),
    ...compareObjects(comparison, subject, before, after, compareSchemas),
    ...compareParts(comparison, subject, before, after),
    ...compareMaps(subject, before, after),
    ...compareRest(subject, before, after),
  ];
}

/** Who leaves a field out relies on what is taken instead. */
function compareDefaults(
  direction: Direction,
  subject: string,
  before: Node,
  after: Node,
): Finding[] {
  if (direction === 'out' || isDeepStrictEqual(before.default, after.default)) return [];
  const [was, is] = [before.default, after.default].map((value) => `\`${JSON.stringify(value)}\``);
  if (before.default === undefined) return [changed(false, subject, `is ${is} where left out`)];
  if (after.default === undefined)
    return [changed(true, subject, `is no longer ${was} by default`)];
  return [changed(true, subject, `is ${is} where left out, was ${was}`)];
}

export function compareDeprecation(subject: string, before: Node, after: Node): Finding[] {
  if (after.deprecated !== true || before.deprecated === true) return [];
  return [{ breaking: false, kind: 'Deprecated', subject, says: 'is deprecated' }];
}

function compareParts(
  comparison: Comparison,
  subject: string,
  before: Node,
  after: Node,
): Finding[] {
  const parts: [keyword: string, label: string][] = [
    ['items', `${subject}[]`],
    ['propertyNames', `${subject}: names`],
  ];
  return parts.flatMap(([keyword, label]) => {
    const [was, is] = [before[keyword], after[keyword]];
    if (was === undefined && is === undefined) return [];
    return compareSchemas(comparison, label, isNode(was) ? was : {}, isNode(is) ? is : {});
  });
}

/** Which schema says what events of a type hold. */
function compareMaps(subject: string, before: Node, after: Node): Finding[] {
  const [was, is] = [before['x-schema-by-type'], after['x-schema-by-type']];
  if (!isNode(was)) return [];
  return Object.keys(was)
    .filter((type) => !isNode(is) || !isDeepStrictEqual(was[type], is[type]))
    .map((type) => changed(true, subject, `no longer has the same schema for \`${type}\``));
}

const COMPARED = [
  'type',
  'enum',
  'const',
  'x-extensible-enum',
  'format',
  'pattern',
  'default',
  'deprecated',
  'minimum',
  'exclusiveMinimum',
  'maximum',
  'exclusiveMaximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
  'properties',
  'required',
  'additionalProperties',
  'items',
  'propertyNames',
  'x-schema-by-type',
];
const FOR_READERS = [
  'description',
  'title',
  'example',
  'examples',
  '$comment',
  'externalDocs',
  'x-pattern-means',
  'x-judged-by-operation',
];
const SETTLED = new Set([...COMPARED, ...FOR_READERS]);

function compareRest(subject: string, before: Node, after: Node): Finding[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((keyword) => !SETTLED.has(keyword))
    .filter((keyword) => !isDeepStrictEqual(before[keyword], after[keyword]))
    .map((keyword) => changed(true, subject, `has another \`${keyword}\`, to be judged by people`));
}
