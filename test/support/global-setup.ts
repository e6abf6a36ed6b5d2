import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The workers inherit the variable; the reporter reads the file before teardown removes it. */
export default function setup(): () => void {
  const directory = mkdtempSync(join(tmpdir(), 'contract-seen-'));
  const file = join(directory, 'seen');
  writeFileSync(file, '');
  process.env.CONTRACT_SEEN_FILE = file;
  process.on('exit', () => rmSync(directory, { recursive: true, force: true }));
  return () => undefined;
}
