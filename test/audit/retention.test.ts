// How long everything is kept is defined once, and the documents are a copy of that.
import { expect, it } from 'vitest';
import { RETENTION } from '../../src/audit/retention.ts';
import { readDocument } from '../support/document.ts';
import { useWorld } from '../support/world.ts';

const world = useWorld(undefined, { service: false });

const { text } = readDocument('docs/patients.md');

/** The rows of the table below a heading. */
function tableOf(heading: string): string[][] {
  const [, section = ''] = text.split(`\n## ${heading}\n`);
  return [...(section.split('\n## ')[0] ?? '').matchAll(/^\| (`.*) \|$/gm)].map(([, row = '']) =>
    row.split(/ ?\| ?/),
  );
}

it('states how long every table is kept', async () => {
  const { rows } = await world.db.owner.query(
    `select relname as name from pg_class
      where relnamespace = quote_ident(current_schema())::regnamespace and relkind = 'r' and relname <> '_prisma_migrations'`,
  );
  expect(Object.keys(RETENTION).sort()).toEqual(rows.map(({ name }) => name).sort());
});

it('is in the documents what it is in the code', () => {
  const kept = Object.entries(RETENTION).map(([table, { days, why }]) => [
    `\`${table}\``,
    days === null ? '' : String(days),
    why,
  ]);
  expect(tableOf('How long')).toEqual(kept);
});

it('states what an erasure does to each table that names a patient or keeps an order of one', async () => {
  const { rows } = await world.db.owner.query(
    `select distinct table_name as name from information_schema.columns
      where table_schema = current_schema() and column_name in ('patient_id', 'patient_ids')`,
  );
  const documented = tableOf('Table by table').map(([table = '']) => table.replaceAll('`', ''));
  expect(documented).toEqual(expect.arrayContaining(rows.map(({ name }) => name)));
  expect(documented).toEqual(expect.arrayContaining(['patient', 'movement', 'order_item']));
});

it('is the number of days that the contract promises of events', async () => {
  const { default: document } = await import('../../generated/openapi.json', {
    with: { type: 'json' },
  });
  expect(JSON.stringify(document.paths['/v1/inventory/events'])).toContain(
    `${RETENTION.event.days} days`,
  );
});
