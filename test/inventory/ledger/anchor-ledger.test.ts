// Anyone who owns the database can rewrite a chain; an anchor that was kept elsewhere shows it.
import { createPublicKey, verify as verifySignature } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { operateWith, SECRETS_KEYS } from '../../support/operator.ts';
import { type Client, client, day, makePharmacy, post } from '../../support/pharmacy.ts';
import { useWorld } from '../../support/world.ts';

const OTHER_KEY = Buffer.alloc(32, 9);
const REFERENCE = { type: 'order', id: 'O-1' };

let organization: string;
let api: Client;
let number = 0;

const world = useWorld(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'anchors-'));
  return { folder };
});
afterAll(async () => {
  rmSync(world.folder, { recursive: true });
});

/** A fresh pharmacy with two lots, of which the first to expire holds a reservation. */
beforeEach(async () => {
  number += 1;
  organization = `pharmacy-${number}`;
  const { liveKey } = await makePharmacy(world.db.database, {
    slug: organization,
    lots: [
      { sku_code: 'SKU-1', lot_number: 'L1', expiry_date: day(90), qty: 20 },
      { sku_code: 'SKU-1', lot_number: 'L2', expiry_date: day(95), qty: 20 },
    ],
  });
  api = client({ url: world.service.url, key: liveKey });
  const body = { reference: REFERENCE, sku_code: 'SKU-1', qty: 4 };
  expect((await api.post('/v1/inventory/allocations', { body })).status).toBe(201);
});

async function anchored(...words: string[]): Promise<string> {
  const scope = words.length > 0 ? words : ['--organization', organization];
  const { printed } = await world.operate('ledger', 'anchor', ...scope);
  return keep(`${printed}\n`);
}

function keep(text: string): string {
  const path = join(world.folder, `${crypto.randomUUID()}.jsonl`);
  writeFileSync(path, text);
  return path;
}

const verify = async (...words: string[]) => {
  const mine = ['ledger', 'verify', '--organization', organization, '--json', ...words];
  const { code, printed } = await world.operate(...mine);
  return { code, ...JSON.parse(printed) };
};

const dispense = (qty = 1) => post(api, { type: 'dispense', sku_code: 'SKU-1', qty });

async function lotId(lotNumber: string): Promise<string> {
  const { rows } = await world.db.owner.query(
    `select l.id from lot l join organization o on o.id = l.organization_id
      where o.slug = $1 and l.lot_number = $2`,
    [organization, lotNumber],
  );
  return rows[0].id;
}

/** Writes as an owner can who switches off triggers, and the foreign keys with them. */
async function tamper(text: string, values: unknown[]): Promise<void> {
  const owner = await world.db.owner.connect();
  try {
    await owner.query("set session_replication_role = 'replica'");
    expect((await owner.query(text, values)).rowCount).toBeGreaterThan(0);
  } finally {
    owner.release(true);
  }
}

/** Cuts a lot back to the entry before its last, and everything that would show it. */
async function cutBack(lot: string): Promise<void> {
  const { rows } = await world.db.owner.query(
    `select encode(hash, 'hex') as hash, seq::text, movement_id, qty::int
       from ledger_entry where lot_id = $1 order by seq desc limit 1`,
    [lot],
  );
  const { seq, movement_id, qty } = rows[0];
  await tamper('delete from ledger_entry where lot_id = $1 and seq = $2', [lot, seq]);
  await tamper('delete from movement where id = $1', [movement_id]);
  await tamper(
    `update lot set on_hand = on_hand - $2, last_hash = last.hash, last_entry_at = last.created_at
       from (select hash, created_at, seq from ledger_entry where lot_id = $1
              union all select hash, created_at, seq from lot_record where lot_id = $1
              order by seq desc limit 1) last
      where id = $1`,
    [lot, qty],
  );
  await tamper(
    `update stock_level set on_hand = on_hand - $2
      where (sku_id, location_id) in (select sku_id, location_id from lot where id = $1)`,
    [lot, qty],
  );
}

