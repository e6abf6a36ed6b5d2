// The directory's own schema, which may be in a database of its own or next to the tables of a cell.
import type pg from 'pg';
import { serviceUrl, takeLock } from '../database/migrate.ts';
import { MigrationError, withSession, withShortSession } from '../database/session.ts';

/** Any constant; all processes that migrate the directory take this advisory lock. */
const DIRECTORY_LOCK = 7_203_114_002;
const ROWS_MAX = 10_000;

/**
 * Makes the directory where it is missing, and fills in what the cells have and it has not: after a restore, or where
 * a platform of one database becomes the first of several cells. Safe to run from several processes at once.
 *
 * @param cells by name, the url of each one's owner
 * @returns how much was filled in, in a line for the operator
 * @throws MigrationError where one organization is in two cells
 */
export async function migrateDirectory(
  url: string,
  cells: ReadonlyMap<string, string>,
): Promise<string> {
  return withSession(url, async (directory) => {
    await takeLock(directory, DIRECTORY_LOCK);
    await directory.query(MAKE);
    let filled = 0;
    for (const [cell, cellUrl] of cells) {
      filled += await withSession(cellUrl, (client) => fill(directory, { cell, client }));
    }
    return `directory: ${filled === 0 ? 'up to date' : `${filled} organizations and keys filled in`}`;
    // Closing the session frees the advisory lock.
  });
}

/** @returns the url that the service reads the directory with: next to the tables of a cell it has a lesser role */
export async function directoryServiceUrl(url: string): Promise<string> {
  const isBesideCell = await withShortSession(url, async (client) => {
    const { rows } = await client.query(`
      select to_regclass('directory.api_key') is not null as is_made,
             to_regclass('service_role') is not null as is_beside_cell`);
    if (!rows[0].is_made) {
      throw new MigrationError('There is no directory yet: run `npm run migrate` first.');
    }
    return rows[0].is_beside_cell;
  });
  return isBesideCell ? serviceUrl(url) : url;
}

const MAKE = `
  create schema if not exists directory;
  create table if not exists directory.organization (slug text primary key, cell text not null);
  create table if not exists directory.api_key (key_hash bytea primary key, cell text not null);
  do $grant$
  declare
    service text;
  begin
    if to_regclass('service_role') is not null then
      for service in execute 'select name from service_role' loop
        execute format('grant usage on schema directory to %I', service);
        execute format('grant select, insert on all tables in schema directory to %I', service);
        execute format('grant delete on directory.organization to %I', service);
      end loop;
    end if;
  end $grant$`;

/** @returns how many rows were missing */
async function fill(
  directory: pg.Client,
  { cell, client }: { cell: string; client: pg.Client },
): Promise<number> {
  let filled = 0;
  for (const { read, write } of [ORGANIZATIONS, KEYS]) {
    for (let after: string | null = null; ; ) {
      const { rows } = (await client.query(read, [after, ROWS_MAX])) as {
        rows: { name: string }[];
      };
      const names: string[] = rows.map(({ name }) => name);
      const { rows: found } = await directory.query(write, [names, cell]);
      const elsewhere = found.filter((row) => row.cell !== cell);
      if (elsewhere.length > 0) {
        const [{ name, cell: other }] = elsewhere;
        throw new MigrationError(
          `${name} is in the cells ${other} and ${cell}: each organization and each key must be in one.`,
        );
      }
      filled += found.filter((row) => row.is_new).length;
      if (names.length < ROWS_MAX) break;
      after = names.at(-1) ?? null;
    }
  }
  return filled;
}

const ORGANIZATIONS = {
  read: `
    select slug as name from organization
     where $1::text is null or slug > $1 order by slug limit $2`,
  write: writeTo('directory.organization (slug, cell)', { name: 'slug', value: 'name' }),
};

const KEYS = {
  read: `
    select encode(key_hash, 'hex') as name from api_key
     where $1::text is null or key_hash > decode($1, 'hex') order by key_hash limit $2`,
  write: writeTo('directory.api_key (key_hash, cell)', {
    name: 'key_hash',
    value: `decode(name, 'hex')`,
  }),
};

/** Answers the cell of each, and whether it is new. The rows of the insert are not yet those of the table. */
function writeTo(columns: string, { name, value }: { name: string; value: string }): string {
  const table = columns.split(' ')[0];
  return `
    with asked as (select distinct name from unnest($1::text[]) as name), written as (
      insert into ${columns} select ${value}, $2::text from asked on conflict do nothing
      returning ${name} as written)
    select name, coalesce(there.cell, $2::text) as cell, there.cell is null as is_new
      from asked left join ${table} there on there.${name} = ${value}`;
}
