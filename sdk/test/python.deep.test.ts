// The Python package against the real service, where there is Python and what the package needs.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import document from '../../generated/openapi.json' with { type: 'json' };
import { freePort } from '../../kit/system-server.ts';
import type { ContractDocument } from '../../src/http/operations.ts';
import { makeSecret, signedHeaders } from '../../src/webhooks/endpoints/sign.ts';
import { ROOT } from '../../test/support/document.ts';
import { exampleOf } from '../../test/support/examples.ts';
import { day } from '../../test/support/pharmacy.ts';
import { lackForPython, runPython } from './support/python.ts';
import { useSdk } from './support/sdk.ts';

interface Sampled {
  'x-codeSamples': { label: string; source: string }[];
}
const contract = document as unknown as ContractDocument;
/** The README has the other to itself. */
const SKUS = ['AMOX-500-CAP', 'OTHER'];

describe.skipIf(lackForPython() !== undefined)('the Python package', () => {
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
  const python = (program: string, env: Record<string, string> = {}) =>
    runPython(program, {
      PHARMACY_KEY: home.pharmacy.liveKey,
      PHARMACY_URL: `${home.proxy.url}/api/public`,
      ...env,
    });
  const BEGIN = `
import asyncio, json, os
from pharmacy_platform import *
given = {"api_key": os.environ["PHARMACY_KEY"], "base_url": os.environ["PHARMACY_URL"]}
pharmacy = PharmacyPlatform(**given)
`;
  const fulfil = (qty: number) => `{"type": "fulfill", "sku_code": "OTHER", "qty": ${qty}}`;
  const keys = () => home.proxy.passed.map(({ headers }) => headers['idempotency-key']);
  const unavailable = { status: 503, headers: { 'retry-after': '1' } };

  it('runs the programs of its README', async () => {
    home.proxy.plan();
    const text = readFileSync(join(ROOT, 'sdk/python/README.md'), 'utf8');
    const blocks = [...text.matchAll(/^```python\n((?:.|\n)*?)^```$/gm)].map(([, block]) => block);
    expect(blocks).toHaveLength(7);
    const lines = (await python(blocks.slice(0, 5).join('\n'))).trim().split('\n');
    expect(lines.slice(0, 3)).toEqual(['Main 300', '100', 'False']);
    expect(lines).toContain('AMX-2401 2035-11-30');
    expect(lines).toContain('AMOX-500-CAP 340');
    expect(lines.at(-1)).toBe('340 0');
    const printed = (await python(`${blocks[5]}`)).trim().split('\n');
    expect(printed[0]).toBe('2 1');
    expect(printed).toContain('AMX-2401');
    expect(printed.at(-1)).toBe('stock.changed');
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
from pharmacy_platform import ApiError
for sample in json.loads(os.environ["SAMPLES"]):
    try:
        exec(sample, {})
        raise AssertionError(sample)
    except ApiError as error:
        assert error.status == 404
`,
      { SAMPLES: JSON.stringify(samples) },
    );
    const sent = home.proxy.passed.map(({ path: address, body: text }) => {
      const { pathname, searchParams } = new URL(address, home.proxy.url);
      const query = Object.fromEntries(searchParams);
      return { path: pathname, query, body: text === '' ? undefined : JSON.parse(text) };
    });
    expect(sent).toEqual(
      operations.map(({ example: { path, query, body: asked } }) => ({
        path: `/api/public${path}`,
        query,
        body: asked,
      })),
    );
  });

  const AWAITED = `
async def main():
    async with AsyncPharmacyPlatform(**given) as pharmacy:
        return await pharmacy.post_movement(MOVEMENT)
print(asyncio.run(main())["transactions"][0]["qty"])
`;
  it.each([
    ['by itself', 'print(pharmacy.post_movement(MOVEMENT)["transactions"][0]["qty"])'],
    ['with asyncio', AWAITED],
  ])(
    'posts a movement once, %s, with one key, whatever becomes of its answers',
    async (_, text) => {
      home.proxy.plan('lose', 'cut', 'refuse', unavailable);
      const program = BEGIN + text.replace('MOVEMENT', fulfil(1));
      expect((await python(program)).trim()).toBe('-1');
      expect(home.proxy.passed).toHaveLength(5);
      expect(new Set(keys()).size).toBe(1);
      expect(keys()[0]).toMatch(/^sdk-[0-9a-f]{32}$/);
      const [fourth, fifth] = home.proxy.passed.slice(3).map(({ at }) => at) as [number, number];
      expect(fifth - fourth).toBeGreaterThanOrEqual(1000);
    },
  );

  it('sends a write that could happen twice once, and says what it has sent', async () => {
    home.proxy.plan('lose');
    const program = `${BEGIN}
try:
    pharmacy.create_webhook({"url": "https://93.184.215.14/hooks"})
except NoAnswerError as error:
    print(error.operation, error.attempts, error.idempotency_keys)
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
    PharmacyPlatform(**given, limits=Limits(max_attempts=1)).list_locations()
except NoAnswerError as error:
    print(error)
async def main():
    await AsyncPharmacyPlatform(**given, limits=Limits(max_attempts=1)).list_locations()
try:
    asyncio.run(main())
except NoAnswerError as error:
    print(error)
`;
      const printed = await python(program, { PHARMACY_URL: `http://${host}:${port}/api/public` });
      expect(printed).toBe(
        `list_locations had no answer that can be read: ${cause} ${host}:${port}.\n`.repeat(2),
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
batch = {"movements": [{"movement": ${fulfil(1)}}, {"movement": ${fulfil(2)}}]}
print(json.dumps([one["status"] for one in pharmacy.post_movement_batch(batch)["results"]]))
`;
    expect(JSON.parse(await python(program))).toEqual([409, 200]);
    const sent = home.proxy.passed.map(({ body }) => JSON.parse(body).movements);
    expect(sent.map(({ length }) => length)).toEqual([2, 1, 1]);
    expect(sent[2]).toEqual(sent[0].slice(1));
  });

  it('reads a list through, and the feed from where its reader stopped', async () => {
    home.proxy.plan();
    const program = `${BEGIN}
lots = [lot["lot_number"] for lot in pharmacy.each.list_lots(sku_code="OTHER", limit=1)]
sizes = [len(page["data"]) for page in pharmacy.pages.list_lots(sku_code="OTHER", limit=2)]
feed = pharmacy.events()
seen = [event["id"] for event in feed]
again = list(feed)
after = [event["id"] for event in pharmacy.events(after=seen[1])]
async def main():
    async with AsyncPharmacyPlatform(**given) as pharmacy:
        feed = pharmacy.events(limit=1)
        return (
            [lot["lot_number"] async for lot in pharmacy.each.list_lots(sku_code="OTHER", limit=1)] == lots,
            [event["id"] async for event in feed] == seen, feed.cursor == seen[-1],
        )
print(json.dumps([sorted(lots), sizes, len(again), after == seen[2:], feed.cursor == seen[-1], asyncio.run(main())]))
`;
    expect(JSON.parse(await python(program))).toEqual([
      ['L-1', 'L-2', 'L-3'],
      [2, 1],
      0,
      true,
      true,
      [true, true, true],
    ]);
  });

  it('knows a refusal by its class, with its details and its id', async () => {
    home.proxy.plan();
    const program = `${BEGIN}
try:
    pharmacy.post_movement(${fulfil(9_999_999)})
except InsufficientStockError as error:
    shortage = [error.code, error.details["requested"], error.request_id]
try:
    pharmacy.list_lots(limit=0)
except ValidationError as error:
    fields = [error.status, [one["path"] for one in error.details]]
print(json.dumps([shortage, fields]))
`;
    const [[code, requested, id], fields] = JSON.parse(await python(program));
    expect([code, requested]).toEqual(['insufficient_stock', 9_999_999]);
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(fields).toEqual([400, ['limit']]);
  });

  it('gives each error back whole from a pickle and from a copy, with its class and its fields', async () => {
    home.proxy.plan();
    const program = `${BEGIN}
import copy, inspect, pickle
import pharmacy_platform
from concurrent.futures import ProcessPoolExecutor
def refused(error):
    raise error
met = []
try:
    pharmacy.post_movement(${fulfil(9_999_999)})
except InsufficientStockError as error:
    met.append(error)
try:
    pharmacy.list_lots(limit=0)
except ValidationError as error:
    met.append(error)
try:
    pharmacy.get_order("00000000-0000-4000-8000-000000000000")
except ApiError as error:
    met.append(error)
try:
    PharmacyPlatform(given["api_key"], base_url="http://127.0.0.1:9", limits=Limits(max_attempts=1)).list_lots()
except NoAnswerError as error:
    met.append(error)
try:
    verify_webhook(b"", {}, "whsec_AAAA")
except WebhookVerificationError as error:
    met.append(error)
met += [CallError("m", operation="o", attempts=1, idempotency_keys=["k"]), PharmacyPlatformError("m")]
exported = {one for _, one in inspect.getmembers(pharmacy_platform, inspect.isclass)
            if issubclass(one, PharmacyPlatformError)}
copies = [copy.copy, copy.deepcopy, *(
    lambda error, protocol=protocol: pickle.loads(pickle.dumps(error, protocol))
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1))]
same = [
    (type(made), made.args, str(made), vars(made)) == (type(error), error.args, str(error), vars(error))
    for error in met for make in copies for made in [make(error)]]
with ProcessPoolExecutor(1) as pool:
    try:
        pool.submit(refused, met[0]).result()
    except InsufficientStockError as error:
        there = error.details["requested"]
print(json.dumps([exported == {type(one) for one in met}, len(same), all(same), there]))
`;
    expect(JSON.parse(await python(program))).toEqual([true, 7 * 8, true, 9_999_999]);
  });

  it('says what is wrong with what it is given, and never shows a key', async () => {
    home.proxy.plan();
    const tries = [
      'PharmacyPlatform("secret")',
      'PharmacyPlatform(given["api_key"], base_url="127.0.0.1")',
      'PharmacyPlatform(given["api_key"], base_url=given["base_url"] + "/v1")',
      'Limits(max_attempts=0)',
      'pharmacy.post_movement({}, idempotency_key="short")',
      'pharmacy.get_order("..")',
      'pharmacy.events(poll_seconds=0)',
      'verify_webhook(b"", {"webhook-id": "1", "webhook-timestamp": "1", "webhook-signature": "1"}, "secret")',
    ];
    const program = `${BEGIN}
for one in json.loads(os.environ["TRIES"]):
    try:
        eval(one)
    except ValueError as error:
        print(error)
`;
    expect((await python(program, { TRIES: JSON.stringify(tries) })).trim().split('\n')).toEqual([
      'api_key must be a whole key, vita_live_… or vita_test_…, with nothing before or after it.',
      'base_url must be a whole address, as http://127.0.0.1:3000/api/public.',
      'base_url ends before the version: …/api/public, without /v1.',
      'max_attempts must be a whole number from 1 to 100.',
      'An idempotency key must be 8 to 100 visible ASCII characters, without spaces.',
      'id must be a text that is not empty.',
      'poll_seconds must be more than 0.',
      'A secret must be whole, as it was shown: whsec_ and base64.',
    ]);
    expect(home.proxy.passed).toEqual([]);
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
