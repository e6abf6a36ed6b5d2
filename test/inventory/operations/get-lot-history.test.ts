import { beforeAll, describe, expect, it } from 'vitest';
import { ask, refusal, useCounter } from '../../support/counter.ts';
import { day } from '../../support/pharmacy.ts';

const world = useCounter();
const NOWHERE = '019a1b2c-0000-7000-8000-000000000001';
let sku: string;
let id: string;

beforeAll(async () => {
  sku = await world.stocked({ lot: 'A', expires: day(30) });
  const { clerk, pharmacist } = world.counter;
  const named = { sku_code: sku, lot_number: 'A' };
  const lot = { ...named, location: 'Main' };
  const { body } = await clerk.api.get('/inventory/lots', { query: { sku_code: sku } });
  id = body.data[0].id;
  await ask(clerk, '/inventory/waste', { ...lot, qty: 1, reason: 'broken', comment: 'Fell down' });
  await ask(clerk, '/inventory/transfers', { ...lot, qty: 2, to: 'Fridge', comment: 'Too warm' });
  const recall = { ...named, everywhere: true };
  const set = (body: object) => ask(pharmacist, '/inventory/lots/status', body);
  await set({ ...recall, status: 'quarantine', comment: 'Recalled by the maker' });
  await set({ ...recall, status: 'released', comment: 'The recall has ended' });
  await set({ ...lot, status: 'quarantine', comment: 'Looks cloudy' });
});

const history = (query: Record<string, string | number> = {}, headers = {}) =>
  world.counter.clerk.api.get(`/inventory/lots/${id}/history`, { query, headers });

describe('the history of a lot', () => {
  it('says who did what, where to, why, and that it was a recall, newest first', async () => {
    const { clerk, pharmacist } = world.counter;
    const status = { type: 'set_status', units: null, from_location: null, to_location: null };
    const set = { ...status, actor: 'person', person_id: pharmacist.id, witness_id: null };
    const moved = { actor: 'person', person_id: clerk.id, is_everywhere: false };
    const { body } = await history();
    expect(body.data).toMatchObject([
      { ...set, value: 'quarantine', is_everywhere: false, comment: 'Looks cloudy' },
      { ...set, value: 'released', is_everywhere: true, comment: 'The recall has ended' },
      { ...set, value: 'quarantine', is_everywhere: true, comment: 'Recalled by the maker' },
      { ...moved, units: -2, from_location: 'Main', to_location: 'Fridge', comment: 'Too warm' },
      { ...moved, units: -1, from_location: 'Main', to_location: null, reason: 'broken' },
      { type: 'receive', from_location: null, to_location: 'Main' },
      { type: 'set_status', value: 'released', is_everywhere: false },
    ]);
  });

  it('comes in pages, and whole as CSV', async () => {
    const whole = (await history()).body.data;
    const { data, next_cursor: cursor } = (await history({ limit: 2 })).body;
    expect([...data, ...(await history({ cursor })).body.data]).toEqual(whole);
    const { text, status } = await history({}, { Accept: 'text/csv' });
    expect([status, text.includes('"Recalled by the maker"')]).toEqual([200, true]);
    expect(text.trim().split('\r\n')).toHaveLength(whole.length + 1);
  });

  it('is of a lot of the organization alone', async () => {
    const strange = await world.counter.stranger.api.get(`/inventory/lots/${id}/history`);
    expect(refusal(strange)).toEqual([404, 'lot_not_found']);
    const { body } = await world.counter.clerk.api.get(`/inventory/lots/${NOWHERE}/history`, {
      query: { cursor: new Date().toISOString() },
    });
    expect(body.data).toEqual([]);
  });
});
