/** Debian's Chromium, where it is installed, led over the pipe that it has for that. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];

/** The program, or undefined with a line that says what is skipped for it. */
export function findChromium(skipped: string): string | undefined {
  const found = NAMES.find((name) => {
    try {
      execFileSync(name, ['--version'], { stdio: 'ignore' });
      return true;
    } catch {
      return false;
    }
  });
  if (found === undefined) process.stderr.write(`Skipped: ${skipped}, for Chromium is not here.\n`);
  return found;
}

export interface Launched {
  readonly child: ChildProcess;
  close(): Promise<void>;
}

/** @param words what the program is to do besides, an address or its options */
export function launchChromium(program: string, words: readonly string[], pipes = 0): Launched {
  const profile = mkdtempSync(join(tmpdir(), 'chromium-'));
  const child = spawn(
    program,
    [
      '--headless=new',
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-dev-shm-usage',
      '--disable-background-networking',
      `--user-data-dir=${profile}`,
      ...words,
    ],
    {
      stdio: ['ignore', 'ignore', 'ignore', ...Array<'pipe'>(pipes).fill('pipe')],
      detached: true,
      env: { ...process.env, HOME: profile },
    },
  );
  return {
    child,
    async close() {
      const ended = once(child, 'exit');
      process.kill(-(child.pid as number), 'SIGKILL');
      await ended;
      rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
}

type Parameters = Record<string, unknown>;

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Parameters;
  readonly result?: unknown;
  readonly error?: { message: string };
}

/** One page of one browser, and all that it has asked for and complained of. */
export interface BrowserPage {
  /** Whatever it asked for, of any scheme. */
  readonly requests: readonly string[];
  /** Errors and warnings: thrown, logged, or of the policy. */
  readonly complaints: readonly string[];
  open(url: string): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  type(text: string): Promise<void>;
  /** Presses a key as a person does, with all that the browser does by itself then. */
  press(key: keyof typeof KEYS): Promise<void>;
  /** Presses keys as a scanner does, so many milliseconds apart, without waiting for what each leads to. */
  strokes(keys: readonly Stroke[], apartMilliseconds: number): Promise<void>;
  /** Takes the network away, or gives it back. */
  cut(isCut: boolean): Promise<void>;
  /** The next request whose address has this part is answered, and the answer does not arrive. */
  loseAnswer(part: string): Promise<void>;
  /** What the system asks of a page. */
  prefer(scheme: 'light' | 'dark'): Promise<void>;
  /** Runs a script before those of each page that is opened from now on. */
  before(script: string): Promise<void>;
  /** Gives the page one part in so many of the processor. */
  slow(rate: number): Promise<void>;
  evaluate<T>(expression: string): Promise<T>;
  /** Waits until the expression is true. */
  until(expression: string, what: string): Promise<void>;
  /** From now on the browser has passkeys, on a device whose owner always agrees. */
  holdPasskeys(): Promise<void>;
  /** A picture of what is seen, as PNG. */
  picture(): Promise<Buffer>;
  /** Another window of the same browser, with the same cookies. */
  another(): Promise<BrowserPage>;
  close(): Promise<void>;
}

/** A key that writes has its text. */
export interface Stroke {
  readonly key: string;
  readonly code?: string;
  readonly keyCode?: number;
  readonly text?: string;
  readonly isControl?: boolean;
}

const CONTROL = 2;

/** By their names, with the codes that the browser goes by and the text that they write. */
const KEYS = {
  Tab: { code: 9, text: undefined },
  Enter: { code: 13, text: '\r' },
  Escape: { code: 27, text: undefined },
} as const;

interface Paused {
  readonly requestId: string;
  readonly request: { readonly url: string };
}

/** Long, since a browser on a busy machine is slow; who waits in vain waits so long. */
const UNTIL_MILLISECONDS_MAX = 60_000;
const ASK_AGAIN_MILLISECONDS = 50;

export async function openBrowser(
  program: string,
  flags: readonly string[] = [],
): Promise<BrowserPage> {
  const launched = launchChromium(program, [...flags, '--remote-debugging-pipe', 'about:blank'], 2);
  const requests: string[] = [];
  const complaints: string[] = [];
  /** Part of the address whose answer is lost. */
  let lost: string | undefined;
  let pass: ((paused: Paused) => Promise<void>) | undefined;
  const send = speak(launched.child, (method, params) => {
    if (method === 'Fetch.requestPaused') void pass?.(params as unknown as Paused);
    else if (method === 'Network.requestWillBeSent') {
      requests.push((params.request as { url: string }).url);
    } else if (method === 'Runtime.exceptionThrown') complaints.push(JSON.stringify(params));
    else if (method === 'Log.entryAdded') {
      const { level, text } = params.entry as { level: string; text: string };
      if (level === 'error' || level === 'warning') complaints.push(text);
    } else if (method === 'Runtime.consoleAPICalled') {
      if (params.type === 'error' || params.type === 'warning' || params.type === 'assert')
        complaints.push(JSON.stringify(params.args));
    }
  });
  const openWindow = async (): Promise<BrowserPage> => {
    const { targetId } = await send<{ targetId: string }>('Target.createTarget', {
      url: 'about:blank',
    });
    const { sessionId } = await send<{ sessionId: string }>('Target.attachToTarget', {
      targetId,
      flatten: true,
    });
    const ask = <T>(method: string, params: Parameters = {}): Promise<T> =>
      send<T>(method, params, sessionId);
    for (const domain of ['Network', 'Runtime', 'Log', 'Page']) await ask(`${domain}.enable`);

    const passOrLose = async ({ requestId, request }: Paused): Promise<void> => {
      if (lost !== undefined && request.url.includes(lost)) {
        lost = undefined;
        await ask('Fetch.failRequest', { requestId, errorReason: 'ConnectionReset' });
      } else await ask('Fetch.continueRequest', { requestId });
    };

    function stroke(
      { key, code, keyCode, text, isControl }: Stroke,
      type: string,
      pressedAt: number,
    ): Promise<unknown> {
      return ask('Input.dispatchKeyEvent', {
        type,
        key,
        timestamp: pressedAt / 1000,
        ...(code !== undefined && { code }),
        ...(keyCode !== undefined && { windowsVirtualKeyCode: keyCode }),
        ...(text !== undefined && type === 'keyDown' && { text }),
        ...(isControl && { modifiers: CONTROL }),
      });
    }

    async function evaluate<T>(expression: string): Promise<T> {
      const { result, exceptionDetails } = await ask<{
        result: { value: T };
        exceptionDetails?: unknown;
      }>('Runtime.evaluate', { expression, returnByValue: true, awaitPromise: true });
      if (exceptionDetails !== undefined) throw new Error(JSON.stringify(exceptionDetails));
      return result.value;
    }

    return {
      requests,
      complaints,
      async open(url) {
        await ask('Page.navigate', { url });
      },
      async resize(width, height) {
        const metrics = { width, height, deviceScaleFactor: 1, mobile: width < 600 };
        await ask('Emulation.setDeviceMetricsOverride', metrics);
      },
      async type(text) {
        // Redoc listens to keys, which inserted text alone would not press.
        await ask('Input.insertText', { text: text.slice(0, -1) });
        const last = text.slice(-1);
        await ask('Input.dispatchKeyEvent', { type: 'keyDown', text: last, key: last });
        await ask('Input.dispatchKeyEvent', { type: 'keyUp', key: last });
      },
      async press(key) {
        const { code, text } = KEYS[key];
        const event = { key, code: key, windowsVirtualKeyCode: code, ...(text && { text }) };
        await ask('Input.dispatchKeyEvent', { ...event, type: text ? 'keyDown' : 'rawKeyDown' });
        await ask('Input.dispatchKeyEvent', { ...event, type: 'keyUp' });
      },
      async strokes(keys, apartMilliseconds) {
        const sent: Promise<unknown>[] = [];
        // The page sees the keys as a scanner presses them, however late a busy computer hands them over.
        let pressedAt = Date.now();
        for (const key of keys) {
          sent.push(stroke(key, key.text === undefined ? 'rawKeyDown' : 'keyDown', pressedAt));
          sent.push(stroke(key, 'keyUp', pressedAt));
          pressedAt += apartMilliseconds;
          await new Promise((resolve) => setTimeout(resolve, apartMilliseconds));
        }
        await Promise.all(sent);
      },
      async cut(isCut) {
        const unlimited = { latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
        await ask('Network.emulateNetworkConditions', { offline: isCut, ...unlimited });
      },
      async loseAnswer(part) {
        lost = part;
        pass = passOrLose;
        await ask('Fetch.enable', { patterns: [{ requestStage: 'Response' }] });
      },
      async prefer(scheme) {
        const features = [{ name: 'prefers-color-scheme', value: scheme }];
        await ask('Emulation.setEmulatedMedia', { features });
      },
      async before(source) {
        await ask('Page.addScriptToEvaluateOnNewDocument', { source });
      },
      async slow(rate) {
        await ask('Emulation.setCPUThrottlingRate', { rate });
      },
      evaluate,
      async until(expression, what) {
        const late = Date.now() + UNTIL_MILLISECONDS_MAX;
        while (!(await evaluate<boolean>(`Boolean(${expression})`))) {
          if (Date.now() > late) throw new Error(`${what}: never came. ${complaints.join('\n')}`);
          await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MILLISECONDS));
        }
      },
      async holdPasskeys() {
        await ask('WebAuthn.enable');
        await ask('WebAuthn.addVirtualAuthenticator', {
          options: {
            protocol: 'ctap2',
            transport: 'internal',
            hasResidentKey: true,
            hasUserVerification: true,
            isUserVerified: true,
            automaticPresenceSimulation: true,
          },
        });
      },
      async picture() {
        const { data } = await ask<{ data: string }>('Page.captureScreenshot');
        return Buffer.from(data, 'base64');
      },
      another: openWindow,
      close: () => launched.close(),
    };
  };
  return openWindow();
}

