import { ONE_DATABASE, type Placement } from '../../cells/directory.ts';
import { OperatorError } from '../../errors.ts';
import { SecretBox } from '../../lib/seal.ts';
import { command, flag, optionalChoice } from '../command.ts';
import { CSV_SECTIONS } from '../import/csv-file.ts';
import { importFile, readImport } from '../import/import-file.ts';
import type { ImportSource } from '../import/import-source.ts';
import { readFileNamed } from '../read-file.ts';

/** A file is held in memory whole, several times its size; this is some 600,000 lots. */
const FILE_BYTES_MAX = 100_000_000;

export const importCommand = command({
  name: 'import <file>',
  description: 'Import records from a JSON or CSV file. A file with an error changes nothing.',
  options: {
    section: optionalChoice('<name>', 'section that a CSV file contains', CSV_SECTIONS),
    dryRun: flag('check the file without changing anything'),
  },
  organizations: async ({ section }, [path = '']) =>
    organizationsIn((await readSource(path, section)).file).named,
  run: async (
    database,
    { section, dryRun: isDryRun = false },
    { words: [path = ''], action, secretsKeys, placement, progress },
  ) => {
    const source = await readSource(path, section);
    const write = () =>
      importFile(database, source, {
        action,
        secrets: new SecretBox(secretsKeys),
        isDryRun,
        onProgress: progress('records'),
      });
    // A file with a fault is refused whole, so nothing of it is placed.
    const isPlaced = placement !== ONE_DATABASE && source.faults.length === 0;
    const { counts, locksHeldMilliseconds } = await (isPlaced
      ? placed(write, { file: source.file, isDryRun, placement })
      : write());
    const end = isDryRun
      ? 'dry run, nothing was changed'
      : `stock was locked for ${locksHeldMilliseconds} ms`;
    return {
      json: isDryRun
        ? { dry_run: true, ...counts }
        : { ...counts, locks_held_milliseconds: locksHeldMilliseconds },
      lines: [
        ...Object.entries(counts).flatMap(([section, { created, updated, unchanged }]) =>
          // A file has few of the sections, so only those with records are printed.
          created + updated + unchanged > 0
            ? `${section}: ${created} created, ${updated} updated, ${unchanged} unchanged`
            : [],
        ),
        end,
      ],
    };
  },
});

async function placed<Result>(
  write: () => Promise<Result>,
  {
    file,
    isDryRun,
    placement,
  }: { file: ImportSource['file']; isDryRun: boolean; placement: Placement },
): Promise<Result> {
  const { made, named } = organizationsIn(file);
  await placement.refuseElsewhere(named);
  return isDryRun ? write() : placement.placeOrganizations(made, write);
}

/** @returns the slugs of the organizations that the file has, and of all that its records name */
function organizationsIn(file: ImportSource['file']): { made: string[]; named: string[] } {
  const made = new Set<string>();
  const named = new Set<string>();
  for (const [section, records] of Object.entries(file)) {
    for (const record of records) {
      for (const [field, value] of Object.entries(record)) {
        const isSlug =
          section === 'organizations' ? field === 'slug' : NAMES_ORGANIZATION.test(field);
        if (!isSlug || typeof value !== 'string') continue;
        named.add(value);
        if (section === 'organizations') made.add(value);
      }
    }
  }
  return { made: [...made], named: [...named] };
}

const NAMES_ORGANIZATION = /^(\w+_)?organization$/;

async function readSource(
  path: string,
  section: (typeof CSV_SECTIONS)[number] | undefined,
): Promise<ImportSource> {
  if (section === undefined && path.toLowerCase().endsWith('.csv')) {
    throw new OperatorError(
      `Use --section to say what ${path} contains: ${CSV_SECTIONS.join(', ')}.`,
    );
  }
  return readImport({ path, text: await readText(path) }, section);
}

async function readText(path: string): Promise<string> {
  const bytes = await readFileNamed(path, FILE_BYTES_MAX);
  try {
    // The decoder is fatal, because a name in another encoding would be stored with its letters replaced.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new OperatorError(`${path} is not UTF-8 text.`);
  }
}
