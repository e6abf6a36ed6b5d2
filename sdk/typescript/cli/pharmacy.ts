#!/usr/bin/env node
/** The command `pharmacy` that the package installs. It runs in Node.js; nothing else of the package needs it. */
import { parseArgs } from 'node:util';
import { EVENT_TYPES } from '../../../generated/sdk/contract/operations.ts';
import { ConfigurationError, isApiError, PRODUCTION_URL } from '../index.ts';
import { listen } from './listen.ts';
import { type TestedType, trigger } from './trigger.ts';

const HELP = `Usage: pharmacy listen --forward-to URL [options]
       pharmacy trigger TYPE [options]

listen posts your organization's events to a program on your machine, each signed as a webhook is.

  --forward-to URL   where your program takes webhooks, such as http://localhost:4000/hooks
  --events A,B       the types to forward; without it all but order.updated
  --since TIME       begin with the events of that time (ISO 8601), and not where the last run ended
  --position FILE    where the position and the secret are kept; .pharmacy-listen.json unless given

The first run begins with the events that come from then on, and a later one goes on after the last event that was
answered. Your program's answer is shown, whatever its status is. An event that gets no answer is sent again until it
gets one. Ctrl-C ends it.

trigger has the API send a test event of a type, such as stock.changed, to each of your endpoints that gets that type.

  --endpoint ID      to this endpoint alone, whichever types it gets

Both take:

  --key KEY          an API key with inventory:read, for trigger with inventory:write; PHARMACY_KEY unless given
  --api URL          where the API is, up to /api/public; PHARMACY_URL unless given, else ${PRODUCTION_URL}
`;

const SHARED = { key: { type: 'string' }, api: { type: 'string' } } as const;
const LISTEN = {
  ...SHARED,
  'forward-to': { type: 'string' },
  events: { type: 'string' },
  since: { type: 'string' },
  position: { type: 'string' },
} as const;
const TRIGGER = { ...SHARED, endpoint: { type: 'string' } } as const;

class UsageError extends Error {}

async function main([command, ...args]: string[], signal: AbortSignal): Promise<void> {
  const print = (line: string) => process.stdout.write(`${line}\n`);
  if ([command, ...args].some((one) => one === '--help' || one === '-h')) {
    process.stdout.write(HELP);
  } else if (command === 'listen') {
    const { values } = parseArgs({ args, options: LISTEN });
    await listen({
      ...readApi(values),
      forwardTo: readAddress(values['forward-to']),
      takes: readTypes(values.events),
      since: readTime(values.since),
      positionFile: values.position ?? '.pharmacy-listen.json',
      signal,
      print,
    });
  } else if (command === 'trigger') {
    const { values, positionals } = parseArgs({ args, options: TRIGGER, allowPositionals: true });
    const type = readTested(positionals);
    await trigger({ ...readApi(values), type, endpointId: values.endpoint, signal, print });
  } else {
    throw new UsageError('Say "pharmacy listen" or "pharmacy trigger"; see pharmacy --help.');
  }
}

function readApi({ key, api }: { key?: string | undefined; api?: string | undefined }) {
  const apiKey = key ?? process.env.PHARMACY_KEY;
  if (!apiKey) throw new UsageError('No key was given: set PHARMACY_KEY, or pass --key.');
  return { apiKey, baseUrl: api ?? process.env.PHARMACY_URL };
}

function readAddress(given: string | undefined): string {
  const url = given !== undefined && URL.canParse(given) ? new URL(given) : undefined;
  if (url !== undefined && ['http:', 'https:'].includes(url.protocol)) return url.href;
  throw new UsageError(
    '--forward-to must be a whole address, such as http://localhost:4000/hooks.',
  );
}

/** Without any named, what an endpoint gets that names none. */
function readTypes(given: string | undefined): (type: string) => boolean {
  if (given === undefined) return (type) => type !== 'order.updated';
  const types = given.split(',').map((type) => type.trim());
  const unknown = types.find((type) => !EVENT_TYPES.some((known) => known === type));
  if (unknown === undefined) return (type) => types.includes(type);
  throw new UsageError(
    `--events has an unknown type "${unknown}". Known: ${EVENT_TYPES.join(', ')}.`,
  );
}

function readTested([given, another]: string[]): TestedType {
  if (given === undefined || another !== undefined) {
    throw new UsageError('Name one type of event, such as "pharmacy trigger stock.changed".');
  }
  const types = ['webhook.test', ...EVENT_TYPES] as const;
  const type = types.find((known) => known === given);
  if (type !== undefined) return type;
  throw new UsageError(`Unknown type of event "${given}". Known: ${types.join(', ')}.`);
}

function readTime(given: string | undefined): string | undefined {
  if (given === undefined) return undefined;
  const time = new Date(given);
  if (!Number.isNaN(time.getTime())) return time.toISOString();
  throw new UsageError('--since must be an ISO 8601 time, such as 2026-11-20T08:00:00Z.');
}

function explain(error: unknown): string {
  if (isApiError(error, 'unauthorized')) {
    return `${error.message}\nThe API refuses this key. Is it whole, and of this API (--api)?`;
  }
  const message = error instanceof Error ? error.message : String(error);
  return error instanceof ConfigurationError
    ? message.replace(/^apiKey/, '--key').replace(/^baseUrl/, '--api')
    : message;
}

const ending = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ending.abort());
try {
  await main(process.argv.slice(2), ending.signal);
} catch (error) {
  if (!ending.signal.aborted) {
    process.stderr.write(`${explain(error)}\n`);
    process.exitCode = 1;
  }
}
