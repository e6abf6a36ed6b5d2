// What is left of a movement once it is redacted: read by the owner of the database, who sees everything.
import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  type Client,
  client,
  day,
  freshKey,
  makePharmacy,
  type Pharmacy,
  post,
} from '../../support/pharmacy.ts';
import { expectConsistentStock } from '../../support/stock-consistency.ts';
import { useWorld } from '../../support/world.ts';

const PATIENT = 'Maria Lindqvist called about her prescription';
const RX_NUMBER = '482193';

let pharmacy: Pharmacy;
let api: Client;
let number = 0;

const world = useWorld();

let key: string;
let body: Record<string, unknown> & { reference: Record<string, unknown> };
let first: Awaited<ReturnType<typeof post>>;
let movement: string;

/** A pharmacy with one movement that names a patient. */
beforeEach(async () => {
  number += 1;
  pharmacy = await makePharmacy(world.db.database, {
    slug: `pharmacy-${number}`,
    lots: [{ sku_code: 'SKU-1', lot_number: 'L1', expiry_date: day(90), qty: 20 }],
  });
  api = client({ url: world.service.url, key: pharmacy.liveKey });
  key = freshKey();
  body = {
    type: 'dispense',
    sku_code: 'SKU-1',
    qty: 3,
    note: PATIENT,
    po_number: 'PO-7',
    reference: { type: 'order', id: 'ORD-7', rx_number: RX_NUMBER },
  };
  first = await post(api, body, key);
  expect(first.status).toBe(201);
  const [entry] = await list(pharmacy.liveKey);
  movement = entry.movement_id;
});

// biome-ignore lint/suspicious/noExplicitAny: what the contract says of an entry is checked by the client
async function list(as: string): Promise<any[]> {
  const path = '/v1/inventory/transactions';
  const answer = await client({ url: world.service.url, key: as }).get(path, {
    query: { reference_type: 'order', reference_id: 'ORD-7' },
  });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
}

const redact = (...words: string[]) =>
  world.operateJson(
    'movement',
    'redact',
    '--id',
    movement,
    '--reason',
    'asked for by letter',
    ...words,
  );

/** Every row of every table, as text. */
async function everything(): Promise<string> {
  const { rows: tables } = await world.db.owner.query(
    `select tablename as name from pg_tables where schemaname = current_schema()`,
  );
  const texts = [];
  for (const { name } of tables) {
    const { rows } = await world.db.owner.query(
      `select to_json(one)::text as row from ${name} one
        where to_jsonb(one) ->> 'organization_id' = (select id::text from organization where slug = $1)`,
      [pharmacy.slug],
    );
    texts.push(...rows.map(({ row }) => row));
  }
  return texts.join('\n');
}

/** Every value in the rows that could be a salt or a digest. */
const bytesIn = (text: string) =>
  [...text.matchAll(/"\\\\x([0-9a-f]{32,})"/g)].map(([, hex]) => hex as string);

const sha256 = (...parts: (string | Buffer)[]) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
};

/** Whether a guess of the number can be confirmed with what is stored: as it is, with any salt, in the body. */
function isConfirmed(guess: string, stored: ReadonlySet<string>): boolean {
  const reference = { ...body.reference, rx_number: guess };
  const texts = [guess, canonicalize({ ...body, reference }) as string];
  const salts = [...stored]
    .filter((hex) => hex.length === 32)
    .map((hex) => Buffer.from(hex, 'hex'));
  return texts.some(
    (text) => stored.has(sha256(text)) || salts.some((salt) => stored.has(sha256(salt, text))),
  );
}

