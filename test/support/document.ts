// A document that is walked: the blocks that its reader types, and what it says comes of each.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The README and the documents, whose blocks are run as they stand. */
export const WALKED = [
  'README.md',
  ...readdirSync(`${ROOT}docs`)
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
  // The guides of the contract's pages, before they are put together.
  'openapi/guides.md',
];

/** What these name must be there too. */
export const DOCUMENTS = [
  ...WALKED,
  'CONTRIBUTING.md',
  'SECURITY.md',
  'CHANGELOG.md',
  'openapi/README.md',
  ...['src', 'kit', 'scripts', 'soak', 'application', 'sdk'].flatMap((folder) =>
    readdirSync(ROOT + folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('README.md'))
      .map((path) => `${folder}/${path}`),
  ),
];

export interface Block {
  readonly language: string;
  readonly text: string;
  /** Where the text is in the document. */
  readonly at: number;
}

/** A block of commands, with the answer or the text that the document shows below it. */
export interface Step {
  readonly command: string;
  readonly status: string | undefined;
  /** The body of the last answer, as JSON. */
  readonly answer: Block | undefined;
  readonly printed: Block | undefined;
}

export interface WalkedDocument {
  readonly path: string;
  readonly text: string;
  readonly steps: readonly Step[];
  readonly blocks: readonly Block[];
  /** What the document asks to save, by the names of the files. */
  readonly files: ReadonlyMap<string, Block>;
}

/** The words before a block that is a file: its name, last in the sentence. */
const SAVED = /`([\w-]+\.\w+)`:\n\n```\w+\n$/;

export function readDocument(path: string): WalkedDocument {
  const text = readFileSync(`${ROOT}${path}`, 'utf8');
  const blocks = [...text.matchAll(/^```(\w*)\n((?:.|\n)*?)^```$/gm)].map(
    ({ index, 1: language = '', 2: body = '' }): Block => ({
      language,
      text: body,
      at: index + 3 + language.length + 1,
    }),
  );
  const files = new Map<string, Block>();
  const steps = blocks.flatMap((block, index): Step[] => {
    const previous = blocks[index - 1];
    const before = text.slice(previous ? previous.at + previous.text.length : 0, block.at);
    const name = SAVED.exec(before)?.[1];
    if (name !== undefined) files.set(name, block);
    if (block.language !== 'sh') return [];
    const next = blocks[index + 1];
    const between = text.slice(block.at + block.text.length + 4, next?.at);
    const status = /answers `(\d{3})`/.exec(between)?.[1];
    const isNext = next !== undefined && !between.includes('\n#') && !SAVED.test(between);
    return [
      {
        command: block.text,
        status,
        answer: isNext && status !== undefined && next.language === 'json' ? next : undefined,
        printed: isNext && next.language === 'text' ? next : undefined,
      },
    ];
  });
  return { path, text, steps, blocks, files };
}

/** Puts what a run has given into the place of what the document shows. */
export function rewriteDocument(
  { path, text }: WalkedDocument,
  replacements: ReadonlyMap<Block, string>,
): void {
  let rewritten = '';
  let at = 0;
  for (const [block, replacement] of [...replacements].sort(([a], [b]) => a.at - b.at)) {
    rewritten += text.slice(at, block.at) + replacement;
    at = block.at + block.text.length;
  }
  writeFileSync(`${ROOT}${path}`, rewritten + text.slice(at));
}

const INLINE_CHARACTERS_MAX = 80;

/** JSON for people: small objects and lists stand on one line. */
export function formatJson(value: unknown, indent = ''): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const parts: [label: string, item: unknown][] = Array.isArray(value)
    ? value.map((item) => ['', item])
    : Object.entries(value).map(([name, item]) => [`${JSON.stringify(name)}: `, item]);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{ ', ' }'];
  if (parts.length === 0) return Array.isArray(value) ? '[]' : '{}';
  const isSmall =
    parts.every(([, item]) => typeof item !== 'object' || item === null) &&
    (Array.isArray(value) || parts.length <= 3);
  const line = parts.map(([label, item]) => label + JSON.stringify(item)).join(', ');
  if (isSmall && indent.length + line.length <= INLINE_CHARACTERS_MAX) return open + line + close;
  const lines = parts.map(
    ([label, item]) => `${indent}  ${label}${formatJson(item, `${indent}  `)}`,
  );
  return `${open.trim()}\n${lines.join(',\n')}\n${indent}${close.trim()}`;
}
