// What one organization may not see or write of another's, whatever a statement asks for.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, readsOf, type TestDatabase } from '../../kit/database.ts';
import { DatabaseProxy } from '../../kit/database-proxy.ts';
import { actFor } from '../../src/database/acting-for.ts';
import { Database } from '../../src/database/database.ts';
import { GUARDED_TABLES } from '../../src/database/row-security.ts';
import { insertedRows, type Statement } from '../../src/database/statement.ts';
import { fillTenants, READERS, recordOf, TENANTS, type Tenant } from './tenants.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
  await fillTenants(db.owner);
});
afterAll(() => db.drop());

const sql = <Row>(text: string): Statement<Row> => ({ name: '', text });

/** Whose rows a statement on a table shows, by what the owner of each is called; each owner once. */
const ownersIn = (table: string) =>
  sql<{ owner: string }>(`
    select distinct slug as owner from ${table} guarded
      join organization on organization.id = guarded.${ownerColumn(table)} order by 1`);

function ownerColumn(table: string): string {
  return table === 'order_reader' ? 'order_organization_id' : 'organization_id';
}

it('is forced on each table of the list, and on no other', async () => {
  const { rows } = await db.owner.query(
    `select relname as name, relforcerowsecurity as forced from pg_class
      where relnamespace = quote_ident(current_schema())::regnamespace and relrowsecurity order by 1`,
  );
  expect(rows).toEqual(GUARDED_TABLES.map((name) => ({ name, forced: true })));
});

it('needs no subquery, which Citus refuses in the policy of a distributed table', async () => {
  const { rows } = await db.owner.query(
    `select tablename, policyname, coalesce(qual, with_check) as condition from pg_policies
      where schemaname = current_schema()`,
  );
  expect(rows.length).toBeGreaterThan(GUARDED_TABLES.length);
  expect(rows.filter(({ condition }) => /select/i.test(condition))).toEqual([]);
});

describe.each(GUARDED_TABLES)('%s', (table) => {
  it('shows nothing, and takes nothing, from who does not say for whom it acts', async () => {
    expect(await db.database.query(sql(`select from ${table}`), [])).toEqual([]);
    await expect(db.database.query(copyOf(table), ['clinic'])).rejects.toMatchObject(REFUSED);
  });

  it.each(Object.keys(TENANTS) as Tenant[])(
    'shows %s, without any condition, its own rows and those that it may read',
    async (tenant) => {
      const owners = await db.database.actingFor(TENANTS[tenant]).query(ownersIn(table), []);
      const owns = tenant === 'clinic' || tenant === 'stranger';
      const reads = READERS[table]?.includes(tenant);
      expect(owners.map(({ owner }) => owner)).toEqual([
        ...(owns ? [tenant] : []),
        ...(reads ? ['clinic'] : []),
      ]);
    },
  );

  it('takes no row of another organization, also from who may read it', async () => {
    for (const tenant of ['stranger', 'brand', 'pharmacy'] as const) {
      const acting = db.database.actingFor(TENANTS[tenant]);
      await expect(acting.query(copyOf(table), ['clinic'])).rejects.toMatchObject(REFUSED);
    }
    // The owner's own fails later: it is there already.
    await expect(
      db.database.actingFor(TENANTS.clinic).query(copyOf(table), ['clinic']),
    ).rejects.toMatchObject({ code: '23505' });
  });
});

// An item of an order the service may not change at all.
it.each(GUARDED_TABLES.filter((table) => table !== 'order_item'))(
  '%s: only the owner of a row changes it, and gives it to nobody',
  async (table) => {
    const column = ownerColumn(table);
    const change = (to: string) =>
      sql(
        `update ${table} set ${column} = ${to} where ${column} = '${TENANTS.clinic}' returning 1`,
      );
    for (const tenant of ['stranger', 'brand', 'pharmacy'] as const) {
      const acting = db.database.actingFor(TENANTS[tenant]);
      expect(await acting.query(change(column), [])).toEqual([]);
    }
    const acting = db.database.actingFor(TENANTS.clinic);
    expect((await acting.query(change(column), [])).length).toBeGreaterThan(0);
    await expect(acting.query(change(`'${TENANTS.stranger}'`), [])).rejects.toMatchObject(REFUSED);
  },
);

