// The packages as the running service serves them.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import document from '../../generated/openapi.json' with { type: 'json' };
import { refuseChanged } from '../../scripts/contract/sdk/archive.ts';
import { readPackages } from '../../src/http/docs/site.ts';
import { useWorld } from '../../test/support/world.ts';

const home = useWorld();
const { version } = document.info;
const FILE = `pharmacy-platform-sdk-${version}.tgz`;
const at = (file: string) => `${home.service.url}/sdk/${file}`;

it.each([FILE, `pharmacy_platform-${version}-py3-none-any.whl`])(
  'serves %s as it was packed, with its SHA-256, and not twice to who has it',
  async (file) => {
    const answer = await fetch(at(file));
    expect(answer.status).toBe(200);
    const digest = createHash('sha256').update(Buffer.from(await answer.arrayBuffer()));
    const beside = await (await fetch(`${at(file)}.sha256`)).text();
    expect(beside).toBe(`${digest.digest('hex')}  ${file}\n`);
    // fetch adds `Cache-Control: no-cache` to a conditional request, and then the whole file is right.
    const headers = { 'If-None-Match': answer.headers.get('etag') as string };
    const [again] = (await once(get(at(file), { headers }), 'response')) as [IncomingMessage];
    again.resume();
    expect(again.statusCode).toBe(304);
  },
);

it('serves what was released beside what is newer, and lets no build change it', async () => {
  const sdk = mkdtempSync(join(tmpdir(), 'sdk-released-'));
  try {
    const [packages, released] = ['packages', 'released'].map((name) => join(sdk, name)) as [
      string,
      string,
    ];
    mkdirSync(packages);
    writeFileSync(join(packages, 'sdk-1.0.0.tgz'), 'first');
    await refuseChanged(packages, released);
    cpSync(packages, released, { recursive: true });
    await refuseChanged(packages, released);
    writeFileSync(join(packages, 'sdk-1.0.0.tgz'), 'other');
    await expect(refuseChanged(packages, released)).rejects.toThrow(
      'sdk-1.0.0.tgz was released, and may not change. Raise the version',
    );
    rmSync(join(packages, 'sdk-1.0.0.tgz'));
    writeFileSync(join(packages, 'sdk-1.1.0.tgz'), 'second');
    await refuseChanged(packages, released);
    const served = readPackages(pathToFileURL(`${sdk}/`));
    expect(served.map(({ name, body }) => [name, String(body)])).toEqual([
      ['sdk-1.0.0.tgz', 'first'],
      ['sdk-1.1.0.tgz', 'second'],
    ]);
  } finally {
    rmSync(sdk, { recursive: true });
  }
});
