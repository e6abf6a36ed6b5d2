// A sheet is made, recorded, handed in, listed and cancelled.
import { describe, expect, it } from 'vitest';
import {
  approve,
  counted,
  countingPharmacy,
  handIn,
  makeSheet,
  record,
  recorded,
  sheetOf,
} from '../support/counts.ts';
import { operate } from '../support/operator.ts';
import { day, freshKey } from '../support/pharmacy.ts';
import { readLot } from '../support/reservations.ts';
import { codeOf, EXPIRES, UNKNOWN, useCounting } from './counting.ts';

const { world, onHand } = useCounting();

describe('making a sheet', () => {
  it('is answered once for a key, and refused with another body', async () => {
    const { mine } = world;
    const key = freshKey();
    await mine.stocked({ lot: 'A', expires: EXPIRES });
    const first = await makeSheet(mine.clerk, { location: 'Main', scope: 'all' }, key);
    expect(first.status).toBe(201);
    const again = await makeSheet(mine.clerk, { scope: 'all', location: 'Main' }, key);
    expect([again.status, again.text]).toEqual([200, first.text]);
    const other = await makeSheet(mine.clerk, { location: 'Annex', scope: 'all' }, key);
    expect(codeOf(other)).toEqual([422, 'idempotency_key_reused']);
  });

  it('expects the lots of its scope', async () => {
    const { mine, db } = { ...world, mine: world.mine };
    const [plain, controlled] = [
      await mine.stocked({ lot: 'A', expires: EXPIRES, location: 'Annex' }),
      await mine.stocked(
        { lot: 'A', expires: EXPIRES, location: 'Annex' },
        { lot: 'B', expires: EXPIRES, location: 'Main' },
      ),
    ];
    await db.owner.query(
      `update product set controlled_schedule = 'IV'
        where id = (select product_id from sku where sku_code = $1)`,
      [controlled],
    );
    const lots = async (body: Record<string, unknown>) => {
      const made = await makeSheet(mine.clerk, { location: 'Annex', ...body });
      expect(made.status, made.text).toBe(201);
      const { data } = (await mine.clerk.get(`/counts/${made.body.id}`)).body;
      return data.map((line: Record<string, unknown>) => `${line.sku_code} ${line.lot_number}`);
    };
    const both = [`${plain} A`, `${controlled} A`];
    expect((await lots({ scope: 'all' })).sort()).toEqual(both.toSorted());
    expect(await lots({ scope: 'skus', sku_codes: [plain] })).toEqual([`${plain} A`]);
    expect(await lots({ scope: 'controlled' })).toEqual([`${controlled} A`]);
    const none = await makeSheet(mine.clerk, { location: 'Annex', scope: 'not_counted' });
    expect([none.status, none.body.error.details]).toEqual([
      400,
      [{ path: 'scope', message: 'covers no lot that is in stock there' }],
    ]);
    await db.owner.query(
      `update lot set created_at = now() - interval '91 days'
        where location_id = (select id from location where name = 'Annex' and organization_id = $1)`,
      [mine.organizationId],
    );
    expect((await lots({ scope: 'not_counted' })).sort()).toEqual(both.toSorted());
    const words = ['--organization', 'pharmacy', '--sku', plain, '--lot', 'A', '--counted', '10'];
    await operate(db.database, 'stock', 'count', '--location', 'Annex', ...words);
    expect(await lots({ scope: 'not_counted' })).toEqual([`${controlled} A`]);
  });

  it.each([
    [{ scope: 'skus' }, [400, 'sku_codes']],
    [{ scope: 'all', sku_codes: ['X'] }, [400, 'sku_codes']],
    [{ scope: 'some' }, [400, 'scope']],
    [{}, [400, 'scope']],
    [{ scope: 'all', place: 'Main' }, [400, 'place']],
  ])('refuses %j and names the field', async (body, [status, path]) => {
    const { mine } = world;
    const refused = await makeSheet(mine.clerk, body);
    expect([refused.status, refused.body.error.details[0].path]).toEqual([status, path]);
  });

  it('knows its locations and SKUs, and needs a key', async () => {
    const { mine } = world;
    expect(codeOf(await makeSheet(mine.clerk, { location: 'Nowhere', scope: 'all' }))).toEqual([
      404,
      'location_not_found',
    ]);
    const unknown = await makeSheet(mine.clerk, { scope: 'skus', sku_codes: ['THEIRS-0'] });
    expect(codeOf(unknown)).toEqual([404, 'product_not_found']);
    const without = await mine.clerk.post('/counts', { body: { scope: 'all' } });
    expect(without.body.error.details[0].path).toBe('Idempotency-Key');
  });
});

