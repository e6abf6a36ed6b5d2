/**
 * Builds the Python package into generated/sdk/python: openapi-generator's client of our document, and beside it the
 * hand-written modules of this folder. It needs Java, and Maven where the generator is not in the cache yet; so what
 * comes of it is not committed.
 */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../../contract/generate.ts';
import { operationRows, readContract, type SdkContract } from '../../contract/sdk/contract.ts';
import { openapiGenerator } from '../toolchains.ts';
import { snake } from './names.ts';

const run = promisify(execFile);
const PACKAGE = 'pharmacy_platform';
const OWN = join(root, 'scripts/clients/sdk-python');

export async function buildPython(output: string): Promise<void> {
  const contract = await readContract(join(root, 'generated'));
  const { version } = contract.info;
  const workshop = await mkdtemp(join(tmpdir(), 'sdk-python-'));
  try {
    const document = join(workshop, 'openapi.json');
    await writeFile(document, JSON.stringify(keysMayBeLeftOut(contract), booleansAlone));
    const client = join(workshop, 'client');
    await run('java', [
      '-jar',
      await openapiGenerator(),
      'generate',
      '-g',
      'python',
      '-i',
      document,
      '-o',
      client,
      '--global-property',
      'apis,models,supportingFiles,apiTests=false,modelTests=false,apiDocs=false,modelDocs=false',
      `--additional-properties=packageName=${PACKAGE},packageVersion=${version},hideGenerationTimestamp=true`,
    ]);
    const folder = join(client, PACKAGE);
    await cp(join(OWN, PACKAGE), folder, {
      recursive: true,
      filter: (path) => !/__pycache__/.test(path),
    });
    await writeFile(join(folder, 'operations.py'), operationsModule(contract));
    await writeFile(join(folder, 'platform.py'), platformModule(contract));
    const index = join(folder, '__init__.py');
    await writeFile(index, (await readFile(index, 'utf8')) + EXPORTS);
    await rm(output, { recursive: true, force: true });
    await mkdir(output, { recursive: true });
    await cp(folder, join(output, PACKAGE), { recursive: true });
    for (const [from, name] of [
      [join(OWN, 'README.md'), 'README.md'],
      [join(root, 'src/sdk/LICENSE'), 'LICENSE'],
    ] as const) {
      await cp(from, join(output, name));
    }
    await writeFile(join(output, 'pyproject.toml'), project(version));
  } finally {
    await rm(workshop, { recursive: true, force: true });
  }
}

/** The client makes a key where none is given, so its methods must not ask for one. */
function keysMayBeLeftOut(contract: SdkContract): object {
  const { webhooks: _, ...document } = structuredClone(contract);
  for (const parameter of Object.values(document.components.parameters ?? {})) {
    const { name } = parameter as { name: string };
    if (name === 'Idempotency-Key') (parameter as { required: boolean }).required = false;
  }
  for (const schema of Object.values(document.components.schemas)) {
    const { required } = schema as { required?: string[] };
    const at = required?.indexOf('idempotency_key') ?? -1;
    if (at >= 0) required?.splice(at, 1);
  }
  return document;
}

/** The generator would compare a boolean of one value with that value's text, and refuse all of them. */
function booleansAlone(_: string, node: unknown): unknown {
  if (typeof node !== 'object' || node === null) return node;
  if (!('type' in node) || node.type !== 'boolean' || !('enum' in node)) return node;
  const { enum: _values, ...rest } = node;
  return rest;
}

function operationsModule(contract: SdkContract): string {
  const rows = operationRows(contract);
  const operations = rows.map(([id, { method, path, repeat, batch }]) => {
    const items = batch === undefined ? 'None' : `(${text(batch.items)}, ${text(batch.key)})`;
    return `    ${text(`${method} ${path}`)}: Operation(${text(snake(id))}, ${text(repeat)}, ${items}),\n`;
  });
  const paged = rows.flatMap(([id, { page }]) =>
    page === undefined
      ? []
      : `    ${text(snake(id))}: (${text(page.items)}, ${text(page.cursor)}, ${page.limitMax}),\n`,
  );
  return `"""Written from the contract. Not for editing."""

from typing import NamedTuple, Optional


class Operation(NamedTuple):
    id: str
    repeat: str
    batch: Optional[tuple[str, str]]


OPERATIONS = {
${operations.join('')}}

#: Of each list with pages: the items, the cursor's name, the most that come in one.
PAGES = {
${paged.join('')}}
`;
}

