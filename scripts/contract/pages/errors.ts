/** The page of errors: each code in a table, with its cause, its cure and an answer that the contract shows. */
import type { Contract } from '../documents.ts';

const ENTRY = /^- `(\w+)` (\d{3}): ((?:.|\n {2})+)$/gm;

/** @param guide the guide's list, in Markdown */
export function errorsPage(guide: string, contract: Contract): string {
  const parts = guide.split(/^(?=## )/m);
  return parts
    .map((part) => {
      const entries = [...part.matchAll(ENTRY)];
      const [first] = entries;
      if (first === undefined) return part;
      const rows = entries.map(([, code = '', status = '', text = '']) =>
        row(code, status, text.replaceAll(/\s+/g, ' '), contract),
      );
      return `${part.slice(0, first.index)}| Code | Status | Cause | Cure |\n|---|---|---|---|\n${rows.join('')}\n`;
    })
    .join('');
}

function row(code: string, status: string, text: string, contract: Contract): string {
  // The cause ends with the first colon or sentence.
  const [, cause = text, cure = ''] = /^(.*?)(?:\. |: |; )(.*)$/.exec(text) ?? [];
  const body = exampleOf(code, contract);
  const example =
    body === undefined
      ? ''
      : `<details><summary>Answer</summary><pre>${JSON.stringify(body, null, 2).replaceAll('\n', '&#10;').replaceAll('|', '&#124;')}</pre></details>`;
  return `| <span id="${code}">[\`${code}\`](#${code})</span> | ${status} | ${cause} | ${cure} ${example} |\n`;
}

/** The first answer in the contract that has the code. */
function exampleOf(code: string, contract: object): object | undefined {
  let found: object | undefined;
  const visit = (node: unknown): void => {
    if (found !== undefined || typeof node !== 'object' || node === null) return;
    const { error } = node as { error?: { code?: unknown } | string };
    const own = typeof error === 'object' ? error?.code : error;
    if (own === code) found = node;
    else Object.values(node).forEach(visit);
  };
  visit(contract);
  return found;
}
