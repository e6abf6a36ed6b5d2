// Operations and events: what is asked for, what may be sent, what is answered.
import { isDeepStrictEqual } from 'node:util';
import {
  declaredCodes,
  errorCodes,
  type Node,
  nodeOf,
  nodesOf,
  resolve,
} from '../../../kit/contract.ts';
import {
  added,
  type Comparison,
  changed,
  type Direction,
  type Finding,
  removed,
} from './change.ts';
import {
  at,
  compareHeaders,
  compareParameters,
  type LocatedFinding,
  type Sides,
} from './compare-parameters.ts';
import { compareDeprecation, compareSchemas } from './compare-schemas.ts';

type Documents = Pick<Comparison, 'before' | 'after'>;

/** An operation that is in both: `GET /v1/orders`, say. */
export function compareOperation(
  documents: Documents,
  name: string,
  sides: Sides,
): LocatedFinding[] {
  return [
    ...at(compareDeprecation(name, sides.before, sides.after)),
    ...at(compareNames(name, sides)),
    ...at(compareAccess(documents, name, sides)),
    ...at(compareConditions(name, sides)),
    ...compareParameters({ ...documents, direction: 'in' }, name, sides),
    ...compareBody({ ...documents, direction: 'in' }, name, sides),
    ...compareResponses(documents, name, sides),
  ];
}

/** An event that is in both: we send it, and its receiver answers. */
export function compareEvent(documents: Documents, name: string, sides: Sides): LocatedFinding[] {
  const [were, are] = [nodeOf(sides.before.responses), nodeOf(sides.after.responses)];
  const refused = Object.keys(were).filter((status) => !(status in are));
  return [
    ...at(compareDeprecation(name, sides.before, sides.after)),
    ...at(compareNames(name, sides)),
    ...at(refused.map((status) => removed(name, `may no longer be answered ${status}`))),
    ...compareParameters({ ...documents, direction: 'out' }, name, sides),
    ...compareBody({ ...documents, direction: 'out' }, name, sides),
  ];
}

/** Generated clients have a method of the operationId, in a class of the first tag. */
function compareNames(name: string, { before, after }: Sides): Finding[] {
  const tagOf = ({ tags }: Node) => (Array.isArray(tags) ? String(tags[0]) : 'none');
  return [
    ...(before.operationId === after.operationId
      ? []
      : [changed(true, name, `is named \`${after.operationId}\`, was \`${before.operationId}\``)]),
    ...(tagOf(before) === tagOf(after)
      ? []
      : [changed(true, name, `is of the tag ${tagOf(after)}, was of ${tagOf(before)}`)]),
  ];
}

/** Each key that sufficed must still suffice. */
function compareAccess({ before, after }: Documents, name: string, sides: Sides): Finding[] {
  const were = nodesOf(sides.before.security ?? before.security);
  const are = nodesOf(sides.after.security ?? after.security);
  const lost = were.filter((had) => !are.some((needs) => suffices(had, needs)));
  const won = are.filter((needs) => !were.some((had) => suffices(had, needs)));
  const say = (needs: readonly Node[]) => needs.map(nameAccess).join(' or ');
  if (lost.length > 0)
    return [changed(true, name, `needs ${say(are)}, where ${say(lost)} was enough`)];
  return won.length > 0 ? [changed(false, name, `may be called with ${say(won)} too`)] : [];
}

function suffices(had: Node, needs: Node): boolean {
  return Object.entries(needs).every(([scheme, scopes]) => {
    const given = had[scheme];
    return Array.isArray(given) && [scopes].flat().every((scope) => given.includes(scope));
  });
}

function nameAccess(needs: Node): string {
  const scopes = Object.values(needs).flat();
  if (scopes.length > 0) return scopes.map((scope) => `\`${scope}\``).join(' and ');
  return Object.keys(needs).length > 0 ? 'any key' : 'no key';
}

/** What the document promises of an operation in words of its own. */
function compareConditions(name: string, { before, after }: Sides): Finding[] {
  // Samples follow from the rest; and where nothing could be sent, a limit on it takes nothing away.
  const apart = ['x-codeSamples', ...(before.requestBody ? [] : ['x-body-bytes-max'])];
  const names = [...Object.keys(before), ...Object.keys(after)].filter(
    (key) => key.startsWith('x-') && !apart.includes(key),
  );
  return [...new Set(names)].flatMap((condition) => {
    const [was, is] = [before[condition], after[condition]];
    if (isDeepStrictEqual(was, is)) return [];
    const text = (value: unknown) => (value === undefined ? 'none' : JSON.stringify(value));
    const says = `has the ${condition} ${text(is)}, was ${text(was)}`;
    return [changed(!isLooser(condition, was, is), name, says)];
  });
}

