// Nobody approves what they counted, whatever statement writes it: not the service's, nor the owner's by hand.
import { expect, it } from 'vitest';
import { makePharmacy } from '../support/pharmacy.ts';
import { useWorld } from '../support/world.ts';

const ANN = crypto.randomUUID();
const BEN = crypto.randomUUID();
const SHEET = crypto.randomUUID();

const world = useWorld(
  async ({ db }) => {
    await makePharmacy(db.database, { skuCodes: ['PLAIN', 'CONTROLLED'] });
    await db.owner.query(
      `update product set controlled_schedule = 'III'
        where id = (select product_id from sku where sku_code = 'CONTROLLED')`,
    );
    await db.owner.query(
      `insert into person (id, organization_id, name, roles)
       select person.id, organization.id, 'Somebody', '{pharmacist}'
         from organization, unnest($1::uuid[]) as person (id)`,
      [[ANN, BEN]],
    );
    await db.owner.query(
      `insert into count_sheet (id, organization_id, location_id, scope, state, created_by, created_at,
                                handed_in_by, handed_in_at)
       select $1, organization_id, id, 'all', 'handed_in', $2, now(), $2, now()
         from location where name = 'Main'`,
      [SHEET, ANN],
    );
  },
  { service: false },
);

const approvals = (how: string) =>
  world.db.owner.query('update organization set approvals = $1', [how]);

/** A line that Ann counted, of a lot that no one expected. */
async function lineOf(sku_code: string, columns: Record<string, unknown> = {}): Promise<string> {
  const id = crypto.randomUUID();
  const given = { approved_by: null, is_controlled: false, approvals: 'one', ...columns };
  await world.db.owner.query(
    `insert into count_line (
       id, organization_id, sheet_id, sku_id, lot_number, expiry_date, is_expected, counted, counted_at,
       counted_by, approved_by, approved_at, difference, is_controlled, approvals)
     select $1::uuid, organization_id, $2, id, $1::uuid::text, '2030-01-31', false, 0, now(), $3, $4,
            case when $4::uuid is not null then now() end, case when $4::uuid is not null then 0 end, $5, $6
       from sku where sku_code = $7`,
    [id, SHEET, ANN, given.approved_by, given.is_controlled, given.approvals, sku_code],
  );
  return id;
}

const approve = (id: string, by: string, also = '') =>
  world.db.owner.query(
    `update count_line set approved_by = $2, approved_at = now(), difference = 0 ${also} where id = $1`,
    [id, by],
  );

const OWN = /count_line_own_approval/;

it('takes another person', async () => {
  await approvals('two');
  for (const sku of ['PLAIN', 'CONTROLLED']) {
    const line = await lineOf(sku);
    await expect(approve(line, ANN)).rejects.toThrow(OWN);
    await approve(line, BEN);
  }
  await expect(lineOf('PLAIN', { approved_by: ANN })).rejects.toThrow(OWN);
});

it('believes no statement about the product or the organization', async () => {
  await approvals('two');
  const line = await lineOf('PLAIN');
  const lie = ", approvals = 'one', is_controlled = false";
  await expect(approve(line, ANN, lie)).rejects.toThrow(OWN);
  await expect(approve(line, ANN, ', counted_by = approved_by')).rejects.toThrow();
  await approvals('one');
  const controlled = await lineOf('CONTROLLED');
  await expect(approve(controlled, ANN, lie)).rejects.toThrow(OWN);
  await expect(lineOf('CONTROLLED', { approved_by: ANN })).rejects.toThrow(OWN);
});

it('lets one person do both where the organization says so, but for what is controlled', async () => {
  await approvals('one');
  await approve(await lineOf('PLAIN'), ANN);
  const controlled = await lineOf('CONTROLLED');
  await expect(approve(controlled, ANN)).rejects.toThrow(OWN);
  await approve(controlled, BEN);
});

it('keeps a line that was approved as it is, and every line', async () => {
  await approvals('two');
  const line = await lineOf('PLAIN');
  await approve(line, BEN);
  for (const change of [
    'counted_by = approved_by',
    'counted = 7',
    'approved_by = null, approved_at = null, difference = null',
  ]) {
    await expect(
      world.db.owner.query(`update count_line set ${change} where id = $1`, [line]),
    ).rejects.toThrow(/that was approved is not changed/);
  }
  await expect(world.db.owner.query('delete from count_line')).rejects.toThrow(/append-only/);
  await expect(world.db.owner.query('truncate count_line')).rejects.toThrow(/append-only/);
});

it('approves only what was counted, and knows what it was', async () => {
  const line = await lineOf('PLAIN');
  const by = (columns: string) =>
    world.db.owner.query(`update count_line set ${columns} where id = $1`, [line]);
  await expect(by('counted = null')).rejects.toThrow(/count_line_counted/);
  await expect(by('counted = -1')).rejects.toThrow(/count_line_counted/);
  await expect(
    by(
      `counted = null, counted_at = null, counted_by = null, approved_by = '${BEN}', approved_at = now(),
       difference = 0`,
    ),
  ).rejects.toThrow(/count_line_approved/);
  await expect(by(`approved_by = '${BEN}'`)).rejects.toThrow(/count_line_approved/);
});
