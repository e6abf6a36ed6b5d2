// An expression whose time grows faster than what it sees lets one caller stop a process with one header.
import { readdirSync, readFileSync } from 'node:fs';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import ts from 'typescript';
import { expect, test } from 'vitest';
import document from '../generated/openapi.json' with { type: 'json' };
import { CURSORS } from '../src/lib/cursors.ts';
import { APPLICATION_IDENTIFIERS } from '../src/scan/application-identifiers.ts';
import { type Subject, subjectOf, superlinear } from './superlinear.ts';
import { ROOT } from './support/document.ts';

/** Expressions that are made where the program runs, by the file that makes them. */
const MADE: Readonly<Record<string, readonly RegExp[]>> = {
  'src/lib/cursors.ts': Object.values(CURSORS).map(({ pattern }) => new RegExp(pattern)),
  'src/scan/application-identifiers.ts': [...APPLICATION_IDENTIFIERS.values()].map(
    ({ fits }) => fits,
  ),
};

const source = readSource();

test('lists what makes expressions where the program runs', () => {
  expect(source.makers).toEqual(Object.keys(MADE));
});

test('no expression of the source takes more than linear time', () => {
  const made = Object.entries(MADE).flatMap(([file, expressions]) =>
    [...new Map(expressions.map((one) => [one.source, one])).values()].map((one) =>
      subjectOf(file, one),
    ),
  );
  expect(source.literals.length).toBeGreaterThan(100);
  expect(violations([...source.literals, ...made])).toEqual([]);
}, 120_000);

test('no pattern and no format of the contract takes more than linear time', () => {
  const { patterns, formats } = readContract();
  expect([patterns.length > 10, formats.length > 3]).toEqual([true, true]);
  expect(violations([...patterns, ...formats])).toEqual([]);
}, 120_000);

test.each([
  /(a+)+$/,
  /(x+x+)+y/,
  /^(\w+\s?)*$/,
  /^(a|ab|b)*c/,
  /^(\d|[0-5])*x/,
  /\s+$/,
  /^[\t\n\r ]+|[\t\n\r ]+$/g,
  /a.*b.*c/,
  /lock file .* already exists/,
  /(?<=T\d*)\d+$/,
  /^application\/json[ \t]*(?:;[ \t]*charset[ \t]*=[ \t]*utf-8[ \t]*)?;?[ \t]*$/i,
  /^"?[^"]*"?[^"]*$/,
])('finds what %s takes more than linear time for', (expression) => {
  expect(superlinear(subjectOf('', expression))).toEqual(expect.any(String));
});

function violations(subjects: readonly Subject[]): string[] {
  return subjects.flatMap((subject) => {
    const text = superlinear(subject);
    return text === undefined ? [] : [`${subject.name} on ${text}`];
  });
}

/** The literals of the source, and the files that make expressions of texts. */
function readSource(): { literals: Subject[]; makers: string[] } {
  const literals: Subject[] = [];
  const makers = new Set<string>();
  const files = ['src', 'application', 'sdk/typescript'].flatMap((folder) =>
    readdirSync(ROOT + folder, { recursive: true, encoding: 'utf8' }).map(
      (path) => `${folder}/${path}`,
    ),
  );
  for (const file of files.filter((path) => /\.[jt]s$/.test(path) && !path.includes('/test/'))) {
    const text = readFileSync(ROOT + file, 'utf8');
    const visit = (node: ts.Node): void => {
      if (ts.isRegularExpressionLiteral(node)) {
        const [, pattern = '', flags] = /^\/(.*)\/(\w*)$/s.exec(node.text) ?? [];
        literals.push(subjectOf(file, new RegExp(pattern, flags)));
      }
      if (ts.isNewExpression(node) || ts.isCallExpression(node)) {
        if (ts.isIdentifier(node.expression) && node.expression.text === 'RegExp') makers.add(file);
      }
      ts.forEachChild(node, visit);
    };
    visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest));
  }
  return { literals, makers: [...makers].sort() };
}

/** Texts of the formats whose expressions lie within a function. */
const SAMPLES: Readonly<Record<string, readonly string[]>> = {
  date: ['2026-11-20'],
  'date-time': ['2026-11-20T10:00:00.123Z', '2026-11-20t23:59:60+01:00'],
  uri: [
    'https://user:word@host.example:8443/a/b%20c?d=e#f',
    'urn:a:b',
    'https://[::1]/',
    'a://1.2.3.4',
  ],
};

/** Whatever the validator compiles for bodies and parameters, and for answers too. */
function readContract(): { patterns: Subject[]; formats: Subject[] } {
  const patterns = new Set<string>();
  const named = new Set<string>();
  JSON.stringify(document, (key, value) => {
    if (key === 'pattern' && typeof value === 'string') patterns.add(value);
    if (key === 'format' && typeof value === 'string') named.add(value);
    return value;
  });
  const formats = Object.entries(fullFormats).flatMap(([name, format]) => {
    if (!named.has(name)) return [];
    if (format instanceof RegExp) return [subjectOf(name, format)];
    const validate = typeof format === 'object' ? format.validate : format;
    // Formats of numbers see no text.
    if (SAMPLES[name] === undefined || typeof validate !== 'function') return [];
    return [{ name, see: validate as (text: string) => unknown, samples: SAMPLES[name] }];
  });
  return {
    patterns: [...patterns].map((pattern) => subjectOf('contract', new RegExp(pattern, 'u'))),
    formats,
  };
}
