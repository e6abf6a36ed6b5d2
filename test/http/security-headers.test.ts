import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Shell, startShell } from './shell.ts';

let shell: Shell;
beforeAll(async () => {
  shell = await startShell();
});
afterAll(() => shell.close());

const HEADERS = {
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

test.each([
  ['an answer', '/v1/inventory/things', 200],
  ['a refusal', '/v1/nothing', 404],
])('lets a browser do nothing with %s', async (_what, path, status) => {
  const answer = await shell.api().get(path);
  expect(answer.status).toBe(status);
  for (const [name, value] of Object.entries(HEADERS)) {
    expect([name, answer.headers.get(name)]).toEqual([name, value]);
  }
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.headers.get('x-powered-by')).toBeNull();
});

test.each(['/healthz', '/readyz'])('and with %s', async (path) => {
  const { headers } = await fetch(shell.url + path);
  for (const [name, value] of Object.entries(HEADERS)) {
    expect([name, headers.get(name)]).toEqual([name, value]);
  }
});

test('leaves the pages of the documentation their own policy, and no other one next to it', async () => {
  const { headers } = await fetch(`${shell.url}/docs`);
  const policy = headers.get('content-security-policy');
  expect(policy).toContain("script-src 'self'");
  expect(policy).not.toContain('blob:');
  expect(policy?.match(/default-src/g)).toHaveLength(1);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
});
