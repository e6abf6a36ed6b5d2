// The shape of a movement's request: what its body and its Idempotency-Key may be.
import { request as httpRequest } from 'node:http';
import { describe, expect, it } from 'vitest';
import type { Answered } from '../../support/client.ts';
import { client, day, freshKey, makePharmacy, post } from '../../support/pharmacy.ts';
import { everythingWritten, refusesIn, SPARE_SKU } from '../../support/refusals.ts';
import { useWorld } from '../../support/world.ts';

const world = useWorld(async ({ db, service }) => {
  const pharmacy = await makePharmacy(db.database, { skuCodes: ['SKU', SPARE_SKU] });
  const api = client({ url: service.url, key: pharmacy.liveKey });
  const refuses = refusesIn(db, api);
  return { pharmacy, api, refuses };
});

function receipt(fields: Record<string, unknown> = {}): Record<string, unknown> {
  const lot = { lot_number: 'LOT', expiry_date: day(60) };
  return { type: 'receive', qty: 5, sku_code: 'SKU', ...lot, ...fields };
}

function notValid(field: string) {
  const message = new RegExp(`(^|\\W)${field.replace('.', '\\.')} `);
  return { status: 400, code: 'validation_error', message };
}

describe('qty', () => {
  it.each([0, -1, 1.5, 1_000_000_001, 1e300, '5', null, true, [5], {}])(
    'is never %j',
    async (qty) => {
      await world.refuses(receipt({ qty }), notValid('qty'));
    },
  );

  it('is never left out', async () => {
    await world.refuses(receipt({ qty: undefined }), notValid('qty'));
  });

  it('may be a thousand million, and one', async () => {
    for (const qty of [1_000_000_000, 1]) {
      const answer = await post(world.api, receipt({ qty, lot_number: `QTY-${qty}` }));
      expect(answer.body.transactions).toMatchObject([{ qty, balance_after: qty }]);
    }
  });
});

describe('the body', () => {
  it.each(['adjust', 'waste', 'count', 'transfer', 'RECEIVE', '', null, 1, undefined])(
    'never has the type %j',
    async (type) => {
      await world.refuses(receipt({ type }), notValid('type'));
    },
  );

  it.each([
    ['lotnumber', { lotnumber: 'X' }],
    ['Qty', { Qty: 5 }],
    ['reference.order', { reference: { order: '1' } }],
    ['constructor', { constructor: 1 }],
  ])('is closed: refuses %s', async (field, fields) => {
    const answer = await world.refuses(receipt(fields), notValid(field));
    expect(answer.body.error.details).toEqual([{ path: field, message: 'is not a known field' }]);
  });

  it.each([
    ['sku_code', 100],
    ['location', 200],
    ['lot_number', 100],
    ['po_number', 100],
    ['note', 2000],
    ['reference.type', 50],
    ['reference.id', 200],
    ['reference.rx_number', 100],
  ])('holds %s of at most %i characters', async (field, longest) => {
    const withText = (text: string) => {
      const [outer = '', inner] = field.split('.');
      return receipt({ [outer]: inner === undefined ? text : { [inner]: text } });
    };
    // Beyond the basic plane, where a character is two of JavaScript's.
    const refusal = await world.refuses(withText('💊'.repeat(longest + 1)), notValid(field));
    expect(refusal.body.error.details).toMatchObject([{ path: field }]);
    const taken = await post(world.api, withText('💊'.repeat(longest)));
    const unknown = field === 'sku_code' || field === 'location';
    expect(taken.status, taken.text).toBe(unknown ? 404 : 201);
  });

  it.each([
    ['sku_code', ''],
    ['lot_number', ''],
    ['location', ''],
    ['po_number', ''],
    ['product_id', 'x'],
    ['product_id', '{6f1c3c52-1b0a-4a65-9f7f-0d6b3a5f1e10}'],
    ['product_id', 'urn:uuid:6f1c3c52-1b0a-4a65-9f7f-0d6b3a5f1e10'],
    ['status', 'Released'],
    ['reference', 'ORD-1'],
    ['sku_code', null],
    ['lot_number', 7],
    ['note', ['x']],
  ])('never has %s as %j', async (field, value) => {
    await world.refuses(receipt({ [field]: value }), notValid(field));
  });

  it.each(['sku_code', 'lot_number', 'note', 'po_number'])(
    'never has U+0000 or half a surrogate pair in %s',
    async (field) => {
      for (const text of ['a\0b', '\0', 'a\ud800', '\udc00a']) {
        await world.refuses(receipt({ [field]: text }), notValid(field));
      }
    },
  );

  it.each([[[receipt()]], ['receive'], [null], [5]])('is an object, not %j', async (body) => {
    const answer = await post(world.api, body as never);
    expect([answer.status, answer.body.error.code]).toEqual([400, 'validation_error']);
  });

  it('names every field that is wrong', async () => {
    const { body } = await world.refuses(
      { type: 'move', qty: 0, status: 'x', extra: 1 },
      notValid('type|qty|status|extra'),
    );
    const paths = body.error.details.map(({ path }: { path: string }) => path);
    expect(paths.sort()).toEqual(['extra', 'qty', 'status', 'type']);
  });
});

