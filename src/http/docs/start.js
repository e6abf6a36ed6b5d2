// Runs in the reader's browser. Redoc shows the scopes of OAuth alone, so each operation's text says what its key
// must have. It shows one document, so operations and events become one again.
const { openapi, webhooks, guides, logo } = document.getElementById('reference').dataset;
// Each colour of text stands out from its ground at least 4.5 to 1.
const FONT = 'system-ui, sans-serif';
const THEME = {
  spacing: { sectionVertical: 24 },
  colors: {
    primary: { main: '#0b6e6e' },
    text: { primary: '#1d2b2b', secondary: '#4a5757' },
    border: { dark: '#c8d3d3', light: '#e4eaea' },
  },
  sidebar: { backgroundColor: '#f4f8f7', textColor: '#1d2b2b' },
  rightPanel: { backgroundColor: '#12282b' },
  fab: { color: '#0b6e6e' },
  codeBlock: { backgroundColor: '#0b1a1c' },
  typography: {
    fontFamily: FONT,
    headings: { fontFamily: FONT, fontWeight: '600' },
    code: { color: '#8a2f12', backgroundColor: '#f5f1ee' },
    links: { color: '#0b6e6e', visited: '#0b6e6e', hover: '#084f4f' },
  },
};
/** More than any operation has, so that the payload stands behind its samples. */
const SAMPLES_MAX = 9;
const read = (address) => fetch(address);
const json = (answer) => answer.json();

Promise.all([
  read(openapi).then(json),
  read(webhooks).then(json),
  read(guides).then((answer) => answer.text()),
]).then(([contract, events, text]) => {
  const callHere = samplesOfThisAddress(contract.servers);
  for (const path of Object.values(contract.paths)) {
    for (const operation of Object.values(path)) {
      sayScopes(operation);
      putCreatedFirst(operation);
      leaveOutLimits(operation);
      for (const sample of operation['x-codeSamples'] ?? [])
        sample.source = callHere(sample.source);
    }
  }
  for (const tag of events.tags) tag.description += headersOf(events);
  for (const [type, { post }] of Object.entries(events.webhooks)) nameByType(type, post);
  const components = { ...contract.components };
  for (const [kind, some] of Object.entries(events.components)) {
    components[kind] = { ...components[kind], ...some };
  }
  leaveOutLimits(components);
  for (const schema of Object.values(components.schemas)) leaveToProse(schema);
  const [before, after] = text.split('\n---\n');
  const ledger = asTag(after);
  const tags = [...contract.tags, ...events.tags, ledger];
  const namesOf = (some) => some.map(({ name }) => name);
  const groups = [
    { name: 'Reference', tags: namesOf(contract.tags) },
    { name: 'Events by type', tags: namesOf(events.tags) },
    { name: 'For auditors', tags: [ledger.name] },
  ];
  const info = {
    ...contract.info,
    // What else the contract says there, the guides say at more length.
    description: `${contract.info.description.split('\n\n', 1)[0]}\n\n${callHere(before)}`,
    'x-logo': { url: logo, altText: 'Pharmacy Platform', href: '#' },
  };
  globalThis.Redoc.init(
    { ...contract, info, tags, 'x-tagGroups': groups, webhooks: events.webhooks, components },
    {
      downloadUrls: [
        { title: 'openapi.json', url: openapi },
        { title: 'webhooks.json', url: webhooks },
        { title: 'guides.md', url: guides },
      ],
      expandResponses: '200,201',
      jsonSamplesExpandLevel: 'all',
      sortRequiredPropsFirst: true,
      hideSchemaPattern: true,
      payloadSampleIdx: SAMPLES_MAX,
      theme: THEME,
    },
    document.getElementById('reference'),
    () => {
      nameLandmarks();
      chooseOneLanguage();
    },
  );
});

// Who hears the page goes from landmark to landmark, and from heading to heading.
function nameLandmarks() {
  const menu = document.querySelector('.menu-content');
  menu.setAttribute('role', 'navigation');
  menu.setAttribute('aria-label', 'Contents');
  const content = document.querySelector('.api-content');
  content.setAttribute('role', 'main');
  // Where the link to skip the menu leads.
  content.id = 'content';
  content.tabIndex = -1;
  openByKeys(menu.nextElementSibling, menu);
  followCurrent(menu);
  // Redoc's own small headings are three levels below those that they stand under.
  for (const heading of content.querySelectorAll('h5')) heading.setAttribute('aria-level', '3');
}

