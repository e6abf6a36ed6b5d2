// Redoc over one tag of the contract: drawn when the pages are generated, and taken over in the reader's browser, so that
// both have the same text. What repeats in every answer, the guides say once.
import { createElement } from 'react';
import { hydrateRoot } from 'react-dom/client';
import {
  AppStore,
  ContentItems,
  OptionsProvider,
  RedocWrap,
  StoreProvider,
  ThemeProvider,
} from 'redoc';

const FONT = 'system-ui, sans-serif';
const THEME = {
  spacing: { sectionHorizontal: 28, sectionVertical: 24 },
  colors: {
    primary: { main: 'var(--accent)' },
    success: { main: 'var(--good)' },
    error: { main: 'var(--bad)' },
    warning: { main: 'var(--warning)' },
    text: { primary: 'var(--text)', secondary: 'var(--quiet)' },
    border: { dark: 'var(--line)', light: 'var(--line)' },
    gray: { 50: 'var(--nested)', 100: 'var(--nested)' },
    responses: {
      success: { tabTextColor: '#7fd18a' },
      error: { tabTextColor: '#ff9d97' },
      redirect: { tabTextColor: '#ffd27f' },
      info: { color: 'var(--quiet)', tabTextColor: '#8fc9e8' },
    },
  },
  schema: {
    linesColor: 'var(--line)',
    nestedBackground: 'var(--nested)',
    requireLabelColor: 'var(--bad)',
  },
  rightPanel: { backgroundColor: '#12282b', width: '48%' },
  codeBlock: { backgroundColor: '#0b1a1c' },
  typography: {
    fontFamily: FONT,
    headings: { fontFamily: FONT, fontWeight: '600' },
    code: { color: 'var(--code)', backgroundColor: 'var(--code-ground)' },
    links: { color: 'var(--accent)', visited: 'var(--accent)', hover: 'var(--accent)' },
  },
};

/** More than any operation has, so that the payload stands behind its samples. */
const SAMPLES_MAX = 9;
const OPTIONS = {
  disableSearch: true,
  expandResponses: '200,201',
  hideSchemaPattern: true,
  jsonSamplesExpandLevel: 'all',
  nativeScrollbars: true,
  payloadSampleIdx: SAMPLES_MAX,
  sortRequiredPropsFirst: true,
  theme: THEME,
};

/** The page of one tag. The same document gives the same element. */
export function draw(document, tag) {
  const store = new AppStore(shape(document, tag), undefined, OPTIONS, false);
  const items = createElement(ContentItems, { items: store.menu.items });
  const wrapped = createElement(RedocWrap, { className: 'redoc-wrap' }, items);
  const { options } = store;
  const configured = createElement(OptionsProvider, { value: options }, wrapped);
  const stored = createElement(StoreProvider, { value: store }, configured);
  return createElement(ThemeProvider, { theme: options.theme }, stored);
}

export function takeOver(element, document, tag, onDrawn) {
  const after = createElement(Drawn, { onDrawn }, draw(document, tag));
  return hydrateRoot(element, after);
}

function Drawn({ onDrawn, children }) {
  queueMicrotask(onDrawn);
  return children;
}

/** What Redoc shows of one tag. */
export function shape(document, tag) {
  const { openapi, info, servers = [], components, security } = structuredClone(document);
  const only = (items = {}) =>
    Object.fromEntries(
      Object.entries(structuredClone(items)).flatMap(([path, item]) => {
        const kept = Object.entries(item).filter(([, operation]) => operation.tags?.includes(tag));
        return kept.length > 0 ? [[path, Object.fromEntries(kept)]] : [];
      }),
    );
  const paths = only(document.paths);
  const webhooks = only(document.webhooks);
  for (const item of Object.values(paths)) {
    for (const operation of Object.values(item)) {
      // Without a tag it stands below the page's own heading.
      delete operation.tags;
      sayScopes(operation);
      putCreatedFirst(operation);
      leaveOutLimits(operation);
    }
  }
  for (const [type, { post }] of Object.entries(webhooks)) {
    delete post.tags;
    post.description = `**${post.summary}** ${post.description}`;
    post.summary = type;
    post.parameters = [];
  }
  leaveOutLimits(components);
  for (const schema of Object.values(components.schemas)) leaveToProse(schema);
  const { title, version } = info;
  return {
    openapi,
    info: { title, version },
    // Without the address that this document was read from: the page was drawn without it.
    servers: servers.slice(-2),
    tags: [],
    paths,
    webhooks,
    components,
    security,
  };
}

// Redoc shows the scopes of OAuth alone.
function sayScopes(operation) {
  const scopes = (operation.security ?? []).flatMap((one) => Object.values(one).flat());
  if (scopes.length === 0) return;
  const names = scopes.map((scope) => `\`${scope}\``).join(', ');
  const live = operation['x-live-key-only'] ? ' Live keys only.' : '';
  operation.description = `**Scope:** ${names}.${live}\n\n${operation.description}`;
}

// Redoc shows answers in the order of their keys. An object puts numbers in ascending order, so that the answer to a
// repeat would come before the answer to what it repeats.
function putCreatedFirst(operation) {
  operation.responses = new Proxy(operation.responses, {
    ownKeys: (responses) =>
      Reflect.ownKeys(responses).sort((a, b) => (b === '201') - (a === '201')),
  });
}

// The guide on limits says once what stands in every answer.
function leaveOutLimits({ responses }) {
  for (const { headers } of Object.values(responses ?? {})) {
    for (const name of Object.keys(headers ?? {})) {
      if (name.startsWith('X-RateLimit-') || name === 'X-Request-Id') delete headers[name];
    }
  }
}

// What an operation judges by itself its descriptions say. Redoc would show the rules as kinds of one body.
function leaveToProse(schema) {
  for (const keyword of schema['x-judged-by-operation'] ?? []) delete schema[keyword];
}
