// Prints what a stretch recorded of orders.
import type { OrdersCall } from './history.ts';
import type { OrdersStretchResult } from './part.ts';

const CALLS_SHOWN_MAX = 40;
const RESPONSE_CHARACTERS_MAX = 400;

export function ordersLineOf({ history, checked }: OrdersStretchResult): string {
  const { calls, witness, deliveries } = history;
  const responses = calls.flatMap((call) => call.response ?? []);
  const refused = responses.filter((one) => 'refused' in one).length;
  const reads = responses.filter((one) => 'rows' in one).length;
  const erased = responses.filter((one) => 'erased' in one && one.erased).length;
  const sent = deliveries.pharmacy.length + deliveries.clinic.length;
  return (
    `   orders: ${calls.length} calls (${reads} reads, ${refused} refused, ${calls.length - responses.length} unknown), ` +
    `${checked.steps.length} changes, ${erased} erasures, ${witness.rows.orders.length} orders, ${sent} deliveries`
  );
}

/** What cannot be, and the calls that it is about, in the order of their starts. */
export function ordersLines({
  history,
  before,
  checked: { violation },
}: OrdersStretchResult): string[] {
  if (violation === undefined) return ['the responses about orders are possible'];
  const all = [...before.open, ...history.calls].toSorted((a, b) => a.start - b.start);
  const named = all.filter(({ id }) => violation.calls.includes(id));
  const subjects = [violation.subject, ...named.flatMap(({ ask }) => subjectsOf(ask))];
  const about = all.filter(
    (call) =>
      violation.calls.includes(call.id) ||
      subjectsOf(call.ask).some((subject) => subjects.includes(subject)),
  );
  const from = all[0]?.start ?? 0;
  const shown = about.slice(-CALLS_SHOWN_MAX).map((call) => lineOfCall(call, from));
  return [`${violation.kind}: ${violation.text}`, '', ...shown];
}

/** The ids of what a call changes or asks for. */
function subjectsOf(ask: OrdersCall['ask']): string[] {
  if (ask.kind === 'get') return [ask.id];
  if ('order' in ask) return [ask.order];
  if ('patient' in ask) return [ask.patient];
  if (ask.kind !== 'import') return [];
  return [...ask.orders, ...ask.patients, ...ask.prescriptions].map(({ id }) => id);
}

function lineOfCall({ id, client, start, end, ask, response }: OrdersCall, from: number): string {
  const cut = (value: unknown) => (JSON.stringify(value) ?? '?').slice(0, RESPONSE_CHARACTERS_MAX);
  const time = (moment: number | null) =>
    moment === null ? 'unknown' : (moment - from).toFixed(2);
  return `${time(start)} to ${time(end)}  call ${id}  ${client.slice(-16)}  ${cut(ask)}  answered ${cut(response)}`;
}
