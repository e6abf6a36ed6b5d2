/** Whose what is in an answer is, and the rows that nobody's request may change. */

import type { TestDatabase } from '../../../kit/database.ts';
import type { Environment } from '../../../src/contract.ts';
import { STRANGER } from './records.ts';

const MARK = /own\.(\w+)\.(live|test|both)\./g;
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

export interface Owner {
  readonly slug: string;
  readonly environment: string;
  /** As it is in the answer. */
  readonly name: string;
}

export function namesIn(text: string, owners: ReadonlyMap<string, Omit<Owner, 'name'>>): Owner[] {
  const marks = [...text.matchAll(MARK)].map(([name, slug = '', environment = '']) => ({
    slug,
    environment,
    name,
  }));
  const ids = [...text.matchAll(UUID)].flatMap(([name]) => {
    const owner = owners.get(name);
    return owner ? [{ ...owner, name }] : [];
  });
  return [...marks, ...ids];
}

export function isOwn(owner: Owner, slug: string, environment: Environment): boolean {
  return owner.slug === slug && ['both', environment].includes(owner.environment);
}

interface Table {
  readonly name: string;
  readonly hasId: boolean;
  readonly hasEnvironment: boolean;
}

/** Those of tenants. */
async function tablesOf({ owner }: TestDatabase): Promise<Table[]> {
  const { rows } = await owner.query(
    `select table_name as name,
            bool_or(column_name = 'id' and data_type = 'uuid') as "hasId",
            bool_or(column_name = 'environment') as "hasEnvironment"
       from information_schema.columns where table_schema = current_schema()
      group by 1 having bool_or(column_name = 'organization_id') order by 1`,
  );
  return rows;
}

/** Of every record that has an id. */
export async function ownersOf(db: TestDatabase): Promise<Map<string, Omit<Owner, 'name'>>> {
  const parts = (await tablesOf(db))
    .filter(({ hasId }) => hasId)
    .map(
      ({ name, hasEnvironment }) =>
        `select id, organization_id, ${hasEnvironment ? `coalesce(environment, 'both')` : `'both'`} as environment
           from ${name}`,
    );
  const { rows } = await db.owner.query(
    `select owned.id, slug, environment
       from (${parts.join(' union all ')}) as owned
       join organization on organization.id = organization_id`,
  );
  return new Map(rows.map(({ id, slug, environment }) => [id, { slug, environment }]));
}

/** Deliveries are their endpoints'. */
const ALSO_SEPARATE = ['webhook_delivery'];
/** Each use is noted. */
const CHANGING = ['api_key'];

/** Of the stranger every row, and of the seeded records those that an environment has for its own. */
export async function untouched(db: TestDatabase, seeded: readonly string[]): Promise<string[]> {
  const parts = (await tablesOf(db)).map(({ name, hasId, hasEnvironment }) => {
    const isSeparate =
      hasId && (hasEnvironment || ALSO_SEPARATE.includes(name)) && !CHANGING.includes(name);
    return `select concat('${name} ', one::text) as row from ${name} as one
             where organization_id = (select id from organization where slug = '${STRANGER.slug}')
                   ${isSeparate ? 'or id = any($1::uuid[])' : ''}`;
  });
  const { rows } = await db.owner.query(`${parts.join(' union all ')} order by 1`, [seeded]);
  return rows.map(({ row }) => row);
}
