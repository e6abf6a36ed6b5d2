// Runs in the reader's browser, on every page of the docs. All of them can be read without it.
const { up, tag, document: described, reference } = document.body.dataset;
const find = (selector) => document.querySelector(selector);
const findAll = (selector, from = document) => [...from.querySelectorAll(selector)];

// Samples that were read from the service call the service. Pages of files alone name production.
const ORIGIN = 'https://api.pharmacy.example';
const PRODUCTION = `${ORIGIN}/api/public`;
const HERE =
  document.body.dataset.served === undefined ? PRODUCTION : `${location.origin}/api/public`;
const atThisAddress = (text) =>
  text
    .replace("PHARMACY_KEY ?? '' }", `PHARMACY_KEY ?? '', baseUrl: '${HERE}' }`)
    .replace('"PHARMACY_KEY"])', `"PHARMACY_KEY"], base_url="${HERE}")`)
    .replaceAll(PRODUCTION, HERE);
if (HERE !== PRODUCTION) {
  for (const link of findAll(`a[href^="${ORIGIN}/"]`))
    link.href = link.href.replace(ORIGIN, location.origin);
  for (const code of findAll('pre')) {
    const walker = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { data } = walker.currentNode;
      if (data.includes(ORIGIN)) walker.currentNode.data = data.replaceAll(ORIGIN, location.origin);
    }
  }
}

// The language of all samples, kept for the next visit.
const CHOSEN = 'docs-language';
const languages = find('#language');
languages.value = localStorage.getItem(CHOSEN) ?? 'curl';
if (languages.selectedIndex < 0) languages.selectedIndex = 0;
const isChosen = (one) => one.getAttribute('aria-selected') === 'true';
function choose() {
  for (const one of findAll('[role=tab]')) {
    if (one.textContent === languages.value && !isChosen(one)) one.click();
  }
}
languages.addEventListener('change', () => {
  localStorage.setItem(CHOSEN, languages.value);
  choose();
});
document.addEventListener('click', ({ target, isTrusted }) => {
  const language = target.closest?.('[role=tab]')?.textContent;
  const isOne = [...languages.options].some(({ value }) => value === language);
  if (!isTrusted || !isOne || language === languages.value) return;
  languages.value = language;
  languages.dispatchEvent(new Event('change'));
});

// One index of all pages, fetched when somebody searches.
let index;
const readIndex = () => {
  index ??= fetch(languages.form.dataset.index).then((answer) => answer.json());
  return index;
};
const FOUND_MAX = 30;
const search = find('#search');
const results = find('#results');
search.addEventListener('focus', readIndex);
search.addEventListener('input', async () => {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  const entries = words.length === 0 ? [] : await readIndex();
  const scored = entries.flatMap((entry) => {
    const title = entry.title.toLowerCase();
    const text = `${title} ${entry.group.toLowerCase()} ${entry.text}`;
    if (!words.every((word) => text.includes(word))) return [];
    return [{ entry, score: words.filter((word) => title.includes(word)).length }];
  });
  const found = scored.sort((one, other) => other.score - one.score).slice(0, FOUND_MAX);
  results.replaceChildren(
    ...found.map(({ entry }) => {
      const link = document.createElement('a');
      link.href = up + entry.href;
      link.append(entry.title);
      const group = document.createElement('small');
      group.append(entry.group);
      link.append(' ', group);
      const item = document.createElement('li');
      item.append(link);
      return item;
    }),
  );
  results.hidden = words.length === 0;
  find('#found').textContent = words.length === 0 ? '' : `${scored.length} found`;
});
search.addEventListener('keydown', ({ key }) => {
  if (key !== 'Escape') return;
  search.value = '';
  results.hidden = true;
});

// Addresses of the one page that this was before.
const [, old] = /^#((?:tag|section|operation)\/.+)/.exec(decodeURIComponent(location.hash)) ?? [];
if (old !== undefined && document.getElementById(old) === null) {
  const entry = (await readIndex()).find(({ old: names = [] }) => names.includes(old));
  if (entry !== undefined) location.replace(up + entry.href);
}

// The entry of the operation that is read.
const entries = new Map(findAll('nav [data-section]').map((link) => [link.dataset.section, link]));
const observer = new IntersectionObserver(
  (seen) => {
    for (const { target, isIntersecting } of seen) {
      if (!isIntersecting) continue;
      for (const link of entries.values()) link.removeAttribute('aria-current');
      const link = entries.get(target.id);
      link?.setAttribute('aria-current', 'location');
      if (link?.checkVisibility()) link.scrollIntoView({ block: 'nearest' });
    }
  },
  { rootMargin: '-10% 0px -80% 0px' },
);
for (const id of entries.keys()) {
  const section = document.getElementById(id);
  if (section) observer.observe(section);
}

// Redoc takes over what it drew: its tabs and rows open from then on. The text is there before.
if (tag !== undefined) {
  const [{ takeOver }, text] = await Promise.all([
    import(reference),
    fetch(described).then((answer) => answer.text()),
  ]);
  const contract = JSON.parse(text);
  for (const item of Object.values(contract.paths ?? {})) {
    for (const { 'x-codeSamples': samples = [] } of Object.values(item)) {
      for (const sample of samples) sample.source = atThisAddress(sample.source);
    }
  }
  takeOver(find('#reference'), contract, tag, () => {
    setTimeout(() => {
      document.body.dataset.drawn = '';
      choose();
    });
  });
}
