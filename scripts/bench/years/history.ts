// Years of a ledger, as the service would have left it: movements with keys, their entries with the right hashes,
// and the lots and levels that they leave, so that `ledger verify` proves all of it. Written by COPY into tables
// with all their indexes, in the order in which it happened.
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import type { PostgresServer } from '../../../kit/postgres-server.ts';
import { entryHash, NOTHING_REDACTABLE } from '../../../src/inventory/rules/ledger-hash.ts';

const TYPE = 'fulfill';
const OPERATION = 'postMovement';
const ACTOR = 'api_key:01920000-0000-7000-8000-000000000000';
/** As the service's batches draw them. */
const SEQ_BLOCK = 1_048_576n;
const ROWS_AT_ONCE = 2_000;
const SALT_BYTES = 16;

interface Lot {
  readonly id: string;
  readonly organization_id: string;
  readonly sku_id: string;
  readonly location_id: string;
  on_hand: number;
  last_hash: Buffer;
  last_entry_at: string;
}

const LOTS = `
  select id, organization_id, sku_id, location_id, on_hand::float8 as on_hand, last_hash,
         to_char(last_entry_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as last_entry_at
    from lot order by id`;

/** Draws one unit after the other, from one lot after the other, evenly between the lots' receipt and now. */
export async function writeHistory(
  postgres: PostgresServer,
  database: string,
  { rows, programs }: { rows: number; programs: string },
): Promise<void> {
  const lots = await postgres.query<Lot>(database, LOTS);
  const [{ block = '0' } = {}] = await postgres.query<{ block: string }>(
    database,
    `select nextval('ledger_block')::text as block`,
  );
  const from = Math.max(...lots.map(({ last_entry_at: at }) => Date.parse(at))) + 1;
  const step = ((Date.now() - from) * 1000) / rows;
  const copy = (table: string, columns: string) =>
    new Copy(join(programs, 'psql'), postgres.url(database), `${table} (${columns})`);
  const movements = copy('movement', MOVEMENT_COLUMNS);
  const entries = copy('ledger_entry', ENTRY_COLUMNS);
  for (let n = 0; n < rows; n += ROWS_AT_ONCE) {
    const made = Array.from({ length: Math.min(ROWS_AT_ONCE, rows - n) }, (_, index) => {
      const micros = BigInt(from) * 1000n + BigInt(Math.floor((n + index) * step));
      const lot = lots[(n + index) % lots.length] as Lot;
      return draw(lot, {
        micros,
        seq: BigInt(block) + BigInt(n + index) * SEQ_BLOCK,
        sequence: n + index,
      });
    });
    await movements.write(made.map(({ movement }) => movement).join(''));
    await entries.write(made.map(({ entry }) => entry).join(''));
  }
  await Promise.all([movements.end(), entries.end()]);
  await postgres.query(
    database,
    `set session_replication_role = replica;
     update lot set on_hand = left_over.on_hand, last_hash = left_over.last_hash,
                    last_entry_at = left_over.last_entry_at
       from json_to_recordset('${JSON.stringify(lots.map(leftOver))}')
            as left_over (id uuid, on_hand bigint, last_hash bytea, last_entry_at timestamptz)
      where lot.id = left_over.id;
     update stock_level level set on_hand = total.on_hand, version = version + ${rows}
       from (select sku_id, location_id, sum(on_hand) as on_hand from lot group by 1, 2) total
      where level.sku_id = total.sku_id and level.location_id = total.location_id;
     select setval('ledger_block', ${BigInt(block) + BigInt(rows) * SEQ_BLOCK})`,
  );
}

function leftOver({ id, on_hand, last_hash, last_entry_at }: Lot) {
  return { id, on_hand, last_hash: `\\x${last_hash.toString('hex')}`, last_entry_at };
}

const MOVEMENT_COLUMNS =
  'id, organization_id, type, sku_id, location_id, idempotency_key, operation, request_salt, request_digest, ' +
  'reference_type, reference_id, actor, created_at';
