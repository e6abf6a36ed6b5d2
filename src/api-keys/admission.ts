// Authenticates callers and enforces the limits of their keys. Requests are looked up and counted in batches, one
// statement each, before anything else happens. counting.ts defines the windows. While counting fails, requests are
// looked up without it and answered: counting.ts.

import type {
  Admitted as AdmittedCaller,
  Authenticate,
  Environment,
  OrganizationKind,
  OrganizationStatus,
  Principal,
  Quota,
} from '../contract.ts';
import type { Database } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { errors, type RateLimit } from '../errors.ts';
import { batched } from '../queues/batcher.ts';
import { chargeWrites } from './charge-writes.ts';
import {
  Counting,
  type Counts,
  dayGoesOn,
  dayNumber,
  endOfDay,
  endOfMinute,
  InFlight,
  minuteGoesOn,
  minuteNumber,
} from './counting.ts';
import { hashOfKey, isWellFormedKey } from './key-format.ts';
import { validAt } from './key-row.ts';
import { IN_FLIGHT, READS_PER_WRITE } from './plans.ts';

const REQUESTS_MAX = 256;
const IN_FLIGHT_MAX = 2;

type Admitted = AdmittedCaller & Quota;
type Kind = Parameters<Authenticate>[0]['kind'];
const KINDS = { read: 'reads', write: 'writes', deferred: 'deferred' } as const;

interface Request {
  readonly keyHash: string;
  readonly kind: Kind;
}

/**
 * Makes the function that authenticates.
 *
 * @param cell the name of the cell whose keys these are, where there are several
 * @throws ApiError 401 for anything but a valid key, 429 when its window is full or when too many of its requests
 * are being answered; these count in no window
 */
export function authenticator(database: Database, cell?: string): Authenticate {
  const parts = { database, cell, inFlight: new InFlight(), counting: new Counting(database.warn) };
  const admit = batched<Request, Admitted>((requests) => admitAll(parts, requests), {
    queue: 'admission',
    itemsMax: REQUESTS_MAX,
    inFlightMax: IN_FLIGHT_MAX,
  });
  return async ({ key, kind }) => {
    if (key === undefined || !isWellFormedKey(key)) throw errors.unauthorized();
    return admit({ keyHash: hashOfKey(key).toString('hex'), kind });
  };
}

interface Parts {
  readonly database: Database;
  readonly cell: string | undefined;
  readonly inFlight: InFlight;
  readonly counting: Counting;
}

async function admitAll(parts: Parts, requests: Request[]): Promise<(Admitted | Error)[]> {
  const { database, inFlight, counting } = parts;
  const asked = new Map<string, Asked>();
  for (const { keyHash, kind } of requests) {
    const counts = asked.get(keyHash) ?? { ...NONE, before: inFlight.of(keyHash) };
    counts[KINDS[kind]] += 1;
    asked.set(keyHash, counts);
  }
  // The requests are in flight from here on, because another batch may start while this one is under way.
  const leaves = requests.map(({ keyHash, kind }) =>
    inFlight.enter(keyHash, kind === 'read' ? 'read' : 'write'),
  );
  try {
    const values = [
      JSON.stringify(
        [...asked].map(([key_hash, { reads, writes, deferred, before }]) => ({
          key_hash,
          reads,
          writes,
          deferred,
          requests_in_flight: before.requests,
          reads_in_flight: before.reads,
        })),
      ),
      JSON.stringify(IN_FLIGHT),
    ];
    const rows = await counting.or(
      () => database.query(ADMIT, values),
      () => database.query(ADMIT_UNCOUNTED, values),
    );
    const found = new Map<string, FoundKey>();
    for (const row of rows) {
      const principal = principalOf(row, parts.cell);
      found.set(row.key_hash, { row, principal, counted: { ...NONE } });
    }
    return requests.map(({ keyHash, kind }, index) => {
      const leave = leaves[index] as () => void;
      const key = found.get(keyHash);
      const outcome = key === undefined ? errors.unauthorized() : admitOne(key, kind);
      if (!(outcome instanceof Error)) {
        return { ...outcome, leave, ...chargerOf(parts, key?.row as KeyRow) };
      }
      leave();
      return outcome;
    });
  } catch (error) {
    for (const leave of leaves) leave();
    throw error;
  }
}

type KindCounts = Record<(typeof KINDS)[Kind], number>;

