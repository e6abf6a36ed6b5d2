/** Bundles Redoc as the pages use it: one program draws them here, and the other takes them over in the browser. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

const here = dirname(fileURLToPath(import.meta.url));
const resolve = createRequire(import.meta.url).resolve;
const NOTHING = 'virtual:nothing';

/** Parts of Redoc that its pages here have no use for: they bundle documents, search, and mark what was found. */
const UNUSED = [
  '@redocly/openapi-core/lib/bundle',
  '@redocly/openapi-core/lib/config/config',
  'lunr',
  'mark.js',
  'perfect-scrollbar',
];

/** Redoc's footer has an image on its makers' host. */
const FOREIGN_IMAGE = 'https://cdn.redoc.ly/redoc/logo-mini.svg';

export interface Renderer {
  render(document: object, tag: string): string;
  styles(): string;
}

/** Writes the browser's program, and returns what draws the pages now. */
export async function bundleRedoc(output: string): Promise<Renderer> {
  await bundle('reference.js', 'browser', join(output, 'reference.js'));
  const program = await readFile(join(output, 'reference.js'), 'utf8');
  await writeFile(join(output, 'reference.js'), program.replaceAll(FOREIGN_IMAGE, 'data:,'));
  await writeFile(join(output, 'LICENSE.txt'), await licenses());
  const workshop = await mkdtemp(join(output, 'renderer-'));
  try {
    const renderer = join(workshop, 'render.js');
    await bundle('render.js', 'node', renderer);
    return (await import(pathToFileURL(renderer).href)) as Renderer;
  } finally {
    await rm(workshop, { recursive: true });
  }
}

async function bundle(source: string, platform: 'browser' | 'node', file: string): Promise<void> {
  const made = await rolldown({
    input: join(here, source),
    platform,
    transform: { target: 'es2022', define: { 'process.env.NODE_ENV': '"production"' } },
    resolve: {
      alias: {
        redoc: resolve('redoc/bundles/redoc.browser.lib.js'),
        polished: join(here, 'colors.js'),
      },
    },
    plugins: [
      {
        name: 'nothing',
        resolveId: (id) => (UNUSED.includes(id) ? NOTHING : null),
        load: (id) => (id === NOTHING ? 'export default {};' : null),
      },
    ],
    onLog: (level, log) => {
      if (level === 'warn') throw new Error(log.message);
    },
  });
  try {
    await made.write({ file, format: 'esm', minify: true, comments: false, codeSplitting: false });
  } finally {
    await made.close();
  }
}

async function licenses(): Promise<string> {
  const texts = [
    resolve('redoc/LICENSE'),
    `${resolve('redoc/bundles/redoc.standalone.js')}.LICENSE.txt`,
  ];
  return (await Promise.all(texts.map((path) => readFile(path, 'utf8')))).join('\n');
}
