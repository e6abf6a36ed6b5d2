// Runs a program as an edge runtime does: with the web's globals and nothing of Node.js, and a Request that
// refuses what such a runtime does not have. A process of its own, for node:vm links modules behind a flag:
//
//   node --experimental-vm-modules edge-runtime.ts FOLDER PROGRAM GIVEN
//
// FOLDER is where packages are installed, PROGRAM the text of a module, GIVEN what it finds as `given`, as JSON.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { createContext, SourceTextModule } from 'node:vm';

const [folder = '', program = '', given = ''] = process.argv.slice(2);

class EdgeRequest extends Request {
  constructor(input: string | URL, init: RequestInit = {}) {
    for (const name of ['credentials', 'cache', 'mode', 'keepalive'] as const) {
      if (init[name] !== undefined) throw new Error(`The '${name}' field is not implemented.`);
    }
    if (init.redirect === 'error') throw new TypeError('Invalid redirect value.');
    super(input, init);
  }
}

const context = createContext({
  AbortController,
  AbortSignal,
  DOMException,
  FormData,
  Headers,
  Response,
  URL,
  URLSearchParams,
  TextDecoder,
  TextEncoder,
  atob,
  btoa,
  clearTimeout,
  crypto,
  fetch,
  performance,
  setTimeout,
  Request: EdgeRequest,
  given: JSON.parse(given),
  give: (report: unknown) => process.stdout.write(JSON.stringify(report)),
});

/** What is here has the package's own folder before it. */
const modules = new Map<string, Promise<SourceTextModule>>();

function load(url: string): Promise<SourceTextModule> {
  const known = modules.get(url);
  if (known !== undefined) return known;
  const loaded = readFile(new URL(url), 'utf8').then(
    (text) => new SourceTextModule(text, { context, identifier: url }),
  );
  modules.set(url, loaded);
  return loaded;
}

async function link(specifier: string, from: { identifier: string }): Promise<SourceTextModule> {
  if (specifier.startsWith('.')) return load(new URL(specifier, from.identifier).href);
  const { resolve } = createRequire(pathToFileURL(`${folder}/program.js`));
  const manifest = resolve(`${specifier}/package.json`);
  const { exports } = JSON.parse(await readFile(manifest, 'utf8'));
  const entry = exports['.'].import ?? exports['.'].default;
  return load(new URL(entry, pathToFileURL(manifest)).href);
}

const main = new SourceTextModule(program, {
  context,
  identifier: pathToFileURL(`${folder}/program.js`).href,
});
await main.link(link);
await main.evaluate();
