// What PostgreSQL takes for the rows of draws, many in a commit, without the service. Between this and the limit lies the
// price of the product's rows, and between this and the server's draws that of the service.
import { findPgbench } from './pgbench.ts';
import type { Contender, Stage } from './stage.ts';

const SCRIPT = new URL('rows-alone.sql', import.meta.url).pathname;
/** As many as each of two batches has that share the draws of 64 connections. */
const DRAWS = 32;
const CLIENTS = 2;
/** Each draw writes a row into each of them. */
const WRITTEN = ['movement', 'ledger_entry', 'event'];

/**
 * On a copy of the fixture that is used for nothing else: its entries make no chain.
 *
 * @returns none without pgbench
 */
export async function rowsAlone({ postgres, fixture }: Stage): Promise<Contender[]> {
  const pgbench = findPgbench(postgres);
  if (pgbench === undefined) return [];
  const database = await fixture.copy('rows_alone');
  await postgres.query(
    database,
    `create table level_of_bench as
       select row_number() over (order by level.sku_id) as place,
              level.sku_id, level.location_id, level.organization_id
         from stock_level level
         join organization on organization.id = level.organization_id and slug like 'bench-%';
     alter table level_of_bench add primary key (place)`,
  );
  const rowsOf = async (table: string) => {
    const [row] = await postgres.query<{ count: number }>(
      database,
      `select count(*)::int from ${table}`,
    );
    return row?.count ?? 0;
  };
  const levels = await rowsOf('level_of_bench');
  const rows = () => Promise.all(WRITTEN.map(rowsOf));
  const contender: Contender = {
    name: `rows alone, ${DRAWS} a commit`,
    against: 'limit',
    measure: async (seconds) => {
      const [before, usedBefore] = [await rows(), postgres.usage()];
      const perSecond = await pgbench(postgres.url(database), SCRIPT, {
        clients: CLIENTS,
        seconds,
        variables: { levels, draws: DRAWS },
      });
      const used = postgres.usage();
      const [draws = 0, ...others] = (await rows()).map((count, at) => count - (before[at] ?? 0));
      if (others.some((count) => count !== draws)) {
        throw new Error(`${draws} draws alone have written ${others} rows.`);
      }
      return {
        perSecond: draws / seconds,
        unitsPerCommit: draws / (perSecond * seconds),
        ...(used && usedBefore && { postgresMicros: (used.micros - usedBefore.micros) / draws }),
      };
    },
  };
  return [contender];
}
