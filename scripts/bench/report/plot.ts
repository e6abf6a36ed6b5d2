// The cases that have something to be compared with, as bars: grey is what they are compared with.
import { type Measured, summarise } from '../measurements.ts';
import type { CaseResult } from './results.ts';
import { round } from './targets.ts';

const TITLE = 'What the server does and what PostgreSQL alone does';
const WIDTH = 900;
const LABELS = 250;
const BARS = 440;
const LINE = 20;
const GAP = 16;
const GREY = '#8a9099';
const COLOUR = '#2a7de1';

export function toSvg(results: readonly CaseResult[]): string {
  const shown = results.filter(({ measured }) =>
    measured.some(({ against }) => against !== undefined),
  );
  const parts: string[] = [];
  let y = GAP;
  for (const { name, unit, measured } of shown) {
    y += LINE;
    parts.push(text(GAP, y, `${name}: ${unit}/s`, 'font-weight="bold"'));
    const most = Math.max(...measured.map((one) => summarise(one, measured).perSecond));
    for (const one of measured) {
      y += LINE;
      parts.push(bar(one, measured, { y, most }));
    }
    y += GAP;
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${y}" font-family="sans-serif" font-size="13">
<title>${TITLE}</title>
<rect width="${WIDTH}" height="${y}" fill="#ffffff"/>
${parts.join('\n')}
</svg>
`;
}

function bar(
  one: Measured,
  all: readonly Measured[],
  { y, most }: { y: number; most: number },
): string {
  const { perSecond, ratio } = summarise(one, all);
  const length = Math.max(1, Math.round((perSecond / most) * BARS));
  const isBaseline = all.some(({ against }) => against === one.name);
  const label = `${round(perSecond)}${ratio === undefined ? '' : `, ${round(ratio)} of ${one.against}`}`;
  return [
    text(LABELS - 10, y, one.name, 'text-anchor="end"'),
    `<rect x="${LABELS}" y="${y - 12}" width="${length}" height="14" fill="${isBaseline ? GREY : COLOUR}"/>`,
    text(LABELS + length + 8, y, label),
  ].join('\n');
}

function text(x: number, y: number, words: string, more = ''): string {
  const safe = words.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<text x="${x}" y="${y}" fill="#1c2024" ${more}>${safe}</text>`;
}
