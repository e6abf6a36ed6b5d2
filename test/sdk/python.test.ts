// The Python package, built and run where Python, what it needs and the generator are present.
import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import document from '../../generated/openapi.json' with { type: 'json' };
import { buildPython } from '../../scripts/clients/sdk-python/build.ts';
import { CACHE, OPENAPI_GENERATOR } from '../../scripts/clients/toolchains.ts';
import type { ContractDocument } from '../../src/http/operations.ts';
import { makeSecret, signedHeaders } from '../../src/webhooks/endpoints/sign.ts';
import { ROOT } from '../support/document.ts';
import { exampleOf } from '../support/examples.ts';
import { freePort } from '../support/free-port.ts';
import { day } from '../support/pharmacy.ts';
import { useSdk } from '../support/sdk.ts';

interface Sampled {
  'x-codeSamples': { label: string; source: string }[];
}
const contract = document as unknown as ContractDocument;
const run = promisify(execFile);
/** The README has the other to itself. */
const SKUS = ['AMOX-500-CAP', 'OTHER'];
const missing = [
  answers('python3', ['-c', 'import urllib3, pydantic, dateutil, typing_extensions'])
    ? []
    : 'Python',
  answers('java', ['-version']) ? [] : 'Java',
  // Not fetched for a test; `npm run sdk:python` fetches it.
  existsSync(join(CACHE, `openapi-generator-cli-${OPENAPI_GENERATOR}.jar`)) ? [] : 'the generator',
].flat();
if (missing.length > 0) {
  process.stderr.write(`Skipped: the SDK for Python, for want of ${missing.join(', ')}.\n`);
}

