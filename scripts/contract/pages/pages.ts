/**
 * The pages at `/docs`, as `npm run build` writes them: guides, workflows, the reference by tag, events, errors and
 * the changelog, one menu and one index for all. They load nothing from another host, run no inline script, and can be
 * read without any.
 */
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Marked } from 'marked';
import { type Contract as ComparedContract, mergeDocuments } from '../../../kit/contract.ts';
import { versionOf } from '../../../src/http/published.ts';
import { changeLogLines } from '../changes/change.ts';
import { acceptedOf, judge, readReleased } from '../changes/released.ts';
import type { Contract } from '../documents.ts';
import { bundleRedoc } from './bundle.ts';
import { errorsPage } from './errors.ts';

const here = dirname(fileURLToPath(import.meta.url));

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly responses: object;
}

/** A published document, as far as pages are made of it. */
export interface Published {
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly webhooks?: Readonly<Record<string, { readonly post: Operation }>>;
  readonly components: { readonly responses?: object };
}

interface Page {
  /** Without the folder of all: `guides/limits`, and nothing for the first one. */
  readonly path: string;
  readonly title: string;
  readonly group: string;
  readonly body: string;
  readonly children?: readonly {
    readonly id: string;
    readonly title: string;
    readonly text: string;
  }[];
  /** The document and the tag that Redoc shows there. */
  readonly redoc?: { readonly document: string; readonly tag: string };
  /** Where it stood on the one page that all were before. */
  readonly old?: readonly string[];
}

export interface Sources {
  readonly operations: Published;
  readonly events: Published;
  readonly contract: Contract;
  readonly guides: string;
  /** The pictures of the workflows, as SVG, by their names. */
  readonly pictures: ReadonlyMap<string, string>;
  /** The guide that is kept in docs/, beside those of the contract. */
  readonly sdks: string;
  readonly changelog: string;
}

export async function writePages(output: string, sources: Sources): Promise<void> {
  await mkdir(output, { recursive: true });
  for (const name of ['page.css', 'page.js', 'logo.svg'])
    await copyFile(join(here, name), join(output, name));
  const renderer = await bundleRedoc(output);
  const pages = pagesOf(sources, (document, tag) => renderer.render(document, tag));
  await writeFile(join(output, 'reference.css'), renderer.styles());
  await writeFile(join(output, 'search.json'), JSON.stringify(indexOf(pages)));
  const versions = new Map<string, string>();
  for (const name of [
    'page.css',
    'page.js',
    'reference.css',
    'reference.js',
    'search.json',
    'logo.svg',
  ]) {
    versions.set(name, versionOf(await readFile(join(output, name))));
  }
  for (const page of pages) {
    const file = join(output, `${page.path || 'index'}.html`);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, shell(page, pages, versions));
  }
}

const slug = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^a-z0-9 -]/g, '')
    .trim()
    .replaceAll(/ +/g, '-');
/** As Redoc named headings in addresses. */
const oldSlug = (title: string): string => title.replaceAll(/[,.]/g, '').replaceAll(' ', '-');

