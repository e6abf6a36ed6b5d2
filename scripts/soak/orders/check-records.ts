// Whether each patient and each prescription went one way, which explains all that was told of it. No event tells of
// them; the operators' log says which imports and erasures took effect, imports come one at a time, so that the
// numbers of their transactions order them, and nothing comes after an erasure.
import { isDeepStrictEqual } from 'node:util';
import type { Observation } from '../observations.ts';
import { StepTimes, Watch } from '../watch.ts';
import type {
  ListName,
  OrdersBase,
  OrdersCall,
  OrdersHistory,
  OrdersViolation,
  PatientRecord,
  Row,
} from './history.ts';
import { intervalOf } from './order-steps.ts';
import { cursorOf, Places, placeOf, placeOfCursor } from './pages.ts';

/** Undefined before it is made, null once it is erased. */
type Version = Row | null | undefined;

interface RecordStep {
  readonly calls: readonly OrdersCall[];
  readonly start: number;
  readonly end: number;
  readonly version: Version;
}

type Seen = Observation<{ readonly nth: number; readonly version: Version }>;

interface Known {
  readonly calls: readonly OrdersCall[];
  readonly base: OrdersBase;
}

/** Changes patients and prescriptions of the base. */
export function checkRecords(history: OrdersHistory, known: Known): OrdersViolation | undefined {
  const patients = new Places(history.witness.rows.patients);
  const prescriptions = new Places(history.witness.rows.prescriptions);
  const effective = effectiveImports(history, known);
  const ofPatients = patientSteps(history, known, effective);
  const ofPrescriptions = new Map<string, RecordStep[]>();
  for (const call of effective) {
    if (call.ask.kind !== 'import') continue;
    for (const record of call.ask.prescriptions) {
      add(ofPrescriptions, record.id, {
        calls: [call],
        ...intervalOf([call]),
        version: { ...record },
      });
    }
  }
  return (
    doneTwice(history, known) ??
    countsWrong(effective, { base: known.base, steps: ofPatients }) ??
    checkList(known, { list: 'patients', places: patients, steps: ofPatients, history }) ??
    checkList(known, {
      list: 'prescriptions',
      places: prescriptions,
      steps: ofPrescriptions,
      history,
    })
  );
}

function add<Item>(map: Map<string, Item[]>, name: string, item: Item): void {
  const items = map.get(name);
  if (items === undefined) map.set(name, [item]);
  else items.push(item);
}

/** In the order in which they came. */
function effectiveImports({ witness }: OrdersHistory, { calls }: Known): OrdersCall[] {
  const xids = new Map(witness.actions.map(({ actor, xid }) => [`operator:${actor}`, BigInt(xid)]));
  return calls
    .filter(({ ask, client }) => ask.kind === 'import' && xids.has(client))
    .toSorted((a, b) => ((xids.get(a.client) ?? 0n) < (xids.get(b.client) ?? 0n) ? -1 : 1));
}

function patientSteps(
  { witness }: OrdersHistory,
  { calls, base }: Known,
  imports: readonly OrdersCall[],
): Map<string, RecordStep[]> {
  const steps = new Map<string, RecordStep[]>();
  const made = new Map(
    witness.keys
      .filter(({ operation }) => operation === 'createPatient')
      .map(({ key, patient }) => [key, patient]),
  );
  const enrolled = Map.groupBy(calls, ({ ask }) => (ask.kind === 'enrol' ? ask.key : ''));
  for (const [key, attempts] of enrolled) {
    const [{ ask }] = attempts as [OrdersCall];
    const id = made.get(key);
    if (ask.kind !== 'enrol' || id === undefined || id in base.patients) continue;
    add(steps, id, {
      calls: attempts,
      ...intervalOf(attempts),
      version: versionOf({ id, ...ask.record }),
    });
  }
  for (const call of imports) {
    if (call.ask.kind !== 'import') continue;
    for (const record of call.ask.patients) {
      add(steps, record.id, { calls: [call], ...intervalOf([call]), version: versionOf(record) });
    }
  }
  const actors = new Set(witness.actions.map(({ actor }) => `operator:${actor}`));
  for (const call of calls) {
    if (call.ask.kind !== 'erase' || !actors.has(call.client)) continue;
    const { patient } = call.ask;
    // A second one takes away what came later of orders.
    const isErased = base.patients[patient] === null;
    if (!isErased) add(steps, patient, { calls: [call], ...intervalOf([call]), version: null });
  }
  for (const [id, own] of steps) steps.set(id, onceErased(own));
  return steps;
}

/** Of several erasures any may have been the first. */
function onceErased(steps: readonly RecordStep[]): RecordStep[] {
  const erasures = steps.filter(({ version }) => version === null);
  if (erasures.length < 2) return [...steps];
  const calls = erasures.flatMap((step) => step.calls);
  const start = Math.min(...erasures.map((step) => step.start));
  const end = Math.min(...erasures.map((step) => step.end));
  return [...steps.filter(({ version }) => version !== null), { calls, start, end, version: null }];
}

function versionOf({ last_name, ...record }: PatientRecord): Row {
  return { ...record, last_name, last_initial: last_name[0] };
}

function doneTwice({ witness }: OrdersHistory, { calls }: Known): OrdersViolation | undefined {
  const clients = new Set(calls.map(({ client }) => client));
  const xids = new Map<string, string>();
  for (const { actor, xid } of witness.actions) {
    const before = xids.get(actor);
    if (!clients.has(`operator:${actor}`)) continue;
    if (before !== undefined && before !== xid) {
      const text = `the command of ${actor} was done twice`;
      return { kind: 'one key', subject: actor, text, calls: [] };
    }
    xids.set(actor, xid);
  }
  return undefined;
}