describe('the Idempotency-Key', () => {
  const refusal = [400, 'validation_error', 'Idempotency-Key'];

  function refusalOf({ status, body }: Pick<Answered, 'status' | 'body'>) {
    return [status, body.error.code, body.error.details[0].path];
  }

  it.each([
    ['7 characters', '1234567'],
    ['101 characters', 'k'.repeat(101)],
    ['a space inside', 'key 12345'],
    ['a tab inside', 'key\t12345'],
    ['a letter beyond ASCII', 'schlüssel-1'],
    ['a control beyond ASCII', 'key-\u0080-12345'],
    ['nothing in it', ''],
  ])('is refused with %s', async (_what, key) => {
    const before = await everythingWritten(world.db);
    expect(refusalOf(await post(world.api, receipt(), key))).toEqual(refusal);
    expect(await everythingWritten(world.db)).toEqual(before);
  });

  it.each(['12345678', 'k'.repeat(100), `!"#$%&'()*+,-./:;<=>?@[\\]^_\`{|}~`])(
    'is taken as %s',
    async (key) => {
      expect((await post(world.api, receipt(), key)).status).toBe(201);
      expect((await post(world.api, receipt(), key)).body.idempotent).toBe(true);
    },
  );

  it('is refused when it is missing', async () => {
    const answer = await world.api.post('/v1/inventory/movements', { body: receipt() });
    expect(refusalOf(answer)).toEqual(refusal);
  });

  it('is refused when it comes twice, even with one value', async () => {
    const before = await everythingWritten(world.db);
    const key = freshKey();
    for (const keys of [
      [key, key],
      [key, freshKey()],
    ]) {
      const answer = await sendWithKeys(keys);
      expect(refusalOf(answer)).toEqual(refusal);
      expect(answer.body.error.message).toMatch(/Idempotency-Key must be sent only once/);
    }
    expect(await everythingWritten(world.db)).toEqual(before);
  });

  /** fetch joins headers of one name; a socket does not. */
  function sendWithKeys(keys: string[]): Promise<Pick<Answered, 'status' | 'body'>> {
    const body = JSON.stringify(receipt());
    const headers = [
      ['Host', 'localhost'],
      ['Authorization', `Bearer ${world.pharmacy.liveKey}`],
      ['Content-Type', 'application/json'],
      ['Content-Length', String(body.length)],
      ...keys.map((key) => ['Idempotency-Key', key]),
    ].flat();
    const url = new URL('/api/public/v1/inventory/movements', world.service.url);
    return new Promise((resolve, reject) => {
      const sent = httpRequest(url, { method: 'POST', headers, agent: false }, async (answer) => {
        const chunks = await answer.toArray();
        const text = Buffer.concat(chunks).toString('utf8');
        resolve({ status: answer.statusCode ?? 0, body: JSON.parse(text) });
      });
      sent.on('error', reject).end(body);
    });
  }
});

describe('a test key', () => {
  it('never moves stock, and says that a live key is needed', async () => {
    const before = await everythingWritten(world.db);
    const answer = await post(
      client({ url: world.service.url, key: world.pharmacy.testKey }),
      receipt(),
    );
    expect([answer.status, answer.body.error.code]).toEqual([403, 'insufficient_scope']);
    expect(answer.body.error.message).toMatch(/live key/);
    expect(await everythingWritten(world.db)).toEqual(before);
  });
});
