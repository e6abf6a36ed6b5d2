// A cursor that has the form which the contract gives is read, whoever made it up.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import application from '../../generated/application.json' with { type: 'json' };
import document from '../../generated/openapi.json' with { type: 'json' };
import { createTestDatabase, type TestDatabase } from '../../kit/database.ts';
import { type ContractDocument, readOperations } from '../../src/http/operations.ts';
import { CURSORS } from '../../src/lib/cursors.ts';
import {
  type Client,
  client,
  day,
  makePharmacy,
  type RunningService,
  startService,
} from '../support/pharmacy.ts';

function pagedIn(contract: object) {
  return readOperations(contract as ContractDocument).flatMap((operation) => {
    const cursor = operation.parameters.find(({ name }) => name === 'cursor');
    return cursor === undefined ? [] : [{ ...operation, form: String(cursor.schema.pattern) }];
  });
}

const paged = pagedIn(document);

const opaque = Object.entries(CURSORS);

it.each(opaque)('the contracts give %s the form that the server reads', (id, { pattern }) => {
  const forms = [...paged, ...pagedIn(application)]
    .filter((operation) => operation.id === id)
    .map(({ form }) => form);
  expect(new Set(forms)).toEqual(new Set([pattern]));
});

it('no two lists take the same opaque cursor', () => {
  for (const [id, { pattern }] of opaque) {
    fc.assert(
      fc.property(fc.stringMatching(new RegExp(pattern)), (cursor) => {
        for (const [other, form] of opaque) {
          if (other !== id) expect(() => form.read(cursor)).toThrow();
        }
      }),
      { numRuns: 20 },
    );
  }
});

it.each([
  ['listStock', ['AMOX-500-CAP', 'Main']],
  ['listStock', ['é ü 💊"\\', ' 倉庫']],
  ['listSkus', ['A']],
  ['listLots', ['2028-02-29', '01935f40-11aa-7c3e-a1d2-4b5c6d7e8f90']],
  ['listLots', ['1000-01-01', '01935f40-11aa-7c3e-a1d2-4b5c6d7e8f90']],
  ['listAllocations', ['2026-11-20T10:15:30.000042Z', '01935f40-11aa-7c3e-a1d2-4b5c6d7e8f90']],
] as const)('a cursor of %s round-trips the position %j', (id, position) => {
  expect(CURSORS[id].read(CURSORS[id].write(position))).toEqual(position);
});

describe('on the wire', () => {
  let db: TestDatabase;
  let service: RunningService;
  let api: Client;
  let ids: Record<string, string>;
  beforeAll(async () => {
    db = await createTestDatabase();
    const lot = { sku_code: 'SKU-1', lot_number: 'LOT-1', expiry_date: day(90), qty: 5 };
    const { liveKey } = await makePharmacy(db.database, { lots: [lot] });
    service = await startService(db.database);
    api = client({ url: service.url, key: liveKey });
    const lots = await api.get('/v1/inventory/lots');
    const body = { url: 'https://93.184.216.34/hooks' };
    const endpoint = await api.post('/v1/inventory/webhooks', { body });
    ids = { traceLot: lots.body.data[0].id, listDeliveries: endpoint.body.id };
  });
  afterAll(async () => {
    await service.close();
    await db.drop();
  });

  it.each(paged.map(({ id, route, form }) => [id, route, form] as const))(
    '%s reads whatever has its form',
    async (id, route, form) => {
      const path = route.replace(':id', ids[id] ?? '').replace(':sku_code', 'SKU-1');
      await fc.assert(
        fc.asyncProperty(fc.stringMatching(new RegExp(form)), async (cursor) => {
          expect((await api.get(path, { query: { cursor } })).status).toBe(200);
        }),
        { numRuns: 15 },
      );
    },
  );
});