it('shows the items of an order to those who may read the order now', async () => {
  const readers = async () => {
    const seen = sql<{ seen: number }>('select count(*)::int as seen from order_item');
    const tenants = ['brand', 'pharmacy'] as const;
    const counts = tenants.map((tenant) => db.database.actingFor(TENANTS[tenant]).query(seen, []));
    return (await Promise.all(counts)).map(([row]) => row?.seen);
  };
  const ship = (pharmacy: string | null) =>
    db.database
      .actingFor(TENANTS.clinic)
      .query(sql('update customer_order set fulfillment_organization_id = $1::uuid'), [pharmacy]);
  expect(await readers()).toEqual([1, 1]);
  await ship(null);
  expect(await readers()).toEqual([1, 0]);
  await ship(TENANTS.pharmacy);
  expect(await readers()).toEqual([1, 1]);
});

/** By row-level security, not for want of a privilege. */
const REFUSED = {
  code: '42501',
  message: expect.stringContaining('row-level security policy'),
};

/** Writes the row of an organization, with all that it has, once more. */
function copyOf(table: string): Statement<never> {
  return sql(
    insertedRows(`
      insert into ${table}
      select (jsonb_populate_record(null::${table}, '${JSON.stringify(rowsOf.get(table))}')).*
        from (select where $1 = 'clinic') asked`),
  );
}

/** A row of the clinic, by table. */
const rowsOf = new Map<string, Record<string, unknown>>();
beforeAll(async () => {
  for (const table of GUARDED_TABLES) {
    const { rows } = await db.owner.query(
      `select to_jsonb(t) as row from ${table} t where ${ownerColumn(table)} = $1`,
      [TENANTS.clinic],
    );
    rowsOf.set(table, rows[0].row);
  }
});

describe('whom a transaction acts for', () => {
  const seen = sql<{ seen: number }>('select count(*)::int as seen from patient');

  it('is a list, which the transaction may change', async () => {
    const counts = await db.database.transaction(
      async (tx) => {
        const read = async () => (await tx.query(seen, []))[0]?.seen;
        const own = await read();
        actFor(tx, [TENANTS.clinic, TENANTS.stranger]);
        const both = await read();
        actFor(tx, []);
        return [own, both, await read()];
      },
      { actingFor: TENANTS.stranger },
    );
    expect(counts).toEqual([1, 2, 0]);
  });

  it.each([
    ['the service', () => db.serviceUrl],
    ['a pool without prepared statements', () => db.serviceUrl],
  ])(
    'is over with each statement, and each transaction, also one that fails: %s',
    async (who, url) => {
      const one = new Database(url(), {
        preparedStatements: who === 'the service',
        connections: 1,
      });
      try {
        const nobody = async () => (await one.query(seen, []))[0]?.seen;
        const clinic = one.actingFor(TENANTS.clinic);
        for (let turn = 0; turn < 2; turn += 1) {
          expect(await clinic.query(seen, [])).toEqual([{ seen: 1 }]);
          expect(await nobody()).toBe(0);
          await expect(
            clinic.query(sql('select 1 / (count(*) - 1) from patient'), []),
          ).rejects.toThrow('division by zero');
          expect(await nobody()).toBe(0);
          await one.transaction((tx) => tx.query(seen, []), { actingFor: TENANTS.clinic });
          expect(await nobody()).toBe(0);
          const failed = one.transaction(() => Promise.reject(new Error('no')), {
            actingFor: TENANTS.clinic,
          });
          await expect(failed).rejects.toThrow('no');
          expect(await nobody()).toBe(0);
        }
      } finally {
        await one.close();
      }
    },
  );

  it('is never anything but ids', () => {
    expect(() => db.database.actingFor(`${TENANTS.clinic}}'; drop table patient; --`)).toThrow(
      'not named by its id',
    );
  });
});

it('takes one round trip for a read, with its transaction', async () => {
  const proxy = await DatabaseProxy.start(db.serviceUrl);
  const through = new Database(proxy.url, { preparedStatements: true, connections: 1 });
  try {
    const read = () =>
      through
        .actingFor(TENANTS.clinic)
        .query({ name: 'reads-a-patient', text: 'select id from patient where id = $1::uuid' }, [
          recordOf('clinic'),
        ]);
    expect(await read()).toEqual([{ id: recordOf('clinic') }]);
    const before = proxy.trips;
    expect(await read()).toEqual([{ id: recordOf('clinic') }]);
    expect(proxy.trips - before).toBe(1);
  } finally {
    await through.close();
    await proxy.close();
  }
});

it('reads of the reader’s role are held back as well', async () => {
  const reads = readsOf(db.database);
  const ids = sql<{ id: string }>('select id from patient');
  expect(await reads.query(ids, [])).toEqual([]);
  expect(await reads.actingFor(TENANTS.brand).query(ids, [])).toEqual([{ id: recordOf('clinic') }]);
});