// Narrow windows, and magnified ones, have the menu behind a button that Redoc made for fingers alone.
function openByKeys(button, menu) {
  button.setAttribute('role', 'button');
  button.setAttribute('aria-label', 'Contents');
  button.tabIndex = 0;
  button.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    button.click();
    // It stands before the button. Where it has just been closed it takes no focus.
    setTimeout(() => menu.querySelector('input').focus());
  });
}

// The menu is longer than a window, and Redoc leaves it where it is when another entry becomes the current one.
function followCurrent(menu) {
  let current = null;
  const follow = () => {
    const now = menu.querySelector('.active');
    // Its group may be about to open.
    if (now === current || !now?.checkVisibility()) return;
    now.scrollIntoView({ block: 'nearest' });
    current = now;
  };
  const changes = { subtree: true, childList: true, attributes: true, attributeFilter: ['class'] };
  new MutationObserver(follow).observe(menu, changes);
  follow();
}

// What few readers need comes behind the operations, where Redoc shows tags alone.
function asTag(text) {
  const [, name, description] = /^# (.*)([\s\S]*)/m.exec(text);
  return { name, description, 'x-traitTag': true };
}

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
  for (const { headers } of Object.values(responses)) {
    for (const name of Object.keys(headers ?? {})) {
      if (name.startsWith('X-RateLimit-') || name === 'X-Request-Id') delete headers[name];
    }
  }
}

// The headers that every event has, for the text above all of them.
function headersOf({ webhooks, components }) {
  const [{ post }] = Object.values(webhooks);
  const rows = post.parameters.map((one) => {
    const { name, description } = components.parameters[one.$ref?.split('/').at(-1)] ?? one;
    return `| \`${name}\` | ${description.replaceAll(/\s+/g, ' ').trim()} |\n`;
  });
  return `\nEvery delivery has these headers:\n\n| Header | Says |\n|---|---|\n${rows.join('')}`;
}

// The headers stand once above all events.
function nameByType(type, event) {
  event.description = `**${event.summary}** ${event.description}`;
  event.summary = type;
  event.parameters = [];
}

// The service adds the address that the document was read at. Pages of files alone have none, and name production.
function samplesOfThisAddress(servers) {
  const [production] = servers;
  const here = servers.find(({ url }) => url.startsWith(`${location.origin}/`)) ?? production;
  if (here === production) return (text) => text;
  return (text) =>
    text
      .replace("PHARMACY_KEY ?? '' }", `PHARMACY_KEY ?? '', baseUrl: '${here.url}' }`)
      .replace('"PHARMACY_KEY"])', `"PHARMACY_KEY"], base_url="${here.url}")`)
      // The table of addresses in the guides stays as it is.
      .replaceAll(
        /^(.*\bcurl .*|API=)(https:.*)$/gm,
        (_, before, rest) => before + rest.replace(production.url, here.url),
      );
}

const CHOSEN = 'docs-language';

// Whoever chooses the language of one sample has chosen that of all, also for the next visit.
function chooseOneLanguage() {
  const tabs = () => [...document.querySelectorAll('[role=tab]')];
  const languages = ['curl', 'TypeScript', 'Python'];
  let isFollowing = false;
  const choose = (language) => {
    isFollowing = true;
    for (const tab of tabs()) {
      const isChosen = tab.getAttribute('aria-selected') === 'true';
      if (tab.textContent === language && !isChosen) tab.click();
    }
    isFollowing = false;
  };
  document.addEventListener('click', ({ target }) => {
    const language = target.closest?.('[role=tab]')?.textContent;
    if (isFollowing || !languages.includes(language)) return;
    localStorage.setItem(CHOSEN, language);
    choose(language);
  });
  const remembered = localStorage.getItem(CHOSEN);
  if (languages.includes(remembered) && remembered !== languages[0]) choose(remembered);
}

// What an operation judges by itself its descriptions say. Redoc would show the rules as kinds of one body.
function leaveToProse(schema) {
  for (const keyword of schema['x-judged-by-operation'] ?? []) delete schema[keyword];
}
