// The guides that the pages of the contract show: their numbers are those of the code, their errors are all that there
// are, their links lead somewhere, and their workflows are those of the Arazzo documents.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { APPLICATION_ERROR_CODES, ERROR_CODES } from '../../generated/contract.ts';
import document from '../../generated/openapi.json' with { type: 'json' };
import events from '../../generated/webhooks.json' with { type: 'json' };
import type { Contract } from '../../scripts/contract/documents.ts';
import { composeGuides } from '../../scripts/contract/guides.ts';
import {
  describeWorkflows,
  drawWorkflows,
  readWorkflows,
} from '../../scripts/contract/workflows.ts';
import { IN_FLIGHT, limitsOf, READS_PER_WRITE } from '../../src/api-keys/plans.ts';
import { RETENTION } from '../../src/audit/retention.ts';
import { readConfig } from '../../src/config.ts';
import { ApiError, errors } from '../../src/errors.ts';
import * as limits from '../../src/http/limits.ts';
import { FAILING_DAYS_MAX } from '../../src/webhooks/delivery/note-outcomes.ts';
import {
  CONNECT_MILLISECONDS_MAX,
  TRY_MILLISECONDS_MAX,
} from '../../src/webhooks/delivery/send.ts';
import { DOCUMENTS, ROOT, readDocument } from '../support/document.ts';

const contract = document as unknown as Contract;
const { files } = readDocument('openapi/guides.md');
const published = readFileSync(join(ROOT, 'generated/guides.md'), 'utf8');
const prose = published.replaceAll(/^```(?:.|\n)*?^```$/gm, '');
const oneLine = prose.replaceAll(/\s+/g, ' ');
const written = (value: number) => value.toLocaleString('en-US');
/** Fails with the line that comes nearest, and not with all of the guides. */
function expectSentence(sentence: string): void {
  if (oneLine.includes(sentence)) return;
  const words = new Set(sentence.split(' '));
  const shared = (line: string) => line.split(' ').filter((word) => words.has(word)).length;
  const [nearest] = prose.split(/\n\n+/).toSorted((one, other) => shared(other) - shared(one));
  expect.fail(`The guides do not say: ${sentence}\nThis comes nearest: ${nearest}`);
}

const headings = [...prose.matchAll(/^(#{1,2}) (.+)$/gm)].map(([, level = '', title = '']) => ({
  level: level.length,
  title,
}));

