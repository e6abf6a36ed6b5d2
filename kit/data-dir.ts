// A DATA_DIR of a test's own, and the embedded server in it.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { joinEmbeddedServer } from '../src/embedded/embedded-server.ts';

export interface DataDir {
  readonly path: string;
  /** Of the server that runs on it; PostgreSQL removes its file when it stops. */
  postmasterPid(): number | undefined;
  /** Stops a server that is still there. The test's own processes must be gone. */
  remove(): Promise<void>;
}

export function makeDataDir(): DataDir {
  const folder = mkdtempSync(join(tmpdir(), 'pharmacy-program-'));
  const path = join(folder, 'data');
  const postmasterPid = () => {
    try {
      return Number(readFileSync(join(path, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
    } catch {
      return undefined;
    }
  };
  return {
    path,
    postmasterPid,
    remove: async () => {
      if (postmasterPid() !== undefined)
        await (await joinEmbeddedServer({ dataDir: path })).leave();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
