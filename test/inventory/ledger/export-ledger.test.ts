// An export alone is enough for an outsider to check the ledger.
import { expect, it } from 'vitest';
import { client, day, makePharmacy, post } from '../../support/pharmacy.ts';
import { publishedHash, publishedRecordHash } from '../../support/published-hash.ts';
import { useWorld } from '../../support/world.ts';

const world = useWorld();

it('lets an outsider recompute every hash, from the beginning to what each lot and the API show, and read no text', async () => {
  const lots = ['L1', 'L2'].map((lot_number) => ({
    sku_code: 'SKU-1',
    lot_number,
    expiry_date: day(90),
    qty: 20,
  }));
  await makePharmacy(world.db.database, { slug: 'theirs', lots });
  const { liveKey } = await makePharmacy(world.db.database, { slug: 'mine', lots });
  const api = client({ url: world.service.url, key: liveKey });
  const reference = { type: 'order', id: 'O-ü', rx_number: 'RX-SECRET' };
  const body = { reference: { type: 'order', id: 'O-ü' }, sku_code: 'SKU-1', qty: 22 };
  expect((await api.post('/v1/inventory/allocations', { body })).status).toBe(201);
  const name = ['--organization', 'mine', '--sku', 'SKU-1', '--lot', 'L2'];
  await world.operate('lot', 'set-status', ...name, '--status', 'quarantine');
  const draw = { type: 'dispense', qty: 3, sku_code: 'SKU-1', note: 'SECRET text', reference };
  expect((await post(api, draw)).status).toBe(201);

  const { code, printed } = await world.operate('ledger', 'export', '--organization', 'mine');

  expect(code).toBe(0);
  expect(printed).not.toContain('SECRET');
  const lines = printed.split('\n').map((line) => JSON.parse(line));
  const heads = new Map<string, string>();
  for (const line of lines) {
    const { movement: m } = line;
    const ofMovement = {
      movementId: line.movement_id,
      movementType: m.type,
      movementSkuId: m.sku_id,
      movementLocationId: m.location_id,
      idempotencyKey: m.idempotency_key,
      requestDigest: m.request_digest,
      referenceType: m.reference_type,
      referenceId: m.reference_id,
      rxNumberDigest: m.rx_number_digest,
      poNumber: m.po_number,
      noteDigest: m.note_digest,
      actor: m.actor,
      movementCreatedAt: m.created_at,
    };
    const previous = heads.get(line.lot_id);
    const hash =
      line.kind === 'entry'
        ? publishedHash(previous, {
            entryId: line.id,
            organizationId: line.organization_id,
            seq: line.seq,
            entryType: line.type,
            skuId: line.sku_id,
            locationId: line.location_id,
            lotId: line.lot_id,
            qty: String(line.qty),
            balanceAfter: String(line.balance_after),
            entryCreatedAt: line.created_at,
            ...ofMovement,
          })
        : publishedRecordHash(previous, {
            organizationId: line.organization_id,
            seq: line.seq,
            recordType: line.type,
            lotId: line.lot_id,
            holderType: line.reference_type,
            holderId: line.reference_id,
            qty: line.qty === null ? null : String(line.qty),
            reservedAfter: String(line.reserved_after),
            status: line.status,
            expiryDate: line.expiry_date,
            recordCreatedAt: line.created_at,
            ...ofMovement,
          });
    expect(line.hash).toBe(hash);
    heads.set(line.lot_id, hash);
  }
  const kinds = new Set(lines.map(({ kind, type }) => `${kind} ${type}`));
  expect([...kinds].sort()).toEqual([
    'entry dispense',
    'entry receive',
    'lot_record release',
    'lot_record reserve',
    'lot_record set_status',
  ]);
  const { rows } = await world.db.owner.query(
    `select l.id, encode(l.last_hash, 'hex') as hash from lot l
       join organization o on o.id = l.organization_id where o.slug = 'mine'`,
  );
  expect(new Map(rows.map(({ id, hash }) => [id, hash]))).toEqual(heads);
  const shown = await api.get('/v1/inventory/transactions', { query: { limit: 100 } });
  expect(
    shown.body.data.map(({ id, hash }: { id: string; hash: string }) => [id, hash]).sort(),
  ).toEqual(
    lines
      .filter(({ kind }) => kind === 'entry')
      .map(({ id, hash }) => [id, hash])
      .sort(),
  );
});
