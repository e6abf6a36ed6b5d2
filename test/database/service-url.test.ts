// However a url names its owner, the service connects as its lesser role.
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { readerUrl, serviceUrl } from '../../src/database/migrate.ts';
import { GUARDED_TABLES } from '../../src/database/row-security.ts';
import { useWorld } from '../support/world.ts';

const world = useWorld(undefined, { service: false });

/** The owner's url with its parts where the form puts them. */
function written(form: 'in front' | 'in the query' | 'in both' | 'without a host'): string {
  const url = new URL(world.db.ownerUrl);
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
    expect(url).not.toContain(new URL(world.db.ownerUrl).password);
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
  const { rows } = await world.db.owner.query('select name, password from service_role');
  await world.db.owner.query(`update service_role set password = 'another'`);
  try {
    const refused = serviceUrl(world.db.ownerUrl);
    await expect(refused).rejects.toThrow(`The service's own role ${rows[0].name} cannot connect.`);
    await expect(refused).rejects.not.toThrow('another');
  } finally {
    await world.db.owner.query('update service_role set password = $1', [rows[0].password]);
  }
});

it('refuses to run as anybody else, whatever the url or the server make of its role', async () => {
  const { rows } = await world.db.owner.query('select name, current_database() from service_role');
  const [{ name, current_database }] = rows;
  const other = `other_of_${current_database}`;
  const setting = `alter role ${name} in database ${current_database}`;
  await world.db.owner.query(
    `create role ${other}; grant ${other} to ${name}; ${setting} set role = '${other}'`,
  );
  try {
    await expect(serviceUrl(world.db.ownerUrl)).rejects.toThrow(
      `The service would run as ${other} and not as its own role ${name}:`,
    );
  } finally {
    await world.db.owner.query(`${setting} reset role; drop role ${other}`);
  }
});

describe('a role that row-level security does not hold back', () => {
  const keptTo = (name: string, tables: string) =>
    `Row-level security does not keep ${name} to the rows of one organization (${tables}):`;
  const ALL = GUARDED_TABLES.join(', ');

  it('is refused though it is the service’s own, or the reader’s', async () => {
    // Roles of this database alone: those of the template are every other test's too.
    const { rows } = await world.db.owner.query(
      `select current_database() as database, name, password, reader_name, reader_password from service_role`,
    );
    const [{ database, ...columns }] = rows;
    const [name, reader] = [`service_of_${database}`, `reader_of_${database}`];
    const remember = (roles: typeof columns) =>
      world.db.owner.query(
        'update service_role set name = $1, password = $2, reader_name = $3, reader_password = $4',
        [roles.name, roles.password, roles.reader_name, roles.reader_password],
      );
    for (const role of [name, reader]) {
      await world.db.owner.query(`create role ${role} login password 'plain'`);
    }
    await remember({ name, password: 'plain', reader_name: reader, reader_password: 'plain' });
    try {
      for (const [role, url] of [
        [name, serviceUrl],
        [reader, readerUrl],
      ] as const) {
        for (const power of ['bypassrls', 'superuser']) {
          await world.db.owner.query(`alter role ${role} ${power}`);
          await expect(url(world.db.ownerUrl)).rejects.toThrow(keptTo(role, ALL));
          await world.db.owner.query(`alter role ${role} no${power}`);
          expect(await url(world.db.ownerUrl)).toContain(role);
        }
      }
    } finally {
      await remember(columns);
      await world.db.owner.query(`drop role ${name}; drop role ${reader}`);
    }
  });

  it('is refused where a lesser role of somebody’s own is asked for', async () => {
    const { rows } = await world.db.owner.query('select current_database() as name');
    const role = `lesser_of_${rows[0].name}`;
    await world.db.owner.query(`create role ${role} login password 'plain' bypassrls`);
    const lesser = new URL(world.db.ownerUrl);
    lesser.username = role;
    lesser.password = 'plain';
    try {
      for (const url of [serviceUrl, readerUrl]) {
        await expect(url(lesser.href)).rejects.toThrow(keptTo(role, ALL));
      }
      await world.db.owner.query(`alter role ${role} nobypassrls`);
      for (const url of [serviceUrl, readerUrl]) expect(await url(lesser.href)).toBe(lesser.href);
      // Of its own table an owner sees all that the table does not force.
      await world.db.owner.query(
        `alter table partner no force row level security, owner to ${role}`,
      );
      await expect(readerUrl(lesser.href)).rejects.toThrow(keptTo(role, 'partner'));
      await world.db.owner.query(`alter table partner force row level security`);
      expect(await readerUrl(lesser.href)).toBe(lesser.href);
    } finally {
      await world.db.owner.query(`reassign owned by ${role} to current_user; drop role ${role}`);
    }
  });

  it('is whoever connects, where a table has it switched off', async () => {
    const { rows } = await world.db.owner.query('select name from service_role');
    await world.db.owner.query('alter table patient disable row level security');
    try {
      await expect(serviceUrl(world.db.ownerUrl)).rejects.toThrow(keptTo(rows[0].name, 'patient'));
    } finally {
      await world.db.owner.query('alter table patient enable row level security');
    }
  });
});