const NONE: Readonly<KindCounts> = { reads: 0, writes: 0, deferred: 0 };

interface Asked extends KindCounts {
  /** The requests that were in flight before. */
  readonly before: Counts;
}

function chargerOf(
  { database, counting }: Parts,
  { id: keyId, requests_per_minute: limit, minute }: KeyRow,
): Pick<Admitted, 'writesPerMinute' | 'charge'> {
  return {
    writesPerMinute: limit,
    charge: (writes) =>
      counting.or<RateLimit>(
        () => chargeWrites(database, { keyId, writes }),
        () => ({ limit, remaining: limit - writes, resetAt: endOfMinute(minute) }),
      ),
  };
}

interface FoundKey {
  readonly row: KeyRow;
  readonly principal: Principal;
  /** The requests of this batch that were counted before. */
  readonly counted: KindCounts;
}

function admitOne(
  { row, principal, counted }: FoundKey,
  kind: Kind,
): Pick<Admitted, 'principal' | 'rateLimit'> | Error {
  const kinds = KINDS[kind];
  counted[kinds] += 1;
  const [index, admitted] = [counted[kinds], row[kinds]];
  const window = windowOf(row, kind, Math.min(index, admitted));
  const rateLimit = {
    limit: window.limit,
    // A deferred request is not counted yet, so it still counts as remaining.
    remaining: Math.max(0, window.limit - window.index + (kind === 'deferred' ? 1 : 0)),
    resetAt: window.resetAt,
  };
  if (index > admitted) return errors.tooManyInFlight(rateLimit, principal);
  if (window.index > window.limit) return errors.rateLimited(window.resetAt, rateLimit, principal);
  return { principal, rateLimit };
}

/** @param index the request's number among those of its kind in this batch, from 1 */
function windowOf(row: KeyRow, kind: Kind, index: number): Window {
  switch (kind) {
    case 'read':
      return readWindow(row, index);
    case 'write':
      return writeWindow(row, index);
    case 'deferred':
      // This is the index that its first write would have if it were counted now.
      return writeWindow(row, row.writes + 1);
    default: {
      const never: never = kind;
      return never;
    }
  }
}

interface Window {
  readonly limit: number;
  /** The request's number in the window, from 1. */
  readonly index: number;
  readonly resetAt: Date;
}

/** @param index the request's number among those of this batch, from 1 */
function readWindow(row: KeyRow, index: number): Window {
  return {
    limit: row.requests_per_minute * READS_PER_WRITE,
    index: row.reads_minute - row.reads + index,
    resetAt: endOfMinute(row.minute),
  };
}

/**
 * Returns the tighter of the minute and the day: the one that leaves less, and of two that leave as much the day,
 * which lasts longer. So a caller who has nothing left in the day is not asked to wait for the next minute.
 */
function writeWindow(row: KeyRow, index: number): Window {
  const before = row.writes_minute - row.writes;
  const minute = {
    limit: row.requests_per_minute,
    index: before + index,
    resetAt: endOfMinute(row.minute),
  };
  const countedInDay = Math.min(row.writes, Math.max(0, row.requests_per_minute - before));
  const day = {
    limit: row.requests_per_day,
    // A request that the minute refuses is not counted in the day; this is the index that it would have had.
    index: row.writes_day - countedInDay + Math.min(index, countedInDay + 1),
    resetAt: endOfDay(row.day),
  };
  const dayIsFull = day.index > day.limit;
  return dayIsFull || day.limit - day.index <= minute.limit - minute.index ? day : minute;
}

function principalOf(row: KeyRow, cell: string | undefined): Principal {
  return {
    actor: `api_key:${row.id}`,
    callerId: row.id,
    organizationId: row.organization_id,
    environment: row.environment,
    scopes: new Set(row.scopes),
    organizationKind: row.organization_kind,
    organizationStatus: row.organization_status,
    cell,
  };
}

interface KeyRow {
  key_hash: string;
  id: string;
  organization_id: string;
  environment: Environment;
  scopes: string[];
  requests_per_minute: number;
  requests_per_day: number;
  organization_kind: OrganizationKind;
  organization_status: OrganizationStatus;
  /** The requests of this batch for which slots are free beside those in flight. These count. */
  reads: number;
  writes: number;
  /** The deferred requests for which slots are free; they do not count yet. */
  deferred: number;
  /** The requests counted in the windows, this batch included. */
  reads_minute: number;
  writes_minute: number;
  writes_day: number;
  /** The numbers of the minute and of the day since 1970. */
  minute: number;
  day: number;
}

