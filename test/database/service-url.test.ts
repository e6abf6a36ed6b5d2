// However a url names its owner, the service connects as its lesser role.
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serviceUrl } from '../../src/database/migrate.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

/** The owner's url with its parts where the form puts them. */
function written(form: 'in front' | 'in the query' | 'in both' | 'without a host'): string {
  const url = new URL(db.ownerUrl);
  const { username, password, hostname, port } = url;
  if (form === 'in front') return url.href;
  url.searchParams.set('user', username);
  url.searchParams.set('password', password);
  if (form === 'in both') return url.href;
  url.username = '';
  url.password = '';
  if (form === 'in the query') return url.href;
  url.searchParams.set('host', hostname);
  url.searchParams.set('port', port);
  return `postgresql://${url.pathname}${url.search}`;
}

it.each(['in front', 'in the query', 'in both', 'without a host'] as const)(
  'runs as the lesser role when the owner stands %s',
  async (form) => {
    const url = await serviceUrl(written(form));
    expect(url).not.toContain(new URL(db.ownerUrl).password);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query('select current_user as name');
    await client.end();
    expect(rows[0].name).toMatch(/^pharmacy_service_/);
    // A url that is the lesser role's already stays as it is.
    expect(await serviceUrl(url)).toBe(url);
  },
);

it('refuses to run where its role cannot connect, without telling the password', async () => {
  const { rows } = await db.owner.query('select name, password from service_role');
  await db.owner.query(`update service_role set password = 'another'`);
  try {
    const refused = serviceUrl(db.ownerUrl);
    await expect(refused).rejects.toThrow(`The service's own role ${rows[0].name} cannot connect.`);
    await expect(refused).rejects.not.toThrow('another');
  } finally {
    await db.owner.query('update service_role set password = $1', [rows[0].password]);
  }
});

it('refuses to run as anybody else, whatever the url or the server make of its role', async () => {
  const { rows } = await db.owner.query('select name, current_database() from service_role');
  const [{ name, current_database }] = rows;
  const other = `other_of_${current_database}`;
  const setting = `alter role ${name} in database ${current_database}`;
  await db.owner.query(
    `create role ${other}; grant ${other} to ${name}; ${setting} set role = '${other}'`,
  );
  try {
    await expect(serviceUrl(db.ownerUrl)).rejects.toThrow(
      `The service would run as ${other} and not as its own role ${name}:`,
    );
  } finally {
    await db.owner.query(`${setting} reset role; drop role ${other}`);
  }
});
