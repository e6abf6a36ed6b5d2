// The kinds come from the contract; `tsc` fails where an expected error does not come.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../kit/database.ts';
import type { Call } from '../../src/contract.ts';
import type { Statement } from '../../src/database/statement.ts';
import { appendEvents } from '../../src/events/append-events.ts';
import {
  type EventType,
  envelopeColumns,
  envelopeText,
  type NewEvent,
} from '../../src/events/event.ts';
import { makePharmacy } from '../support/pharmacy.ts';

type Equal<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

function holds<T extends true>(_?: T): void {}

type Subscribed = NonNullable<Call<'createWebhook'>['body']['events']>[number];

function pinned(): void {
  const head = { id: 'e', organizationId: 'o', createdAt: 't' };
  const names = { sku_code: 'A', product_id: 'p', location: 'Main' };

  // What an endpoint may name is what is sent.
  holds<Equal<Subscribed, EventType>>();

  // @ts-expect-error a kind that the contract does not describe
  const kind: NewEvent = { ...head, type: 'sku.deleted', data: names };

  // @ts-expect-error a test of an endpoint is sent, not written
  const test: NewEvent = { ...head, type: 'webhook.test', data: { webhook_id: 'w' } };

  const low = { ...names, available: 1, reorder_point: 2 };
  const right: NewEvent = { ...head, type: 'stock.low', data: low };

  // @ts-expect-error the data of another kind
  const other: NewEvent = { ...head, type: 'lot.expiring', data: low };

  // @ts-expect-error data that the contract does not let be null
  const none: NewEvent = { ...head, type: 'stock.low', data: { ...low, reorder_point: null } };

  void [kind, test, right, other, none];
}

it('has the kinds of the contract, each with its own data', () => {
  expect(pinned).toBeTypeOf('function');
});

describe('the envelope', () => {
  let db: TestDatabase;
  beforeAll(async () => {
    db = await createTestDatabase();
    await makePharmacy(db.database, { skuCodes: [] });
  });
  afterAll(() => db.drop());

  const READ: Statement<{
    text: string;
    id: string;
    type: string;
    created_at: string;
    data: object;
  }> = {
    name: 'test-read-envelope',
    text: `select ${envelopeText('event')} as text, ${envelopeColumns('event')} from event`,
  };

  it('is the same in the feed and in a delivery, microseconds and all', async () => {
    const { rows } = await db.owner.query('select id from organization');
    const event: NewEvent = {
      id: '01935f4e-7c10-7a52-9f0e-2d8b5a1c4e01',
      organizationId: rows[0].id,
      type: 'temperature.excursion',
      createdAt: '2026-11-20T10:15:30.000120Z',
      data: { location: 'Kühlschrank "1"', celsius: -3.25, min_celsius: 2, max_celsius: null },
    };
    await db.database.transaction(async (tx) => appendEvents(tx, [event]));
    const [read] = await db.database.query(READ, []);
    const { text, ...shown } = read ?? expect.fail('the event was not written');
    const { id, type, createdAt, data } = event;
    expect(shown).toEqual({ id, type, created_at: createdAt, data });
    expect(JSON.parse(text)).toEqual(shown);
    expect(Object.keys(JSON.parse(text))).toEqual(['id', 'type', 'created_at', 'data']);
  });
});
