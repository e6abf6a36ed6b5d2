import { describe, expect, it } from 'vitest';
import { useOrders } from '../support/orders.ts';

const orders = useOrders();
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

describe('an order', () => {
  it('has exactly the fields of the reference, null where it has none', async () => {
    const id = await orders.order({ order_number: 'BARE' });
    const { body } = await orders.live.clinic.get(`/v1/orders/${id}`);
    expect(body).toEqual({
      id,
      order_number: 'BARE',
      status: 'pending',
      payment_status: 'pending',
      total_cents: 0,
      currency: 'USD',
      tracking_number: null,
      tracking_carrier: null,
      shipped_at: null,
      patient_id: null,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
    });
  });

  it('shows what was stored, to the microsecond and to the cent', async () => {
    const shown = {
      order_number: 'FULL "№ 1"',
      status: 'shipped',
      payment_status: 'paid',
      total_cents: Number.MAX_SAFE_INTEGER,
      currency: 'EUR',
      tracking_number: '1Z 999',
      tracking_carrier: 'UPS',
      patient_id: await orders.patient(),
    } as const;
    const id = await orders.order({
      ...shown,
      shipped_at: '2026-11-21T16:02:11.482913+01:00',
      created_at: '2026-11-20T10:15:30.000001Z',
      wholesale_total_cents: 777_001,
      commission_cents: 777_002,
    });
    const answer = await orders.live.clinic.get(`/v1/orders/${id.toUpperCase()}`);
    expect(answer.body).toEqual({
      id,
      ...shown,
      shipped_at: '2026-11-21T15:02:11.482913Z',
      created_at: '2026-11-20T10:15:30.000001Z',
    });
    expect(answer.text).not.toMatch(/77700[12]/);
  });

  it('is the same for who ordered, who brought and who ships it', async () => {
    const id = await orders.order({ status: 'paid' });
    const { clinic, affiliate, pharmacy } = orders.live;
    const answers = await Promise.all(
      [clinic, affiliate, pharmacy].map((api) => api.get(`/v1/orders/${id}`)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  });
});

describe('to all others it does not exist', () => {
  it('and they are answered the same bytes for it as for an id that no one has', async () => {
    const [live, test] = [await orders.order(), await orders.order({ environment: 'test' })];
    const own = await orders.order({
      affiliate_organization: null,
      fulfillment_organization: null,
    });
    const bodies = new Set<string>();
    for (const [api, id] of [
      [orders.live.clinic, UNKNOWN_ID],
      [orders.live.stranger, live],
      [orders.test.clinic, live],
      [orders.test.pharmacy, live],
      [orders.live.clinic, test],
      [orders.test.stranger, test],
      [orders.live.affiliate, own],
      [orders.live.pharmacy, own],
    ] as const) {
      const answer = await api.get(`/v1/orders/${id}`);
      expect([answer.status, answer.body.error.code]).toEqual([404, 'not_found']);
      bodies.add(answer.text.replace(answer.body.error.request_id, ''));
    }
    expect(bodies.size).toBe(1);
    expect((await orders.test.clinic.get(`/v1/orders/${test}`)).status).toBe(200);
  });

  it('from the moment on when it is routed elsewhere', async () => {
    const fields = { id: crypto.randomUUID(), organization: 'clinic', order_number: 'MOVED' };
    await orders.import({ orders: [{ ...fields, fulfillment_organization: 'pharmacy' }] });
    const see = async () => {
      const answers = [orders.live.clinic, orders.live.pharmacy, orders.live.stranger].map((api) =>
        api.get(`/v1/orders/${fields.id}`),
      );
      return (await Promise.all(answers)).map(({ status }) => status);
    };
    expect(await see()).toEqual([200, 200, 404]);
    await orders.import({ orders: [{ ...fields, fulfillment_organization: 'stranger' }] });
    expect(await see()).toEqual([200, 404, 200]);
    await orders.import({ orders: [{ ...fields, fulfillment_organization: null }] });
    expect(await see()).toEqual([200, 404, 404]);
  });
});

it.each(['VO-1', '0', `${UNKNOWN_ID}0`, '%00', "x'%20or%20true"])(
  'refuses the id %s by name',
  async (id) => {
    const answer = await orders.live.clinic.get(`/v1/orders/${id}`);
    expect([answer.status, answer.body.error.code]).toEqual([400, 'invalid_id']);
  },
);
