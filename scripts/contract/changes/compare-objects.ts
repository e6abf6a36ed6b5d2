// The fields of an object: which there are, which must be there, and whether there may be others.

import { isNode, type Node, nodeOf } from '../../../kit/contract.ts';
import { added, type Comparison, changed, type Finding, removed } from './change.ts';

type Compare = (comparison: Comparison, subject: string, before: Node, after: Node) => Finding[];

export function compareObjects(
  comparison: Comparison,
  subject: string,
  before: Node,
  after: Node,
  compare: Compare,
): Finding[] {
  const sends = comparison.direction === 'in';
  const [were, are] = [nodeOf(before.properties), nodeOf(after.properties)];
  const [needed, needs] = [requiredOf(before), requiredOf(after)];
  const findings: Finding[] = [];
  for (const [name, schema] of Object.entries(were)) {
    const field = `${subject}.${name}`;
    if (!(name in are)) findings.push(removed(field));
    else findings.push(...compare(comparison, field, nodeOf(schema), nodeOf(are[name])));
  }
  for (const name of Object.keys(are)) {
    if (name in were) continue;
    findings.push(
      newField({ sends, field: `${subject}.${name}`, isNeeded: needs.has(name), closed: before }),
    );
  }
  for (const name of new Set([...needed, ...needs])) {
    const isKept = name in were === name in are;
    if (!isKept || needed.has(name) === needs.has(name)) continue;
    findings.push(requirement(sends, `${subject}.${name}`, needs.has(name)));
  }
  return [...findings, ...compareOthers(comparison, subject, before, after, compare)];
}

function requiredOf({ required }: Node): ReadonlySet<string> {
  return new Set(Array.isArray(required) ? required.map(String) : []);
}

interface NewField {
  sends: boolean;
  field: string;
  isNeeded: boolean;
  /** The object as it was, which may have been closed. */
  closed: Node;
}

function newField({ sends, field, isNeeded, closed }: NewField): Finding {
  if (sends && isNeeded) return { ...added(field, 'is new and required'), breaking: true };
  if (!sends && closed.additionalProperties === false) {
    return { ...added(field, 'is new, where no field was to be added'), breaking: true };
  }
  return added(field, 'is new');
}

export function requirement(sends: boolean, field: string, isNeeded: boolean): Finding {
  if (sends) return changed(isNeeded, field, isNeeded ? 'is now required' : 'may be left out');
  return changed(!isNeeded, field, isNeeded ? 'is always there now' : 'may now be missing');
}

/** Fields that are not named: any by default, none, or those of a schema. */
function compareOthers(
  comparison: Comparison,
  subject: string,
  before: Node,
  after: Node,
  compare: Compare,
): Finding[] {
  const [was, is] = [before, after].map(({ additionalProperties: others = true }) => others);
  const sends = comparison.direction === 'in';
  if (isNode(was) && isNode(is)) return compare(comparison, `${subject}.*`, was, is);
  const [wasOpen, isOpen] = [openness(was), openness(is)];
  if (wasOpen === isOpen) return [];
  // Answers that close say less than before, unless fields of a kind were promised.
  const breaking = sends
    ? isOpen < wasOpen
    : isOpen > wasOpen || (wasOpen === OF_ONE_KIND && isOpen === CLOSED);
  const says = ['have no other fields', 'have other fields of one kind', 'have any other field'];
  return [changed(breaking, subject, `may ${says[isOpen]} now`)];
}

const CLOSED = 0;
const OF_ONE_KIND = 1;
const OPEN = 2;

function openness(others: unknown): number {
  if (others === false) return CLOSED;
  return isNode(others) ? OF_ONE_KIND : OPEN;
}