const ENTRY_COLUMNS =
  'id, organization_id, seq, movement_id, type, sku_id, location_id, lot_id, qty, balance_after, hash, created_at';

/** Draws a unit; answers the lines of its rows. */
function draw(
  lot: Lot,
  { micros, seq, sequence }: { micros: bigint; seq: bigint; sequence: number },
) {
  const createdAt = timestampText(micros);
  const salt = randomBytes(SALT_BYTES);
  const movement = {
    id: timedUuid(micros),
    organizationId: lot.organization_id,
    type: TYPE,
    skuId: lot.sku_id,
    locationId: lot.location_id,
    idempotencyKey: timedUuid(micros),
    requestDigest: createHash('sha256').update(salt).digest(),
    referenceType: 'order',
    referenceId: `ORD-${sequence}`,
    rxNumber: NOTHING_REDACTABLE,
    poNumber: null,
    note: NOTHING_REDACTABLE,
    actor: ACTOR,
    createdAt,
  };
  lot.on_hand -= 1;
  lot.last_entry_at = createdAt;
  const entry = {
    id: timedUuid(micros),
    seq,
    type: TYPE,
    skuId: lot.sku_id,
    locationId: lot.location_id,
    lotId: lot.id,
    qty: -1,
    balanceAfter: lot.on_hand,
    createdAt,
  };
  lot.last_hash = entryHash(lot.last_hash, entry, movement);
  return {
    movement: line([
      movement.id,
      lot.organization_id,
      TYPE,
      lot.sku_id,
      lot.location_id,
      movement.idempotencyKey,
      OPERATION,
      hex(salt),
      hex(movement.requestDigest),
      movement.referenceType,
      movement.referenceId,
      ACTOR,
      createdAt,
    ]),
    entry: line([
      entry.id,
      lot.organization_id,
      String(seq),
      movement.id,
      TYPE,
      lot.sku_id,
      lot.location_id,
      lot.id,
      '-1',
      String(lot.on_hand),
      hex(lot.last_hash),
      createdAt,
    ]),
  };
}

function line(values: readonly string[]): string {
  return `${values.join('\t')}\n`;
}

/** The backslash is one of COPY's, which takes two for one. */
function hex(bytes: Buffer): string {
  return `\\\\x${bytes.toString('hex')}`;
}

function timestampText(micros: bigint): string {
  const text = new Date(Number(micros / 1000n)).toISOString();
  return `${text.slice(0, -1)}${String(micros % 1000n).padStart(3, '0')}Z`;
}

/** A UUID of version 7 of that time. */
function timedUuid(micros: bigint): string {
  const time = (micros / 1000n).toString(16).padStart(12, '0');
  const chance = randomBytes(10).toString('hex');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${chance.slice(0, 3)}-8${chance.slice(3, 6)}-${chance.slice(6, 18)}`;
}

/** Rows into a table, past its triggers and foreign keys. */
class Copy {
  readonly #child: ChildProcess;
  readonly #ended: Promise<unknown[]>;
  #output = '';

  constructor(psql: string, url: string, target: string) {
    this.#child = spawn(psql, ['--quiet', '--command', `copy ${target} from stdin`, url], {
      env: { ...process.env, PGOPTIONS: '-c session_replication_role=replica' },
      stdio: ['pipe', 'ignore', 'pipe'],
    });
    this.#child.stderr?.on('data', (bytes) => {
      this.#output += bytes;
    });
    this.#child.stdin?.on('error', () => {});
    this.#ended = once(this.#child, 'close');
  }

  async write(lines: string): Promise<void> {
    const { stdin } = this.#child;
    if (stdin?.write(lines) === false) await Promise.race([once(stdin, 'drain'), this.#ended]);
  }

  async end(): Promise<void> {
    this.#child.stdin?.end();
    const [code] = await this.#ended;
    if (code !== 0) throw new Error(`psql: ${this.#output}`);
  }
}