it('has a guide of everything that a partner asks first, and the ledger behind all', () => {
  expect(headings.filter(({ level }) => level === 1).map(({ title }) => title)).toEqual([
    'First call',
    'Authentication',
    'Environments',
    'Sandbox',
    'Idempotency',
    'Pagination',
    'Errors',
    'Limits',
    'Receiving webhooks',
    'Requests',
    'Versioning',
    'Workflows',
    'The ledger',
  ]);
  expect(published).not.toContain('<!--');
  expect(published.split('\n---\n')).toHaveLength(2);
  expect(published.split('\n---\n')[1]).toMatch(/^\n# The ledger\n/);
});

it('links to operations, headings and tags that are there', () => {
  const slug = (title: string) => title.replaceAll(/[,.]/g, '').replaceAll(' ', '-');
  const parents = headings.map(({ level }, at) =>
    headings.slice(0, at).findLast((one) => level === 2 && one.level === 1),
  );
  const anchors = [
    ...headings.map(({ title }, at) =>
      ['section', ...(parents[at] ? [slug(parents[at].title)] : []), slug(title)].join('/'),
    ),
    ...Object.values(contract.paths).flatMap((item) =>
      Object.values(item).map(({ operationId }) => `operation/${operationId}`),
    ),
    ...[...document.tags, ...events.tags].map(({ name }) => `tag/${slug(name)}`),
    // docs/sdk.md is a page beside these guides.
    'section/SDKs',
  ];
  const links = [...published.matchAll(/\]\(#([^)]+)\)/g)].map(([, to]) => to as string);
  expect(links.length).toBeGreaterThan(40);
  expect(links.filter((link) => !anchors.includes(link))).toEqual([]);
});

describe('says the numbers of the code', () => {
  it.each(['standard', 'partner'] as const)('of the plan %s', (plan) => {
    const { perMinute, perDay } = limitsOf(plan, { perMinute: undefined, perDay: undefined });
    const { requests, reads } = IN_FLIGHT[plan];
    const name = `${plan.charAt(0).toUpperCase()}${plan.slice(1)}`;
    const writes = `${written(perMinute)} writes a minute and ${written(perDay)} a day`;
    expectSentence(
      `**${name}**: ${writes}, ${written(perMinute * READS_PER_WRITE)} reads a minute; ` +
        `${written(requests)} requests at once, ${reads} of them reads.`,
    );
  });

  it('of the plan enterprise', () => {
    const { requests, reads } = IN_FLIGHT.enterprise;
    expect(READS_PER_WRITE).toBe(10);
    expectSentence(
      `with ten times the writes as reads a minute; ${written(requests)} requests at once, ${reads} of them reads.`,
    );
  });

  const bodyLimits = Object.values(contract.paths)
    .flatMap((item) => Object.values(item))
    .flatMap(({ 'x-body-bytes-max': bytes }) => (bytes === undefined ? [] : [bytes / 1000]));
  const { components } = document;
  const key = components.parameters.IdempotencyKey.schema;
  const page = components.parameters.Limit.schema;
  const retries = readConfig({ SECRETS_KEY: 'ab'.repeat(32) }).webhookRetrySeconds;
  const spelt = (seconds: number) => {
    if (seconds < 60) return `${seconds} s`;
    return seconds < 3600 ? `${seconds / 60} min` : `${seconds / 3600} h`;
  };
  const waits = retries.map(spelt);
  const { movements } = components.schemas.MovementBatchRequest.properties;
  it.each([
    `${written(limits.TARGET_BYTES_MAX)} bytes of address, ${written(limits.HEAD_BYTES_MAX)} of headers, ` +
      `${limits.HEADERS_MAX} headers and ${limits.QUERY_PARAMETERS_MAX} query parameters`,
    `from ${Math.min(...bodyLimits)} kB to ${Math.max(...bodyLimits)} kB`,
    `arrives within ${limits.REQUEST_MILLISECONDS / 1000} seconds`,
    `On one connection ${limits.PIPELINED_MAX} requests may wait`,
    `over ${limits.HEADERS_MAX} headers, or ${written(limits.HEAD_BYTES_MAX)} bytes of them`,
    `has over ${written(limits.TARGET_BYTES_MAX)} bytes`,
    `nested at most ${limits.BODY_DEPTH_MAX} levels deep, with at most ${limits.BODY_VALUES_MAX} values`,
    `\`Idempotency-Key\` of ${key.minLength} to ${key.maxLength} visible ASCII characters`,
    `${page.minimum} to ${page.maximum}, ${page.default} unless you say otherwise ` +
      `(${components.parameters.StoreOrderLimit.schema.default} for store orders)`,
    `Up to ${movements.maxItems} go in one`,
    `Events are kept for ${RETENTION.event.days} days`,
    `every event of the last ${RETENTION.event.days} days`,
    `for ${RETENTION.webhook_delivery.days} days after they ended`,
    `any 2xx within ${TRY_MILLISECONDS_MAX / 1000} seconds, ${CONNECT_MILLISECONDS_MAX / 1000} of them to connect`,
    `**Ten tries**: at once, then after ${waits.slice(0, -1).join(', ')} and ${waits.at(-1)}, each up to a fifth`,
    '**Five days** of failures',
  ])('%s', (words) => {
    expectSentence(words);
    expect([retries.length + 1, FAILING_DAYS_MAX]).toEqual([10, 5]);
  });

  const perMinute = ['standard', 'partner'].map((plan) =>
    written(limitsOf(plan as 'standard', { perMinute: undefined, perDay: undefined }).perMinute),
  );
  const repeated: [RegExp, readonly string[]][] = [
    [/([\d,]+) writes\s+a minute/g, perMinute],
    [/to ([\d,]+) movements in one request/g, [written(movements.maxItems)]],
    [/within ([\d,]+) seconds is a success/g, [`${TRY_MILLISECONDS_MAX / 1000}`]],
  ];
  it.each(DOCUMENTS)('wherever %s repeats them', (path) => {
    const text = readFileSync(join(ROOT, path), 'utf8');
    const wrong = repeated.flatMap(([pattern, right]) =>
      [...text.matchAll(pattern)].filter(([, value = '']) => !right.includes(value)),
    );
    expect(wrong.map(([sentence]) => sentence)).toEqual([]);
  });

  it('of the two addresses', () => {
    const rows = [...prose.matchAll(/^\| (\w+) \| `(https:[^`]+)` \|$/gm)].map(([, , url]) => url);
    expect(rows).toEqual(document.servers.map(({ url }) => url));
  });

  it('of a second that many at once have to wait, and of 36 hours', () => {
    const rateLimit = { limit: 1, remaining: 0, resetAt: new Date() };
    const { retryAt } = errors.tooManyInFlight(rateLimit);
    expect((retryAt?.getTime() ?? 0) - Date.now()).toBeLessThanOrEqual(1000);
    expectSentence('with `Retry-After: 1`');
    const schema = readFileSync(join(ROOT, 'prisma/schema.prisma'), 'utf8');
    expect(schema).toMatch(/expires_at .*'36:00:00'::interval/);
    expectSentence('not delivered within 36 hours');
  });
});

it('says of every error code its status, its cause and its cure, and of no other', () => {
  const entries = [...prose.matchAll(/^- `(\w+)` (\d{3}): ((?:.|\n {2})+)$/gm)];
  expect(entries.map(([, code]) => code).sort()).toEqual([...ERROR_CODES].sort());
  for (const [, code, , text = ''] of entries) {
    // What it is, and what to do.
    expect([code, text.split(/[.:] /).length]).toEqual([code, expect.toSatisfy((n) => n >= 2)]);
  }
  const documented = new Map(entries.map(([, code, status]) => [code as string, Number(status)]));
  const inFact = Object.values(errors).map((make) => {
    const refuse = make as (...words: unknown[]) => unknown;
    return refuse([], { limit: 0, remaining: 0, resetAt: new Date() });
  });
  for (const error of inFact) {
    if (!(error instanceof ApiError)) throw new Error('the catalogue makes errors');
    // What the application alone refuses is no partner's.
    if (APPLICATION_ERROR_CODES.some((code) => code === error.code)) continue;
    expect([error.code, documented.get(error.code)]).toEqual([error.code, error.status]);
  }
  // The other name of a validation that failed, which is chosen by the path.
  expect(documented.get('validation_error')).toBe(documented.get('validation_failed'));
});

describe('the workflows', async () => {
  const sources = await readWorkflows(join(ROOT, 'openapi/workflows'));

  it('are shown whole and in order', () => {
    const expected = sources.flatMap(({ text }) =>
      parse(text).workflows.flatMap(({ workflowId, steps }: ArazzoWorkflow) => [
        `### ${workflowId}`,
        ...steps.map(
          ({ stepId, operationId }, index) => `#### ${index + 1}. ${stepId} ${operationId}`,
        ),
      ]),
    );
    const section = published.slice(published.indexOf('\n# Workflows\n'));
    const shown = [
      ...section.matchAll(/^(### [\w-]+|#### \d+\. [\w-]+)$|\(\[(\w+)\]\(#operation\/\2\)\)$/gm),
    ].map(([, heading, operation]) => heading ?? ` ${operation}`);
    expect(shown.join('\n').replaceAll('\n ', ' ').split('\n')).toEqual(expected);
  });

  it('say what is sent, what it answers and what goes into later steps', () => {
    const [webhook] = sources.filter(({ name }) => name.startsWith('webhook'));
    const text = describeWorkflows(webhook ? [webhook] : [], contract);
    expect(text).toContain('curl -s -X PATCH "$PHARMACY_URL/v1/inventory/webhooks/$WEBHOOK_ID"');
    expect(text).toContain('"url": "$URL"');
    expect(text).toContain("EOF\nWEBHOOK_ID=$(field 'id' < answer.json)\n");
    expect(text).toContain('It answers `201`.');
    expect(text).toContain('Otherwise send it again each second, 30 times at most.');
    const all = describeWorkflows(sources, contract);
    expect(all).toContain('It answers `422` `lot_not_released`.');
  });

  it('have a picture each, with all of its steps', () => {
    for (const [workflowId, svg] of drawWorkflows(sources, contract)) {
      const { steps } = sources
        .flatMap(({ text }) => parse(text).workflows)
        .find((one) => one.workflowId === workflowId);
      const shown = [...svg.matchAll(/\d+\. ([\w-]+)</g)].map(([, step]) => step);
      expect(shown).toEqual(steps.map(({ stepId }: { stepId: string }) => stepId));
    }
  });

  it.each([
    ['condition: $statusCode == 201', 'condition: $statusCode < 300'],
    ['webhook_id: $response.body#/id', 'webhook_id: $response.header.id'],
    ['operationId: testWebhook', 'operationId: tryWebhook'],
    ['value: $steps.create.outputs.webhook_id', 'value: $steps.create.body'],
  ])('are refused where %s were %s', (found, instead) => {
    const changed = sources.map(({ name, text }) => ({
      name,
      text: text.replaceAll(found, instead),
    }));
    expect(() => describeWorkflows(changed, contract)).toThrow(
      /is understood|not understood|does not have/,
    );
  });
});

interface ArazzoWorkflow {
  readonly workflowId: string;
  readonly steps: readonly { readonly stepId: string; readonly operationId: string }[];
}

it('is not put together of what is not there', () => {
  const source = readFileSync(join(ROOT, 'openapi/guides.md'), 'utf8');
  const without = source.replace('<!-- scopes -->\n', '');
  expect(() => composeGuides(without, contract, '')).toThrow('scopes');
  const empty = { ...contract, info: { description: 'No headings.' } };
  expect(() => composeGuides(source, empty, '')).toThrow('Requests');
});

it('shows JavaScript that compiles with the strictest settings', () => {
  const options: ts.CompilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    allowJs: true,
    checkJs: true,
    noEmit: true,
    skipLibCheck: true,
    types: ['node'],
    target: ts.ScriptTarget.ES2024,
    module: ts.ModuleKind.NodeNext,
    moduleDetection: ts.ModuleDetectionKind.Force,
  };
  const host = ts.createCompilerHost(options);
  const names = [...files.keys()].filter((name) => name.endsWith('.mjs'));
  expect(names).toEqual(['send.mjs', 'receiver.mjs']);
  const textOf = (path: string) => files.get(path.slice(ROOT.length))?.text;
  const { readFile, fileExists } = host;
  host.fileExists = (path) => textOf(path) !== undefined || fileExists(path);
  host.readFile = (path) => textOf(path) ?? readFile(path);
  const program = ts.createProgram(
    names.map((name) => join(ROOT, name)),
    options,
    host,
  );
  const complaints = ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
  expect(complaints).toEqual([]);
});

describe('the code that sends again', () => {
  const answered = vi.fn<typeof fetch>();
  const waited: number[] = [];
  let send: (request: Request) => Promise<Response>;
  beforeEach(async () => {
    const code = files.get('send.mjs')?.text as string;
    ({ send } = await import(`data:text/javascript,${encodeURIComponent(code)}`));
    vi.stubGlobal('fetch', answered);
    vi.stubGlobal('setTimeout', (go: () => void, milliseconds: number) => {
      waited.push(milliseconds / 1000);
      queueMicrotask(go);
    });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    answered.mockReset();
    waited.length = 0;
  });
  const write = (headers: Record<string, string> = {}) =>
    new Request('http://pharmacy.example/', { method: 'POST', body: '{"qty": 1}', headers });
  const refused = (status: number, after: number) =>
    new Response(null, { status, headers: { 'Retry-After': String(after) } });

  it('waits for what it is asked to, and sends the same again', async () => {
    const bodies: string[] = [];
    const answers = [refused(429, 7), refused(503, 2), new Response(null, { status: 201 })];
    answered.mockImplementation(async (request) => {
      bodies.push(await (request as Request).text());
      return answers[bodies.length - 1] as Response;
    });
    expect((await send(write({ 'Idempotency-Key': 'ship-1001' }))).status).toBe(201);
    expect(bodies).toEqual(Array(3).fill('{"qty": 1}'));
    expect(waited).toHaveLength(2);
    expect(waited[0]).toBeGreaterThanOrEqual(7.5);
    expect(waited[1]).toBeGreaterThanOrEqual(3);
    expect(waited[1]).toBeLessThanOrEqual(4);
  });

  it('sends nothing twice that could count twice', async () => {
    answered.mockResolvedValue(refused(503, 1));
    expect((await send(write())).status).toBe(503);
    answered.mockRejectedValue(new TypeError('lost'));
    await expect(send(write())).rejects.toThrow('lost');
    expect(answered).toHaveBeenCalledTimes(2);
  });

  it('gives up after five attempts, with the answer or without', async () => {
    answered.mockImplementation(async () => refused(429, 1));
    expect((await send(write())).status).toBe(429);
    answered.mockRejectedValue(new TypeError('lost'));
    await expect(send(new Request('http://pharmacy.example/'))).rejects.toThrow('lost');
    expect(answered).toHaveBeenCalledTimes(10);
  });

  it.each([200, 400, 409, 500])('answers %d as it is', async (status) => {
    answered.mockResolvedValue(new Response(null, { status }));
    expect((await send(write({ 'Idempotency-Key': 'ship-1001' }))).status).toBe(status);
    expect(answered).toHaveBeenCalledTimes(1);
  });
});
