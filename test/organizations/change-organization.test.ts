import { expect, it } from 'vitest';
import { setOrganizationStatus } from '../support/as-operator.ts';
import { useIssuedKeys } from '../support/issued-keys.ts';
import { day, post } from '../support/pharmacy.ts';

const desk = useIssuedKeys();

it('a suspended organization still reads and posts movements', async () => {
  const issued = await desk.issue();
  await setOrganizationStatus(desk.db.database, 'pharmacy', 'suspended');
  expect(await desk.statusOf(issued.key)).toBe(200);
  const api = desk.as(issued.key);
  const answered = await post(api, {
    type: 'receive',
    sku_code: 'SKU-1',
    qty: 1,
    lot_number: 'SUSPENDED',
    expiry_date: day(30),
  });
  expect(answered.status).toBe(201);
  await setOrganizationStatus(desk.db.database, 'pharmacy', 'active');
});

it('says what it is now, and refuses an organization that it does not find', async () => {
  const changed = await setOrganizationStatus(desk.db.database, 'pharmacy', 'suspended');
  expect(changed).toMatchObject({ slug: 'pharmacy', status: 'suspended', approvals: 'two' });
  const { rows } = await desk.db.owner.query('select slug, status from organization');
  expect(rows).toEqual([{ slug: 'pharmacy', status: 'suspended' }]);
  await expect(setOrganizationStatus(desk.db.database, 'nobody', 'active')).rejects.toThrow(
    'No organization has the slug nobody.',
  );
});
