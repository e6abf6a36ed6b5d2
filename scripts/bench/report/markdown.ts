// The document of a run: what was aimed at, each case, and under which conditions.
import { type Measured, summarise } from '../measurements.ts';
import type { CaseResult } from './results.ts';
import { type Judged, round } from './targets.ts';

export interface Conditions {
  /** One line each. */
  readonly lines: readonly string[];
  /** Whether it is long enough to say anything. */
  readonly isShort: boolean;
}

export function toMarkdown(
  results: readonly CaseResult[],
  judged: readonly Judged[],
  { lines, isShort }: Conditions,
): string {
  return `Written by \`npm run bench\`, which makes all of it again. The limit is what PostgreSQL alone can do: one call of
a function that draws first expiry first out, with its key, its ledger row and its outbox row, in one commit
(\`scripts/bench/limit-schema.sql\`), over 8 connections if not said otherwise. Rows alone are what draws write here, many
in one commit, by one statement and without the service (\`scripts/bench/rows-alone.sql\`). Each case measures its lines in
turn, there and back again, and shows the medians of all rounds; a ratio is the median of the rounds' ratios.
Load, server and PostgreSQL share the machine. After each case \`operator ledger verify\` has proved the ledger,
and what the limit has left was checked.
${isShort ? '\n**A short run, which shows that all works; its numbers say little.**\n' : ''}
![What the server does and what PostgreSQL alone does](benchmarks.svg)

### Targets

${table(
  ['', 'target', 'measured', ''],
  judged.map(({ text, target, value, verdict }) => [text, target, value ?? '–', verdict]),
)}

### Cases

µs are processor time for one unit, of all processes of the server and of PostgreSQL. Units a commit are
counted by the transaction numbers that PostgreSQL gave out. MB is the memory (RSS) of the largest server
process as a run ended. Others are answers that were not the one asked for.

${results.map(toSection).join('\n\n')}

### Conditions

${lines.map((line) => `- ${line}`).join('\n')}
`;
}

function toSection({ name, title, unit, measured, missing }: CaseResult): string {
  const head = `#### ${name}\n\n${title}.\n\n`;
  if (missing !== undefined) return `${head}Not measured: ${missing}.`;
  return (
    head +
    table(
      columns(unit),
      measured.map((one) => toRow(one, measured)),
    )
  );
}

function columns(unit: string): string[] {
  return [
    '',
    `${unit}/s`,
    'ratio',
    'p50 ms',
    'p99 ms',
    'Node µs',
    'PostgreSQL µs',
    'a commit',
    'MB',
    'others',
  ];
}

function toRow(one: Measured, all: readonly Measured[]): string[] {
  const summary = summarise(one, all);
  const show = (value: number | undefined) => (value === undefined ? '' : round(value));
  const ratio = summary.ratio === undefined ? '' : `${round(summary.ratio)} of ${one.against}`;
  return [
    one.name,
    round(summary.perSecond),
    ratio,
    show(summary.p50),
    show(summary.p99),
    show(summary.nodeMicros),
    show(summary.postgresMicros),
    show(summary.unitsPerCommit),
    show(summary.memoryMb),
    summary.odd ? `${summary.odd}` : '',
  ];
}

/** Padded, so that it is read on a terminal, too. Columns in which nothing stands are left out. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const used = head.map((_, index) => index === 0 || rows.some((row) => row[index] !== ''));
  const kept = [head, ...rows].map((row) => row.filter((_, index) => used[index]));
  const widths = (kept[0] ?? []).map((_, index) =>
    Math.max(3, ...kept.map((row) => (row[index] ?? '').length)),
  );
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join(' | ')} |`;
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`;
  const [first = [], ...others] = kept;
  return [line(first), rule, ...others.map(line)].join('\n');
}