describe('a redacted movement', () => {
  it('keeps nothing from which the text or the number could be recovered, not even by its owner', async () => {
    const before = await everything();
    expect(before).toContain(PATIENT);
    expect(isConfirmed(RX_NUMBER, new Set(bytesIn(before)))).toBe(true);

    await redact();

    const after = await everything();
    expect(after).not.toContain('Lindqvist');
    expect(after).not.toContain(RX_NUMBER);
    const stored = new Set(bytesIn(after));
    expect(stored.size).toBeGreaterThan(3);
    expect(isConfirmed(RX_NUMBER, stored)).toBe(false);
    expect([...stored].filter((hex) => hex.length === 32)).toEqual([]);
  });

  it('still holds in its chain, and so does what follows it', async () => {
    await redact();
    expect((await post(api, { ...body, note: 'Another.' })).status).toBe(201);
    await expectConsistentStock(world.db, pharmacy.slug);
  });

  it('reads with the time of its redaction and everything else as it was, for test keys too', async () => {
    const [before] = await list(pharmacy.liveKey);
    expect(before).toMatchObject({ redacted_at: null, note: PATIENT });
    const { redacted_at } = await redact();
    const expected = {
      ...before,
      redacted_at,
      note: null,
      reference: { ...before.reference, rx_number: null },
    };
    expect(await list(pharmacy.liveKey)).toEqual([expected]);
    expect(await list(pharmacy.testKey)).toEqual([expected]);
    const trace = await api.get(`/v1/inventory/lots/${before.lot_id}/trace`);
    expect(trace.body.movements).toContainEqual(expected);
  });

  it('answers a repeat of its key with the first result, whatever the body', async () => {
    expect((await post(api, { ...body, note: 'Another.' }, key)).status).toBe(422);
    await redact();
    for (const again of [
      body,
      { ...body, note: 'Another.' },
      { type: 'return', qty: 900, sku_code: 'SKU-1', lot_number: 'L1' },
    ]) {
      const repeat = await post(api, again, key);
      expect(repeat.status).toBe(200);
      expect(repeat.body).toEqual({ ...first.body, idempotent: true });
    }
    expect(await list(pharmacy.liveKey)).toHaveLength(1);
  });

  it('answers a repeat of a reservation’s key with the first result, whatever the body', async () => {
    const allocation = { reference: { type: 'order', id: 'ORD-8' }, sku_code: 'SKU-1', qty: 2 };
    const reserve = (qty: number) =>
      api.post('/v1/inventory/allocations', {
        body: { ...allocation, qty },
        headers: { 'Idempotency-Key': key },
      });
    const reserved = await reserve(2);
    expect(reserved.status).toBe(201);
    expect((await reserve(3)).status).toBe(422);
    const { rows } = await world.db.owner.query(
      `select id from movement where type = 'reserve' and idempotency_key = $1`,
      [key],
    );
    const words = ['--id', rows[0].id, '--reason', 'asked for'];
    await world.operate('movement', 'redact', ...words);
    const repeat = await reserve(3);
    expect([repeat.status, repeat.text]).toEqual([200, reserved.text]);
  });

  it('is redacted once: the second time changes nothing and says when the first was', async () => {
    const { redacted_at, changed } = await redact();
    expect(changed).toBe(true);
    expect(await redact()).toEqual({ id: movement, redacted_at, changed: false });
    const { rows } = await world.db.owner.query(
      `select reason from operator_action where command = 'movement redact' and target = $1`,
      [`movement ${movement}`],
    );
    expect(rows).toEqual([{ reason: 'asked for by letter' }]);
  });
});

