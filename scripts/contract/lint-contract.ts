/**
 * Spectral's OpenAPI rules, all of them, on what is published: `npm run check` runs this beside Redocly's rules, which
 * see the sources. As a library, since its command line brings twice the packages.
 */
import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import spectral, { type RulesetDefinition } from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';

/** Rules that are not kept, each with its reason. */
const OFF: Readonly<Record<string, string>> = {
  'license-url': 'OpenAPI 3.1 asks for an identifier or a url, and the license has an identifier',
  'contact-properties': 'support is reached by its page; it has no address for mail',
  'openapi-tags-alphabetical': 'tags stand in the order in which one reads of them',
  'oas3-operation-security-defined':
    'it knows scopes of OAuth alone, and since 3.1 every scheme may have some; src/http/operations.ts checks them',
};

/** Of the events, which nobody calls. */
const OFF_FOR_EVENTS: Readonly<Record<string, string>> = {
  'oas3-api-servers': 'events are sent to servers of their receivers',
};

/** What is wrong with a document, a line for each complaint. */
export async function lintContract(document: object): Promise<string[]> {
  const linter = new spectral.Spectral();
  const isOfEvents = 'paths' in document && Object.keys(document.paths as object).length === 0;
  const off = Object.keys({ ...OFF, ...(isOfEvents && OFF_FOR_EVENTS) });
  linter.setRuleset({
    // The types of its packages do not fit each other.
    extends: [[rulesets.oas as unknown as RulesetDefinition, 'all']],
    rules: Object.fromEntries(off.map((rule) => [rule, 'off' as const])),
  });
  // Also hints: a rule is kept or it is off.
  const complaints = await linter.run(document as Record<string, unknown>);
  return complaints.map(({ code, path, message }) => `${code}: ${path.join('.')}: ${message}`);
}

if (import.meta.main) {
  for (const name of ['openapi.json', 'webhooks.json']) {
    const file = fileURLToPath(new URL(`../../generated/${name}`, import.meta.url));
    if (!existsSync(file)) continue;
    const complaints = await lintContract(JSON.parse(readFileSync(file, 'utf8')) as object);
    for (const complaint of complaints) process.stdout.write(`${basename(file)}: ${complaint}\n`);
    if (complaints.length > 0) process.exitCode = 1;
  }
}