function pagesOf(
  sources: Sources,
  render: (document: object, tag: string) => string,
): readonly Page[] {
  const { operations, events, guides, sdks, contract } = sources;
  const sections = guides
    .replace('\n---\n', '\n')
    .split(/^(?=# )/m)
    .filter((text) => text.trim() !== '');
  const [firstCall = '', ...others] = mended(sections);
  const guidePages = [firstCall, sdks, ...others].flatMap((text): Page[] => {
    const [, title = ''] = /^# (.*)/.exec(text) ?? [];
    if (title === 'Workflows') return workflowPages(text, sources.pictures);
    const body = title === 'Errors' ? errorsPage(text, contract) : text;
    const path = title === 'Errors' ? 'errors' : `guides/${slug(title)}`;
    const old = [`section/${oldSlug(title)}`, `tag/${oldSlug(title)}`];
    return [
      { path, title, group: 'Guides', body: markdown(body, path), old, ...headingsOf(body, old) },
    ];
  });
  const reference = operations.tags.map(({ name, description }): Page => {
    const path = `reference/${slug(name)}`;
    const found = Object.values(operations.paths)
      .flatMap((item) => Object.values(item))
      .filter(({ tags }) => tags.includes(name));
    return {
      path,
      title: name,
      group: 'Reference',
      body: `${markdown(`# ${name}\n\n${description}`, path)}<p>${REPEATED}</p><div id="reference">${linked(render(operations, name), path)}</div>`,
      redoc: { document: 'openapi.json', tag: name },
      old: [`tag/${oldSlug(name)}`],
      children: found.map((one) => childOf(one.summary, one, operations)),
    };
  });
  const [{ name = 'Events', description = '' } = {}] = events.tags;
  const webhooks = Object.entries(events.webhooks ?? {});
  const eventsPage: Page = {
    path: 'events',
    title: name,
    group: 'Events',
    body: `${markdown(`# ${name}\n\n${description}\n\n${eventHeaders(events)}`, 'events')}<div id="reference">${render(events, name)}</div>`,
    redoc: { document: 'webhooks.json', tag: name },
    old: ['tag/Events'],
    children: webhooks.map(([type, { post }]) => childOf(type, post, events)),
  };
  const start: Page = {
    path: '',
    title: 'Pharmacy Platform API',
    group: '',
    body: startPage(contract),
  };
  const changes: Page = {
    path: 'changelog',
    title: 'Changelog',
    group: 'Guides',
    body: markdown(changelogText(sources), 'changelog'),
  };
  const all = [start, ...guidePages, ...reference, eventsPage, changes];
  return ['', 'Guides', 'Workflows', 'Reference', 'Events'].flatMap((group) =>
    all.filter((page) => page.group === group),
  );
}

/** What people wrote of each version, below what a comparison with the last release finds in the contract. */
function changelogText({ changelog, operations, events }: Sources): string {
  const published = mergeDocuments([operations, events] as unknown as ComparedContract[]);
  const accepted = acceptedOf();
  const { all, since } = judge({ released: readReleased(), published, accepted });
  const [head = '', ...versions] = changelog.split(/^(?=## )/m);
  const stricter = accepted.map(({ change, reason }) => `- ${change}. ${reason}\n`);
  const compared = `## The contract since ${since}

Every change of operations, events, fields and values since the last release, as a comparison of the two documents finds
them. No client breaks.

${changeLogLines(all.filter(({ breaking }) => !breaking))}
${stricter.length > 0 ? `### Stricter than before, with the reason\n\n${stricter.join('')}\n` : ''}`;
  return [head, ...(all.length > 0 ? [compared] : []), ...versions].join('');
}

/** Lines of code that look like headings belong to the section before them. */
function mended(sections: readonly string[]): readonly string[] {
  const whole: string[] = [];
  for (const text of sections) {
    const before = whole.at(-1);
    const isOpen = before !== undefined && (before.match(/^```/gm)?.length ?? 0) % 2 === 1;
    if (isOpen) whole[whole.length - 1] = before + text;
    else whole.push(text);
  }
  return whole;
}

function headingsOf(text: string, old: readonly string[]): Pick<Page, 'children'> {
  const parts = text.split(/^(?=## )/m).slice(1);
  return {
    children: parts.map((part) => {
      const [, title = ''] = /^## (.*)/.exec(part) ?? [];
      return {
        id: slug(title),
        title,
        text: part,
        old: old.map((one) => `${one}/${oldSlug(title)}`),
      };
    }),
  };
}

function workflowPages(text: string, pictures: Sources['pictures']): Page[] {
  const [, ...parts] = text.split(/^(?=## )/m);
  return parts.map((part) => {
    const [, title = ''] = /^## (.*)/.exec(part) ?? [];
    const path = `workflows/${slug(title)}`;
    const raised = part.replaceAll(/^#(#+ )/gm, '$1');
    return {
      path,
      title,
      group: 'Workflows',
      body: markdown(raised, path).replaceAll(
        /<h2 id="([\w-]+)">.*<\/h2>\n/g,
        (heading, name) => heading + pictures.get(name),
      ),
      old: [`section/Workflows/${oldSlug(title)}`, 'section/Workflows'],
    };
  });
}

function childOf(title: string, operation: Operation, { components }: Published) {
  const codes =
    JSON.stringify([operation.responses, components.responses]).match(/[a-z]+_[a-z_]+/g) ?? [];
  return {
    id: `operation/${operation.operationId}`,
    title,
    text: `${operation.operationId} ${operation.summary} ${operation.description} ${[...new Set(codes)].join(' ')}`,
  };
}

const REPEATED =
  'Every answer has <code>X-Request-Id</code>, and the headers that <a href="../../docs/guides/limits">Limits</a> names.';

function eventHeaders(events: Published): string {
  const { webhooks = {}, components } = events;
  const [first] = Object.values(webhooks);
  const { parameters = [] } = (first?.post ?? {}) as {
    parameters?: (Header | { $ref: string })[];
  };
  const known = (components as { parameters?: Record<string, Header> }).parameters ?? {};
  const rows = parameters.map((one) => {
    const header = '$ref' in one ? known[one.$ref.split('/').at(-1) ?? ''] : one;
    return `| \`${header?.name}\` | ${header?.description.replaceAll(/\s+/g, ' ').trim()} |\n`;
  });
  return `Every delivery has these headers:\n\n| Header | Says |\n|---|---|\n${rows.join('')}`;
}

interface Header {
  readonly name: string;
  readonly description: string;
}

function startPage({ info }: Contract): string {
  const [first = ''] = String(info.description).split('\n\n', 1);
  const cards = [
    [
      'guides/first-call',
      'Start',
      'Your key, your first call and your first movement, in five minutes.',
    ],
    [
      'workflows/receive-reserve-ship',
      'Move stock',
      'Receive lots, reserve them for an order and ship it, step by step.',
    ],
    [
      'guides/receiving-webhooks',
      'Receive events',
      'Signed webhooks of what happens, with a receiver to copy.',
    ],
  ];
  return `<h1>Pharmacy Platform API</h1>
<p>${first}</p>
<div class="cards">${cards.map(([to, title, words]) => `<a href="docs/${to}"><h2>${title}</h2>${words}</a>`).join('')}</div>
<h2>For programs</h2>
<p><a href="openapi.json">openapi.json</a> has the operations, <a href="webhooks.json">webhooks.json</a> the events, and <a href="docs/guides.md">guides.md</a> these guides. This is version ${info.version}.</p>`;
}

/** From a page to the folder that holds `docs` and the documents. */
const upFrom = (path: string): string => '../'.repeat(path === '' ? 0 : path.split('/').length);

let addresses: ReadonlyMap<string, string> = new Map();

/** Says where the places of the guides' links are now. */
export function placeLinks(operations: Published): void {
  const places = Object.values(operations.paths)
    .flatMap((item) => Object.values(item))
    .map(({ operationId, tags }) => {
      const hash = `operation/${operationId}`;
      return [hash, `docs/reference/${slug(tags[0] ?? '')}#${hash}`] as const;
    });
  const tags = operations.tags.map(
    ({ name }) => [`tag/${oldSlug(name)}`, `docs/reference/${slug(name)}`] as const,
  );
  addresses = new Map([
    ...places,
    ...tags,
    ['tag/Events', 'docs/events'],
    ['tag/The-ledger', 'docs/guides/the-ledger'],
    ['section/Errors', 'docs/errors'],
    ['section/Workflows', 'docs/workflows/receive-reserve-ship'],
  ]);
}

function addressOf(href: string, path: string): string {
  if (href.startsWith('workflows/')) return upFrom(path) + href;
  if (!href.startsWith('#')) return href;
  const hash = href.slice(1);
  const known = addresses.get(hash);
  if (known !== undefined) return upFrom(path) + known;
  const [kind, title = '', part] = hash.split('/');
  if (kind !== 'section') return href;
  const page = title === 'Errors' ? 'errors' : `guides/${title.toLowerCase()}`;
  return `${upFrom(path)}docs/${page}${part === undefined ? '' : `#${part.toLowerCase()}`}`;
}

const linked = (html: string, path: string): string =>
  html.replaceAll(
    /href="(#(?:section|tag)[^"]*)"/g,
    (_, href) => `href="${addressOf(href, path)}"`,
  );

function markdown(text: string, path: string): string {
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text: title }) {
        return `<h${depth} id="${slug(title)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        return `<a href="${addressOf(href, path)}">${this.parser.parseInline(tokens)}</a>`;
      },
    },
  });
  return marked.parse(text, { async: false });
}

interface Entry {
  readonly title: string;
  readonly group: string;
  readonly href: string;
  readonly text: string;
  readonly old?: readonly string[];
}

function indexOf(pages: readonly Page[]): readonly Entry[] {
  return pages.flatMap(({ path, title, group, body, children = [], redoc, old = [] }) => {
    const href = path === '' ? 'docs' : `docs/${path}`;
    const text = redoc === undefined ? plain(body) : '';
    return [
      { title, group, href, text, old },
      ...children.map((child) => ({
        title: child.title,
        group: `${group}: ${title}`,
        href: `${href}#${child.id}`,
        text: plain(child.text),
        old: [child.id, ...('old' in child ? (child.old as string[]) : [])],
      })),
    ];
  });
}