function countsWrong(
  imports: readonly OrdersCall[],
  { base, steps }: { base: OrdersBase; steps: ReadonlyMap<string, RecordStep[]> },
): OrdersViolation | undefined {
  for (const call of imports) {
    if (call.ask.kind !== 'import' || call.told === undefined || !('counts' in call.told)) continue;
    const { patients } = call.ask;
    const isFirst = (id: string) => !(id in base.patients) && steps.get(id)?.[0]?.calls[0] === call;
    const created = patients.filter(({ id }) => isFirst(id)).length;
    const right = [created, patients.length - created, 0];
    if (isDeepStrictEqual(call.told.counts.patients, right)) continue;
    const text = `call ${call.id} was told ${call.told.counts.patients} of patients; right is ${right}`;
    return { kind: 'rules', subject: `${call.id}`, text, calls: [call.id] };
  }
  return undefined;
}

function checkList(
  { calls, base }: Known,
  {
    list,
    places,
    steps,
    history,
  }: {
    list: Exclude<ListName, 'orders'>;
    places: Places;
    steps: ReadonlyMap<string, RecordStep[]>;
    history: OrdersHistory;
  },
): OrdersViolation | undefined {
  const seen = new Map<string, Seen[]>();
  for (const call of calls) {
    const wrong = observe(call, { list, places, seen });
    if (wrong !== undefined) {
      return {
        kind: 'unexplained',
        subject: `${call.id}`,
        text: `call ${call.id} ${wrong}`,
        calls: [call.id],
      };
    }
  }
  for (const id of new Set([
    ...Object.keys(base[list]),
    ...steps.keys(),
    ...places.byId.keys(),
    ...seen.keys(),
  ])) {
    const own = steps.get(id) ?? [];
    const watch = new Watch(seen.get(id) ?? [], new StepTimes(own), own.length);
    let version: Version = base[list][id];
    watch.look({ nth: 0, version });
    own.forEach((step, nth) => {
      version = step.version;
      watch.look({ nth: nth + 1, version });
    });
    if (version !== undefined) base[list][id] = version;
    const violation =
      storedWrong(version, { list, id, places }) ?? late(own) ?? watch.unexplained(own.length);
    if (violation === undefined) continue;
    const writers = own.flatMap((step) => step.calls.map((call) => call.id));
    const text = `${list.slice(0, -1)} ${id}: ${violation.text}`;
    return { ...(violation as OrdersViolation), text, calls: [...violation.calls, ...writers] };
  }
  return lostImport(history, calls);
}

/** No version comes behind one that was over when it began. */
function late(steps: readonly RecordStep[]): OrdersViolation | undefined {
  const place = steps.findIndex((step, nth) =>
    steps.slice(0, nth).some((before) => step.end < before.start),
  );
  if (place < 0) return undefined;
  const text = 'one version stands behind another that had not begun when it was over';
  return { kind: 'real time', subject: `${steps[place]?.calls[0]?.id}`, text, calls: [] };
}

function lostImport(
  { witness }: OrdersHistory,
  calls: readonly OrdersCall[],
): OrdersViolation | undefined {
  const actors = new Set(witness.actions.map(({ actor }) => `operator:${actor}`));
  const lost = calls.find(
    ({ told, client }) =>
      told !== undefined &&
      ('counts' in told || ('erased' in told && told.erased)) &&
      !actors.has(client),
  );
  if (lost === undefined) return undefined;
  const text = `call ${lost.id} was told to be done, and the operators’ log has no such thing`;
  return { kind: 'lost', subject: `${lost.id}`, text, calls: [lost.id] };
}

function shown(list: ListName, version: Row, places: Places): Row {
  const created_at = places.byId.get(version.id as string)?.createdAt;
  if (list === 'prescriptions') return { ...version, created_at };
  const { id, first_name, last_initial } = version;
  return { id, first_name, last_initial, created_at };
}

function storedWrong(
  version: Version,
  { list, id, places }: { list: ListName; id: string; places: Places },
): OrdersViolation | undefined {
  const stored = places.byId.get(id);
  const wrong = (text: string): OrdersViolation => ({ kind: 'lost', subject: id, text, calls: [] });
  if (version === undefined) return stored && wrong(`it lies there and nobody has made it`);
  if (stored === undefined) return wrong('it was made and is not there');
  if (version === null || stored.shown === null) {
    return version === stored.shown
      ? undefined
      : wrong('it was erased, or lies there as erased and was not');
  }
  const { created_at: _, ...right } = shown(list, version, places);
  if (!isDeepStrictEqual(stored.shown, right)) {
    return wrong(
      `it lies there as ${JSON.stringify(stored.shown)}; right is ${JSON.stringify(right)}`,
    );
  }
  const sealed = stored.sealed ?? {};
  const names = list === 'patients' ? ['last_name', 'email', 'clinical_notes'] : [];
  const other = names.find((name) => sealed[name] !== version[name]);
  return other === undefined ? undefined : wrong(`its ${other} is not what was written last`);
}

/** @returns what is wrong in itself */
function observe(
  call: OrdersCall,
  { list, places, seen }: { list: ListName; places: Places; seen: Map<string, Seen[]> },
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
    if (refused === 'other') return `was refused, and nobody knows why: ${JSON.stringify(ask)}`;
    if (ask.kind === 'place' || ask.kind === 'intake')
      see(ask.patient, (version) => version == null);
    if (ask.kind === 'erase') see(ask.patient, (version) => version === undefined);
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
  for (let nth = places.behind(ask.cursor); nth < places.rows.length; nth += 1) {
    const stored = places.rows[nth] as (typeof places.rows)[number];
    if (!isEnd && placeOf(stored) < last) break;
    const row = ids.get(stored.id);
    see(stored.id, row === undefined ? (version) => version == null : isThere(row));
  }
  return undefined;
}
