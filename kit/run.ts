import { execFile } from 'node:child_process';
import { basename } from 'node:path';
import { promisify } from 'node:util';

const PRINTED_BYTES_MAX = 64 * 1024 * 1024;

/**
 * Runs a program to its end; answers what it printed to stdout.
 *
 * @throws Error with its output, under its name without the path, since documents quote the message
 */
export async function run(
  file: string,
  words: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv; name?: string } = {},
): Promise<string> {
  const { name = basename(file), ...others } = options;
  try {
    const { stdout } = await promisify(execFile)(file, [...words], {
      ...others,
      maxBuffer: PRINTED_BYTES_MAX,
    });
    return stdout;
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string };
    throw new Error(`${name} failed: ${`${stderr ?? ''}${stdout ?? ''}`.trim()}`);
  }
}