const plain = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/[`*|\s]+/g, ' ')
    .toLowerCase();

const LANGUAGES = ['curl', 'TypeScript', 'Python'];

function shell(page: Page, pages: readonly Page[], versions: ReadonlyMap<string, string>): string {
  const up = upFrom(page.path);
  const at = (name: string) => `${up}docs/${name}?v=${versions.get(name)}`;
  const { redoc } = page;
  const data = redoc
    ? ` data-tag="${redoc.tag}" data-document="${up}${redoc.document}" data-reference="./${at('reference.js')}"`
    : '';
  const title = page.path === '' ? page.title : `${page.title} · Pharmacy Platform API`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${at('page.css')}">
${redoc ? `<link rel="stylesheet" href="${at('reference.css')}">\n` : ''}<script type="module" src="${at('page.js')}"></script>
</head>
<body data-up="${up}"${data}>
<a class="skip" href="#content">Skip the menu</a>
<header>
<button type="button" popovertarget="menu">Menu</button>
<a class="home" href="${up}docs">Pharmacy Platform API</a>
<form role="search" data-index="${at('search.json')}">
<input id="search" type="search" placeholder="Search" aria-label="Search" autocomplete="off">
<label class="hidden" for="language">Language of the samples</label>
<select id="language">${LANGUAGES.map((name) => `<option>${name}</option>`).join('')}</select>
<span id="found" class="hidden" role="status"></span>
<ul id="results" hidden></ul>
</form>
</header>
<div class="page">
<nav id="menu" popover aria-label="Contents">
${menu(page, pages)}</nav>
<main id="content" tabindex="-1">
${page.body}
</main>
</div>
</body>
</html>
`;
}

function menu(current: Page, pages: readonly Page[]): string {
  const up = upFrom(current.path);
  return ['Guides', 'Workflows', 'Reference', 'Events']
    .map((group) => {
      const items = pages
        .filter((page) => page.group === group)
        .map((page) => {
          const isCurrent = page === current;
          // Events are few, and are in every menu by their types.
          const isOpen = (isCurrent && page.redoc !== undefined) || group === 'Events';
          const below = (isOpen ? (page.children ?? []) : []).map(({ id, title }) =>
            isCurrent
              ? `<li><a href="#${id}" data-section="${id}">${title}</a></li>`
              : `<li><a href="${up}docs/${page.path}#${id}">${title}</a></li>`,
          );
          return `<li><a href="${up}docs/${page.path}"${isCurrent ? ' aria-current="page"' : ''}>${page.title}</a>${below.length > 0 ? `<ul>${below.join('')}</ul>` : ''}</li>\n`;
        });
      return `<h2>${group}</h2>\n<ul>\n${items.join('')}</ul>\n`;
    })
    .join('');
}
