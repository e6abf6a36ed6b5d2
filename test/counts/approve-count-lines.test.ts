// What a count posts, asked as people do: blind, by two people, each line once.
import { describe, expect, it } from 'vitest';
import { clock } from '../../kit/database.ts';
import {
  approve,
  counted,
  handIn,
  makeSheet,
  record,
  recorded,
  sheetOf,
} from '../support/counts.ts';
import { operate } from '../support/operator.ts';
import { day, freshKey, post } from '../support/pharmacy.ts';
import { everythingWritten } from '../support/refusals.ts';
import { eventsOf, heldBy, hold, readLot } from '../support/reservations.ts';
import { codeOf, EXPIRES, UNKNOWN, useCounting } from './counting.ts';

const { world, onHand } = useCounting();

const lineOf = (body: { data: Record<string, unknown>[] }, lot: string) =>
  body.data.find(({ lot_number }) => lot_number === lot) as Record<string, unknown>;

describe('a count sheet', () => {
  it('posts what was counted less the book of that time: what left meanwhile stays gone', async () => {
    const { mine, api } = world;
    const sku = await mine.stocked({ lot: 'A', expires: EXPIRES });
    const sheetId = await sheetOf(mine.clerk, sku);
    const [line] = await recorded(mine.clerk, sheetId, {
      sku_code: sku,
      lot_number: 'A',
      counted: 9,
    });
    await post(api, { type: 'fulfill', sku_code: sku, qty: 4 });
    const shown = await handIn(mine.clerk, sheetId);
    expect(shown.sheet).toMatchObject({
      state: 'handed_in',
      handed_in_by: mine.clerk.id,
      lines: { total: 1, counted: 1, approved: 0 },
    });
    expect(shown.data).toMatchObject([
      { book: 10, difference: -1, moved_since: -4, on_hand: 6, shortens: [], refusal: null },
    ]);
    // Who counted may not approve, whoever they are.
    expect(shown.data[0].may_approve).toBe(false);
    const asked = await mine.pharmacist.get(`/counts/${sheetId}`);
    expect(asked.body.data[0].may_approve).toBe(true);

    const approval = await approve(mine.pharmacist, sheetId, [String(line?.id)]);
    expect(approval.body).toMatchObject({
      sheet: { state: 'closed', ended_by: mine.pharmacist.id },
      results: [{ id: line?.id, outcome: 'approved', difference: -1, moved: [], refusal: null }],
    });
    expect(await onHand(sku)).toBe(5);
    expect((await eventsOf(world.db, sku)).slice(-2)).toMatchObject([
      ['stock.changed', { cause: 'count', on_hand: 5 }],
      ['count.approved', { counted: 9, counted_at: line?.counted_at, difference: -1 }],
    ]);
    const { rows } = await world.db.owner.query(
      `select movement.actor, movement.id, action.person_id, action.command, action.target
         from movement join count_line line on line.movement_id = movement.id
         join operator_action action on action.arguments ->> 'movement_id' = movement.id::text
        where line.id = $1`,
      [line?.id],
    );
    expect(rows).toEqual([
      {
        id: approval.body.results[0].movement_id,
        actor: `person:${mine.pharmacist.id}`,
        person_id: mine.pharmacist.id,
        command: 'approveCountLines',
        target: `lot A of ${sku} at Main`,
      },
    ]);
  });

  it('posts nothing where the shelf was right, whatever left meanwhile', async () => {
    const { mine, api } = world;
    const sku = await mine.stocked({ lot: 'A', expires: EXPIRES });
    const { sheetId, ids } = await counted(mine.clerk, sku, { lot: 'A', counted: 10 });
    await post(api, { type: 'fulfill', sku_code: sku, qty: 4 });
    const { body } = await approve(mine.pharmacist, sheetId, ids);
    expect(body.results).toMatchObject([{ outcome: 'approved', difference: 0 }]);
    expect(await onHand(sku)).toBe(6);
  });

  it('says nothing of the book before it is handed in, to nobody', async () => {
    const { mine } = world;
    // A number that stands nowhere else.
    const sku = await mine.stocked({ lot: 'A', expires: EXPIRES, qty: 98_765_431 });
    const made = await makeSheet(mine.clerk, { location: 'Main', scope: 'skus', sku_codes: [sku] });
    const { id } = made.body;
    const answers = [
      made,
      await record(mine.clerk, id, { sku_code: sku, lot_number: 'A', counted: 7 }),
      await mine.clerk.get(`/counts/${id}`),
      await mine.pharmacist.get(`/counts/${id}`),
      await mine.clerk.get('/counts', { query: { state: 'open' } }),
    ];
    for (const { status, text, body } of answers) {
      expect(status, text).toBeLessThan(300);
      expect(text).not.toContain('98765431');
      expect(text).not.toContain('-98765424');
      for (const line of Array.isArray(body.data) && 'book' in (body.data[0] ?? {})
        ? body.data
        : []) {
        expect(line).toMatchObject({
          book: null,
          difference: null,
          moved_since: null,
          on_hand: null,
          shortens: [],
          refusal: null,
        });
      }
    }
    const cancelled = await mine.clerk.delete(`/counts/${id}`);
    expect(cancelled.body.state).toBe('cancelled');
    expect((await mine.pharmacist.get(`/counts/${id}`)).text).not.toContain('98765431');
    expect((await handInOf(id)).status).toBe(409);
  });

  const handInOf = (id: string) => world.mine.clerk.post(`/counts/${id}/hand-in`);

  it('leaves a lot as it is that no one counted', async () => {
    const { mine } = world;
    const sku = await mine.stocked({ lot: 'A', expires: EXPIRES }, { lot: 'B', expires: EXPIRES });
    const { sheetId, ids } = await counted(mine.clerk, sku, { lot: 'A', counted: 8 });
    const shown = await mine.pharmacist.get(`/counts/${sheetId}`);
    const b = lineOf(shown.body, 'B');
    expect(b).toMatchObject({ counted: null, book: null, difference: null, may_approve: false });
    const refused = await approve(mine.pharmacist, sheetId, [String(b.id)]);
    expect(refused.body.error).toMatchObject({
      code: 'validation_failed',
      details: [{ path: 'lines.0.id', message: 'must name a lot that was counted' }],
    });
    expect((await approve(mine.pharmacist, sheetId, ids)).body.sheet.state).toBe('closed');
    expect([await onHand(sku, 'A'), await onHand(sku, 'B')]).toEqual([8, 10]);
  });

  it('takes the later of two counts of a lot, in whatever order they arrive', async () => {
    const { mine } = world;
    const sku = await mine.stocked({ lot: 'A', expires: EXPIRES });
    const sheetId = await sheetOf(mine.clerk, sku);
    const [first, second] = [await clock(world.db), await clock(world.db)];
    const line = (units: number, counted_at: string) => ({
      sku_code: sku,
      lot_number: 'A',
      counted: units,
      counted_at,
    });
    await recorded(mine.clerk, sheetId, line(7, second));
    expect(await recorded(mine.pharmacist, sheetId, line(3, first))).toMatchObject([
      { counted: 7, counted_by: mine.clerk.id },
    ]);
    expect(await recorded(mine.clerk, sheetId, line(7, second))).toMatchObject([{ counted: 7 }]);
    expect(await recorded(mine.clerk, sheetId, line(5, first), line(6, second))).toMatchObject([
      { counted: 6 },
      { counted: 6 },
    ]);
    const { body } = await mine.clerk.get(`/counts/${sheetId}`);
    expect(body.data).toHaveLength(1);
  });

  it('takes the clock of a browser that is a little ahead, and no other time to come', async () => {
    const { mine } = world;
    const sku = await mine.stocked({ lot: 'A', expires: EXPIRES });
    const sheetId = await sheetOf(mine.clerk, sku);
    const at = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString();
    const line = { sku_code: sku, lot_number: 'A', counted: 10 };
    const [taken] = await recorded(mine.clerk, sheetId, { ...line, counted_at: at(20_000) });
    expect(Date.parse(String(taken?.counted_at))).toBeLessThan(Date.now() + 5_000);
    const refused = await record(mine.clerk, sheetId, { ...line, counted_at: at(90_000) });
    expect(refused.status).toBe(400);
    expect(refused.body.error.details[0].path).toBe('lines.0.counted_at');
  });

  it('receives a lot that no one expected into quarantine, an expired one too', async () => {
    const { mine } = world;
    const sku = await mine.stocked({ lot: 'A', expires: EXPIRES });
    const found = [
      { lot: 'FOUND', counted: 3, expiry_date: day(90) },
      { lot: 'OLD', counted: 2, expiry_date: day(-9) },
      { lot: 'NONE', counted: 0, expiry_date: day(90) },
    ];
    const { sheetId, ids } = await counted(mine.clerk, sku, ...found);
    const shown = await mine.pharmacist.get(`/counts/${sheetId}`);
    expect(lineOf(shown.body, 'FOUND')).toMatchObject({
      lot_id: null,
      is_expected: false,
      expiry_date: day(90),
      book: 0,
      difference: 3,
      refusal: null,
    });
    const { body } = await approve(mine.pharmacist, sheetId, ids);
    expect(body.results).toMatchObject([{ difference: 3 }, { difference: 2 }, { difference: 0 }]);
    expect(body.results[2].movement_id).toBeNull();
    for (const [lot, on_hand] of [
      ['FOUND', 3],
      ['OLD', 2],
    ] as const) {
      expect(await readLot(world.api, sku, lot)).toMatchObject({ on_hand, status: 'quarantine' });
    }
    const approved = (await eventsOf(world.db, sku)).filter(([type]) => type === 'count.approved');
    expect(approved.map(([, { lot_number, difference }]) => [lot_number, difference])).toEqual([
      ['FOUND', 3],
      ['OLD', 2],
    ]);
    const { id } = await readLot(world.api, sku, 'FOUND');
    expect(approved[0]?.[1].lot_id).toBe(id);
  });

  it('refuses a lot that came after it was counted as unknown, and posts the others', async () => {
    const { mine, api } = world;
    const sku = await mine.stocked({ lot: 'A', expires: EXPIRES });
    const { sheetId, ids } = await counted(
      mine.clerk,
      sku,
      { lot: 'LATE', counted: 5, expiry_date: day(90) },
      { lot: 'A', counted: 9 },
    );
    await post(api, {
      type: 'receive',
      sku_code: sku,
      lot_number: 'LATE',
      expiry_date: day(90),
      qty: 5,
    });
    const shown = await mine.pharmacist.get(`/counts/${sheetId}`);
    expect(lineOf(shown.body, 'LATE').refusal).toMatch(/after the count: count it again/);
    const { body } = await approve(mine.pharmacist, sheetId, ids);
    expect(body.results).toMatchObject([
      { outcome: 'refused', difference: null, refusal: expect.stringMatching(/count it again/) },
      { outcome: 'approved', difference: -1 },
    ]);
    expect(body.sheet.state).toBe('handed_in');
    expect([await onHand(sku, 'LATE'), await onHand(sku)]).toEqual([5, 9]);
    // What cannot be posted is cancelled; what was approved stays.
    const denied = await mine.clerk.delete(`/counts/${sheetId}`);
    expect(codeOf(denied)).toEqual([403, 'insufficient_scope']);
    const cancelled = await mine.pharmacist.delete(`/counts/${sheetId}`);
    expect(cancelled.body).toMatchObject({ state: 'cancelled', lines: { approved: 1 } });
    expect((await mine.pharmacist.delete(`/counts/${sheetId}`)).body).toEqual(cancelled.body);
  });

  it('shows which orders it would shorten, and shortens those', async () => {
    const { mine, api } = world;
    const sku = await mine.stocked(
      { lot: 'A', expires: day(30) },
      { lot: 'B', expires: day(40), qty: 2 },
    );
    await hold(api, 'O-1', { sku_code: sku, qty: 4 });
    await hold(api, 'O-2', { sku_code: sku, qty: 5 });
    const { sheetId, ids } = await counted(mine.clerk, sku, { lot: 'A', counted: 5 });
    const shown = await mine.pharmacist.get(`/counts/${sheetId}`);
    const shortens = [{ reference: { type: 'order', id: 'O-2' }, moved: 2, released: 2 }];
    expect(lineOf(shown.body, 'A').shortens).toEqual(shortens);
    const { body } = await approve(mine.pharmacist, sheetId, ids);
    expect(body.results[0].moved).toEqual(shortens);
    expect(await heldBy(api, 'O-2', sku)).toEqual(['A:1', 'B:2']);
    expect(await heldBy(api, 'O-1', sku)).toEqual(['A:4']);
  });

  it('quarantines the lot first where that is asked for, and then posts', async () => {
    const { mine, api } = world;
    const sku = await mine.stocked({ lot: 'A', expires: day(30) }, { lot: 'B', expires: day(40) });
    await hold(api, 'O-3', { sku_code: sku, qty: 6 });
    const { sheetId, ids } = await counted(mine.clerk, sku, { lot: 'A', counted: 2 });
    const line = { id: ids[0], quarantine_first: true };
    const key = freshKey();
    const first = await approve(mine.pharmacist, sheetId, [line], key);
    expect(first.body.results).toMatchObject([
      { difference: -8, moved: [{ reference: { id: 'O-3' }, moved: 6, released: 0 }] },
    ]);
    expect(await readLot(api, sku, 'A')).toMatchObject({ on_hand: 2, status: 'quarantine' });
    expect(await heldBy(api, 'O-3', sku)).toEqual(['B:6']);
    // Released since, it is not quarantined again by a repeat under another key.
    const words = ['--organization', 'pharmacy', '--sku', sku, '--lot', 'A', '--location', 'Main'];
    await operate(world.db.database, 'lot', 'set-status', ...words, '--status', 'released');
    expect((await approve(mine.pharmacist, sheetId, [line])).body.results).toMatchObject([
      { outcome: 'approved', difference: -8 },
    ]);
    expect(await readLot(api, sku, 'A')).toMatchObject({ on_hand: 2, status: 'released' });
    expect((await approve(mine.pharmacist, sheetId, [line], key)).body).toEqual(first.body);
  });
});

