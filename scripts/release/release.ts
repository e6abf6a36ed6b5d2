/**
 * Releases the contract: keeps the published documents as one in openapi/released, keeps the packages of the SDKs in
 * generated/sdk/released, and dates its section of CHANGELOG.md. From then on nothing may change that would break a
 * client of it, and the packages not at all.
 *
 *   npm run release              the version of openapi/openapi.yaml and package.json
 *   npm run release -- --draft   keeps the document alone, of a version that has no date yet
 */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { linesOf } from '../../kit/contract.ts';
import { buildWhereStale } from '../contract/build.ts';
import {
  ACCEPTED,
  acceptedOf,
  CHANGE_LOG,
  compareVersions,
  judge,
  RELEASED,
  readPublished,
  readRelease,
  releasedVersions,
} from '../contract/changes/released.ts';
import { RELEASED_PACKAGES } from '../contract/sdk/archive.ts';

export interface Release {
  readonly version: string;
  /** As `YYYY-MM-DD`; a draft has none. */
  readonly date: string | undefined;
}

/** @throws Error where the version has a date already, or no section that it could be written to */
export function datedChangeLog(changeLog: string, { version, date }: Release): string {
  const headings = [...changeLog.matchAll(/^## \[(.+?)\] ?(?:- )?(.*)$/gm)];
  const own = headings.find(([, name]) => name === version);
  const open = headings.find(([, name]) => name?.toLowerCase() === 'unreleased');
  if (own !== undefined && !/^unreleased$/i.test(own[2] ?? '')) {
    throw new Error(`${version} was released on ${own[2]}`);
  }
  const heading = own ?? open;
  if (heading === undefined) throw new Error(`CHANGELOG.md has no section for ${version}`);
  if (date === undefined) return changeLog;
  return changeLog.replace(heading[0], `## [Unreleased]\n\n## [${version}] - ${date}`);
}

/** @throws Error where the version does not say what has changed since the last one */
export function checkVersion(last: string, next: string, hasChanges: boolean): void {
  const [major, minor] = last.split('.').map(Number);
  const [nextMajor, nextMinor] = next.split('.').map(Number);
  if (major !== nextMajor) throw new Error(`${next} is no version of v${major}`);
  if (hasChanges && minor === nextMinor) {
    throw new Error(
      `what was added since ${last} raises the minor: ${major}.${Number(minor) + 1}.0`,
    );
  }
}

async function release(isDraft: boolean): Promise<string> {
  const published = readPublished();
  const { version } = published.info;
  const root = new URL('../../', import.meta.url);
  const own = JSON.parse(
    readFileSync(new URL('package.json', root), 'utf8'),
  ) as typeof published.info;
  if (own.version !== version) throw new Error(`package.json says ${own.version}, not ${version}`);
  const date = isDraft ? undefined : new Date().toISOString().slice(0, 10);
  const changeLog = readFileSync(CHANGE_LOG, 'utf8');
  const dated = datedChangeLog(changeLog, { version, date });
  const kept = releasedVersions();
  const newest = kept.at(-1) ?? version;
  if (compareVersions(version, newest) < 0)
    throw new Error(`${newest} is kept, ${version} is older`);
  const last = kept.filter((one) => one !== version).at(-1);
  if (last !== undefined) {
    const released = readRelease(last);
    const { all, breaking, unnamed } = judge({ released, published, accepted: acceptedOf() });
    checkVersion(last, version, all.length > 0);
    if (breaking.length + unnamed.length > 0)
      throw new Error('first mend what npm run changes says');
  }
  mkdirSync(RELEASED, { recursive: true });
  const file = join(RELEASED, `${version}.json`);
  writeFileSync(file, linesOf(published));
  writeFileSync(ACCEPTED, '[]\n');
  writeFileSync(CHANGE_LOG, dated);
  if (!isDraft) {
    await buildWhereStale();
    const packages = new URL('generated/sdk/', root);
    cpSync(new URL('packages', packages), new URL(RELEASED_PACKAGES, packages), {
      recursive: true,
    });
  }
  return `kept openapi/released/${version}.json${date ? `, released on ${date}` : ', a draft'}\n`;
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { draft: { type: 'boolean', default: false } } });
  process.stdout.write(await release(values.draft));
}
