// What stands once, in the contract or next to the catalogue, and is used elsewhere.
import { expect, it } from 'vitest';
import { APPLICATION_ERROR_CODES, ERROR_CODES, SCOPES } from '../../generated/contract.ts';
import document from '../../generated/openapi.json' with { type: 'json' };
import { PLANS } from '../../src/api-keys/plans.ts';
import { ENVIRONMENTS, ORGANIZATION_KINDS, ORGANIZATION_STATUSES } from '../../src/contract.ts';
import { ApiError, type ErrorCode, errors } from '../../src/errors.ts';
import { type ContractDocument, readOperations } from '../../src/http/operations.ts';
import { ORDER_STATUSES, PAYMENT_STATUSES } from '../../src/orders/rules/order-states.ts';
import { useWorld } from '../support/world.ts';

const world = useWorld(undefined, { service: false });

it('every code that the examples of refusals show is one that may be thrown', () => {
  const shown = new Set<string>();
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { error } = node as { error?: { code?: unknown } | string };
    // A delivery's attempt has an error too, in words.
    if (typeof error === 'string' && 'retry_after' in node) shown.add(error);
    if (typeof error === 'object' && typeof error.code === 'string') shown.add(error.code);
    for (const child of Object.values(node)) visit(child);
  };
  visit(document.paths);
  visit(document.components.responses);
  expect(shown.size).toBeGreaterThan(15);
  expect(ERROR_CODES).toEqual(expect.arrayContaining([...shown]));
});

it('each refusal has a code that the contracts list, and no code is unused', () => {
  const thrown = Object.values(errors).map((make) => {
    const error = (make as (...parts: unknown[]) => ApiError)([], {}, {});
    expect(error).toBeInstanceOf(ApiError);
    return error.code;
  });
  // A failed validation has this name on inventory paths.
  const listed = [...ERROR_CODES, ...APPLICATION_ERROR_CODES];
  expect(new Set([...thrown, 'validation_error'])).toEqual(new Set(listed));
  // @ts-expect-error a code that the contract does not list
  const unknown: ErrorCode = 'lot_missing';
  // @ts-expect-error nor can it be thrown
  const error = () => new ApiError({ status: 422, code: 'lot_missing', message: '' });
  expect([unknown, error]).toHaveLength(2);
});

it('the description shows every scope and every code to those who read it', () => {
  const { securitySchemes, schemas } = document.components;
  for (const scope of SCOPES) {
    expect(securitySchemes.apiKey.description).toContain(`| \`${scope}\` |`);
  }
  for (const code of ERROR_CODES) expect(schemas.ErrorCode.description).toContain(`\`${code}\``);
});

it('an operation that asks for a scope that no key can have stops the start', () => {
  const contract = structuredClone(document) as unknown as ContractDocument;
  expect(() => readOperations(contract)).not.toThrow();
  const operation = contract.paths['/v1/inventory/stock']?.get as { security: unknown };
  operation.security = [{ apiKey: ['inventory:read', 'inventory:raed'] }];
  expect(() => readOperations(contract)).toThrow('listStock: apiKey has no scope inventory:raed');
});

it.each([
  ['organization_kind', ORGANIZATION_KINDS],
  ['organization_status', ORGANIZATION_STATUSES],
  ['api_key_environment', ENVIRONMENTS],
  ['webhook_endpoint_environment', ENVIRONMENTS],
  ['api_key_plan', PLANS],
  ['customer_order_status', ORDER_STATUSES],
  ['customer_order_payment_status', PAYMENT_STATUSES],
  ['account_charge_status', PAYMENT_STATUSES],
])('the check %s of the database has the list that the code has', async (constraint, list) => {
  const { rows } = await world.db.owner.query(
    'select pg_get_constraintdef(oid) as definition from pg_constraint where conname = $1',
    [constraint],
  );
  const values = [...rows[0].definition.matchAll(/'([^']+)'::text/g)].map(([, value]) => value);
  expect(values).toEqual([...list]);
});

it('the description of each body says how much it may have', () => {
  const contract = document as unknown as ContractDocument;
  const bodied = readOperations(contract).filter(({ body }) => body !== 'none');
  expect(Object.fromEntries(bodied.map(({ id, bodyBytesMax }) => [id, bodyBytesMax]))).toEqual({
    resolveScan: 4_000,
    postMovement: 16_000,
    postMovementBatch: 256_000,
    previewMovement: 16_000,
    createAllocation: 16_000,
    putSkuPack: 4_000,
    createWebhook: 16_000,
    updateWebhook: 16_000,
    rotateWebhookSecret: 4_000,
    testWebhook: 4_000,
    replayDeliveries: 4_000,
    createPatient: 64_000,
    createIntake: 256_000,
    putBundle: 64_000,
    createOrder: 64_000,
  });
  for (const { template, method, bodyBytesMax } of bodied) {
    const text = `At most ${bodyBytesMax / 1000} kB.`;
    expect(contract.paths[template]?.[method]).toMatchObject({
      requestBody: { description: expect.stringContaining(text) },
    });
  }
});
