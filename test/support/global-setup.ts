import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { TEMPLATE_URL, withDatabase } from '../../kit/database.ts';
import { buildWhereStale } from '../../scripts/contract/build.ts';
import { migrate } from '../../src/database/migrate.ts';
import { joinEmbeddedServer } from '../../src/embedded/embedded-server.ts';
import { COSTS_FILE } from './costs.ts';

const TEMPLATE = 'template_pharmacy';

/** The workers inherit the variables; the reporter reads the file before the process ends. */
export default async function setup(): Promise<() => Promise<void>> {
  const directory = mkdtempSync(join(placeOfFiles(), 'pharmacy-test-'));
  // The user who runs the servers, where that is not ours, must reach what lies below.
  chmodSync(directory, 0o711);
  process.env.TMPDIR = directory;
  process.on('exit', () => rmSync(directory, { recursive: true, force: true }));
  // Set it to keep the record of some files, for test/support/coverage.ts.
  const file = process.env.CONTRACT_ANSWERS_FILE ?? join(directory, 'answers');
  writeFileSync(file, '');
  process.env.CONTRACT_ANSWERS_FILE = file;
  process.env.SENTINEL_LEAKS_FILE = join(directory, 'leaks');
  process.env[COSTS_FILE] = join(directory, 'costs');
  writeFileSync(process.env[COSTS_FILE], '');

  await buildWhereStale();

  const dataDir = join(directory, 'data');
  process.env.TEST_DATA_DIR = dataDir;
  const server = await joinEmbeddedServer({ dataDir });
  const client = new pg.Client({ connectionString: withDatabase(server.ownerUrl, 'postgres') });
  await client.connect();
  await client.query(`create database ${TEMPLATE}`);
  await client.end();
  process.env[TEMPLATE_URL] = withDatabase(server.ownerUrl, TEMPLATE);
  await migrate(process.env[TEMPLATE_URL]);
  return () => server.leave();
}

const MEMORY = '/dev/shm';
const MEMORY_BYTES_MIN = 6 * 2 ** 30;

/**
 * In memory where there is plenty. A database of ours is some 900 files, and to make those took half a second
 * of a processor on the disk of one machine and 40 ms in its memory. Servers have the settings of any other.
 */
function placeOfFiles(): string {
  // What `npm run bench:plans` makes is too much.
  if (process.platform !== 'linux' || process.env.PLAN_ROWS !== undefined) return tmpdir();
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    const free = Math.min(bavail * bsize, process.availableMemory());
    return free < MEMORY_BYTES_MIN ? tmpdir() : MEMORY;
  } catch {
    return tmpdir();
  }
}
