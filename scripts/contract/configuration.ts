// Writes docs/configuration.md, the reference of all settings, from the code that reads them.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { SETTINGS } from '../../src/config.ts';

export const REFERENCE = fileURLToPath(new URL('../../docs/configuration.md', import.meta.url));

export function configurationReference(): string {
  const rows = Object.entries(SETTINGS).map(
    ([name, { usual, meaning }]) => `| \`${name}\` | ${asCode(usual)} | ${meaning} |`,
  );
  return `# Configuration

All settings are environment variables, read once at the start. One that is empty counts as not set; one that is
wrong ends the start with a line that names it, and never quotes it. This page is made from the code by
\`npm run generate\`. How they go together says [running.md](running.md).

| variable | where it is not set | meaning |
|---|---|---|
${rows.join('\n')}
`;
}

/** A value as one types it; a sentence stays one. */
function asCode(usual: string): string {
  return /[ `]/.test(usual) || usual === 'none' ? usual : `\`${usual}\``;
}

if (import.meta.main) writeFileSync(REFERENCE, configurationReference());
