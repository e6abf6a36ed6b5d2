// The workflows that are published next to the contract, each followed on a real server by Redocly's respect,
// which also checks every answer against the contract.
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import contract from '../../generated/openapi.json' with { type: 'json' };
import { type Deliveries, useDeliveries } from '../support/deliveries.ts';
import { ROOT } from '../support/document.ts';
import { operate } from '../support/operator.ts';
import { client, day, makePharmacy, type Pharmacy, post } from '../support/pharmacy.ts';
import { COMPILE_CACHE } from '../support/spawn-server.ts';

const FOLDER = 'openapi/workflows';
const FILES = ['receive-reserve-ship', 'recall', 'webhook-set-up'];
const REDOCLY = join(
  dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json')),
  'bin/cli.js',
);
const RECEIVER_MILLISECONDS = 500;
const SKUS = { shipped: 'SHIPPED', behind: 'BEHIND', recalled: 'RECALLED', shown: 'SHOWN' };

/** Each run is a start of Redocly, which a busy machine makes slow. */
vi.setConfig({ testTimeout: 90_000 });
afterAll(() => vi.resetConfig());

const deliveries: Deliveries = useDeliveries();
let mine: Pharmacy;

beforeAll(async () => {
  mine = await makePharmacy(deliveries.db.database, { skuCodes: Object.values(SKUS) });
});

describe('receive-reserve-ship', () => {
  const follow = (sku: string) =>
    respect('receive-reserve-ship', 'receive-reserve-ship', {
      sku_code: sku,
      lot_number: `${sku}-1`,
      expiry_date: day(100),
      order_id: sku.at(0),
    });

  it('is as it is written', async () => {
    expect(await follow(SKUS.shipped)).toEqual({ code: 0, failed: [] });
  });

  it('fails where another lot expires first', async () => {
    const api = client({ url: deliveries.service.url, key: mine.liveKey });
    const lot = { lot_number: 'SOONER', expiry_date: day(50) };
    const earlier = await post(api, { type: 'receive', sku_code: SKUS.behind, qty: 5, ...lot });
    expect(earlier.status).toBe(201);
    expect(await follow(SKUS.behind)).toEqual({ code: 1, failed: ['reserve'] });
  });
});

describe('recall', () => {
  const follow = (workflow: string, sku: string) =>
    respect('recall', workflow, {
      sku_code: sku,
      recalled_lot: 'R1',
      recalled_expiry_date: day(100),
      other_lot: 'R2',
      other_expiry_date: day(200),
      order_id: '7',
    });

  it('is as it is written once the operator has quarantined the lot, and fails before', async () => {
    const sku = SKUS.recalled;
    expect(await follow('before-the-recall', sku)).toEqual({ code: 0, failed: [] });
    const early = await follow('after-the-recall', sku);
    expect(early).toEqual({ code: 1, failed: ['find-recalled'] });
    const lot = ['--organization', mine.slug, '--sku', sku, '--lot', 'R1'];
    const words = ['lot', 'set-status', ...lot, '--status', 'quarantine'];
    expect((await operate(deliveries.db.database, ...words)).code).toBe(0);
    expect(await follow('after-the-recall', sku)).toEqual({ code: 0, failed: [] });
  });
});

describe('webhook-set-up', () => {
  const follow = (url: string) => respect('webhook-set-up', 'webhook-set-up', { url });

  it('is as it is written, and the receiver has the test event', async () => {
    deliveries.work();
    // Late, so that the workflow has to look again.
    const receiver = await deliveries.receiver((response) => {
      setTimeout(() => response.writeHead(204).end(), RECEIVER_MILLISECONDS);
    });
    expect(await follow(receiver.url)).toEqual({ code: 0, failed: [] });
    expect(receiver.received.map(({ body }) => body.type)).toEqual(['stock.low']);
  });

  it('fails where the receiver answers no 2xx', async () => {
    deliveries.work();
    const receiver = await deliveries.receiver((response) => response.writeHead(500).end());
    expect(await follow(receiver.url)).toEqual({ code: 1, failed: ['see-delivered'] });
  });
});

