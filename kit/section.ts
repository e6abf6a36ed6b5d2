// The part of a document that a command writes: it stands between `<!-- name -->` and `<!-- end of name -->`.
import { readFileSync, writeFileSync } from 'node:fs';

export function sectionOf(document: string, name: string): string {
  return partsOf(document, name).section;
}

/** The document with another text in that part. */
export function withSection(document: string, name: string, text: string): string {
  const { before, after } = partsOf(document, name);
  return `${before}\n\n${text.trim()}\n\n${after}`;
}

export function writeSection(path: string, name: string, text: string): void {
  writeFileSync(path, withSection(readFileSync(path, 'utf8'), name, text));
}

function partsOf(
  document: string,
  name: string,
): { before: string; section: string; after: string } {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`];
  const [from, to] = [document.indexOf(begin) + begin.length, document.indexOf(end)];
  if (from < begin.length || to < from) {
    throw new Error(`The document needs the lines ${begin} and ${end}, in this order.`);
  }
  return {
    before: document.slice(0, from),
    section: document.slice(from, to).trim(),
    after: document.slice(to),
  };
}
