// Writes the table of all settings into docs/running.md, from the code that reads them.
import { fileURLToPath } from 'node:url';
import { writeSection } from '../../kit/section.ts';
import { SETTINGS } from '../../src/config.ts';

export const PAGE = fileURLToPath(new URL('../../docs/running.md', import.meta.url));
export const SECTION = 'configuration';

export function configurationTable(): string {
  const rows = Object.entries(SETTINGS).map(
    ([name, { defaultValue, meaning }]) => `| \`${name}\` | ${asCode(defaultValue)} | ${meaning} |`,
  );
  return `| variable | where it is not set | meaning |
|---|---|---|
${rows.join('\n')}`;
}

/** A value as one types it; a sentence stays one. */
function asCode(value: string): string {
  return /[ `]/.test(value) || value === 'none' ? value : `\`${value}\``;
}

if (import.meta.main) writeSection(PAGE, SECTION, configurationTable());