describe('an anchor', () => {
  it('holds the head of every lot’s chain, signed by a key derived from SECRETS_KEY', async () => {
    const { printed } = await world.operate('ledger', 'anchor', '--organization', organization);
    const lines = printed.split('\n');
    const [header, ...rest] = lines.map((line) => JSON.parse(line));
    const { signature } = rest.pop();
    const { rows } = await world.db.owner.query('select id from organization where slug = $1', [
      organization,
    ]);
    expect(header).toEqual({
      format: 'pharmacy-ledger-anchor/1',
      time: expect.stringMatching(/Z$/),
      scope: rows[0].id,
      public_key: expect.any(String),
    });
    const head = {
      organization: rows[0].id,
      seq: expect.stringMatching(/^\d+$/),
      time: expect.stringMatching(/Z$/),
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      status: 'released',
      on_hand: 20,
    };
    expect(rest).toHaveLength(2);
    expect(rest).toContainEqual({ ...head, lot: await lotId('L1'), reserved: 4, expiry: day(90) });
    expect(rest).toContainEqual({ ...head, lot: await lotId('L2'), reserved: 0, expiry: day(95) });
    // Anybody can check this: the signature is over every byte before its own line.
    const spki = Buffer.concat([
      Buffer.from('302a300506032b6570032100', 'hex'),
      Buffer.from(header.public_key, 'base64'),
    ]);
    const signed = Buffer.from(`${lines.slice(0, -1).join('\n')}\n`);
    const key = createPublicKey({ key: spki, format: 'der', type: 'spki' });
    expect(verifySignature(null, signed, key, Buffer.from(signature, 'base64'))).toBe(true);
  });

  it('is found on chains that have grown since, from the beginning or from the anchor on', async () => {
    const file = await anchored();
    expect(await verify('--against', file)).toMatchObject({ code: 0, ok: true, entries: 2 });
    for (const qty of [1, 2]) expect((await dispense(qty)).status).toBe(201);
    const lot = { type: 'receive', sku_code: 'SKU-1', lot_number: 'L3', expiry_date: day(99) };
    expect((await post(api, { ...lot, qty: 5 })).status).toBe(201);
    expect(await verify('--against', file)).toMatchObject({
      code: 0,
      ok: true,
      entries: 5,
      records: 4,
      since: null,
    });
    const { time } = JSON.parse(
      (await world.operate('ledger', 'anchor')).printed.split('\n')[0] ?? '',
    );
    const since = await verify('--since', file);
    expect(since).toMatchObject({ code: 0, ok: true, entries: 3, records: 1 });
    expect(since.since < time).toBe(true);
    const words = ['ledger', 'verify', '--organization', organization, '--since', file];
    expect((await world.operate(...words)).printed).toContain(
      `entries before the anchor of ${since.since} were not read`,
    );
  });

  it('of all organizations is found on the chains of one, and of all', async () => {
    const { code } = await world.operate('ledger', 'verify');
    const all = await anchored('--json');
    expect(await verify('--against', all)).toMatchObject({ code: 0, ok: true });
    expect(await verify('--since', all)).toMatchObject({ code: 0, ok: true, entries: 0 });
    expect((await world.operate('ledger', 'verify', '--against', all)).code).toBe(code);
  });

  it('finds a lot that was cut back to an earlier entry, which nothing else would show', async () => {
    expect((await dispense()).status).toBe(201);
    const file = await anchored();
    const lot = await lotId('L1');
    await cutBack(lot);
    expect(await verify()).toMatchObject({ code: 0, ok: true });
    for (const option of ['--against', '--since']) {
      const { code, problems } = await verify(option, file);
      expect([code, problems.map(({ id }: { id: string }) => id)]).toEqual([
        1,
        expect.arrayContaining([lot]),
      ]);
    }
    // It is found too when it has grown again to be as long as it was.
    expect((await dispense()).status).toBe(201);
    expect(await verify()).toMatchObject({ code: 0, ok: true });
    for (const option of ['--against', '--since'])
      expect((await verify(option, file)).code).toBe(1);
  });

  it('finds a lot that is gone with all its chain', async () => {
    const file = await anchored();
    const lot = await lotId('L2');
    await tamper(
      `update stock_level set on_hand = on_hand - 20
        where (sku_id, location_id) in (select sku_id, location_id from lot where id = $1)`,
      [lot],
    );
    await tamper(
      'delete from movement where id in (select movement_id from ledger_entry where lot_id = $1)',
      [lot],
    );
    await tamper('delete from ledger_entry where lot_id = $1', [lot]);
    await tamper('delete from lot_record where lot_id = $1', [lot]);
    await tamper('delete from lot where id = $1', [lot]);
    expect((await verify()).ok).toBe(true);
    for (const option of ['--against', '--since']) {
      const { code, problems } = await verify(option, file);
      expect([code, problems]).toEqual([1, [expect.objectContaining({ kind: 'lot', id: lot })]]);
    }
  });

  it('still holds once a movement was redacted', async () => {
    const body = { type: 'dispense', sku_code: 'SKU-1', qty: 1, note: 'Name of a patient' };
    expect((await post(api, body)).status).toBe(201);
    const file = await anchored();
    const list = await api.get('/v1/inventory/transactions', { query: { limit: 1 } });
    const id = list.body.data[0].movement_id;
    await world.operate('movement', 'redact', '--id', id, '--reason', 'a letter');
    for (const option of ['--against', '--since']) {
      expect(await verify(option, file)).toMatchObject({ code: 0, ok: true });
    }
  });
});

