import { execFileSync } from 'node:child_process';
import { delimiter, join } from 'node:path';

/** The first on which the SDK and what the guides show must run. */
const NODE_MIN = 'v20.19';

/** The project's Node.js, and the machine's own where that is another, and not too old. */
export function nodes(): [version: string, path: string][] {
  const found: [string, string][] = [[process.version, process.execPath]];
  for (const directory of (process.env.PATH ?? '').split(delimiter)) {
    if (directory === '' || directory.includes('node_modules')) continue;
    const path = join(directory, 'node');
    const version = versionOf(path);
    if (version.localeCompare(NODE_MIN, 'en', { numeric: true }) < 0) continue;
    if (found.every(([known]) => known !== version)) found.push([version, path]);
  }
  return found;
}

function versionOf(path: string): string {
  try {
    return execFileSync(path, ['--version'], { encoding: 'utf8' }).trim();
  } catch {
    return '';
  }
}
