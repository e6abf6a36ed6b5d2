// The limits are in one file, and the document says what that file says.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import document from '../../generated/openapi.json' with { type: 'json' };
import * as limits from '../../src/http/limits.ts';
import { type ContractDocument, readOperations } from '../../src/http/operations.ts';
import { ROOT } from '../support/document.ts';

const read = (path: string) => readFileSync(`${ROOT}${path}`, 'utf8');
/** What callers meet stands before the bounds of a process. */
const [page = ''] = read('docs/limits.md').split('<!-- bounds -->');
const written = (value: number) => value.toLocaleString('en-US');

test('names each limit and its value in the document, and no others', () => {
  const rows = [...page.matchAll(/^\|[^|]+\| `(\w+)` \| ([\d,]+) \|/gm)].map(([, name, value]) => [
    name,
    value,
  ]);
  const inText = [...page.matchAll(/`(\w+)` = ([\d,]+)/g)].map(([, name, value]) => [name, value]);
  expect(Object.fromEntries([...rows, ...inText])).toEqual(
    Object.fromEntries(Object.entries(limits).map(([name, value]) => [name, written(value)])),
  );
});

test('says how large each body may be', () => {
  const rows = [...page.matchAll(/^\| `(\w+)` \| ([\d,]+) \|/gm)].map(([, id, bytes]) => [
    id,
    bytes,
  ]);
  const operations = readOperations(document as unknown as ContractDocument);
  expect(Object.fromEntries(rows)).toEqual(
    Object.fromEntries(
      operations
        .filter(({ body }) => body !== 'none')
        .map(({ id, bodyBytesMax }) => [id, written(bodyBytesMax)]),
    ),
  );
});

test('has them nowhere else in the shell', () => {
  const elsewhere = readdirSync(`${ROOT}src/http`, { encoding: 'utf8', recursive: true })
    .filter((name) => name.endsWith('.ts') && name !== 'limits.ts')
    .flatMap((name) =>
      [...read(`src/http/${name}`).matchAll(/^const (\w+(?:_MAX|_MILLISECONDS)) = \d/gm)].map(
        ([, constant]) => constant,
      ),
    );
  // These bound messages of the service, and nothing that a caller sends.
  expect(elsewhere.sort()).toEqual([
    'CAUSES_MAX',
    'FRAMES_MAX',
    'HOST_CHARACTERS_MAX',
    'NAME_CHARACTERS_MAX',
  ]);
});

test('says of the database what its own file says', async () => {
  const { READ_SECONDS_MAX, TRANSACTION_SECONDS_MAX } = await import(
    '../../src/database/database.ts'
  );
  expect(page.replaceAll(/\s+/g, ' ')).toContain(
    `${READ_SECONDS_MAX} seconds for a read, ${TRANSACTION_SECONDS_MAX} for a transaction`,
  );
});