it('answers each step in a shell as the guide says', async () => {
  const guides = readFileSync(join(ROOT, 'generated/guides.md'), 'utf8');
  const [, section = ''] = guides.split('### receive-reserve-ship\n');
  const [own = ''] = section.split(/^## /m, 1);
  const given: Record<string, string> = {
    PHARMACY_URL: `${deliveries.service.url}/api/public`,
    PHARMACY_KEY: mine.liveKey,
    SKU_CODE: SKUS.shown,
    LOT_NUMBER: 'SHOWN-1',
    EXPIRY_DATE: day(100),
    ORDER_ID: 'SHOWN-9',
  };
  const blocks = [...own.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = '']) => block);
  const typed = blocks.join('').replaceAll(/^([A-Z_]+)=(?!\$).*$/gm, (_, name) => {
    expect(given).toHaveProperty(name);
    return `${name}='${given[name]}'`;
  });
  const folder = mkdtempSync(join(tmpdir(), 'workflow-'));
  try {
    const { stderr } = await promisify(execFile)(
      'sh',
      ['-ec', `curl() { command curl -w '%{stderr}%{http_code} ' "$@"; }\n${typed}`],
      { cwd: folder, env: { PATH: process.env.PATH } },
    );
    const expected = [...own.matchAll(/It answers `(\d{3})`/g)].map(([, status]) => status);
    expect(expected.length).toBeGreaterThan(9);
    expect(stderr.trim().split(' ')).toEqual(expected);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it('makes keys that the contract takes of whatever its inputs may be', () => {
  const { schema: key } = contract.components.parameters.IdempotencyKey;
  let keys = 0;
  for (const name of FILES) {
    const { workflows } = parse(readFileSync(join(ROOT, FOLDER, `${name}.arazzo.yaml`), 'utf8'));
    for (const { inputs, steps } of workflows as Workflow[]) {
      const given = fc.record(
        Object.fromEntries(
          Object.entries(inputs.properties).map(([input, { pattern = '[^]*' }]) => [
            input,
            fc.stringMatching(new RegExp(pattern)),
          ]),
        ),
      );
      for (const { name, value } of steps.flatMap(({ parameters = [] }) => parameters)) {
        if (name !== 'Idempotency-Key') continue;
        keys += 1;
        const made = given.map((inputs) =>
          value.replaceAll(/\{\$inputs\.(\w+)\}/g, (_, input) => inputs[input] as string),
        );
        fc.assert(
          fc.property(made, (text) => {
            expect(text).toMatch(new RegExp(key.pattern));
            expect(text.length).toBeGreaterThanOrEqual(key.minLength);
            expect(text.length).toBeLessThanOrEqual(key.maxLength);
          }),
        );
      }
    }
  }
  expect(keys).toBe(8);
});

interface Workflow {
  readonly inputs: { readonly properties: Readonly<Record<string, { pattern?: string }>> };
  readonly steps: readonly { parameters?: readonly { name: string; value: string }[] }[];
}

it('shows every step of every workflow in the guide, in order', () => {
  const names = readdirSync(join(ROOT, FOLDER)).sort();
  expect(names).toEqual(FILES.map((name) => `${name}.arazzo.yaml`).sort());
  const steps = FILES.flatMap((name) => {
    const text = readFileSync(join(ROOT, FOLDER, `${name}.arazzo.yaml`), 'utf8');
    return pairs(text, /- stepId: (\S+)\n(?: {8}.*\n)*? {8}operationId: (\S+)/g);
  });
  const guide = readFileSync(join(ROOT, 'docs/workflows.md'), 'utf8');
  expect(pairs(guide, /^\| `([\w-]+)` \| `(\w+)` \|/gm)).toEqual(steps);
  expect(steps).toHaveLength(26);
});

function pairs(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, step, operation]) => `${step} ${operation}`);
}

interface Followed {
  readonly code: number;
  /** The steps that respect marks as failed. */
  readonly failed: readonly string[];
}

function respect(file: string, workflow: string, inputs: object): Promise<Followed> {
  const words = [
    REDOCLY,
    'respect',
    `${FOLDER}/${file}.arazzo.yaml`,
    '--workflow',
    workflow,
    '--server',
    `pharmacy=${deliveries.service.url}/api/public`,
    '--input',
    JSON.stringify({ key: mine.liveKey, ...inputs }),
  ];
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    ...COMPILE_CACHE,
    NO_COLOR: '1',
    REDOCLY_TELEMETRY: 'off',
    REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  };
  return new Promise((resolve, reject) => {
    execFile(process.execPath, words, { cwd: ROOT, env }, (error, out, err) => {
      // A step that is tried again stands there each time, and the last time counts.
      const marks = new Map(
        [...out.matchAll(/([✓✗]) [A-Z]+ \S+ - step (\S+)/g)].map(([, mark, step]) => [step, mark]),
      );
      const failed = [...marks].flatMap(([step, mark]) => (mark === '✗' ? [step as string] : []));
      // What respect says of it is for anyone who reads the failed test.
      if (error !== null && failed.length === 0)
        reject(new Error(`${out}${err}`, { cause: error }));
      else resolve({ code: error === null ? 0 : Number(error.code), failed });
    });
  });
}
