/**
 * Prints the lines of each package and fails where one has more than its ceiling in scripts/check/lines.json: `npm run
 * check:lines`. The project's owner sets the ceilings. A change that needs more room makes room.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** The package of a file is the one with the longest path that the file's begins with. */
export type Packages = Readonly<Record<string, { paths: readonly string[]; ceiling: number }>>;

/** Lines by package, of what is committed or is about to be; pictures have none. */
export function countLines(packages: Packages, root = ROOT): Record<string, number> {
  const lines = Object.fromEntries(Object.keys(packages).map((name) => [name, 0]));
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  for (const file of new Set(listed.trim().split('\n'))) {
    const name = packageOf(file, packages);
    if (name === undefined || file.endsWith('.png') || !existsSync(join(root, file))) continue;
    const count = readFileSync(join(root, file), 'utf8').match(/\n/g)?.length ?? 0;
    lines[name] = (lines[name] ?? 0) + count;
  }
  return lines;
}

function packageOf(file: string, packages: Packages): string | undefined {
  const [nearest] = Object.entries(packages)
    .flatMap(([name, { paths }]) => paths.map((path) => ({ name, path })))
    .filter(({ path }) => file.startsWith(`${path}/`))
    .sort((one, other) => other.path.length - one.path.length);
  return nearest?.name;
}

export function overCeiling(lines: Record<string, number>, packages: Packages): string[] {
  return Object.entries(packages)
    .filter(([name, { ceiling }]) => (lines[name] ?? 0) > ceiling)
    .map(
      ([name, { ceiling }]) => `${name} has ${lines[name]} lines, and its ceiling is ${ceiling}.`,
    );
}

if (import.meta.main) {
  const packages: Packages = JSON.parse(
    readFileSync(join(ROOT, 'scripts/check/lines.json'), 'utf8'),
  );
  const lines = countLines(packages);
  for (const [name, { ceiling }] of Object.entries(packages)) {
    process.stdout.write(
      `${String(lines[name]).padStart(7)} of ${String(ceiling).padStart(6)}  ${name}\n`,
    );
  }
  const over = overCeiling(lines, packages);
  if (over.length > 0) {
    process.stdout.write(`\n${over.join('\n')}\nMake room in the same change.\n`);
    process.exitCode = 1;
  }
}