describe('recording', () => {
  it('refuses what names no lot, all or none, and names the field', async () => {
    const { mine, theirs } = world;
    const sku = await mine.stocked({ lot: 'A', expires: EXPIRES });
    const sheetId = await sheetOf(mine.clerk, sku);
    const good = { sku_code: sku, lot_number: 'A', counted: 9 };
    const field = async (line: Record<string, unknown>) => {
      const { status, body, text } = await record(mine.clerk, sheetId, good, line);
      expect(status, text).toBe(400);
      return body.error.details[0].path;
    };
    const { id: lotId } = await readLot(world.api, sku, 'A');
    expect(await field({ counted: 1 })).toBe('lines.1.lot_id');
    expect(await field({ counted: 1, sku_code: sku })).toBe('lines.1.lot_number');
    expect(await field({ counted: 1, lot_number: 'A' })).toBe('lines.1.sku_code');
    expect(await field({ counted: 1, lot_id: lotId, sku_code: sku })).toBe('lines.1.sku_code');
    expect(await field({ ...good, counted: -1 })).toBe('lines.1.counted');
    expect(await field({ ...good, counted: 1.5 })).toBe('lines.1.counted');
    expect(await field({ ...good, counted_at: 'now' })).toBe('lines.1.counted_at');
    expect(await field({ ...good, expiry_date: '2027-02-30' })).toBe('lines.1.expiry_date');
    expect(await field({ ...good, lot_number: 'NEW' })).toBe('lines.1.expiry_date');
    expect(await field({ ...good, lot_number: 'N\u200bEW', expiry_date: day(9) })).toBe(
      'lines.1.lot_number',
    );
    const wrong = async (line: Record<string, unknown>) =>
      codeOf(await record(mine.clerk, sheetId, good, line));
    expect(await wrong({ counted: 1, lot_id: UNKNOWN })).toEqual([404, 'lot_not_found']);
    expect(await wrong({ ...good, sku_code: 'NO-SUCH' })).toEqual([404, 'product_not_found']);
    expect(await wrong({ ...good, sku_code: 'THEIRS-0' })).toEqual([404, 'product_not_found']);
    expect(await wrong({ ...good, expiry_date: day(9) })).toEqual([422, 'lot_expiry_mismatch']);
    const { body } = await mine.clerk.get(`/counts/${sheetId}`);
    expect(body.data).toMatchObject([{ counted: null }]);
    expect(theirs.slug).toBe('theirs');
    await recorded(mine.clerk, sheetId, { lot_id: lotId, counted: 4 });
    await handIn(mine.clerk, sheetId);
    expect(codeOf(await record(mine.clerk, sheetId, good))).toEqual([409, 'wrong_state']);
  });

  it('is needed before a sheet is handed in', async () => {
    const { mine } = world;
    const sku = await mine.stocked({ lot: 'A', expires: EXPIRES });
    const sheetId = await sheetOf(mine.clerk, sku);
    expect(codeOf(await mine.clerk.post(`/counts/${sheetId}/hand-in`))).toEqual([
      409,
      'wrong_state',
    ]);
    await recorded(mine.clerk, sheetId, { sku_code: sku, lot_number: 'A', counted: 10 });
    const first = await handIn(mine.clerk, sheetId);
    expect(await handIn(mine.pharmacist, sheetId)).toMatchObject({ sheet: first.sheet });
  });
});

