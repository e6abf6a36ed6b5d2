import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.ts';

const SOURCE = join(root, 'src');

/** Every module but the program itself, which runs as it is loaded. */
export function sourceFiles(): string[] {
  return readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && file !== 'main.ts')
    .map((file) => join(SOURCE, file));
}
