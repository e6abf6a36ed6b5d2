/**
 * Prints the lines of each room and fails where one has more than scripts/check/lines.json allows: `npm run
 * check:lines`. A room that must grow has its number raised there, in the commit that makes it grow;
 * `npm run check:lines -- --write` writes down what stands today.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const ALLOWED = join(ROOT, 'scripts/check/lines.json');
/** Those below are rooms by their first folder, such as `src/http`; the others are one room each. */
const DIVIDED = ['src', 'test', 'scripts'];
const WHOLE = ['application', 'docs', 'openapi', 'prisma', 'sdk'];

type Lines = Readonly<Record<string, number>>;

/** No lines: releases of the contract that are kept, and pictures. */
const NOT_COUNTED = /^openapi\/released\/|\.png$/;

/** Lines by room, of what is committed or is about to be. */
export function countLines(root = ROOT): Lines {
  const listed = execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', ...DIVIDED, ...WHOLE],
    { cwd: root, encoding: 'utf8' },
  );
  const lines: Record<string, number> = {};
  for (const file of new Set(listed.trim().split('\n'))) {
    if (NOT_COUNTED.test(file) || !existsSync(join(root, file))) continue;
    const room = roomOf(file);
    lines[room] =
      (lines[room] ?? 0) + (readFileSync(join(root, file), 'utf8').match(/\n/g)?.length ?? 0);
  }
  return lines;
}

export function roomOf(file: string): string {
  const [top = '', folder, ...rest] = file.split('/');
  return DIVIDED.includes(top) && rest.length > 0 ? `${top}/${folder}` : top;
}

/** What has grown beyond its number, or has none. */
export function grownRooms(lines: Lines, allowed: Lines): string[] {
  return Object.entries(lines)
    .filter(([room, count]) => count > (allowed[room] ?? 0))
    .map(
      ([room, count]) =>
        `${room} has ${count} lines, and ${allowed[room] ?? 0} are written down for it`,
    );
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { write: { type: 'boolean', default: false } } });
  const lines = countLines();
  const rooms = Object.keys(lines).sort();
  if (values.write) {
    const sorted = Object.fromEntries(rooms.map((room) => [room, lines[room]]));
    writeFileSync(ALLOWED, `${JSON.stringify(sorted, null, 2)}\n`);
  }
  const allowed: Lines = JSON.parse(readFileSync(ALLOWED, 'utf8'));
  for (const room of rooms) {
    process.stdout.write(
      `${String(lines[room]).padStart(7)} of ${String(allowed[room] ?? 0).padStart(6)}  ${room}\n`,
    );
  }
  const grown = grownRooms(lines, allowed);
  if (grown.length > 0) {
    process.stdout.write(
      `\n${grown.join('\n')}\nMake it shorter, or raise the number in scripts/check/lines.json: npm run check:lines -- --write\n`,
    );
    process.exitCode = 1;
  }
}
