// Parameters of operations, and the headers of answers and events, which are compared the same way.
import { isDeepStrictEqual } from 'node:util';
import { type Node, nodeOf, nodesOf, resolve } from '../../../kit/contract.ts';
import {
  added,
  type Comparison,
  changed,
  type Finding,
  type Location,
  NOWHERE,
  removed,
} from './change.ts';
import { requirement } from './compare-objects.ts';
import { compareDeprecation, compareSchemas } from './compare-schemas.ts';

export type LocatedFinding = Finding & { location: Location };

export interface Sides {
  readonly before: Node;
  readonly after: Node;
}

export function at(findings: readonly Finding[], location = NOWHERE): LocatedFinding[] {
  return findings.map((finding) => ({ ...finding, location }));
}

interface Parameter {
  readonly label: string;
  readonly part: string;
  readonly node: Node;
}

export function compareParameters(
  comparison: Comparison,
  name: string,
  sides: Sides,
): LocatedFinding[] {
  const sends = comparison.direction === 'in';
  const were = parametersOf(comparison, 'before', sides.before);
  const are = parametersOf(comparison, 'after', sides.after);
  const located: LocatedFinding[] = [];
  for (const [key, { label, part, node }] of were) {
    const now = are.get(key)?.node;
    const findings = now ? compareParameter(comparison, label, node, now) : [removed(label)];
    located.push(...at(findings, { part, of: name }));
  }
  for (const [key, { label, part, node }] of are) {
    if (were.has(key)) continue;
    const isNeeded = sends && node.required === true;
    const says = isNeeded ? 'is new and required' : 'is new';
    located.push(...at([{ ...added(label, says), breaking: isNeeded }], { part, of: name }));
  }
  return located;
}

function parametersOf(
  comparison: Comparison,
  side: 'before' | 'after',
  operation: Node,
): Map<string, Parameter> {
  const nodes = nodesOf(operation.parameters).map((one) => resolve(comparison[side], one));
  return new Map(
    nodes.map((node) => {
      const [name, location] = [String(node.name), String(node.in)];
      const labels: Record<string, string> = { query: `?${name}`, path: `{${name}}` };
      const part = location === 'header' ? 'the headers of' : `the ${location} of`;
      const key = location === 'header' ? name.toLowerCase() : name;
      return [`${location} ${key}`, { label: labels[location] ?? name, part, node }];
    }),
  );
}

const SERIALISED = ['style', 'explode', 'allowEmptyValue', 'content'];

function compareParameter(
  comparison: Comparison,
  label: string,
  before: Node,
  after: Node,
): Finding[] {
  const sends = comparison.direction === 'in';
  const [was, is] = [before.required === true, after.required === true];
  const findings: Finding[] = [...compareDeprecation(label, before, after)];
  if (was !== is) findings.push(requirement(sends, label, is));
  for (const keyword of SERIALISED) {
    if (isDeepStrictEqual(before[keyword], after[keyword])) continue;
    findings.push(changed(true, label, `has another \`${keyword}\`, to be judged by people`));
  }
  if (before.allowReserved === true && after.allowReserved !== true) {
    findings.push(changed(true, label, 'no longer takes reserved characters as they are'));
  }
  const schemas = [nodeOf(before.schema), nodeOf(after.schema)] as const;
  return [...findings, ...compareSchemas(comparison, label, ...schemas)];
}

export function compareHeaders(
  comparison: Comparison,
  name: string,
  sides: Sides,
): LocatedFinding[] {
  // As parameters are compared, which headers are but for their names.
  const asParameters = ({ headers }: Node, document: Comparison['before']): Node => ({
    parameters: Object.entries(nodeOf(headers)).map(([header, node]) => ({
      ...resolve(document, nodeOf(node)),
      name: header,
      in: 'header',
    })),
  });
  return compareParameters(comparison, name, {
    before: asParameters(sides.before, comparison.before),
    after: asParameters(sides.after, comparison.after),
  }).map((located) => ({ ...located, location: { part: 'answers of', of: name } }));
}
