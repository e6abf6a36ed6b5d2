// Whether each patient and each prescription went one way, which explains all responses about it. No event announces
// them; the operators' log says which imports and erasures took effect, imports come one at a time, so that the
// numbers of their transactions order them, and nothing comes after an erasure.
import { isDeepStrictEqual } from 'node:util';
import { outOfTime, StepTimes, Watch } from '../checker/watch.ts';
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
import { ListPositions } from './pages.ts';
import {
  add,
  observe,
  type RecordObservation,
  shown,
  type Version,
} from './record-observations.ts';

interface RecordStep {
  readonly calls: readonly OrdersCall[];
  readonly start: number;
  readonly end: number;
  readonly version: Version;
}

type RecordList = Exclude<ListName, 'orders'>;
type Steps = ReadonlyMap<string, RecordStep[]>;

interface Known {
  readonly calls: readonly OrdersCall[];
  readonly base: OrdersBase;
}

/** Changes patients and prescriptions of the base. */
export function checkRecords(history: OrdersHistory, known: Known): OrdersViolation | undefined {
  const patients = new ListPositions(history.witness.rows.patients);
  const prescriptions = new ListPositions(history.witness.rows.prescriptions);
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
    countsWrong(effective, {
      known,
      steps: { patients: ofPatients, prescriptions: ofPrescriptions },
    }) ??
    lostPost(history, known.calls) ??
    checkList(known, { list: 'patients', positions: patients, steps: ofPatients, history }) ??
    checkList(known, {
      list: 'prescriptions',
      positions: prescriptions,
      steps: ofPrescriptions,
      history,
    })
  );
}

/** Lists the imports in the order in which they came. */
function effectiveImports({ witness }: OrdersHistory, { calls }: Known): OrdersCall[] {
  const xids = new Map(witness.actions.map(({ actor, xid }) => [`operator:${actor}`, BigInt(xid)]));
  return calls
    .filter(({ ask, client }) => ask.kind === 'import' && xids.has(client))
    .toSorted((a, b) => ((xids.get(a.client) ?? 0n) < (xids.get(b.client) ?? 0n) ? -1 : 1));
}

function patientSteps(
  { witness }: Pick<OrdersHistory, 'witness'>,
  { calls, base }: Known,
  imports: readonly OrdersCall[],
): Map<string, RecordStep[]> {
  const steps = new Map<string, RecordStep[]>();
  const made = enrolments({ witness });
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

/** The patients by the keys of their enrolments. */
function enrolments({ witness }: Pick<OrdersHistory, 'witness'>): Map<string, string> {
  return new Map(
    witness.keys
      .filter(({ operation }) => operation === 'createPatient')
      .map(({ key, patient }) => [key, patient]),
  );
}

/** Any of several erasures may have been the first. */
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
  { known: { base }, steps }: { known: Known; steps: Record<RecordList, Steps> },
): OrdersViolation | undefined {
  for (const call of imports) {
    if (call.ask.kind !== 'import' || call.response === undefined || !('counts' in call.response))
      continue;
    for (const list of ['patients', 'prescriptions'] as const) {
      const records = call.ask[list];
      const isFirst = (id: string) =>
        !(id in base[list]) && steps[list].get(id)?.[0]?.calls[0] === call;
      const created = records.filter(({ id }) => isFirst(id)).length;
      // No two files say the same of one.
      const right = [created, records.length - created, 0];
      const counted = call.response.counts[list];
      if (isDeepStrictEqual(counted, right)) continue;
      const text = `call ${call.id} was answered ${counted} of ${list}; right is ${right}`;
      return { kind: 'rules', subject: `${call.id}`, text, calls: [call.id] };
    }
  }
  return undefined;
}

/** Each acknowledged patient, intake or note left its row. */
function lostPost(
  { witness }: OrdersHistory,
  calls: readonly OrdersCall[],
): OrdersViolation | undefined {
  const posted = new Set(witness.keys.map(({ operation, key }) => `${operation} ${key}`));
  const noted = new Set(witness.notes);
  for (const { id, ask, response } of calls) {
    if (response === undefined || !('made' in response)) continue;
    const isThere =
      ask.kind === 'enrol'
        ? posted.has(`createPatient ${ask.key}`)
        : ask.kind === 'intake'
          ? posted.has(`createIntake ${ask.key}`)
          : ask.kind !== 'note' || noted.has(ask.key);
    if (isThere) continue;
    const text = `call ${id} was answered with what is not there: ${JSON.stringify(ask)}`;
    return { kind: 'lost', subject: `${id}`, text, calls: [id] };
  }
  return undefined;
}

function checkList(
  { calls, base }: Known,
  {
    list,
    positions,
    steps,
    history,
  }: {
    list: RecordList;
    positions: ListPositions;
    steps: Steps;
    history: OrdersHistory;
  },
): OrdersViolation | undefined {
  const observations = new Map<string, RecordObservation[]>();
  const enrolled = enrolments(history);
  for (const call of calls) {
    const wrong = observe(call, { list, positions, observations, enrolled });
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
    ...positions.byId.keys(),
    ...observations.keys(),
  ])) {
    const own = steps.get(id) ?? [];
    const watch = new Watch(observations.get(id) ?? [], new StepTimes(own), own.length);
    let version: Version = base[list][id];
    watch.look({ stateIndex: 0, version });
    own.forEach((step, index) => {
      version = step.version;
      watch.look({ stateIndex: index + 1, version });
    });
    if (version !== undefined) base[list][id] = version;
    const violation =
      storedWrong(version, { list, id, positions }) ?? late(own) ?? watch.unexplained(own.length);
    if (violation === undefined) continue;
    const writers = own.flatMap((step) => step.calls.map((call) => call.id));
    const text = `${list.slice(0, -1)} ${id}: ${violation.text}`;
    return { ...(violation as OrdersViolation), text, calls: [...violation.calls, ...writers] };
  }
  return lostImport(history, calls);
}

/** No version comes behind one that had not begun when it was over. */
function late(steps: readonly RecordStep[]): OrdersViolation | undefined {
  const [, step] = outOfTime(steps) ?? [];
  if (step === undefined) return undefined;
  const text = 'one version stands behind another that had not begun when it was over';
  return { kind: 'real time', subject: `${step.calls[0]?.id}`, text, calls: [] };
}

function lostImport(
  { witness }: OrdersHistory,
  calls: readonly OrdersCall[],
): OrdersViolation | undefined {
  const actors = new Set(witness.actions.map(({ actor }) => `operator:${actor}`));
  const lost = calls.find(
    ({ response, client }) =>
      response !== undefined &&
      ('counts' in response || ('erased' in response && response.erased)) &&
      !actors.has(client),
  );
  if (lost === undefined) return undefined;
  const text = `call ${lost.id} was acknowledged, and the operators’ log does not have it`;
  return { kind: 'lost', subject: `${lost.id}`, text, calls: [lost.id] };
}

function storedWrong(
  version: Version,
  { list, id, positions }: { list: ListName; id: string; positions: ListPositions },
): OrdersViolation | undefined {
  const stored = positions.byId.get(id);
  const wrong = (text: string): OrdersViolation => ({ kind: 'lost', subject: id, text, calls: [] });
  if (version === undefined) return stored && wrong(`it lies there and nobody has made it`);
  if (stored === undefined) return wrong('it was made and is not there');
  if (version === null || stored.shown === null) {
    return version === stored.shown
      ? undefined
      : wrong('it was erased, or lies there as erased and was not');
  }
  const { created_at: _, ...right } = shown(list, version, positions);
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
