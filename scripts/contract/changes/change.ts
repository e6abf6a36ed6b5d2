// What is compared, what is found, and the lines of the change log that say it.
import type { Contract } from '../../../kit/contract.ts';

/** Who is given the message: what clients send may only widen, what they receive may only narrow or grow fields. */
export type Direction = 'in' | 'out';

export interface Comparison {
  readonly before: Contract;
  readonly after: Contract;
  readonly direction: Direction;
  /** Pairs of components that are being compared further up: schemas may contain themselves. */
  readonly open?: ReadonlySet<string>;
}

export type Kind = 'Added' | 'Changed' | 'Deprecated' | 'Removed';

export interface Finding {
  /** Whether a client that was right before can be wrong now. */
  readonly breaking: boolean;
  readonly kind: Kind;
  /** What has changed, as the change log names it. */
  readonly subject: string;
  readonly says: string;
}

/** A finding and where clients meet it, such as `answers of GET /v1/orders`. */
export interface Change extends Finding {
  readonly locations: readonly Location[];
}

export interface Location {
  /** What of it: its answers, say. Empty where the subject says all. */
  readonly part: string;
  /** An operation or an event; empty likewise. */
  readonly of: string;
}

export const NOWHERE: Location = { part: '', of: '' };

export function added(subject: string, says: string): Finding {
  return { breaking: false, kind: 'Added', subject, says };
}

export function removed(subject: string, says = 'is removed'): Finding {
  return { breaking: true, kind: 'Removed', subject, says };
}

export function changed(breaking: boolean, subject: string, says: string): Finding {
  return { breaking, kind: 'Changed', subject, says };
}

/** Merges equal changes at several locations: a shared schema is part of many answers. */
export function gather(findings: readonly (Finding & { location: Location })[]): Change[] {
  const gathered = new Map<string, Finding & { locations: Location[] }>();
  for (const { location, ...finding } of findings) {
    const key = JSON.stringify(finding);
    const change = gathered.get(key) ?? { ...finding, locations: [] };
    gathered.set(key, change);
    if (!change.locations.some(({ part, of }) => part === location.part && of === location.of)) {
      change.locations.push(location);
    }
  }
  return [...gathered.values()];
}

/** A change without its locations: what `openapi/accepted-changes.json` repeats. */
export function sentence({ subject, says }: Finding): string {
  return `\`${subject}\` ${says}`;
}

const PLACES_MAX = 6;

/** The line that the change log should have. */
export function line(change: Change): string {
  const parts = new Map<string, string[]>();
  for (const { part, of } of change.locations) {
    if (of !== '') parts.set(part, [...(parts.get(part) ?? []), `\`${of}\``]);
  }
  const where = [...parts].map(([part, all]) => {
    const some = all.length > PLACES_MAX ? all.slice(0, PLACES_MAX - 1) : all;
    const rest = all.length - some.length;
    return `${part} ${some.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
  });
  const mark = change.breaking ? '**Breaking:** ' : '';
  return `- ${mark}${sentence(change)}${where.length > 0 ? `, in ${where.join('; ')}` : ''}.`;
}

const KINDS: readonly Kind[] = ['Added', 'Changed', 'Deprecated', 'Removed'];

/** Lines under the headings that the change log has for them. */
export function changeLogLines(changes: readonly Change[]): string {
  return KINDS.map((kind) => [kind, changes.filter((change) => change.kind === kind)] as const)
    .filter(([, some]) => some.length > 0)
    .map(([kind, some]) => `### ${kind}\n\n${some.map(line).join('\n')}\n`)
    .join('\n');
}