function isLooser(condition: string, was: unknown, is: unknown): boolean {
  switch (condition) {
    case 'x-body-bytes-max':
      return Number(is ?? Infinity) > Number(was ?? Infinity);
    case 'x-live-key-only':
    case 'x-active-clinic-only':
      return was === true && is !== true;
    case 'x-quota':
      return is === 'read';
    default:
      // Also what no one has thought of.
      return false;
  }
}

function compareBody(comparison: Comparison, name: string, sides: Sides): LocatedFinding[] {
  const [was, is] = [sides.before.requestBody, sides.after.requestBody];
  const sends = comparison.direction === 'in';
  const part = sends ? 'requests of' : 'the event';
  if (was === undefined && is === undefined) return [];
  const before = resolve(comparison.before, nodeOf(was));
  const after = resolve(comparison.after, nodeOf(is));
  if (is === undefined) return at([removed(name, 'has no body any more')]);
  if (was === undefined) {
    const isNeeded = !sends || after.required === true;
    return at([changed(isNeeded, name, isNeeded ? 'has a body now' : 'may have a body now')]);
  }
  const located: LocatedFinding[] = [];
  if (before.required !== after.required) {
    const isNeeded = after.required === true;
    const says = isNeeded ? 'is nothing without its body now' : 'may have no body now';
    located.push(...at([changed(sends === isNeeded, name, says)]));
  }
  located.push(...compareContent(comparison, { name, part, label: 'body' }, { before, after }));
  return located;
}

interface Where {
  readonly name: string;
  readonly part: string;
  readonly label: string;
}

function compareContent(
  comparison: Comparison,
  { name, part, label }: Where,
  sides: Sides,
): LocatedFinding[] {
  const [were, are] = [nodeOf(sides.before.content), nodeOf(sides.after.content)];
  const located: LocatedFinding[] = [];
  for (const [type, content] of Object.entries(were)) {
    if (!(type in are)) {
      located.push(...at([removed(name, `has no ${label} of ${type} any more`)]));
      continue;
    }
    const [before, after] = [nodeOf(content), nodeOf(are[type])];
    const findings = compareSchemas(
      comparison,
      `${name} ${label}`,
      nodeOf(before.schema),
      nodeOf(after.schema),
    );
    located.push(...at(findings, { part, of: name }));
  }
  for (const type of Object.keys(are)) {
    if (!(type in were)) located.push(...at([added(name, `has a ${label} of ${type} too`)]));
  }
  return located;
}

function compareResponses(documents: Documents, name: string, sides: Sides): LocatedFinding[] {
  const comparison = { ...documents, direction: 'out' as Direction };
  const [were, are] = [nodeOf(sides.before.responses), nodeOf(sides.after.responses)];
  const located: LocatedFinding[] = [];
  for (const [status, response] of Object.entries(were)) {
    if (!(status in are)) {
      located.push(...at([removed(name, `no longer answers ${status}`)]));
      continue;
    }
    const before = resolve(documents.before, nodeOf(response));
    const after = resolve(documents.after, nodeOf(are[status]));
    located.push(...compareCodes(documents, { name, status }, { before, after }));
    located.push(...compareHeaders(comparison, name, { before, after }));
    const where = { name, part: 'answers of', label: status };
    located.push(...compareContent(comparison, where, { before, after }));
  }
  for (const status of Object.keys(are)) {
    if (status in were) continue;
    // Refusals may come to be: clients tell them apart by class and code. Another success has another body.
    const isRefusal = /^[45]/.test(status);
    located.push(...at([changed(!isRefusal, name, `may answer ${status} now`)]));
  }
  return located;
}

interface Refusal {
  readonly name: string;
  readonly status: string;
}

/** The codes that the document names for refusals of one status. */
function compareCodes(
  documents: Documents,
  { name, status }: Refusal,
  sides: Sides,
): LocatedFinding[] {
  const were = declaredCodes(errorCodes(documents.before), sides.before);
  const are = declaredCodes(errorCodes(documents.after), sides.after);
  const gone = were.filter((code) => !are.includes(code)).map((code) => removed(code));
  const come = are.filter((code) => !were.includes(code)).map((code) => added(code, 'is new'));
  return at([...gone, ...come], { part: `refusals with ${status} of`, of: name });
}