describe('approval', () => {
  it('of one’s own is refused, and nothing with it is posted', async () => {
    const { mine } = world;
    const sku = await mine.stocked({ lot: 'A', expires: EXPIRES }, { lot: 'B', expires: EXPIRES });
    const sheetId = await sheetOf(mine.clerk, sku);
    const [a] = await recorded(mine.clerk, sheetId, { sku_code: sku, lot_number: 'A', counted: 9 });
    const [b] = await recorded(mine.pharmacist, sheetId, {
      sku_code: sku,
      lot_number: 'B',
      counted: 9,
    });
    await handIn(mine.clerk, sheetId);
    const before = await everythingWritten(world.db);
    const refused = await approve(mine.pharmacist, sheetId, [String(a?.id), String(b?.id)]);
    expect(codeOf(refused)).toEqual([422, 'own_approval']);
    expect(refused.body.error.message).toBe(
      `Somebody else must approve what you counted: lot B of ${sku}.`,
    );
    expect(await everythingWritten(world.db)).toEqual(before);
    const { body } = await approve(mine.other, sheetId, [String(a?.id), String(b?.id)]);
    expect(body.sheet.state).toBe('closed');
  });

  it('of one’s own is for a pharmacy of one, and never of a controlled product', async () => {
    const { theirs } = world;
    const [plain, controlled] = [
      await theirs.stocked({ lot: 'A', expires: EXPIRES }),
      await theirs.stocked({ lot: 'A', expires: EXPIRES }),
    ];
    await world.db.owner.query(
      `update product set controlled_schedule = 'II'
        where id = (select product_id from sku where sku_code = $1)`,
      [controlled],
    );
    await operate(world.db.database, 'person', 'approvals', '--organization', 'theirs', '--one');
    const alone = theirs.pharmacist;
    const sheetId = await sheetOf(alone, plain, controlled);
    const lines = await recorded(
      alone,
      sheetId,
      { sku_code: plain, lot_number: 'A', counted: 9 },
      { sku_code: controlled, lot_number: 'A', counted: 9 },
    );
    const shown = await handIn(alone, sheetId);
    const may = (sku: string) =>
      shown.data.find(({ sku_code }: { sku_code: string }) => sku_code === sku).may_approve;
    expect([may(plain), may(controlled)]).toEqual([true, false]);
    const own = await approve(alone, sheetId, [String(lines[0]?.id)]);
    expect(own.body.results).toMatchObject([{ outcome: 'approved', difference: -1 }]);
    const refused = await approve(alone, sheetId, [String(lines[1]?.id)]);
    expect(codeOf(refused)).toEqual([422, 'own_approval']);
    await operate(world.db.database, 'person', 'approvals', '--organization', 'theirs', '--two');
    const again = await counted(alone, plain, { lot: 'A', counted: 9 });
    expect(codeOf(await approve(alone, again.sheetId, again.ids))).toEqual([422, 'own_approval']);
  });

  it('of one line by two people at once posts it once', async () => {
    const { mine } = world;
    const sku = await mine.stocked({ lot: 'A', expires: EXPIRES });
    const { sheetId, ids } = await counted(mine.clerk, sku, { lot: 'A', counted: 7 });
    const both = await Promise.all([
      approve(mine.pharmacist, sheetId, ids),
      approve(mine.other, sheetId, ids),
    ]);
    const [one, other] = both.map(({ body }) => body.results);
    expect(one).toEqual(other);
    expect(one).toMatchObject([{ outcome: 'approved', difference: -3 }]);
    expect(await onHand(sku)).toBe(7);
  });

  it('with a key is answered as the first time, and continues where the first was cut off', async () => {
    const { mine } = world;
    const sku = await mine.stocked({ lot: 'A', expires: EXPIRES }, { lot: 'B', expires: EXPIRES });
    const { sheetId, ids } = await counted(
      mine.clerk,
      sku,
      { lot: 'A', counted: 9 },
      { lot: 'B', counted: 8 },
    );
    const key = freshKey();
    // As a process leaves it that ends behind its first line: that is posted, and the key is free.
    await approve(mine.pharmacist, sheetId, ids.slice(0, 1));
    const first = await approve(mine.pharmacist, sheetId, ids, key);
    expect(first.body.results).toMatchObject([{ difference: -1 }, { difference: -2 }]);
    expect((await approve(mine.pharmacist, sheetId, ids, key)).text).toBe(first.text);
    expect([await onHand(sku, 'A'), await onHand(sku, 'B')]).toEqual([9, 8]);
    const other = await approve(mine.pharmacist, sheetId, ids.slice(1), key);
    expect(codeOf(other)).toEqual([422, 'idempotency_key_reused']);
  });

  it('takes no line twice, none of another sheet, and no sheet that is open or cancelled', async () => {
    const { mine } = world;
    const sku = await mine.stocked({ lot: 'A', expires: EXPIRES });
    const { sheetId, ids } = await counted(mine.clerk, sku, { lot: 'A', counted: 9 });
    const twice = await approve(mine.pharmacist, sheetId, [...ids, ...ids]);
    expect(twice.body.error.details).toEqual([
      { path: 'lines.1.id', message: 'must name each line once' },
    ]);
    const unknown = await approve(mine.pharmacist, sheetId, [UNKNOWN]);
    expect(codeOf(unknown)).toEqual([404, 'not_found']);
    const open = await sheetOf(mine.clerk, sku);
    const [line] = await recorded(mine.clerk, open, { sku_code: sku, lot_number: 'A', counted: 1 });
    expect(codeOf(await approve(mine.pharmacist, open, [String(line?.id)]))).toEqual([
      409,
      'wrong_state',
    ]);
    expect(codeOf(await approve(mine.pharmacist, open, ids))).toEqual([409, 'wrong_state']);
    await mine.clerk.delete(`/counts/${open}`);
    expect(codeOf(await approve(mine.pharmacist, open, [String(line?.id)]))).toEqual([
      409,
      'wrong_state',
    ]);
    expect(codeOf(await approve(mine.clerk, sheetId, ids))).toEqual([403, 'insufficient_scope']);
  });
});
