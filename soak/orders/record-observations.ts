// Responses about patients and prescriptions, and the versions of each that explain them.
import { isDeepStrictEqual } from 'node:util';
import type { Observation } from '../checker/watch.ts';
import type { ListName, OrdersCall, Row } from './history.ts';
import { cursorOf, type ListPositions, positionOf, positionOfCursor } from './pages.ts';

/** Undefined before it is made, null once it is erased. */
export type Version = Row | null | undefined;

export type RecordObservation = Observation<{
  readonly stateIndex: number;
  readonly version: Version;
}>;

export function add<Item>(map: Map<string, Item[]>, name: string, item: Item): void {
  const items = map.get(name);
  if (items === undefined) map.set(name, [item]);
  else items.push(item);
}

/** @returns what is wrong in itself */
export function observe(
  call: OrdersCall,
  {
    list,
    positions,
    observations,
    enrolled,
  }: {
    list: ListName;
    positions: ListPositions;
    observations: Map<string, RecordObservation[]>;
    /** The patients by the keys of their enrolments. */
    enrolled: ReadonlyMap<string, string>;
  },
): string | undefined {
  const { ask, response, start, end } = call;
  if (response === undefined || end === null) return undefined;
  const see = (id: string, isRight: (version: Version) => boolean) =>
    add(observations, id, {
      calls: [call],
      start,
      end,
      isExplainedBy: ({ version }) => isRight(version),
    });
  const isThere = (row: Row) => (version: Version) =>
    version != null && isDeepStrictEqual(shown(list, version, positions), row);
  if (ask.kind === 'get' && ask.list === list && 'rows' in response) {
    const [row] = response.rows;
    see(ask.id, row === undefined ? (version) => version == null : isThere(row));
  }
  if (ask.kind === 'list' && ask.list === list && 'rows' in response) {
    return observePage(response, { ask, positions, see, isThere });
  }
  if (list !== 'patients') return undefined;
  if ('refused' in response) {
    const { refused } = response;
    const unknown = `was refused, and nobody knows why: ${JSON.stringify(ask)}`;
    if (refused === 'other' || ask.kind === 'note') return unknown;
    if (ask.kind === 'enrol') {
      const id = enrolled.get(ask.key);
      if (id === undefined) return unknown;
      see(id, (version) => version === null);
    }
    if (ask.kind === 'place' || ask.kind === 'intake')
      see(ask.patient, (version) => version == null);
    if (ask.kind === 'erase') see(ask.patient, (version) => version === undefined);
  }
  if (ask.kind === 'erase' && 'erased' in response && !response.erased) {
    see(ask.patient, (version) => version === null);
  }
  if (ask.kind === 'enrol' && 'made' in response && !response.isRepeat) {
    see(response.made.id as string, isThere(response.made));
  }
  return undefined;
}

/** A row on the page was as shown; one that the page passes without showing was not there. */
function observePage(
  response: { readonly rows: readonly Row[]; readonly next: string | null },
  {
    ask,
    positions,
    see,
    isThere,
  }: {
    ask: { cursor?: string; limit: number };
    positions: ListPositions;
    see: (id: string, isRight: (version: Version) => boolean) => void;
    isThere: (row: Row) => (version: Version) => boolean;
  },
): string | undefined {
  let last = positionOfCursor(ask.cursor);
  const ids = new Map<string, Row>();
  for (const row of response.rows) {
    const stored = positions.byId.get(row.id as string);
    if (stored === undefined) return `shows what is not there: ${JSON.stringify(row)}`;
    if (positionOf(stored) >= last) return `shows its rows in another order, or one twice`;
    last = positionOf(stored);
    ids.set(stored.id, row);
  }
  const lastRow = positions.byId.get(response.rows.at(-1)?.id as string);
  const isEnd = response.next === null;
  if (
    !isEnd &&
    (response.rows.length !== ask.limit ||
      lastRow === undefined ||
      response.next !== cursorOf(lastRow))
  ) {
    return `shows ${response.rows.length} rows and goes on at ${response.next}`;
  }
  for (let index = positions.behind(ask.cursor); index < positions.rows.length; index += 1) {
    const stored = positions.rows[index] as (typeof positions.rows)[number];
    if (!isEnd && positionOf(stored) < last) break;
    const row = ids.get(stored.id);
    see(stored.id, row === undefined ? (version) => version == null : isThere(row));
  }
  return undefined;
}

export function shown(list: ListName, version: Row, positions: ListPositions): Row {
  const created_at = positions.byId.get(version.id as string)?.createdAt;
  if (list === 'prescriptions') return { ...version, created_at };
  const { id, first_name, last_initial } = version;
  return { id, first_name, last_initial, created_at };
}
