/**
 * The packed file that `npm install` takes. It is stored and not compressed, so that the same sources give the same
 * bytes with every Node.js, and git keeps the differences alone.
 */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'fflate';
import { createTar } from 'nanotar';

/** The moment that npm gives all files of a package. */
const MTIME = Date.UTC(1985, 9, 26, 8, 15);

/** Packs the folder of a package into `NAME-VERSION.tgz`, with its SHA-256 beside it, as `sha256sum -c` reads it. */
export async function packPackage(folder: string, output: string): Promise<void> {
  const { name, version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = found
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
  const files = await Promise.all(
    paths.map(async (path) => ({
      name: `package/${path}`,
      data: new Uint8Array(await readFile(join(folder, path))),
    })),
  );
  const tar = createTar(files, { attrs: { mtime: MTIME, mode: '644', uid: 0, gid: 0 } });
  const packed = gzipSync(tar, { level: 0, mtime: MTIME });
  const file = `${name}-${version}.tgz`;
  const digest = createHash('sha256').update(packed).digest('hex');
  await mkdir(output, { recursive: true });
  await writeFile(join(output, file), packed);
  await writeFile(join(output, `${file}.sha256`), `${digest}  ${file}\n`);
}