const MINUTE_GOES_ON = minuteGoesOn('excluded');
const DAY_GOES_ON = dayGoesOn('excluded');

/** Selects the keys of this batch that are valid, and as many of their requests as there are slots for. */
const VALID_KEY = `
    valid_key as (
      select api_key.*, counts.reads, counts.writes,
             least(asked.deferred, room.requests - counts.reads - counts.writes) as deferred,
             organization.kind as organization_kind, organization.status as organization_status
        from json_to_recordset($1::json) as asked (
               key_hash text, reads bigint, writes bigint, deferred bigint,
               requests_in_flight bigint, reads_in_flight bigint)
        join api_key on api_key.key_hash = decode(asked.key_hash, 'hex')
        join organization on organization.id = api_key.organization_id
       cross join lateral (
               select greatest(0, ($2::jsonb -> api_key.plan ->> 'requests')::bigint
                        - asked.requests_in_flight) as requests,
                      greatest(0, ($2::jsonb -> api_key.plan ->> 'reads')::bigint
                        - asked.reads_in_flight) as reads) as room
       cross join lateral (
               select least(asked.reads, room.reads, room.requests) as reads) as first
       cross join lateral (
               select first.reads, least(asked.writes, room.requests - first.reads) as writes) as counts
       where ${validAt('now()')}
    )`;

/** The scopes are JSON, since Node parses that natively and the driver takes an array apart in JavaScript. */
const KEY_COLUMNS = `
           encode(valid_key.key_hash, 'hex') as key_hash, valid_key.id, valid_key.organization_id,
           valid_key.environment, array_to_json(valid_key.scopes) as scopes,
           valid_key.requests_per_minute, valid_key.requests_per_day,
           valid_key.organization_kind, valid_key.organization_status,
           valid_key.reads, valid_key.writes, valid_key.deferred`;

/**
 * Takes rows in the order of key ids, so that two batches cannot deadlock. The time of the last use is written after
 * the count, and at most every five minutes.
 */
const ADMIT = statement<KeyRow>(
  'admit',
  `
    with ${VALID_KEY}, counted as (
      insert into api_key_usage as usage (
        api_key_id, minute, reads_minute, writes_minute, day, writes_day, requests_per_minute)
      select id, date_trunc('minute', now()), reads, writes, (now() at time zone 'UTC')::date,
             least(writes, requests_per_minute), requests_per_minute
        from valid_key order by id
      on conflict (api_key_id) do update set
        minute = case when ${MINUTE_GOES_ON} then usage.minute else excluded.minute end,
        reads_minute = excluded.reads_minute
          + case when ${MINUTE_GOES_ON} then usage.reads_minute else 0 end,
        writes_minute = excluded.writes_minute
          + case when ${MINUTE_GOES_ON} then usage.writes_minute else 0 end,
        day = case when ${DAY_GOES_ON} then usage.day else excluded.day end,
        writes_day = case when ${DAY_GOES_ON} then usage.writes_day else 0 end
          + least(excluded.writes_minute, greatest(0,
              excluded.requests_per_minute
              - case when ${MINUTE_GOES_ON} then usage.writes_minute else 0 end))
      returning *
    ), noted as (
      update api_key set last_used_at = now()
        from counted
       where api_key.id = counted.api_key_id
         and (api_key.last_used_at is null or api_key.last_used_at < now() - interval '5 minutes')
    )
    select ${KEY_COLUMNS},
           counted.reads_minute, counted.writes_minute, counted.writes_day,
           ${minuteNumber('counted.minute')} as minute, ${dayNumber('counted.day')} as day
      from valid_key join counted on counted.api_key_id = valid_key.id`,
);

/** Admits as if nothing had been counted in these windows before. */
const ADMIT_UNCOUNTED = statement<KeyRow>(
  'admit-uncounted',
  `
    with ${VALID_KEY}
    select ${KEY_COLUMNS},
           valid_key.reads as reads_minute, valid_key.writes as writes_minute,
           least(valid_key.writes, valid_key.requests_per_minute) as writes_day,
           ${minuteNumber("date_trunc('minute', now())")} as minute,
           ${dayNumber("(now() at time zone 'UTC')::date")} as day
      from valid_key`,
);
