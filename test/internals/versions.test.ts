// Whoever installs another version of a library reads its source again, and writes the new version down.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../support/document.ts';

const FOLDER = `${ROOT}src/internals/`;
const files = readdirSync(FOLDER);
const { packages } = JSON.parse(readFileSync(`${ROOT}package-lock.json`, 'utf8')) as {
  packages: Record<string, { version: string }>;
};

it.each(files)('has %s read in the versions that are installed', async (file) => {
  const { READ_IN } = (await import(join(FOLDER, file))) as { READ_IN: Record<string, string> };
  const installed = Object.keys(READ_IN).map((name) => [
    name,
    packages[`node_modules/${name}`]?.version,
  ]);
  expect(installed).not.toHaveLength(0);
  expect(Object.fromEntries(installed)).toEqual(READ_IN);
});

it('finds private parts of libraries in that folder alone', () => {
  const privateParts =
    /\b_activeQuery\b|\bprocessID\b|\bconnection\b\S{0,12}\.(stream|emit)\b|\bonIncoming\b|'requestMiddleware'|\bexecuteScript\b/;
  const elsewhere = readdirSync(`${ROOT}src`, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && privateParts.test(readFileSync(`${ROOT}src/${file}`, 'utf8')),
  );
  expect(elsewhere.sort()).toEqual([
    'internals/express-openapi-validator.ts',
    'internals/node-http.ts',
    'internals/pg.ts',
    'internals/prisma.ts',
  ]);
});
