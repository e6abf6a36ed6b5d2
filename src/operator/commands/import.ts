import { readFile } from 'node:fs/promises';
import { OperatorError } from '../../errors.ts';
import { SecretBox } from '../../lib/seal.ts';
import { command } from '../command.ts';
import { importFile } from '../import/import-file.ts';

export const importCommand = command({
  name: 'import <file>',
  description: 'Load a JSON file of records, all or nothing.',
  options: {},
  run: async (database, _options, { words: [path], action, secretsKeys }) => {
    const { counts, locksHeldMilliseconds } = await importFile(
      database,
      await readText(path as string),
      { action, secrets: new SecretBox(secretsKeys) },
    );
    return {
      json: { ...counts, locks_held_milliseconds: locksHeldMilliseconds },
      lines: [
        ...Object.entries(counts).flatMap(([section, { created, updated, unchanged }]) =>
          // A file has few of the sections, so only those with records are printed.
          created + updated + unchanged > 0
            ? `${section}: ${created} created, ${updated} updated, ${unchanged} unchanged`
            : [],
        ),
        `stock was locked for ${locksHeldMilliseconds} ms`,
      ],
    };
  },
});

async function readText(path: string): Promise<string> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new OperatorError(`${path} cannot be read: ${error.code ?? error.message}.`);
  });
  try {
    // The decoder is fatal, because a name in another encoding would be stored with its letters replaced.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new OperatorError(`${path} is not UTF-8 text.`);
  }
}
