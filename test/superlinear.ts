// Searches for a text on which an expression takes more than twice as long where the text is twice as long. Texts are
// made of pieces of what the expression matches: one piece is repeated, and what follows breaks the match, so that
// the expression goes through all ways to match the repeated part. That is enough for all that the static checker
// `recheck` finds in this repository and that V8 takes long for. A busy machine does not make it fail: a text that
// takes long is measured again, by the fastest of several runs and against a text of half its length.
import fc from 'fast-check';

/** What sees a text: an expression, or what holds some. */
export interface Subject {
  readonly name: string;
  readonly see: (text: string) => unknown;
  /** Texts that it takes. */
  readonly samples: readonly string[];
}

/** A text of any length: `piece` is repeated. */
interface Growing {
  readonly start: string;
  readonly piece: string;
  readonly end: string;
}

export function subjectOf(name: string, expression: RegExp): Subject {
  return {
    name: `${name} ${expression}`,
    see: (text) => {
      expression.lastIndex = 0;
      return text.replace(expression, '');
    },
    samples: samplesOf(expression),
  };
}

const SAMPLES = 10;
const SEED = 22;
/** Nothing can be drawn from these: a text that is looked for becomes a part of the sample, the edge of a word goes. */
const ASSERTIONS = /\(\?<?[=!]|\\[bB]/g;
const DRAWN_FLAGS = /[^msu]/g;

function samplesOf({ source, flags }: RegExp): string[] {
  // The operators of `v` combine classes of single characters, which have one way to match.
  if (flags.includes('v')) return [];
  const drawn = source.replaceAll(ASSERTIONS, (found) => (found.startsWith('(') ? '(?:' : ''));
  const whole = new RegExp(`^(?:${drawn})$`, flags.replaceAll(DRAWN_FLAGS, ''));
  return fc.sample(fc.stringMatching(whole, { size: 'small' }), {
    numRuns: SAMPLES,
    seed: SEED,
  });
}

/** Of the repeated part, in characters. From short to long: where growth is exponential, a short one is enough. */
const LENGTHS = [8, 12, 16, 24, 48, 96, 200, 400, 8_000];
const LONG_MILLISECONDS = 1;
const RUNS = 5;
/** Twice as much takes twice as long, and four times as long where growth is quadratic. */
const LINEAR_MAX = 3;

/** @returns an expression of the text on which the time of the subject grows faster than the text, if there is one */
export function superlinear({ see, samples }: Subject): string | undefined {
  const milliseconds = ({ start, piece, end }: Growing, length: number): number => {
    const text = start + piece.repeat(Math.ceil(length / piece.length)) + end;
    const startedAt = performance.now();
    see(text);
    return performance.now() - startedAt;
  };
  const fastest = (growing: Growing, length: number): number =>
    Math.min(...Array.from({ length: RUNS }, () => milliseconds(growing, length)));
  for (const growing of growingOf(samples)) {
    const length = LENGTHS.find((some) => milliseconds(growing, some) > LONG_MILLISECONDS);
    if (length === undefined) continue;
    const whole = fastest(growing, length);
    if (whole < LONG_MILLISECONDS || whole < fastest(growing, length / 2) * LINEAR_MAX) continue;
    const { start, piece, end } = growing;
    const times = Math.ceil(length / piece.length);
    return `${JSON.stringify(start)} + ${JSON.stringify(piece)}.repeat(${times}) + ${JSON.stringify(end)}`;
  }
  return undefined;
}

/** Of the classes that expressions are commonly made of. */
const COMMON_PIECES = [' ', '\t', '0', 'a', '-', '.', '/'];
/** In no class but those that exclude others, and the end of every line. */
const BREAK = '\0\n';
const POSITIONS_MAX = 24;

function* growingOf(samples: readonly string[]): Generator<Growing> {
  const seen = new Set<string>();
  for (const sample of [BREAK, ...samples]) {
    for (let at = 0; at <= Math.min(sample.length, POSITIONS_MAX); at += 1) {
      const [start, rest] = [sample.slice(0, at), sample.slice(at)];
      const pieces = [start, start.slice(-1), start.slice(-2), rest.slice(0, 1), rest.slice(0, 2)];
      for (const piece of [...pieces, ...COMMON_PIECES]) {
        for (const end of [BREAK, rest + BREAK]) {
          const key = JSON.stringify([start, piece, end]);
          if (piece === '' || seen.has(key)) continue;
          seen.add(key);
          yield { start, piece, end };
        }
      }
    }
  }
}
