/**
 * The packed files that `npm install` and `pip install` take. They are stored and not compressed, so that the same
 * sources give the same bytes with every Node.js, and git keeps the differences alone.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { gzipSync, zipSync } from 'fflate';
import { createTar } from 'nanotar';

/** The moment that npm gives all files of a package. */
const MTIME = Date.UTC(1985, 9, 26, 8, 15);

/** Packs the folder of a package into `NAME-VERSION.tgz`, with its SHA-256 next to it. */
export async function packPackage(folder: string, output: string): Promise<void> {
  const { name, version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const files = (await filesOf(folder)).map(([path, data]) => ({ name: `package/${path}`, data }));
  const tar = createTar(files, { attrs: { mtime: MTIME, mode: '644', uid: 0, gid: 0 } });
  await keep(output, `${name}-${version}.tgz`, gzipSync(tar, { level: 0, mtime: MTIME }));
}

/**
 * Packs a folder of Python into `NAME-VERSION-py3-none-any.whl`, with its SHA-256 next to it.
 *
 * @see https://packaging.python.org/en/latest/specifications/binary-distribution-format/
 */
export async function packWheel(folder: string, output: string): Promise<void> {
  const files = await filesOf(folder);
  const info = files.map(([path]) => dirname(path)).find((path) => path.endsWith('.dist-info'));
  if (info === undefined) throw new Error(`${folder} is no Python package`);
  const rows = files.map(([path, data]) => {
    const digest = createHash('sha256').update(data).digest('base64url');
    return `${path},sha256=${digest},${data.length}\n`;
  });
  const record = new TextEncoder().encode(`${rows.join('')}${info}/RECORD,,\n`);
  // Its times have no zone, and are read off the clock of the machine.
  const { year, month, day, hour, minute } = WHEEL_TIME;
  const mtime = new Date(year, month, day, hour, minute);
  const all = Object.fromEntries([...files, [`${info}/RECORD`, record]]);
  const packed = zipSync(all, { level: 0, mtime });
  await keep(output, `${info.replace(/\.dist-info$/, '')}-py3-none-any.whl`, packed);
}

const WHEEL_TIME = { year: 1985, month: 9, day: 26, hour: 8, minute: 15 };

/** The packages of released versions lie here: they never change, and are served for good. */
export const RELEASED_PACKAGES = 'released';

/** @throws Error where a package has another content than what was released under its name */
export async function refuseChanged(packages: string, released: string): Promise<void> {
  const kept = existsSync(released) ? await readdir(released) : [];
  for (const name of await readdir(packages)) {
    if (!kept.includes(name)) continue;
    const [built, before] = await Promise.all(
      [packages, released].map((folder) => readFile(join(folder, name))),
    );
    if (built?.equals(before as Buffer) === true) continue;
    throw new Error(
      `${name} was released, and may not change. Raise the version in openapi/openapi.yaml and package.json.`,
    );
  }
}

/** In one order, whatever the file system says. */
async function filesOf(folder: string): Promise<[path: string, data: Uint8Array][]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = found
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
  return Promise.all(
    paths.map(
      async (path): Promise<[string, Uint8Array]> => [
        path,
        new Uint8Array(await readFile(join(folder, path))),
      ],
    ),
  );
}

/** With its SHA-256, as `sha256sum -c` reads it. */
async function keep(output: string, file: string, packed: Uint8Array): Promise<void> {
  const digest = createHash('sha256').update(packed).digest('hex');
  await mkdir(output, { recursive: true });
  await writeFile(join(output, file), packed);
  await writeFile(join(output, `${file}.sha256`), `${digest}  ${file}\n`);
}
