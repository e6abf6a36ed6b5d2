// What the worker and replays read among many rows, before the tables were ever analysed and after.
import { beforeEach, describe, expect, it } from 'vitest';
import { scannedRows } from '../../../kit/plan-rows.ts';
import type { Database, Queryable } from '../../../src/database/database.ts';
import type { Statement } from '../../../src/database/statement.ts';
import { fanOut } from '../../../src/webhooks/delivery/fan-out.ts';
import { listDeadDeliveries } from '../../../src/webhooks/delivery/list-dead-deliveries.ts';
import { noteOutcomes } from '../../../src/webhooks/delivery/note-outcomes.ts';
import { recordAttempts } from '../../../src/webhooks/delivery/record-attempts.ts';
import { replaySince } from '../../../src/webhooks/delivery/replay-deliveries.ts';
import { tendDeliveries } from '../../../src/webhooks/delivery/tend-deliveries.ts';
import { claimDue } from '../../support/deliveries.ts';
import { setAnalysed } from '../../support/watched-plans.ts';
import { useWorld } from '../../support/world.ts';

const ORGANIZATION = '00000000-0000-7000-8000-000000000001';
const BEHIND = '00000000-0000-7000-8000-000000000002';
const BUSY = '00000000-0000-7000-8000-000000000003';
const DUE = '00000000-0000-7000-8000-000000000004';
const DEAD = '00000000-0000-7000-8000-000000000005';
const ROWS = 20_000;
/** A fan-out's window is 200 events; everything else is about one delivery. */
const READ_MAX = 1_000;

const world = useWorld(
  async ({ db }) => {
    await db.owner.query(`
    alter table event set (autovacuum_enabled = off);
    alter table webhook_delivery set (autovacuum_enabled = off);
    insert into organization (id, slug, name, kind) values ('${ORGANIZATION}', 'big', 'Big', 'pharmacy');
    insert into event_counter (organization_id, position) values ('${ORGANIZATION}', ${ROWS});
    insert into event (organization_id, position, id, type, data, created_at)
    select '${ORGANIZATION}', nth, gen_random_uuid(), 'stock.changed', '{}', now()
      from generate_series(1, ${ROWS}) nth;
    insert into webhook_endpoint (
      id, organization_id, environment, url, events, secret, fanned_position, created_at)
    select id::uuid, '${ORGANIZATION}', 'live', 'https://partner.example/', '{}', 'sealed', position, now()
      from (values ('${BEHIND}', 0), ('${BUSY}', ${ROWS})) as endpoint (id, position);
    insert into webhook_delivery (id, organization_id, endpoint_id, event_id, type, payload, status,
                                  created_at, next_attempt_at, finished_at)
    select case nth when 0 then '${DUE}'::uuid when -1 then '${DEAD}'::uuid else gen_random_uuid() end,
           '${ORGANIZATION}', '${BUSY}', gen_random_uuid(), 'stock.changed', '{}',
           case when nth = -1 then 'dead' when nth % 2 = 0 then 'pending' else 'succeeded' end, now(),
           case when nth % 2 = 0 then now() + (sign(nth) * interval '1 hour') end,
           case when nth % 2 <> 0 then now() end
      from generate_series(-1, 2 * ${ROWS}) nth`);
  },
  { service: false },
);

/** Runs statements as they are, and undoes them; answers how many rows they read from tables and indexes. */
async function readBy(
  work: (explaining: Database) => Promise<unknown>,
  { given = '' }: { given?: string } = {},
): Promise<number> {
  let read = 0;
  const session = await world.db.owner.connect();
  await session.query(`begin; ${given}`);
  const explaining: Queryable = {
    query: async ({ text }: Statement, values: unknown[]) => {
      await session.query('savepoint before');
      const { rows } = await session.query(`explain (analyze, format json) ${text}`, values);
      await session.query('rollback to before');
      read += scannedRows(rows[0]['QUERY PLAN'][0].Plan);
      return (await session.query(text, values)).rows;
    },
  };
  const transaction = (inside: (tx: Queryable) => Promise<unknown>) => inside(explaining);
  await work({ ...explaining, transaction } as unknown as Database);
  await session.query('rollback');
  session.release();
  return read;
}

/** As if all were level after a window, so that no further round follows. */
function oneRound(database: Queryable): Queryable {
  return {
    query: async (statement, values) => {
      const rows = await database.query(statement, values);
      return statement.name === 'webhook-fan-out' ? [] : rows;
    },
  };
}

const sealed = { secret: Buffer.from(''), next_secret: null, overlap_is_over: false };
const attempt = {
  delivery: {
    id: DUE,
    organization_id: ORGANIZATION,
    endpoint_id: BUSY,
    type: 'stock.changed',
    ...sealed,
    payload: '{}',
    attempts: 0,
    attempt_number: 1,
    url: 'https://partner.example/',
    is_slow: false,
  },
  at: new Date(),
  sent: { status: 204, milliseconds: 1, error: null },
};

describe.each(['never analysed', 'analysed'] as const)('on tables that were %s', (state) => {
  beforeEach(() => setAnalysed(world.db.owner, state));

  it.each<[string, (database: Database) => Promise<unknown>]>([
    ['a fan-out to an endpoint that is far behind', (database) => fanOut(oneRound(database))],
    ['a claim among many that are not due', (database) => claimDue(database)],
    ['the record of an attempt', (database) => recordAttempts(database, [attempt], [1])],
    [
      'a replay of the dead among many',
      (database) =>
        replaySince(database, {
          organizationId: ORGANIZATION,
          endpointId: BUSY,
          since: '2026-01-01T00:00:00.000000Z',
        }),
    ],
    ['a look at what is to be tended', (database) => tendDeliveries(database)],
    ['what an attempt says of its endpoint', (database) => noteOutcomes(database, [attempt])],
    ['the operator’s list', (database) => listDeadDeliveries(database, ORGANIZATION)],
  ])('%s reads what it needs', async (_, work) => {
    const read = await readBy(work);
    expect(read).toBeGreaterThan(0);
    expect(read).toBeLessThan(READ_MAX);
  });

  it('a claim reads nothing of endpoints that have nothing', async () => {
    const idle = `
      insert into webhook_endpoint (
        id, organization_id, environment, url, events, secret, fanned_position, created_at)
      select gen_random_uuid(), '${ORGANIZATION}', 'live', 'https://partner.example/', '{}', 'sealed',
             ${ROWS}, now()
        from generate_series(1, 1000)`;
    expect(await readBy((database) => claimDue(database), { given: idle })).toBeLessThan(50);
    // What was undone still fills pages, and the planner goes by these.
    await world.db.owner.query('vacuum webhook_endpoint');
  });
});