/** Messages are JSON that ends in NUL: the third of its files it reads, the fourth it writes. */
function speak(
  child: ChildProcess,
  heard: (method: string, params: Parameters) => void,
): <T>(method: string, params?: Parameters, sessionId?: string) => Promise<T> {
  const [to, from] = [child.stdio[3] as Writable, child.stdio[4] as Readable];
  const asked = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  let last = 0;
  let rest = '';
  const end = (error: Error) => {
    for (const { reject } of asked.values()) reject(error);
    asked.clear();
  };
  to.once('error', end);
  child.once('error', end);
  child.once('exit', () => end(new Error('Chromium has ended')));
  from.setEncoding('utf8').on('data', (chunk: string) => {
    const messages = (rest + chunk).split('\0');
    rest = messages.pop() ?? '';
    for (const text of messages) {
      const { id, method, params, result, error } = JSON.parse(text) as Message;
      if (id === undefined) heard(method ?? '', params ?? {});
      else if (error === undefined) asked.get(id)?.resolve(result);
      else asked.get(id)?.reject(new Error(error.message));
    }
  });
  return <T>(method: string, params: Parameters = {}, sessionId?: string) => {
    last += 1;
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    asked.set(last, { resolve: resolve as (value: unknown) => void, reject });
    to.write(`${JSON.stringify({ id: last, method, params, sessionId })}\0`);
    return promise;
  };
}
