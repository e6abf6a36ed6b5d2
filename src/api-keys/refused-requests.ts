// Keeps the requests of known keys that were refused or failed, for seven days: who asked for what, and what came of it,
// but nothing that was sent. It happens after the answer, and no request waits for it. So what a process has not written
// yet is lost where it crashes, and beyond the bounds below, or where the database fails, requests are left out.
import type { AnsweredRequest } from '../contract.ts';
import type { Database } from '../database/database.ts';
import { insertedRows, statement } from '../database/statement.ts';
import type { Caller } from '../errors.ts';
import { batched } from '../queues/batcher.ts';
import { countLeftOut } from '../telemetry/metrics.ts';

/** What a process keeps of one organization in one environment: a flood of one takes no room from the others. */
export const OF_ORGANIZATION_A_MINUTE_MAX = 60;
/** What a process keeps of all. */
export const OF_ALL_A_MINUTE_MAX = 3_000;
/** What waits to be written: two minutes of the most that comes. */
const WAITING_MAX = 6_000;
const ROWS_MAX = 500;
const MINUTE_MILLISECONDS = 60_000;

interface Refused extends Omit<AnsweredRequest, 'caller'> {
  readonly caller: Caller;
  /** By performance.now(). */
  readonly answeredAt: number;
}

export interface RefusalKeeper {
  /** Keeps the request where it was refused or failed, and its key is known. Never throws. */
  keep(answered: AnsweredRequest): void;
  /** Resolves when all that was to be kept is written, or has failed. */
  flush(): Promise<void>;
}

export function refusalKeeper(database: Database): RefusalKeeper {
  const write = batched<Refused, void>(
    async (refused) => {
      await writeAll(database, refused);
      return refused.map(() => undefined);
    },
    // The bounds are above; none is turned away here, so that no request counts as shed.
    { queue: 'refused_requests', itemsMax: ROWS_MAX, inFlightMax: 1, waitsForever: true },
  );
  const writing = new Set<Promise<void>>();
  const minute = new Minute();
  return {
    keep: ({ caller, ...answered }) => {
      // A person sees a refusal on the screen.
      if (answered.status < 400 || !caller?.actor.startsWith(ACTOR)) return;
      const exceeded = writing.size < WAITING_MAX ? minute.exceededBy(caller) : 'process';
      if (exceeded !== undefined) {
        countLeftOut(exceeded);
        return;
      }
      const written = write({ ...answered, caller, answeredAt: performance.now() })
        .catch(() => countLeftOut('database'))
        .finally(() => writing.delete(written));
      writing.add(written);
    },
    flush: async () => {
      await Promise.all(writing);
    },
  };
}

const ACTOR = 'api_key:';

/** Counts what is kept of each organization in the minute of the clock. */
class Minute {
  #number = 0;
  #all = 0;
  #ofOrganization = new Map<string, number>();

  /** Counts one more, unless a bound is reached. @returns the bound */
  exceededBy({ organizationId, environment }: Caller): 'organization' | 'process' | undefined {
    const number = Math.floor(Date.now() / MINUTE_MILLISECONDS);
    if (number !== this.#number) {
      this.#number = number;
      this.#all = 0;
      this.#ofOrganization.clear();
    }
    const whose = `${organizationId} ${environment}`;
    const before = this.#ofOrganization.get(whose) ?? 0;
    if (before >= OF_ORGANIZATION_A_MINUTE_MAX) return 'organization';
    if (this.#all >= OF_ALL_A_MINUTE_MAX) return 'process';
    this.#all += 1;
    this.#ofOrganization.set(whose, before + 1);
    return undefined;
  }
}

async function writeAll(database: Database, refused: readonly Refused[]): Promise<void> {
  const now = performance.now();
  await database.query(WRITE, [
    JSON.stringify(
      refused.map(({ caller, answeredAt, ...answered }) => ({
        request_id: answered.requestId,
        organization_id: caller.organizationId,
        environment: caller.environment,
        api_key_id: caller.actor.slice(ACTOR.length),
        operation: answered.operationId,
        status: answered.status,
        code: answered.code,
        fields: answered.fields,
        milliseconds: answered.milliseconds,
        age_seconds: (now - answeredAt) / 1000,
      })),
    ),
  ]);
}

const WRITE = statement<never>(
  'write-refused-requests',
  insertedRows(`
    insert into refused_request (request_id, organization_id, environment, api_key_id, operation, status, code,
                                 fields, milliseconds, created_at)
    select request_id, organization_id, environment, api_key_id, operation, status, code, fields, milliseconds,
           clock_timestamp() - make_interval(secs => age_seconds)
      from json_to_recordset($1::json) as refused (
             request_id uuid, organization_id uuid, environment text, api_key_id uuid, operation text,
             status int, code text, fields text[], milliseconds float8, age_seconds float8)`),
);
