#!/usr/bin/env node
/** The command `pharmacy` that the package installs. It runs in Node.js; nothing else of the package needs it. */
import { parseArgs } from 'node:util';
import { EVENT_TYPES } from '../../../generated/sdk/contract/operations.ts';
import { ConfigurationError, isApiError, PRODUCTION_URL } from '../index.ts';
import { listen } from './listen.ts';

const HELP = `Usage: pharmacy listen --forward-to URL [options]

Posts your organization's events to a program on your machine, each signed as a webhook is.

  --forward-to URL   where your program takes webhooks, such as http://localhost:4000/hooks
  --events A,B       the types to forward; without it all but order.updated
  --since TIME       begin with the events of that time (ISO 8601), and not where the last run ended
  --key KEY          an API key with inventory:read; PHARMACY_KEY unless given
  --api URL          where the API is, up to /api/public; PHARMACY_URL unless given, else ${PRODUCTION_URL}
  --position FILE    where the position and the secret are kept; .pharmacy-listen.json unless given

The first run begins with the events that come from then on, and a later one goes on after the last event that was
answered. Your program's answer is shown, whatever its status is. An event that gets no answer is sent again until it
gets one. Ctrl-C ends it.
`;

const OPTIONS = {
  'forward-to': { type: 'string' },
  events: { type: 'string' },
  since: { type: 'string' },
  key: { type: 'string' },
  api: { type: 'string' },
  position: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

class UsageError extends Error {}

async function main(signal: AbortSignal): Promise<void> {
  const { values, positionals } = parseArgs({ options: OPTIONS, allowPositionals: true });
  if (values.help) {
    process.stdout.write(HELP);
    return;
  }
  if (positionals.length !== 1 || positionals[0] !== 'listen') {
    throw new UsageError('The one command is "pharmacy listen"; see pharmacy --help.');
  }
  const apiKey = values.key ?? process.env.PHARMACY_KEY;
  if (!apiKey) throw new UsageError('No key was given: set PHARMACY_KEY, or pass --key.');
  await listen({
    apiKey,
    baseUrl: values.api ?? process.env.PHARMACY_URL,
    forwardTo: readAddress(values['forward-to']),
    takes: readTypes(values.events),
    since: readTime(values.since),
    positionFile: values.position ?? '.pharmacy-listen.json',
    signal,
    print: (line) => process.stdout.write(`${line}\n`),
  });
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
  await main(ending.signal);
} catch (error) {
  if (!ending.signal.aborted) {
    process.stderr.write(`${explain(error)}\n`);
    process.exitCode = 1;
  }
}
