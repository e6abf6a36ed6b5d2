// What happened, in words.
import { levelName, type Movement } from '../history.ts';
import type { Step } from './steps.ts';

export function describeStep({ movements, events }: Step): string {
  if (movements.length > 0) return movements.map(describe).join('; ');
  return events
    .map(({ type, data }) =>
      `${type} of ${data.lot_number ?? data.sku_code} ${levelOf(data)}`.trim(),
    )
    .join('; ');
}

function levelOf(data: { sku_code: string; location?: string }): string {
  return data.location === undefined
    ? ''
    : `at ${levelName({ sku: data.sku_code, at: data.location })}`;
}

export function describe(movement: Movement): string {
  const { type, links, key, actor } = movement;
  const what = links
    .map(({ kind, lot, qty, after }) =>
      kind === 'entry' ? `${lot} ${qty > 0 ? '+' : ''}${qty} =${after}` : `${kind} ${lot} ${qty}`,
    )
    .join(', ');
  return `${type} at ${levelName(movement)} (${what}) by ${key === null ? actor : `the key ${key}`}`;
}
