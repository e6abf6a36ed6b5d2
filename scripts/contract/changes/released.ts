// The releases that are kept, the change log, and what one says of the other.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Contract, mergeDocuments } from '../../../kit/contract.ts';
import { type Change, sentence } from './change.ts';
import { compareContracts } from './compare.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
export const RELEASED = join(root, 'openapi/released');
export const CHANGE_LOG = join(root, 'CHANGELOG.md');
export const ACCEPTED = join(root, 'openapi/accepted-changes.json');

/** Operations, and events where those are a document of their own. */
const PUBLISHED = ['openapi.json', 'webhooks.json'];

export function readPublished(directory = join(root, 'generated')): Contract {
  return mergeDocuments(
    PUBLISHED.map((name) => join(directory, name))
      .filter((file) => existsSync(file))
      .map(readContract),
  );
}

/** @throws Error where nothing is kept */
export function readReleased(): Contract {
  const last = releasedVersions().at(-1);
  if (last === undefined) throw new Error('nothing is kept in openapi/released');
  return readRelease(last);
}

/** The oldest first. */
export function releasedVersions(): string[] {
  if (!existsSync(RELEASED)) return [];
  return readdirSync(RELEASED)
    .map((name) => name.replace(/[.]json$/, ''))
    .sort(compareVersions);
}

export function readRelease(version: string): Contract {
  return readContract(join(RELEASED, `${version}.json`));
}

function readContract(file: string): Contract {
  return JSON.parse(readFileSync(file, 'utf8')) as Contract;
}

export function compareVersions(one: string, other: string): number {
  const [ones, others] = [one, other].map((version) => version.split('.').map(Number));
  for (const index of [0, 1, 2]) {
    const difference = (ones?.[index] ?? 0) - (others?.[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** A change that looks as if it broke clients, and the reason why it does not. */
export interface Accepted {
  readonly change: string;
  readonly reason: string;
}

export function acceptedOf(file = ACCEPTED): readonly Accepted[] {
  return JSON.parse(readFileSync(file, 'utf8')) as Accepted[];
}

export interface Judged {
  readonly since: string;
  readonly all: readonly Change[];
  /** But for what is accepted. */
  readonly breaking: readonly Change[];
  /** What the change log does not name. */
  readonly unnamed: readonly Change[];
  /** What is accepted and has not changed. */
  readonly stale: readonly string[];
}

export interface Judging {
  released: Contract;
  published: Contract;
  accepted: readonly Accepted[];
  changeLog?: string;
}

export function judge({
  released,
  published,
  accepted,
  changeLog = readFileSync(CHANGE_LOG, 'utf8'),
}: Judging): Judged {
  const all = compareContracts(released, published);
  const isAccepted = (change: Change) =>
    accepted.some(({ change: text, reason }) => text === sentence(change) && reason !== '');
  const breaking = all.filter((change) => change.breaking && !isAccepted(change));
  const notes = unreleasedNotes(changeLog);
  return {
    since: released.info.version,
    all,
    breaking,
    unnamed: all.filter(
      (change) => !breaking.includes(change) && !notes.includes(`\`${change.subject}\``),
    ),
    stale: accepted
      .map(({ change }) => change)
      .filter((text) => !all.some((change) => change.breaking && sentence(change) === text)),
  };
}

/** What stands below a heading without a date. */
export function unreleasedNotes(changeLog: string): string {
  return changeLog
    .split(/^(?=## )/m)
    .filter((section) => /^## .*unreleased/i.test(section))
    .join('');
}