it('a sheet of another organization is not there for anybody else, in any operation', async () => {
  const { mine, theirs } = world;
  const sku = await mine.stocked({ lot: 'A', expires: EXPIRES });
  const { sheetId, ids } = await counted(mine.clerk, sku, { lot: 'A', counted: 9 });
  const stranger = theirs.pharmacist;
  const line = { sku_code: sku, lot_number: 'A', counted: 1 };
  for (const id of [sheetId, UNKNOWN]) {
    const answers = [
      await stranger.get(`/counts/${id}`),
      await record(stranger, id, line),
      await stranger.post(`/counts/${id}/hand-in`),
      await approve(stranger, id, ids),
      await stranger.delete(`/counts/${id}`),
    ];
    for (const answer of answers) {
      expect(codeOf(answer)).toEqual([404, 'not_found']);
      expect(answer.body.error.message).toBe('No count sheet of this organization has this id.');
    }
  }
  const { body } = await stranger.get('/counts', { query: { limit: 100 } });
  expect(body.data.map(({ id }: { id: string }) => id)).not.toContain(sheetId);
  expect((await mine.clerk.get('/counts/no-uuid')).body.error.code).toBe('invalid_id');
  expect(await onHand(sku)).toBe(10);
  // Their own line is none of this sheet.
  const theirSku = await theirs.stocked({ lot: 'A', expires: EXPIRES });
  const own = await counted(theirs.clerk, theirSku, {
    lot: 'X',
    counted: 1,
    expiry_date: day(30),
  });
  expect(codeOf(await approve(mine.pharmacist, sheetId, own.ids))).toEqual([404, 'not_found']);
});

it('no more sheets are open than people work there, however many are made at once', async () => {
  const { db, service } = world;
  const few = { slug: 'few', skus: 1, colleagues: 0 };
  const { clerk, stocked } = await countingPharmacy(db, service, few);
  await stocked({ lot: 'A', expires: EXPIRES });
  const all = await Promise.all(
    Array.from({ length: 8 }, () => makeSheet(clerk, { scope: 'all' })),
  );
  const made = all.filter(({ status }) => status === 201);
  expect(made).toHaveLength(3);
  expect(all.filter((one) => codeOf(one)[1] === 'wrong_state')).toHaveLength(5);
  await clerk.delete(`/counts/${made[0]?.body.id}`);
  expect((await makeSheet(clerk, { scope: 'all' })).status).toBe(201);
});

it('sheets are listed newest first, in pages', async () => {
  const { db, service } = world;
  const paged = { slug: 'paged', skus: 1 };
  const { clerk, stocked } = await countingPharmacy(db, service, paged);
  await stocked({ lot: 'A', expires: EXPIRES });
  const made: string[] = [];
  for (let index = 0; index < 5; index += 1) {
    made.unshift((await makeSheet(clerk, { scope: 'all' })).body.id);
  }
  await clerk.delete(`/counts/${made[2]}`);
  const seen: string[] = [];
  let query: Record<string, string | number> = { limit: 2 };
  for (;;) {
    const { body } = await clerk.get('/counts', { query });
    seen.push(...body.data.map(({ id }: { id: string }) => id));
    if (body.next_cursor === null) break;
    query = { limit: 2, cursor: body.next_cursor };
  }
  expect(seen).toEqual(made);
  const { body } = await clerk.get('/counts', { query: { state: 'cancelled' } });
  expect(body.data.map(({ id }: { id: string }) => id)).toEqual([made[2]]);
});

it('cancels no sheet whose lines are all approved', async () => {
  const { mine } = world;
  const sku = await mine.stocked({ lot: 'A', expires: day(30) });
  const { sheetId, ids } = await counted(mine.clerk, sku, { lot: 'A', counted: 8 });
  expect((await approve(mine.pharmacist, sheetId, ids)).body.sheet.state).toBe('closed');
  expect(codeOf(await mine.pharmacist.delete(`/counts/${sheetId}`))).toEqual([409, 'wrong_state']);
});
