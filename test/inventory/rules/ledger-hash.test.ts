// The published hash, against what the database holds. Whoever exports the ledger can do the same.
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { client, day, makePharmacy, post } from '../../support/pharmacy.ts';
import { publishedDigest } from '../../support/published-hash.ts';
import { expectConsistentStock } from '../../support/stock-consistency.ts';
import { useWorld } from '../../support/world.ts';

const RX_AND_NOTE = { note: 'Für Frau Ñ, 日本 💊\n- 5:x', reference: { rx_number: 'RX-ü-1' } };

const world = useWorld(async ({ db, service }) => {
  // Imported movements carry no key, and are chained like all others.
  const imported = { sku_code: 'SKU', lot_number: 'IMPORTED', expiry_date: day(20), qty: 30 };
  const { liveKey } = await makePharmacy(db.database, { skuCodes: ['SKU'], lots: [imported] });
  const api = client({ url: service.url, key: liveKey });
  const lot = { sku_code: 'SKU', lot_number: 'Лот-5 µg 💊', expiry_date: day(40) };
  for (const body of [
    { type: 'receive', qty: 10, ...lot, po_number: 'PO:-3 µ💊', note: '' },
    { type: 'fulfill', qty: 35, sku_code: 'SKU', ...RX_AND_NOTE },
    {
      type: 'dispense',
      qty: 1,
      sku_code: 'SKU',
      reference: { type: '-', id: '3:äbc', rx_number: '-' },
    },
    { type: 'return', qty: 2, sku_code: 'SKU', lot_number: 'IMPORTED', reference: { type: 'x' } },
    { type: 'receive', qty: 1_000_000_000, ...lot, expiry_date: undefined },
  ]) {
    expect((await post(api, body)).status).toBe(201);
  }
  return { api };
});

async function entriesByLot(): Promise<Row[][]> {
  const { rows } = await world.db.owner.query<Row>(`
    select e.*, e.id as entry_id, e.type as entry_type, ${text('e.created_at')} as entry_at,
           m.type as movement_type, m.sku_id as movement_sku_id, m.location_id as movement_location_id,
           m.idempotency_key, m.request_digest, m.reference_type, m.reference_id, m.rx_number,
           m.rx_number_salt, m.rx_number_digest, m.po_number, m.note, m.note_salt, m.note_digest,
           m.actor, ${text('m.created_at')} as movement_at
      from ledger_entry e join movement m on m.id = e.movement_id
     order by e.lot_id, e.seq`);
  return [...Map.groupBy(rows, (row) => row.lot_id).values()];
}

function text(column: string): string {
  return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
}

function hex(bytes: Buffer | null): string | null {
  return bytes?.toString('hex') ?? null;
}

describe('the published form', () => {
  it('gives every hash in the database, each chained to the one before', async () => {
    const chains = await entriesByLot();
    expect(chains.map(({ length }) => length).sort()).toEqual([3, 4]);
    await expectConsistentStock(world.db, 'pharmacy');
  });

  it('ends in the hash that each lot keeps', async () => {
    for (const chain of await entriesByLot()) {
      const last = chain.at(-1);
      const { rows } = await world.db.owner.query('select last_hash from lot where id = $1', [
        last?.lot_id,
      ]);
      expect(rows[0].last_hash).toEqual(last?.hash);
    }
  });

  it('is what the API shows', async () => {
    const list = await world.api.get('/v1/inventory/transactions', { query: { limit: 100 } });
    const shown = new Map(list.body.data.map((row: Row) => [row.id, row.hash]));
    const stored = (await entriesByLot()).flat().map((row) => [row.entry_id, hex(row.hash)]);
    expect(shown).toEqual(new Map(stored as [string, string][]));
  });

  it('covers notes and prescription numbers by digests of their own salts', async () => {
    const rows = (await entriesByLot()).flat();
    const redactable = rows.flatMap((row) => [
      { value: row.note, salt: row.note_salt, digest: row.note_digest },
      { value: row.rx_number, salt: row.rx_number_salt, digest: row.rx_number_digest },
    ]);
    const present = redactable.filter(({ value }) => value !== null);
    expect(present.map(({ value }) => value)).toContain(RX_AND_NOTE.note);
    expect(present.map(({ value }) => value)).toContain('');
    for (const { value, salt, digest } of present) {
      expect(salt?.length).toBe(16);
      expect(hex(digest)).toBe(publishedDigest(salt as Buffer, value as string));
    }
    const salts = new Set(present.map(({ salt }) => hex(salt)));
    const digests = new Set(present.map(({ digest }) => hex(digest)));
    // A draw over two lots is one movement: its note and its number count once.
    expect([salts.size, digests.size]).toEqual([4, 4]);
    for (const { value, salt, digest } of redactable) {
      if (value === null) expect([salt, digest]).toEqual([null, null]);
    }
  });

  it('covers the request by a salted digest of its canonical JSON', async () => {
    const canonical =
      '{"lot_number":"IMPORTED","qty":2,"reference":{"type":"x"},"sku_code":"SKU","type":"return"}';
    const { rows } = await world.db.owner.query(
      `select request_salt, request_digest from movement where type = 'return'`,
    );
    const digest = createHash('sha256')
      .update(rows[0].request_salt)
      .update(canonical)
      .digest('hex');
    expect(hex(rows[0].request_digest)).toBe(digest);
  });
});

interface Row {
  id: string;
  entry_id: string;
  organization_id: string;
  movement_id: string;
  seq: string;
  entry_type: string;
  sku_id: string;
  location_id: string;
  lot_id: string;
  qty: string;
  balance_after: string;
  entry_at: string;
  hash: Buffer;
  movement_type: string;
  movement_sku_id: string;
  movement_location_id: string;
  idempotency_key: string | null;
  request_digest: Buffer | null;
  reference_type: string | null;
  reference_id: string | null;
  rx_number: string | null;
  rx_number_salt: Buffer | null;
  rx_number_digest: Buffer | null;
  po_number: string | null;
  note: string | null;
  note_salt: Buffer | null;
  note_digest: Buffer | null;
  actor: string;
  movement_at: string;
}
