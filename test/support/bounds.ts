// The bounds that the source names, and their values.
import { readdirSync, readFileSync } from 'node:fs';
import { ROOT } from './document.ts';

/** What callers meet is in docs/limits.md; the SDK, the commands and the embedded server are nobody's service. */
const ELSEWHERE =
  /^src\/(http|sdk|scan|operator|database\/embedded)\/|^src\/(config|errors|lib\/paging)\.ts$|\/rules\/|\/(import|create|rotate)-(?!webhook\.)/;
const BOUND =
  /^(?:export )?const ([A-Z][A-Z0-9_]*(?:_MAX|_MIN|_MILLISECONDS|_SECONDS|_DAYS|_AT_ONCE|_A_STEP|_A_PAGE|_CONNECTIONS)|CONNECTIONS) = ([^;]+);/gm;
/** Units of time, and what is no number. */
const UNITS =
  /^(MINUTE|HOUR|DAY)_(MILLI)?SECONDS$|^(SEQ_\w+|RETRY_AFTER_SECONDS|TOO_MANY_CONNECTIONS|VERSION_MIN)$/;

export interface Bound {
  readonly file: string;
  readonly name: string;
  readonly value: number;
}

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
