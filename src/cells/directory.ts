// Which cell a key and an organization are in, where several databases share the platform's organizations. It holds
// names, slugs and hashes of keys: nothing that opens a database, and nothing that a cell does not have as well.
import type { Pool } from 'pg';
import type { PlaceKey } from '../api-keys/issue-key.ts';
import { ApiError, OperatorError } from '../errors.ts';
import { batched } from '../queues/batcher.ts';

const KEYS_MAX = 256;
const IN_FLIGHT_MAX = 1;

export interface Directory {
  /** @param hash of a key, in hexadecimal digits. @returns undefined where no cell has the key */
  cellOfKey(hash: string): Promise<string | undefined>;
  /** @returns the cells of those of the organizations that are in one, by their slugs */
  cellsOfOrganizations(slugs: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** @returns those that were in no cell before */
  placeOrganizations(slugs: readonly string[], cell: string): Promise<string[]>;
  /** Takes back what was placed for organizations that the cell refused. */
  forgetOrganizations(slugs: readonly string[], cell: string): Promise<void>;
  placeKeys(hashes: readonly string[], cell: string): Promise<void>;
}

/** @param pool of the directory's own database: its tables are none of a cell's, where statements are declared */
export function directoryIn(pool: Pick<Pool, 'query'>): Directory {
  return {
    cellOfKey: batched<string, string | undefined>(
      async (hashes) => {
        const { rows } = await pool.query<{ key_hash: string; cell: string }>(FIND_KEYS, [hashes]);
        const cells = new Map(rows.map(({ key_hash, cell }) => [key_hash, cell]));
        return hashes.map((hash) => cells.get(hash));
      },
      { queue: 'directory', itemsMax: KEYS_MAX, inFlightMax: IN_FLIGHT_MAX },
    ),
    cellsOfOrganizations: async (slugs) => {
      const { rows } = await pool.query<{ slug: string; cell: string }>(FIND_ORGANIZATIONS, [
        slugs,
      ]);
      return new Map(rows.map(({ slug, cell }) => [slug, cell]));
    },
    placeOrganizations: async (slugs, cell) => {
      const { rows } = await pool.query<{ slug: string }>(PLACE_ORGANIZATIONS, [slugs, cell]);
      return rows.map(({ slug }) => slug);
    },
    forgetOrganizations: async (slugs, cell) => {
      await pool.query(FORGET_ORGANIZATIONS, [slugs, cell]);
    },
    placeKeys: async (hashes, cell) => {
      await pool.query(PLACE_KEYS, [hashes, cell]);
    },
  };
}

/** What a command asks of the directory before it writes to a cell. */
export interface Placement {
  /**
   * Puts organizations into the cell, before `write` makes them: a slug is in one cell alone. Where `write` is refused,
   * they are taken back.
   *
   * @throws OperatorError that names those of another cell
   */
  placeOrganizations<Result>(
    slugs: readonly string[],
    write: () => Promise<Result>,
  ): Promise<Result>;
  /** @throws OperatorError that names those which another cell has */
  refuseElsewhere(slugs: readonly string[]): Promise<void>;
  /** Puts a new key into the cell, before it has it. */
  readonly placeKey: PlaceKey;
}

/** Where there is one database, everything is in it. */
export const ONE_DATABASE: Placement = {
  placeOrganizations: (_slugs, write) => write(),
  refuseElsewhere: async () => {},
  placeKey: async () => {},
};

export function placementIn(directory: Directory, cell: string): Placement {
  const refuseElsewhere = async (slugs: readonly string[]): Promise<void> => {
    const cells = await directory.cellsOfOrganizations(slugs);
    const elsewhere = [...cells].filter(([, other]) => other !== cell);
    if (elsewhere.length === 0) return;
    throw new OperatorError(
      ...elsewhere.map(
        ([slug, other]) => `The organization ${slug} is in cell ${other}, not in cell ${cell}.`,
      ),
      'Organizations that trade with each other must be in one cell.',
    );
  };
  return {
    refuseElsewhere,
    placeOrganizations: async (slugs, write) => {
      await refuseElsewhere(slugs);
      const fresh = await directory.placeOrganizations(slugs, cell);
      try {
        await refuseElsewhere(slugs);
        return await write();
      } catch (error) {
        // After any other failure it is not known whether the cell has them.
        const isRefused =
          error instanceof OperatorError || (error instanceof ApiError && error.status < 500);
        if (isRefused && fresh.length > 0) await directory.forgetOrganizations(fresh, cell);
        throw error;
      }
    },
    placeKey: (hash) => directory.placeKeys([hash.toString('hex')], cell),
  };
}

const FIND_KEYS = `
  select encode(key_hash, 'hex') as key_hash, cell from directory.api_key
   where key_hash = any (select decode(hash, 'hex') from unnest($1::text[]) as hash)`;

const FIND_ORGANIZATIONS = `
  select slug, cell from directory.organization where slug = any ($1::text[]) order by slug`;

const PLACE_KEYS = `
  insert into directory.api_key (key_hash, cell)
  select decode(hash, 'hex'), $2::text from unnest($1::text[]) as hash
      on conflict do nothing`;

const PLACE_ORGANIZATIONS = `
  insert into directory.organization (slug, cell)
  select slug, $2::text from unnest($1::text[]) as slug order by slug
      on conflict do nothing
  returning slug`;

const FORGET_ORGANIZATIONS = `
  delete from directory.organization where slug = any ($1::text[]) and cell = $2`;
