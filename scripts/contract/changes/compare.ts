/**
 * Two published contracts, the last released one and another: whatever a client of the first may notice of the
 * second, and whether it can break that client. Descriptions, titles and examples are for readers and not compared.
 */
import { isDeepStrictEqual } from 'node:util';
import { type Contract, type Node, nodeOf, nodesOf, resolve } from '../../../kit/contract.ts';
import { added, type Change, changed, type Finding, gather, NOWHERE, removed } from './change.ts';
import { compareEvent, compareOperation } from './compare-operations.ts';
import type { LocatedFinding } from './compare-parameters.ts';

export function compareContracts(before: Contract, after: Contract): Change[] {
  const documents = { before, after };
  const of = (contract: Contract) => operationsOf(contract);
  return gather([
    ...nowhere(compareServers(before, after)),
    ...nowhere(compareSecurity(before, after)),
    ...pair(of(before), of(after), (name, sides) => compareOperation(documents, name, sides)),
    ...pair(eventsOf(before), eventsOf(after), (name, sides) =>
      compareEvent(documents, name, sides),
    ),
    ...nowhere(compareSchemaNames(before, after)),
  ]);
}

function nowhere(findings: readonly Finding[]): LocatedFinding[] {
  return findings.map((finding) => ({ ...finding, location: NOWHERE }));
}

function pair(
  were: ReadonlyMap<string, Node>,
  are: ReadonlyMap<string, Node>,
  compare: (name: string, sides: { before: Node; after: Node }) => LocatedFinding[],
): LocatedFinding[] {
  const gone = [...were.keys()].filter((name) => !are.has(name)).map((name) => removed(name));
  const come = [...are.keys()].filter((name) => !were.has(name));
  const kept = [...were].flatMap(([name, before]) => {
    const after = are.get(name);
    return after ? compare(name, { before, after }) : [];
  });
  return [...nowhere([...gone, ...come.map((name) => added(name, 'is new'))]), ...kept];
}

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** By their addresses, each with the parameters of its path. */
function operationsOf(contract: Contract): Map<string, Node> {
  const operations = new Map<string, Node>();
  for (const [path, reference] of Object.entries(contract.paths)) {
    const item = resolve(contract, reference);
    for (const method of METHODS.filter((one) => one in item)) {
      const operation = nodeOf(item[method]);
      operations.set(`${method.toUpperCase()} ${path}`, {
        ...operation,
        parameters: [...nodesOf(item.parameters), ...nodesOf(operation.parameters)],
      });
    }
  }
  return operations;
}

function eventsOf(contract: Contract): Map<string, Node> {
  const items = Object.entries(contract.webhooks ?? {});
  return new Map(items.map(([name, item]) => [name, nodeOf(resolve(contract, item).post)]));
}

/** The first is the one that a generated client calls. */
function compareServers(before: Contract, after: Contract): Finding[] {
  const listed = ({ servers = [] }: Contract) =>
    servers.map(({ description, ...server }) => JSON.stringify(server));
  const [were, are] = [listed(before), listed(after)];
  const urlOf = (server: string) => String(nodeOf(JSON.parse(server)).url);
  return [
    ...were.filter((server) => !are.includes(server)).map((server) => removed(urlOf(server))),
    ...are
      .filter((server) => !were.includes(server))
      .map((server) => added(urlOf(server), 'is a new server')),
    ...(were[0] !== are[0] && were[0] !== undefined && are.includes(were[0])
      ? [changed(true, urlOf(were[0]), 'is no longer the first server')]
      : []),
  ];
}

function compareSecurity(before: Contract, after: Contract): Finding[] {
  const [were, are] = [before, after].map(({ components }) => components.securitySchemes ?? {}) as [
    Record<string, Node>,
    Record<string, Node>,
  ];
  return Object.entries(were).flatMap(([name, scheme]) => {
    const now = are[name];
    if (now === undefined) return [removed(name)];
    const { description, 'x-scopes': scopes, ...rest } = scheme;
    const { description: text, 'x-scopes': scopesNow, ...restNow } = now;
    const [had, has] = [scopes, scopesNow].map((all) => Object.keys(nodeOf(all))) as [
      string[],
      string[],
    ];
    return [
      ...(isDeepStrictEqual(rest, restNow) ? [] : [changed(true, name, 'asks for other proof')]),
      ...had.filter((scope) => !has.includes(scope)).map((scope) => removed(scope)),
      ...has.filter((scope) => !had.includes(scope)).map((scope) => added(scope, 'is a new scope')),
    ];
  });
}

/** Generated clients have a type of each name. */
function compareSchemaNames(before: Contract, after: Contract): Finding[] {
  const now = after.components.schemas ?? {};
  return Object.keys(before.components.schemas ?? {})
    .filter((name) => !(name in now))
    .map((name) => removed(name, 'is no longer the name of a schema'));
}
