/**
 * A process that joins the embedded server of argv[2] and says so on standard output, one JSON
 * object per line. It leaves when its standard input says so or ends.
 */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [, , dataDir = '', sourceFolder = ''] = process.argv;
const say = (message: object) => process.stdout.write(`${JSON.stringify(message)}\n`);

try {
  const module = pathToFileURL(resolve(sourceFolder, 'src/embedded/embedded-server.ts')).href;
  const { joinEmbeddedServer } = (await import(
    module
  )) as typeof import('../../src/embedded/embedded-server.ts');
  const log = (line: string) => process.stderr.write(`${line}\n`);
  const server = await joinEmbeddedServer({ dataDir, log });
  say({ state: 'joined', ownerUrl: server.ownerUrl });
  await new Promise((done) => process.stdin.once('data', done).once('end', done));
  await server.leave();
  say({ state: 'left' });
  process.exit(0);
} catch (error) {
  const { name, message } = error as Error;
  say({ state: 'failed', name, message });
  process.exit(1);
}
