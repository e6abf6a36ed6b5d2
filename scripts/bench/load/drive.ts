// Loads a server over HTTP: with wrk where it is installed, else with Node's own client in this process, which
// takes more of the machine that is measured.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../../../kit/run.ts';
import { type LoadResult, readWrk } from '../measurements.ts';
import { driveByNode } from './node-driver.ts';
import { type Load, partsOf, QTY_MAX, RELEASE_LAG } from './requests.ts';

const SCRIPT = new URL('wrk.lua', import.meta.url).pathname;
const ANSWER_SECONDS_MAX = 15;
const wrk = (process.env.PATH ?? '')
  .split(':')
  .map((folder) => join(folder, 'wrk'))
  .find(existsSync);

export const driverName = wrk === undefined ? 'the http client of Node' : 'wrk';

/** @param url where the paths begin */
export async function drive(url: string, load: Load, seconds: number): Promise<LoadResult> {
  if (wrk === undefined) return driveByNode(url, load, seconds);
  const folder = mkdtempSync(join(tmpdir(), 'bench-load-'));
  try {
    const plan = join(folder, 'plan.lua');
    writeFileSync(plan, `return ${lua(planOf(url, load))}`);
    const output = await run(wrk, [
      '-t',
      `${Math.min(load.connections, 2)}`,
      '-c',
      `${load.connections}`,
      '-d',
      `${seconds}s`,
      '--timeout',
      `${ANSWER_SECONDS_MAX}s`,
      '-s',
      SCRIPT,
      new URL(url).origin,
      '--',
      plan,
    ]);
    return readWrk(output);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function planOf(url: string, { requests, keys, skus, refusals = [] }: Load) {
  const { pathname } = new URL(url);
  const forms = requests.map(({ method, path, body, isKeyed = false }) => ({
    method,
    isKeyed,
    path: partsOf(`${pathname === '/' ? '' : pathname}${path}`),
    ...(body !== undefined && { body: partsOf(body) }),
  }));
  return { keys, skus, refusals, qty: QTY_MAX, lag: RELEASE_LAG, requests: forms };
}

/** As Lua writes it. Its quoted texts are those of JSON, as long as they are plain ASCII. */
function lua(value: unknown): string {
  if (Array.isArray(value)) return `{${value.map(lua).join(',')}}`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).map(([name, field]) => `${name}=${lua(field)}`);
  return `{${fields.join(',')}}`;
}
