// The files of the application's page, as a browser asks for them.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../kit/database.ts';
import { type RunningService, startService } from '../support/pharmacy.ts';

describe('the page of the application', () => {
  let database: TestDatabase;
  let service: RunningService;
  const ask = (path: string) => fetch(service.url + path, { redirect: 'manual' });
  beforeAll(async () => {
    database = await createTestDatabase();
    service = await startService(database.database);
  });
  afterAll(async () => {
    await service?.close();
    await database?.drop();
  });

  test('is the same at every address of a screen, and forbids all that it does not need', async () => {
    const home = await ask('/app');
    expect(home.status).toBe(200);
    expect(home.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const policy = home.headers.get('content-security-policy') ?? '';
    expect(policy.split('; ').sort()).toEqual([
      "base-uri 'none'",
      "connect-src 'self'",
      "default-src 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "img-src 'self' data:",
      "script-src 'self' 'wasm-unsafe-eval'",
      "style-src 'self'",
    ]);
    const html = await home.text();
    expect(html).not.toMatch(/<script>|<style|style=| on\w+=/);
    for (const path of ['/app/', '/app/lots/1', '/app/sign-in', '/app/api-like', '/app/assetsx']) {
      expect([path, await (await ask(path)).text()]).toEqual([path, html]);
    }
  });

  test('names its files by their content, which are kept for good', async () => {
    const html = await (await ask('/app')).text();
    const names = [...html.matchAll(/(?:src|href)="(\/app\/assets\/[^"]+)"/g)].map(
      ([, name = '']) => name,
    );
    expect(names).toHaveLength(2);
    for (const name of names) {
      const named = await ask(name);
      expect([name, named.status]).toEqual([name, 200]);
      expect(named.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      // The program has its content's name in its own, and no other is there.
      if (name.endsWith('.js')) continue;
      const other = await ask(name.replace(/\?v=.*/, '?v=other'));
      expect(other.headers.get('cache-control')).toBe('no-cache');
    }
  });

  test.each(['/app/api', '/app/api/nothing', '/app/assets/nothing.js', '/application'])(
    'is not at %s',
    async (path) => {
      const answer = await ask(path);
      expect(answer.status).toBe(404);
      expect(await answer.json()).toMatchObject({ error: { code: 'not_found' } });
    },
  );
});
