// What Express and PostgreSQL take for a read without this product around it: one route, which runs the SQL of
// `GET /inventory/stock?sku_code=…` and answers its rows. It reads neither quota nor contract; whose key it is
// its arguments name.
import type { AddressInfo } from 'node:net';
import express from 'express';
import pg from 'pg';
import type { Call } from '../../src/contract.ts';
import type { Queryable } from '../../src/database/database.ts';
import type { Statement } from '../../src/database/statement.ts';
import { listStock } from '../../src/inventory/operations/list-stock.ts';

/** As many as one server process reads with. */
const CONNECTIONS = 13;
const LIMIT = 25;
const SKU_CODE = 'the SKU that is asked for';
const ORGANIZATION = '00000000-0000-4000-8000-000000000000';

const [, , url, byKey] = process.argv as [string, string, string, string];
const organizations = new Map<string, string>(JSON.parse(byKey));
const pool = new pg.Pool({ connectionString: url, max: CONNECTIONS });
const { statement, values } = await readOf(SKU_CODE);

const app = express();
app.disable('x-powered-by');
app.disable('etag');
app.get('/inventory/stock', async (request, response) => {
  const organization = organizations.get(
    request.get('authorization')?.slice('Bearer '.length) ?? '',
  );
  if (organization === undefined) {
    response.status(401).end();
    return;
  }
  const { rows } = await pool.query({
    name: statement.name,
    text: statement.text,
    values: values.map((value) => {
      if (value === SKU_CODE) return request.query.sku_code;
      return value === ORGANIZATION ? organization : value;
    }),
  });
  response.json({ data: rows, next_cursor: null });
});
const server = app.listen(0, '127.0.0.1', () => {
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.once('disconnect', () => process.exit());

/** The one statement of the read, as the product would run it. */
async function readOf(skuCode: string): Promise<{ statement: Statement; values: unknown[] }> {
  const seen: { statement: Statement; values: unknown[] }[] = [];
  const database: Queryable = {
    query: async (statement, values) => {
      seen.push({ statement, values });
      return [];
    },
  };
  const call = {
    query: { sku_code: skuCode, limit: LIMIT },
    principal: { organizationId: ORGANIZATION, environment: 'live' },
  } as Call<'listStock'>;
  await listStock(call, { database });
  if (seen.length !== 1 || seen[0] === undefined) {
    throw new Error('The read of stock is not one statement.');
  }
  return seen[0];
}
