// Writes the table of bounds into docs/limits.md: names, values and files come from the source, and the reason of each
// is in the table alone. A bound that is new gets a row without a reason, which test/bounds.test.ts refuses.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sectionOf, writeSection } from '../../kit/section.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
export const PAGE = `${ROOT}docs/limits.md`;
export const SECTION = 'bounds';
const ROW = /^\| `([^`]+)` \| `(\w+)` \| ([\d,.]+) \| (.*) \|$/gm;

/** Callers meet those of src/http; the commands and the embedded server are apart from the service. */
const ELSEWHERE =
  /^src\/(http|scan|operator|embedded)\/|^src\/(config|errors|lib\/paging)\.ts$|\/rules\/|\/(import|create|rotate)-(?!webhook\.)/;
const BOUND =
  /^(?:export )?const ([A-Z][A-Z0-9_]*(?:_MAX|_MIN|_MILLISECONDS|_SECONDS|_DAYS|_AT_ONCE|_A_STEP|_A_PAGE|_CONNECTIONS)|CONNECTIONS) = ([^;]+);/gm;
/** These are units of time, or no numbers. */
const UNITS =
  /^(MINUTE|HOUR|DAY)_(MILLI)?SECONDS$|^(SEQ_\w+|RETRY_AFTER_SECONDS|TOO_MANY_CONNECTIONS|VERSION_MIN)$/;

export interface Bound {
  readonly file: string;
  readonly name: string;
  readonly value: number;
}

/**
 * The table with the bounds of today. A bound keeps its reason, also where it alone of its file has a new name with the
 * old value.
 *
 * @param before the table as it stands
 */
export function boundsTable(before: string): string {
  const rows = [...before.matchAll(ROW)].map(
    ([, file = '', name = '', value = '', reason = '']) => ({ file, name, value, reason }),
  );
  const bounds = readBounds().map(({ file, name, value }) => ({
    file,
    name,
    value: value.toLocaleString('en-US'),
  }));
  const sameName = (one: Named) => (other: Named) =>
    one.file === other.file && one.name === other.name;
  const gone = rows.filter((row) => !bounds.some(sameName(row)));
  const lines = bounds.map((bound) => {
    const { file, name, value } = bound;
    const row =
      rows.find(sameName(bound)) ?? gone.find((one) => one.file === file && one.value === value);
    return `| \`${file}\` | \`${name}\` | ${value} | ${row?.reason ?? ''} |`;
  });
  const head = ['| where | name | value | what it bounds, and why |', '|---|---|---|---|'];
  return [...head, ...lines].join('\n');
}

type Named = { readonly file: string; readonly name: string };

export function readBounds(): Bound[] {
  const files = readdirSync(`${ROOT}src`, { recursive: true, encoding: 'utf8' })
    .map((path) => `src/${path}`)
    .filter((path) => path.endsWith('.ts') && !ELSEWHERE.test(path))
    .sort();
  const written = files.flatMap((file) =>
    [...readFileSync(ROOT + file, 'utf8').matchAll(BOUND)].map(([, name = '', text = '']) => ({
      file,
      name,
      text,
    })),
  );
  const valueOfText = (text: string, file: string): number =>
    text.split(/ ([+*/-]) /).reduce(
      ({ sum, sign }, part) => {
        if (/^[+*/-]$/.test(part)) return { sum, sign: part };
        const other = written.find(
          (one) => one.name === part && (one.file === file || /_MAX$|_SECONDS$/.test(part)),
        );
        const own = written.find((one) => one.name === part && one.file === file) ?? other;
        const number = own ? valueOfText(own.text, own.file) : Number(part.replaceAll('_', ''));
        return { sum: combined(sum, sign, number), sign: '+' };
      },
      { sum: 0, sign: '+' },
    ).sum;
  return written
    .filter(({ name }) => !UNITS.test(name))
    .map(({ file, name, text }) => ({ file, name, value: valueOfText(text, file) }))
    .filter(({ value }) => Number.isFinite(value));
}

function combined(one: number, sign: string, other: number): number {
  if (sign === '*') return one * other;
  if (sign === '/') return one / other;
  return sign === '-' ? one - other : one + other;
}

if (import.meta.main) {
  writeSection(PAGE, SECTION, boundsTable(sectionOf(readFileSync(PAGE, 'utf8'), SECTION)));
}
