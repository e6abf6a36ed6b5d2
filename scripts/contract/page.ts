/**
 * Bundles the application's page from `application/`: its program with the parts that are loaded when they are needed,
 * one style and the licenses of what is in the program, into generated/application. The same sources give the same bytes.
 */
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import bwip from 'bwip-js/node';
import { rolldown } from 'rolldown';
import { root } from '../../kit/root.ts';

const require = createRequire(import.meta.url);

/** What the program may hold besides our own sources; the test of imports says the same. */
const PACKAGES = [
  'preact',
  '@preact/signals',
  '@preact/signals-core',
  'openapi-fetch',
  '@simplewebauthn/browser',
  'idb',
  'bwip-js',
  'zxing-wasm',
];

export async function buildPage(output: string): Promise<void> {
  const sources = join(root, 'application');
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  await mkdir(output, { recursive: true });
  const bundle = await rolldown({
    input: join(sources, 'start.tsx'),
    cwd: root,
    platform: 'browser',
    tsconfig: join(sources, 'tsconfig.json'),
    transform: { target: 'es2022', define: { CONTRACT_VERSION: JSON.stringify(version) } },
    onLog: (level, log) => {
      if (level === 'warn') throw new Error(log.message);
    },
  });
  try {
    await bundle.write({
      dir: output,
      // Parts name each other, so a part has the same name for all of them and another name for other bytes.
      entryFileNames: 'page-[hash].js',
      chunkFileNames: 'part-[hash].js',
      format: 'esm',
      minify: true,
      comments: false,
    });
  } finally {
    await bundle.close();
  }
  await copyFile(join(sources, 'page.css'), join(output, 'page.css'));
  const decoder = require.resolve('zxing-wasm/reader/zxing_reader.wasm');
  await copyFile(decoder, join(output, 'zxing_reader.wasm'));
  await writeFile(join(output, 'check-code.svg'), checkCode());
  await writeFile(join(output, 'LICENSE.txt'), await licenses());
}

/** What `application/scanning/check.ts` compares a scanner's keys with. */
export const CHECK_CODE_ELEMENTS = '(01)09506000134352(17)301231(10)aBZ-yq/1(21)Check_42';

function checkCode(): string {
  return bwip.toSVG({
    bcid: 'gs1datamatrix',
    text: CHECK_CODE_ELEMENTS,
    scale: 4,
    padding: 4,
    backgroundcolor: 'ffffff',
  });
}

async function licenses(): Promise<string> {
  const texts = PACKAGES.map(async (name) => {
    const folder = join(root, 'node_modules', name);
    const license = await readFile(join(folder, 'LICENSE'), 'utf8').catch(() =>
      readFile(join(folder, 'LICENSE.md'), 'utf8'),
    );
    return `${name}\n\n${license.trim()}\n`;
  });
  return (await Promise.all(texts)).join('\n');
}
