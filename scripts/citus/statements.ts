// Executes every declared statement once, on values that mean nothing, and takes all of it back: to find what an engine
// refuses, whatever it thinks of the values.
import pg from 'pg';
import { sourceFiles } from '../../kit/source-files.ts';
import { actLocally } from '../../src/database/row-security.ts';
import { type Statement, statements } from '../../src/database/statement.ts';

const ID = '01935f4e-7c10-7a52-9f0e-2d8b5a1c4e01';
/** Statements without a plan. */
const UTILITY = /^\s*(set|savepoint|rollback)\b/;
/** Codes of values that a table or a conversion refuses, and of what the role may not do. */
const EXPECTED = /^(22|23|25006|42501)/;

export interface Refusal {
  readonly name: string;
  readonly code: string;
  readonly message: string;
}

/** @param url of the role that the service connects as */
export async function refusedStatements(
  url: string,
): Promise<{ readonly executed: number; readonly refused: readonly Refusal[] }> {
  for (const file of sourceFiles()) if (!/\/src\/sdk\//.test(file)) await import(file);
  const planned = [...statements.values()].filter(({ text }) => !UTILITY.test(text));
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const refused: Refusal[] = [];
  try {
    for (const statement of planned) {
      const refusal = await refusalOf(client, statement);
      if (refusal !== undefined && !EXPECTED.test(refusal.code)) refused.push(refusal);
    }
  } finally {
    await client.end();
  }
  return { executed: planned.length, refused };
}

async function refusalOf(
  client: pg.Client,
  { name, text }: Statement,
): Promise<Refusal | undefined> {
  try {
    await client.query(`begin; ${actLocally([ID])}`);
    await client.query(`prepare probed as ${text}`);
    const { rows } = await client.query<{ types: string[] }>(
      `select parameter_types::text[] as types from pg_prepared_statements where name = 'probed'`,
    );
    const values = (rows[0]?.types ?? []).map(sampleOf);
    await client.query(`execute probed${values.length === 0 ? '' : `(${values.join(', ')})`}`);
    return undefined;
  } catch (error) {
    const { code = '', message } = error as Error & { code?: string };
    return { name, code, message };
  } finally {
    await client.query('rollback');
    await client.query('deallocate all');
  }
}

function sampleOf(type: string): string {
  if (type === 'uuid') return `'${ID}'`;
  if (type === 'uuid[]') return `'{${ID}}'`;
  if (type.endsWith('[]')) return `'{}'`;
  if (type === 'json' || type === 'jsonb') return `'[{"organization_id": "${ID}"}]'`;
  if (type === 'text') return `'x'`;
  if (type === 'boolean') return 'true';
  if (type === 'bytea') return `'\\x00'`;
  return /^(date|timestamp)/.test(type) ? `'2026-01-01'` : '1';
}