describe('the signature of an anchor', () => {
  const refused = (words: string[], keys = SECRETS_KEYS) =>
    operateWith({ database: world.db.database, secretsKeys: keys }, 'ledger', 'verify', ...words);

  it('refuses a file of which a byte is another, a line is missing or the end is cut off', async () => {
    const path = await anchored();
    const { readFileSync } = await import('node:fs');
    const text = readFileSync(path, 'utf8');
    const lines = text.trimEnd().split('\n');
    for (const changed of [
      text.replace('"on_hand":20', '"on_hand":21'),
      [...lines.slice(0, 1), ...lines.slice(2)].join('\n'),
      lines.slice(0, -1).join('\n'),
      `${lines.slice(0, -1).join('\n')}\n{"signature":"${Buffer.alloc(64).toString('base64')}"}\n`,
      '',
      'not an anchor',
    ]) {
      for (const option of ['--against', '--since']) {
        await expect(refused([option, keep(changed)])).rejects.toThrow(/anchor/);
      }
    }
  });

  it('is trusted by keys of SECRETS_KEY, first or not, and never by the key that the file names', async () => {
    const path = await anchored('--organization', organization);
    const words = ['--organization', organization, '--against', path];
    expect((await refused(words)).code).toBe(0);
    expect((await refused(words, [OTHER_KEY, ...SECRETS_KEYS])).code).toBe(0);
    await expect(refused(words, [OTHER_KEY])).rejects.toThrow('not one of the trusted keys');
  });

  it('is trusted by --public-key, and then by that alone', async () => {
    const { printed } = await world.operate('ledger', 'anchor', '--organization', organization);
    const { public_key } = JSON.parse(printed.split('\n')[0] as string);
    const words = ['--organization', organization, '--against', keep(`${printed}\n`)];
    const named = [...words, '--public-key', public_key];
    expect((await refused(named, [OTHER_KEY])).code).toBe(0);
    const foreign = await operateWith(
      { database: world.db.database, secretsKeys: [OTHER_KEY] },
      'ledger',
      'anchor',
      '--organization',
      organization,
    );
    const { public_key: other } = JSON.parse(foreign.printed.split('\n')[0] as string);
    expect(other).not.toBe(public_key);
    await expect(refused([...words, '--public-key', other])).rejects.toThrow(
      'not one of the trusted',
    );
    await expect(refused([...words, '--public-key', 'short'])).rejects.toThrow('32 bytes');
  });

  it('does not help an anchor of another organization', async () => {
    const path = await anchored();
    const other = `other-${number}`;
    await makePharmacy(world.db.database, { slug: other });
    await expect(refused(['--organization', other, '--against', path])).rejects.toThrow(
      'belongs to another organization',
    );
    await expect(refused(['--against', path, '--since', path])).rejects.toThrow(
      'Use either --against or --since.',
    );
    expect(await world.operateJson('ledger', 'verify', '--since', path)).toMatchObject({
      ok: true,
      lots: 2,
      entries: 0,
    });
  });
});