describe.skipIf(missing.length > 0)('the Python package', () => {
  const home = useSdk({
    skuCodes: SKUS,
    lots: SKUS.flatMap((sku_code) =>
      ['L-1', 'L-2', 'L-3'].map((lot_number) => ({
        sku_code,
        lot_number,
        expiry_date: day(90),
        qty: 100,
      })),
    ),
  });
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'sdk-python-'));
    await buildPython(join(folder, 'package'));
  }, 120_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  async function python(program: string, env: Record<string, string> = {}): Promise<string> {
    const file = join(folder, 'program.py');
    writeFileSync(file, program);
    const { stdout } = await run('python3', [file], {
      env: {
        PATH: process.env.PATH,
        PYTHONPATH: join(folder, 'package'),
        PHARMACY_KEY: home.pharmacy.liveKey,
        PHARMACY_URL: `${home.proxy.url}/api/public`,
        ...env,
      },
    });
    return stdout;
  }
  const BEGIN = `
import json, os
from pharmacy_platform import *
pharmacy = connect(os.environ["PHARMACY_KEY"], base_url=os.environ["PHARMACY_URL"])
`;
  const fulfil = (qty: number) => `MovementRequest(type="fulfill", sku_code="OTHER", qty=${qty})`;
  const keys = () => home.proxy.passed.map(({ headers }) => headers['idempotency-key']);
  const unavailable = { status: 503, headers: { 'retry-after': '1' } };

  it('runs the program of its README', async () => {
    home.proxy.plan();
    const text = readFileSync(join(ROOT, 'scripts/clients/sdk-python/README.md'), 'utf8');
    const blocks = [...text.matchAll(/^```python\n((?:.|\n)*?)^```$/gm)].map(([, block]) => block);
    const lines = (await python(blocks.join('\n'))).trim().split('\n');
    expect(lines.slice(0, 3)).toEqual(['Main 300', 'False', 'insufficient_stock 240']);
    expect(lines.at(-1)).toBe('fulfill 240');
  });

  it('sends with the sample of each operation what the contract’s example shows', async () => {
    const operations = Object.entries(contract.paths).flatMap(([template, item]) =>
      Object.entries(item as Record<string, Sampled>).map(([method, operation]) => ({
        example: exampleOf(contract, template, method),
        sample: operation['x-codeSamples'].find(({ label }) => label === 'Python')?.source ?? '',
      })),
    );
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ error: { code: 'x', message: '', request_id: '' } });
    home.proxy.plan(...operations.map(() => ({ status: 404, headers, body })));
    const samples = operations.map(({ sample }) =>
      sample.replace('_KEY"])', '_KEY"], base_url=os.environ["PHARMACY_URL"])'),
    );
    await python(
      `
import json, os
from pharmacy_platform import ApiException
for sample in json.loads(os.environ["SAMPLES"]):
    try:
        exec(sample, {})
        raise AssertionError(sample)
    except ApiException as error:
        assert error.status == 404
`,
      { SAMPLES: JSON.stringify(samples) },
    );
    const sent = home.proxy.passed.map(({ path: address, body: text }) => {
      const { pathname, searchParams } = new URL(address, home.proxy.url);
      const query = Object.fromEntries(searchParams);
      // It writes Z as an offset, and what has a default.
      const written = text === '' ? undefined : JSON.parse(text.replaceAll('+00:00"', 'Z"'));
      return { path: pathname, query, body: written };
    });
    expect(sent.map(({ path, query }) => ({ path, query }))).toEqual(
      operations.map(({ example: { path, query } }) => ({ path: `/api/public${path}`, query })),
    );
    const asked = operations.map(({ example }) => example.body);
    expect(sent.map((one) => one.body)).toMatchObject(asked);
    expect(JSON.stringify(sent).includes('null')).toBe(JSON.stringify(asked).includes(':null'));
  });

  it('posts a movement once, with one key, whatever becomes of its answers', async () => {
    home.proxy.plan('lose', 'cut', 'refuse', unavailable);
    const program = `${BEGIN}print(pharmacy.inventory.post_movement(${fulfil(1)}).transactions[0].qty)`;
    expect((await python(program)).trim()).toBe('-1');
    expect(home.proxy.passed).toHaveLength(5);
    expect(new Set(keys()).size).toBe(1);
    expect(keys()[0]).toMatch(/^sdk-[0-9a-f]{32}$/);
    const [fourth, fifth] = home.proxy.passed.slice(3).map(({ at }) => at) as [number, number];
    expect(fifth - fourth).toBeGreaterThanOrEqual(1000);
  });

  it('sends a write that could happen twice once, and says what it has sent', async () => {
    home.proxy.plan('lose');
    const program = `${BEGIN}
try:
    pharmacy.webhooks.create_webhook(WebhookEndpointRequest(url="https://93.184.215.14/hooks"))
except NoAnswer as error:
    print(error.operation_id, error.attempts, error.idempotency_keys)
`;
    expect((await python(program)).trim()).toBe('create_webhook 1 []');
    expect(home.proxy.passed).toHaveLength(1);
  });

  it.each([
    ['127.0.0.1', 'ECONNREFUSED'],
    ['pharmacy.invalid', 'gaierror'],
  ])(
    'names the address and the cause where there is no connection: %s, %s',
    async (host, cause) => {
      const port = await freePort();
      const program = `${BEGIN}
try:
    pharmacy.inventory.list_locations()
except NoAnswer as error:
    print(error)
`.replace('PHARMACY_URL"])', 'PHARMACY_URL"], limits=Limits(max_attempts=1))');
      const printed = await python(program, { PHARMACY_URL: `http://${host}:${port}/api/public` });
      expect(printed).toBe(
        `list_locations had no answer that can be read: ${cause} ${host}:${port}.\n`,
      );
    },
  );

  it('gives each movement of a batch a key, and sends again what could not be decided', async () => {
    const results = [409, 503].map((status) => ({
      status,
      body: { error: { code: 'x', message: '', request_id: crypto.randomUUID() } },
    }));
    const headers = { 'content-type': 'application/json' };
    home.proxy.plan({ status: 200, headers, body: JSON.stringify({ results }) }, 'lose');
    const program = `${BEGIN}
batch = MovementBatchRequest(movements=[MovementBatchItem(movement=${fulfil(1)}), MovementBatchItem(movement=${fulfil(2)})])
print(json.dumps([one.status for one in pharmacy.inventory.post_movement_batch(batch).results]))
`;
    expect(JSON.parse(await python(program))).toEqual([409, 200]);
    const sent = home.proxy.passed.map(({ body }) => JSON.parse(body).movements);
    expect(sent.map(({ length }) => length)).toEqual([2, 1, 1]);
    expect(sent[2]).toEqual(sent[0].slice(1));
  });

  it('reads a list through, and the feed from where its reader stopped', async () => {
    home.proxy.plan();
    const program = `${BEGIN}
lots = [lot.lot_number for lot in each(pharmacy.inventory.list_lots, sku_code="OTHER", limit=1)]
sizes = [len(page.data) for page in pages(pharmacy.inventory.list_lots, sku_code="OTHER", limit=2)]
feed = pharmacy.events()
seen = [str(event.id) for event in feed]
again = list(feed)
after = [str(event.id) for event in pharmacy.events(after=seen[1])]
print(json.dumps([sorted(lots), sizes, len(again), after == seen[2:], feed.cursor == seen[-1]]))
`;
    expect(JSON.parse(await python(program))).toEqual([
      ['L-1', 'L-2', 'L-3'],
      [2, 1],
      0,
      true,
      true,
    ]);
  });

  it('takes what is signed, by the old and the new secret, and refuses the rest', async () => {
    const secret = makeSecret();
    const payload = '{"id":"e-1","type":"stock.low","created_at":"","data":{"location":"Größe"}}';
    const signing = { deliveryId: 'd-1', type: 'stock.low', payload, at: new Date() };
    const headers = signedHeaders({ ...signing, secret, nextSecret: makeSecret() });
    const program = `${BEGIN}
payload, headers, secret, other = json.loads(os.environ["GIVEN"])
def tried(*args, **words):
    try:
        return verify_webhook(*args, **words)["type"]
    except WebhookVerificationError as error:
        return error.problem
import time
print(json.dumps([
    tried(payload.encode(), headers, secret),
    tried(payload, {name.upper(): value for name, value in headers.items()}, [other, secret]),
    tried(payload, headers, other),
    tried(payload + " ", headers, secret),
    tried(payload, {**headers, "webhook-signature": "v1,\\u00fc"}, secret),
    tried(payload, {}, secret),
    tried(payload, headers, secret, now=time.time() + 400),
]))
`;
    const given = JSON.stringify([payload, headers, secret, makeSecret()]);
    expect(JSON.parse(await python(program, { GIVEN: given }))).toEqual([
      'stock.low',
      'stock.low',
      'signature_mismatch',
      'signature_mismatch',
      'signature_mismatch',
      'malformed_headers',
      'timestamp_out_of_tolerance',
    ]);
  });
});

function answers(program: string, words: string[]): boolean {
  try {
    execFileSync(program, words, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
