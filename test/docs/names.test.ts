// What the documents name is there.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DOCUMENTS, ROOT, readDocument } from '../support/document.ts';

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const FOLDERS = 'application docs generated kit openapi prisma scripts sdk soak src test'.split(
  ' ',
);
const files = FOLDERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map(
    (path) => `${folder}/${path}`,
  ),
);

/** The headings of a document as links name them. */
function headingsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

describe.each(DOCUMENTS)('%s', (document) => {
  const text = read(document);

  it('names paths that are there', () => {
    const paths = text.matchAll(
      new RegExp(`(?<![\\w./-])(?:${FOLDERS.join('|')})/(?!json)[\\w./-]*[\\w/]`, 'g'),
    );
    expect(
      [...paths].map(([path]) => path).filter((path) => !existsSync(join(ROOT, path))),
    ).toEqual([]);
  });

  it('names files that are there, where it leaves out their folder', () => {
    const names = text.matchAll(/(?<![\w./-])[\w-]+(?:\/[\w.-]+)*\.(?:ts|yaml|prisma|md|sql)\b/g);
    const missing = [...names].filter(
      ([name]) => !existsSync(join(ROOT, name)) && !files.some((path) => path.endsWith(`/${name}`)),
    );
    // The one that a command writes, and those that the document asks to save.
    const made = ['migration.sql', ...readDocument(document).files.keys()];
    expect(missing.map(([name]) => name).filter((name) => !made.includes(name))).toEqual([]);
  });

  it('links to what is there', () => {
    // The guides link to sections of the pages at /docs, which guides.test.ts looks up.
    if (document === 'openapi/guides.md') return;
    const links = [...text.matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g)];
    const broken = links.filter(([, to, heading]) => {
      const path = to ? join(dirname(document), to) : document;
      if (!existsSync(join(ROOT, path))) return true;
      return heading !== undefined && !headingsOf(read(path)).includes(heading);
    });
    expect(broken.map(([link]) => link)).toEqual([]);
  });

  it('names scripts that package.json has', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const named = [...text.matchAll(/npm run (?:-s )?([a-z][\w:]*)/g)].map(([, name]) => name);
    expect(named.filter((name) => !((name as string) in scripts))).toEqual([]);
  });
});

it('has every room in the picture of the rooms', () => {
  const rooms = readdirSync(join(ROOT, 'src'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  const [picture = ''] =
    /```mermaid\nflowchart TB[^`]*```/.exec(read('docs/ARCHITECTURE.md')) ?? [];
  expect(rooms.filter((room) => !picture.includes(`"${room}/<br>`))).toEqual([]);
});
