// The documents are true: every block of the README and of each guide is run as it stands, one after another in
// one shell, and what the document shows must be what the server gives.
//
// A document that starts the service has one of its own. The guides that take a running one for granted are
// followed side by side on one demo pharmacy, so that a reader may take them in any order.
//
//   WRITE_ANSWERS=1 npx vitest run test/docs/walks.deep.test.ts
//
// puts the server's answers into the documents instead, where they differ.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readDocument, WALKED, type WalkedDocument } from '../support/document.ts';
import { nodes } from '../support/nodes.ts';
import { endSpawned } from '../support/spawn-server.ts';
import { backsUp, Home, lackForBackups, migratesItself, startsItself, Walk } from './walk.ts';

const WALK_MILLISECONDS_MAX = 300_000;
/**
 * Languages of blocks: the walk or a test of their own checks them, but for those that a console with Docker or with
 * other servers takes, and for SQL, which `npm run citus` runs.
 */
const LANGUAGES = ['sh', 'json', 'text', 'js', 'python', 'mermaid', 'console', 'sql'];

const documents = WALKED.map(readDocument);
let demo: Home;
beforeAll(async () => {
  demo = await Home.make({ isShared: true });
});
afterAll(async () => {
  await demo.close();
  await endSpawned();
});

describe.each(documents)('$path', ({ text, steps, blocks, files }) => {
  it('leaves no command and no answer unread', () => {
    const commands = steps.map(({ command }) => command).join('');
    const written = [...text.matchAll(/^[ >*-]*\$? ?(?:curl|npm) .*$/gm)].map(([line]) => line);
    expect(written.filter((line) => !commands.includes(`${line}\n`))).toEqual([]);
    const read = [...steps.flatMap(({ answer, printed }) => [answer, printed]), ...files.values()];
    const shown = blocks.filter(({ language }) => ['json', 'text'].includes(language));
    expect(shown.filter((block) => !read.includes(block))).toEqual([]);
    expect(LANGUAGES).toEqual(expect.arrayContaining(blocks.map(({ language }) => language)));
  });
});

const saved = documents.flatMap(({ path, files }) =>
  [...files].flatMap(([name, { text }]) => (/[jt]s$/.test(name) ? [{ path, name, text }] : [])),
);
describe.each(nodes())('%s', (_version, node) => {
  it.each(saved)('takes $name of $path', ({ name, text }) => {
    const folder = mkdtempSync(join(tmpdir(), 'pharmacy-saved-'));
    try {
      writeFileSync(join(folder, name), text);
      execFileSync(node, ['--check', join(folder, name)], { encoding: 'utf8' });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe.concurrent.each(documents.filter(({ steps }) => steps.length > 0))('$path', (document) => {
  const lack = backsUp(document) ? lackForBackups() : undefined;
  const title = `shows what the server gives${lack === undefined ? '' : ` (skipped: ${lack})`}`;
  it.skipIf(lack !== undefined)(title, { timeout: WALK_MILLISECONDS_MAX }, async () => {
    const home = await homeFor(document);
    try {
      const walk = await Walk.begin(document, home);
      try {
        for (const step of document.steps) await walk.take(step);
      } finally {
        await walk.end();
      }
    } finally {
      if (home !== demo) await home.close();
    }
  });
});

/** Of its own, where the document starts the service or backs it up. */
async function homeFor(document: WalkedDocument): Promise<Home> {
  if (backsUp(document)) return Home.makeForBackups();
  return startsItself(document) ? Home.make({ isEmpty: migratesItself(document) }) : demo;
}
