import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import document from '../../../generated/openapi.json' with { type: 'json' };
import { type ContractDocument, readOperations } from '../../../src/http/operations.ts';
import { MEANT } from './meant.ts';
import { readReport } from './read-report.ts';

const operations = readOperations(document as unknown as ContractDocument);
const base64 = (text: string) => ({ $base64: Buffer.from(text).toString('base64') });

/** As Schemathesis 4 writes them. */
function lineOf({
  check,
  uri,
  status,
  body,
}: Record<'check' | 'uri' | 'body', string> & { status: number }) {
  return {
    ScenarioFinished: {
      recorder: {
        label: 'Stateful tests',
        checks: {
          aBc123: [
            { name: 'not_a_server_error', status: 'success' },
            { name: check, status: 'failure', failure_info: { failure: { message: 'Why\nmore' } } },
          ],
        },
        interactions: {
          aBc123: {
            request: { method: 'GET', uri: `http://127.0.0.1:1/api/public${uri}`, body: null },
            response: { status_code: status, content: base64(body) },
          },
        },
      },
    },
  };
}

function reported(...lines: object[]) {
  const folder = mkdtempSync(join(tmpdir(), 'report-'));
  try {
    const file = join(folder, 'report.ndjson');
    writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    return readReport(file, operations);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const refusal = (path: string, message: string) =>
  JSON.stringify({
    error: { code: 'validation_failed', message: 'm', details: [{ path, message }] },
  });

it('reads each complaint, with its operation and its answer', () => {
  const body = refusal('cursor', 'must be the next_cursor of an earlier page');
  const output = { check: 'a_check', uri: '/v1/orders/1?a=b', status: 400, body };
  const report = reported(lineOf(output), { EngineFinished: {} });
  expect(report).toMatchObject({ isWhole: true, cases: 1, asked: new Set(['getOrder']) });
  expect(report.complaints).toEqual([
    {
      check: 'a_check',
      says: 'Why',
      operationId: 'getOrder',
      method: 'GET',
      sent: '',
      path: '/api/public/v1/orders/1?a=b',
      status: 400,
      body: JSON.parse(body),
      error: JSON.parse(body).error,
    },
  ]);
  expect(reported(lineOf(output)).isWhole).toBe(false);
});

it.each([
  ['a rule that the contract says', 'cursor', 'must be the next_cursor of an earlier page', true],
  ['a rule that the contract does not state', 'cursor', 'must be nicer', false],
])('means %s: %s %s', (_, path, message, isMeant) => {
  const body = refusal(path, message);
  const output = { check: 'positive_data_acceptance', uri: '/v1/orders', status: 400, body };
  const [complaint] = reported(lineOf(output)).complaints;
  const meant = MEANT.some(({ check, covers }) => check === complaint?.check && covers(complaint));
  expect(meant).toBe(isMeant);
});

it('never means a failure of ours', () => {
  for (const { check } of MEANT) {
    const output = {
      check,
      uri: '/v1/orders/None',
      status: 500,
      body: '{"error":{"code":"internal_error"}}',
    };
    const [complaint] = reported(lineOf(output)).complaints;
    expect(MEANT.some(({ covers }) => complaint && covers(complaint))).toBe(false);
  }
});

it('says in one line that there is no Python, and is content', () => {
  const script = new URL('./schemathesis.ts', import.meta.url).pathname;
  const words = ['--disable-warning=ExperimentalWarning', script];
  const printed = execFileSync(process.execPath, words, {
    encoding: 'utf8',
    env: { PATH: '/nowhere' },
  });
  expect(printed).toBe('schemathesis: there is no Python 3 here, so nothing was tried\n');
});
