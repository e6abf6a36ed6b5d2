// A violation as people read it: what cannot be, the stock that it begins with, and each call with its time.
import { type Command, findLotNumber, type Import, type State } from '../../kit/model.ts';
import { type Call, type Delivery, levelName } from '../history.ts';
import { check } from './check-history.ts';
import type { Shrunk } from './shrink.ts';

const COLUMNS = ['position', 'from ms', 'to ms', 'call', 'who', 'asked', 'answered'];
const TOLD_CHARACTERS_MAX = 160;

export function violationLines({ history, base, violation }: Shrunk): string[] {
  const { steps } = check(history, base);
  const calls = [...base.open, ...history.calls].toSorted((a, b) => a.start - b.start);
  const [first] = calls;
  const positions = new Map<Call, string[]>();
  steps.forEach(({ calls: askers }, index) => {
    for (const call of askers)
      positions.set(call, [...(positions.get(call) ?? []), `${index + 1}`]);
  });
  const rows = calls.map((call) => [
    positions.get(call)?.join(',') ?? '-',
    time(call.start, first),
    call.end === null ? 'unknown' : time(call.end, first),
    `${call.id}`,
    call.client.slice(-12),
    askText(call),
    responseText(call),
  ]);
  const asked = new Set(steps.flatMap(({ movements }) => movements.map(({ id }) => id)));
  const unasked = history.ledger.filter(({ id }) => !asked.has(id));
  return [
    `${violation.kind}: ${violation.text}`,
    '',
    ...(rows.length === 0 ? [] : ['before:', ...stateLines(base.state, skusOf(calls)), '']),
    ...(rows.length === 0 ? [] : table([COLUMNS, ...rows])),
    ...unasked.map(
      ({ id, type, key, links }) =>
        `in the ledger: ${type} ${id} ${key ?? ''} ${links.map(({ lot, qty, after }) => `${lot} ${qty} =${after}`).join(', ')}`,
    ),
    ...history.feed.map(
      ({ position, type, data }) =>
        `in the feed: ${position} ${type} ${data.cause ?? ''} at ${levelName({ sku: data.sku_code, at: data.location })}, version ${data.version ?? '-'}`,
    ),
    ...history.deliveries.map(({ delivery, text }: Delivery) => `delivered: ${delivery} ${text}`),
  ];
}

function time(moment: number, first: Call | undefined): string {
  return (moment - (first?.start ?? 0)).toFixed(2);
}

function skusOf(calls: readonly Call[]): Set<string> {
  return new Set(
    calls.flatMap(({ ask }) => {
      if (ask.kind === 'change' && ask.command.kind === 'import') {
        return [...ask.command.skus, ...ask.command.lots].map(({ sku }) => sku);
      }
      if (ask.kind === 'change' && ask.command.kind === 'ship') {
        return ask.command.lots.map(({ sku }) => sku);
      }
      const named = ask.kind === 'change' ? ask.command : ask;
      return 'sku' in named && named.sku !== undefined ? [named.sku] : [];
    }),
  );
}

function stateLines(state: State, skus: ReadonlySet<string>): string[] {
  return state.lots
    .filter(({ sku }) => skus.size === 0 || skus.has(sku))
    .map((lot) => {
      const holds = state.holds.filter((hold) => hold.lot === lot);
      const held = holds.map(({ order, qty }) => `, ${qty} for ${order}`).join('');
      const { expiry } = findLotNumber(state, lot);
      return `  ${levelName(lot)}: ${lot.lot} ${lot.status} until ${expiry}, ${lot.onHand} on hand${held}`;
    });
}

function askText({ ask }: Call): string {
  if (ask.kind !== 'change') {
    const { kind, ...rest } = { ...ask, cursor: undefined };
    const words = Object.values(rest).filter((value) => value !== undefined);
    return `${kind} ${words.join(' ')}`;
  }
  const named = ask.naming === undefined ? '' : `, by its ${Object.values(ask.naming).join(' ')}`;
  return `${commandText(ask.command)}${named}${ask.key === undefined ? '' : ` under ${ask.key}`}`;
}

function commandText(command: Command): string {
  if (command.kind === 'import') return importText(command);
  if (command.kind === 'ship') {
    const lots = command.lots.map(({ sku, lot, qty }) => `${lot} of ${sku} ${qty}`).join(', ');
    return `ship ${command.order} from ${command.at}: ${lots}`;
  }
  const { kind, ...rest } = command;
  const words = Object.entries(rest).map(([name, value]) => `${name} ${value}`);
  return `${kind} ${words.join(', ')}`;
}

function importText({ skus, lots, isSpoilt }: Import): string {
  const records = [
    ...skus.map(({ sku, reorderPoint }) => `${sku} low at ${reorderPoint}`),
    ...lots.map(
      ({ lot, qty, expiry, status, ...level }) =>
        `${lot} of ${levelName(level)} ${qty} until ${expiry}${status ? ` ${status}` : ''}`,
    ),
    ...(isSpoilt ? ['a location that does not exist'] : []),
  ];
  return `import ${records.join(', ')}`;
}

function responseText({ response }: Call): string {
  if (response === undefined) return '?';
  if ('entries' in response) {
    const entries = response.entries.map(([lot, qty, after]) => `${lot} ${qty} =${after}`);
    return `${response.status} ${entries.join(', ')}`;
  }
  if ('rows' in response) return cut(response.rows.map((row) => JSON.stringify(row)).join(' '));
  return cut(JSON.stringify(response));
}

function cut(text: string): string {
  return text.length > TOLD_CHARACTERS_MAX ? `${text.slice(0, TOLD_CHARACTERS_MAX)}…` : text;
}

function table(rows: readonly string[][]): string[] {
  const widths = rows[0]?.map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths?.[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
