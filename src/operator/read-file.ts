import { readFile, stat } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { OperatorError } from '../errors.ts';

/**
 * Reads a file that a command names.
 *
 * @throws OperatorError that names the folder in which a relative path was looked for: npm runs commands in the project's
 */
export async function readFileNamed(path: string, bytesMax = Infinity): Promise<Buffer> {
  const unreadable = (error: NodeJS.ErrnoException) => {
    const where = isAbsolute(path)
      ? ''
      : ` It was looked for in ${process.cwd()}: name it by its whole path if it is elsewhere.`;
    throw new OperatorError(`${path} cannot be read: ${error.code ?? error.message}.${where}`);
  };
  const { size } = await stat(path).catch(unreadable);
  if (size > bytesMax) {
    throw new OperatorError(
      `${path} has ${Math.ceil(size / 1e6)} MB; an import takes at most ${bytesMax / 1e6} MB. Split the file.`,
    );
  }
  return readFile(path).catch(unreadable);
}
