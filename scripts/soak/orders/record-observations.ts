// What was told of patients and prescriptions, one by one: of which of their versions it can be.
import { isDeepStrictEqual } from 'node:util';
import type { Observation } from '../checker/watch.ts';
import type { ListName, OrdersCall, Row } from './history.ts';
import { cursorOf, type Places, placeOf, placeOfCursor } from './pages.ts';

/** Undefined before it is made, null once it is erased. */
export type Version = Row | null | undefined;

export type Seen = Observation<{ readonly nth: number; readonly version: Version }>;

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
    places,
    seen,
    enrolled,
  }: {
    list: ListName;
    places: Places;
    seen: Map<string, Seen[]>;
    /** By key, who came of it. */
    enrolled: ReadonlyMap<string, string>;
  },
): string | undefined {
  const { ask, told, start, end } = call;
  if (told === undefined || end === null) return undefined;
  const see = (id: string, isRight: (version: Version) => boolean) =>
    add(seen, id, { calls: [call], start, end, isExplainedBy: ({ version }) => isRight(version) });
  const isThere = (row: Row) => (version: Version) =>
    version != null && isDeepStrictEqual(shown(list, version, places), row);
  if (ask.kind === 'get' && ask.list === list && 'rows' in told) {
    const [row] = told.rows;
    see(ask.id, row === undefined ? (version) => version == null : isThere(row));
  }
  if (ask.kind === 'list' && ask.list === list && 'rows' in told) {
    return observePage(told, { ask, places, see, isThere });
  }
  if (list !== 'patients') return undefined;
  if ('refused' in told) {
    const { refused } = told;
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
  if (ask.kind === 'erase' && 'erased' in told && !told.erased) {
    see(ask.patient, (version) => version === null);
  }
  if (ask.kind === 'enrol' && 'made' in told && !told.isRepeat) {
    see(told.made.id as string, isThere(told.made));
  }
  return undefined;
}

/** Who is shown is as shown, and who is not, though the page goes past the place, was not there. */
function observePage(
  told: { readonly rows: readonly Row[]; readonly next: string | null },
  {
    ask,
    places,
    see,
    isThere,
  }: {
    ask: { cursor?: string; limit: number };
    places: Places;
    see: (id: string, isRight: (version: Version) => boolean) => void;
    isThere: (row: Row) => (version: Version) => boolean;
  },
): string | undefined {
  let last = placeOfCursor(ask.cursor);
  const ids = new Map<string, Row>();
  for (const row of told.rows) {
    const stored = places.byId.get(row.id as string);
    if (stored === undefined) return `shows what is not there: ${JSON.stringify(row)}`;
    if (placeOf(stored) >= last) return `shows its rows in another order, or one twice`;
    last = placeOf(stored);
    ids.set(stored.id, row);
  }
  const lastRow = places.byId.get(told.rows.at(-1)?.id as string);
  const isEnd = told.next === null;
  if (
    !isEnd &&
    (told.rows.length !== ask.limit || lastRow === undefined || told.next !== cursorOf(lastRow))
  ) {
    return `shows ${told.rows.length} rows and goes on at ${told.next}`;
  }
  for (let index = places.behind(ask.cursor); index < places.rows.length; index += 1) {
    const stored = places.rows[index] as (typeof places.rows)[number];
    if (!isEnd && placeOf(stored) < last) break;
    const row = ids.get(stored.id);
    see(stored.id, row === undefined ? (version) => version == null : isThere(row));
  }
  return undefined;
}

export function shown(list: ListName, version: Row, places: Places): Row {
  const created_at = places.byId.get(version.id as string)?.createdAt;
  if (list === 'prescriptions') return { ...version, created_at };
  const { id, first_name, last_initial } = version;
  return { id, first_name, last_initial, created_at };
}