describe('the command', () => {
  it('says what it did', async () => {
    const words = ['movement', 'redact', '--id', movement.toUpperCase(), '--reason', 'a letter'];
    const { code, printed } = await world.operate(...words);
    expect([code, printed]).toEqual([
      0,
      expect.stringMatching(new RegExp(`^movement ${movement} was redacted at .*Z$`)),
    ]);
    expect((await world.operate(...words)).printed).toContain('was already redacted at');
  });

  it('refuses an id that names no movement', async () => {
    const words = ['movement', 'redact', '--reason', 'a letter', '--id', crypto.randomUUID()];
    await expect(world.operate(...words)).rejects.toThrow('No movement has the id');
    const other = `other-${number}`;
    await makePharmacy(world.db.database, { slug: other });
    await expect(redact('--organization', other)).rejects.toThrow('No movement has the id');
  });

  it('redacts only the organization’s own movement where two have one of the same id', async () => {
    const other = await makePharmacy(world.db.database, {
      slug: `other-${number}`,
      lots: [{ sku_code: 'SKU-1', lot_number: 'L1', expiry_date: day(90), qty: 20 }],
    });
    const theirs = client({ url: world.service.url, key: other.liveKey });
    expect((await post(theirs, body)).status).toBe(201);
    const [entry] = await list(other.liveKey);
    const owner = await world.db.owner.connect();
    await owner.query("set session_replication_role = 'replica'");
    await owner.query('update movement set id = $2 where id = $1', [entry.movement_id, movement]);
    await owner.query('update ledger_entry set movement_id = $2 where movement_id = $1', [
      entry.movement_id,
      movement,
    ]);
    owner.release(true);
    await expect(redact()).rejects.toThrow('use --organization to choose one');
    await redact('--organization', pharmacy.slug);
    expect((await list(pharmacy.liveKey))[0].redacted_at).not.toBeNull();
    expect((await list(other.liveKey))[0]).toMatchObject({ note: PATIENT, redacted_at: null });
  });
});

describe('the database, even to its owner,', () => {
  const ALL = `note = null, note_salt = null, rx_number = null, rx_number_salt = null,
    request_salt = null`;

  it.each([
    [`${ALL}, redacted_at = now()`, 'takes'],
    ['note = null, note_salt = null', 'refuses'],
    ['rx_number = null', 'refuses'],
    ['redacted_at = now()', 'refuses'],
    [ALL, 'refuses'],
    [`${ALL.replace('note = null,', "note = 'x',")}, redacted_at = now()`, 'refuses'],
    [`${ALL.replace(/,\s+request_salt = null/, '')}, redacted_at = now()`, 'refuses'],
    [`${ALL}, redacted_at = now(), note_digest = null`, 'refuses'],
    [`${ALL}, redacted_at = now(), rx_number_digest = sha256('')`, 'refuses'],
    [`${ALL}, redacted_at = now(), request_digest = sha256('')`, 'refuses'],
    [`${ALL}, redacted_at = now(), reference_id = null`, 'refuses'],
    [`${ALL}, redacted_at = now(), po_number = null`, 'refuses'],
    [`${ALL}, redacted_at = now(), actor = 'somebody'`, 'refuses'],
    [`${ALL}, redacted_at = now(), created_at = now()`, 'refuses'],
    [`${ALL}, redacted_at = now(), answer = '{}'`, 'refuses'],
    ['note = note', 'refuses'],
  ])('update movement set %s: %s', async (assignments, verdict) => {
    const text = `update movement set ${assignments} where id = $1`;
    const found = await world.db.owner.query(text, [movement]).then(
      () => 'takes',
      (error: Error) => (/append-only|movement_redacted/.test(error.message) ? 'refuses' : error),
    );
    expect(found).toBe(verdict);
    const [entry] = await list(pharmacy.liveKey);
    expect(entry.redacted_at === null).toBe(verdict === 'refuses');
    await expectConsistentStock(world.db, pharmacy.slug);
  });

  it('writes the time of the clock, and lets nobody redact again, put back or delete', async () => {
    await world.db.owner.query(
      `update movement set ${ALL}, redacted_at = 'infinity' where id = $1`,
      [movement],
    );
    const [entry] = await list(pharmacy.liveKey);
    expect(Math.abs(Date.parse(entry.redacted_at) - Date.now())).toBeLessThan(60_000);
    for (const text of [
      `update movement set ${ALL}, redacted_at = now() where id = $1`,
      "update movement set note = 'x' where id = $1",
      'update movement set redacted_at = null where id = $1',
      'delete from movement where id = $1',
    ]) {
      await expect(world.db.owner.query(text, [movement])).rejects.toThrow('is append-only');
    }
  });
});