function platformModule(contract: SdkContract): string {
  const apis = [...new Set(operationRows(contract).map(([, { tag }]) => tag))].sort();
  const lines = apis.map((tag) => {
    const words = tag.split(' ').map((word) => word.toLowerCase());
    const name = words.map((word) => (word[0] ?? '').toUpperCase() + word.slice(1)).join('');
    return { attribute: words.join('_'), api: `${name}Api` };
  });
  return `"""Written from the contract. Not for editing."""

from typing import Optional

import urllib3

from pharmacy_platform.api import (
${lines.map(({ api }) => `    ${moduleOf(api)} as _${moduleOf(api)},\n`).join('')})
from pharmacy_platform.configuration import Configuration
from pharmacy_platform.reading import EventFeed
from pharmacy_platform.retrying import Limits, RetryingApiClient

PRODUCTION_URL = ${text(contract.servers[0]?.url ?? '')}


class PharmacyPlatform:
    """The API, with one key."""

    def __init__(self, client: RetryingApiClient) -> None:
${lines.map(({ attribute, api }) => `        self.${attribute} = _${moduleOf(api)}.${api}(client)\n`).join('')}
    def events(
        self, after: Optional[str] = None, poll_seconds: Optional[float] = None
    ) -> EventFeed:
        """The feed of events; with \`poll_seconds\` it waits for more where there is nothing new."""
        return EventFeed(self.inventory, after, poll_seconds)


def connect(
    api_key: str, *, base_url: str = PRODUCTION_URL, limits: Limits = Limits()
) -> PharmacyPlatform:
    """A client of the API. \`base_url\` ends in /api/public; production unless said otherwise."""
    if not api_key.startswith(("vita_live_", "vita_test_")) or not api_key.isascii() or not api_key.isprintable():
        raise ValueError("api_key must be a whole key: vita_live_… or vita_test_…")
    address = base_url.rstrip("/")
    if not address.startswith(("https://", "http://")) or address.endswith("/v1"):
        raise ValueError("base_url must be a whole address that ends in /api/public, without /v1")
    configuration = Configuration(host=address, access_token=api_key)
    # Attempts are counted by the client, which knows what may be sent twice, and redirects are not followed.
    configuration.retries = urllib3.Retry(total=False, redirect=False)  # type: ignore[arg-type]
    client = RetryingApiClient(configuration)
    client.limits = limits
    client.user_agent = "pharmacy_platform/${contract.info.version}"
    return PharmacyPlatform(client)
`;
}

function moduleOf(api: string): string {
  return snake(api);
}

const EXPORTS = `
from pharmacy_platform.platform import PRODUCTION_URL, PharmacyPlatform, connect
from pharmacy_platform.reading import EventFeed, each, pages
from pharmacy_platform.retrying import Limits, NoAnswer, Refusal, new_idempotency_key, refusal_of
from pharmacy_platform.webhooks import WebhookVerificationError, verify_webhook

__all__ += [
    "EventFeed", "Limits", "NoAnswer", "PRODUCTION_URL", "PharmacyPlatform", "Refusal",
    "WebhookVerificationError", "connect", "each", "new_idempotency_key", "pages", "refusal_of", "verify_webhook",
]
`;

function project(version: string): string {
  return `[project]
name = "${PACKAGE}"
version = "${version}"
description = "Client of the Pharmacy Platform Public API"
readme = "README.md"
license = { file = "LICENSE" }
requires-python = ">=3.10"
dependencies = [
  "urllib3 >= 2.7.0, < 3",
  "python-dateutil >= 2.8.2",
  "pydantic >= 2.11",
  "typing-extensions >= 4.7.1",
]

[build-system]
requires = ["setuptools"]
build-backend = "setuptools.build_meta"

[tool.setuptools.packages.find]
include = ["${PACKAGE}*"]

[tool.setuptools.package-data]
${PACKAGE} = ["py.typed"]
`;
}

/** As Python writes it. */
function text(value: string): string {
  return JSON.stringify(value);
}

if (import.meta.main) await buildPython(process.argv[2] ?? join(root, 'generated/sdk/python'));
