/** What the compiler must refuse. `tsc` fails where an expected error does not come. */
import { expect, test } from 'vitest';
import type { Answer, BatchHandler, Call, Handler, Handlers } from '../../src/contract.ts';
import type { Services } from '../../src/program/services.ts';

type Equal<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

function holds<T extends true>(_?: T): void {}

const entry = { id: 'e', lot_number: 'L1', qty: -1, balance_after: 1 };

function pinned(handlers: Handlers<Services>): void {
  holds<Equal<Call<'listStock'>['query']['limit'], number>>();
  holds<Equal<Call<'postMovement'>['header']['Idempotency-Key'], string>>();
  holds<Equal<Call<'listStock'>['body'], undefined>>();
  holds<Equal<Answer<'postMovement'>['status'], 200 | 201>>();

  // @ts-expect-error an operation without a handler
  const missing: Handlers<Services> = { listStock: handlers.listStock };

  // @ts-expect-error a status that the contract does not declare
  const status: Handler<'postMovement', Services> = async () => ({
    status: 202,
    body: { idempotent: false, transactions: [entry] },
  });

  // @ts-expect-error a failure is thrown, not returned
  const failure: Handler<'postMovement', Services> = async () => ({ status: 409, body: {} });

  // @ts-expect-error a body without a required field
  const field: Handler<'postMovement', Services> = async () => ({
    status: 201,
    body: { transactions: [entry] },
  });

  // @ts-expect-error the body of another operation
  const body: Handler<'listStock', Services> = async () => ({
    status: 200,
    body: { idempotent: false, transactions: [entry] },
  });

  // @ts-expect-error a parameter that the contract does not name
  const parameter: Handler<'listStock', Services> = async ({ query }) => query.bogus;

  // @ts-expect-error a handler sees no request of Express
  const request: Handler<'listStock', Services> = async (call) => call.req;

  // @ts-expect-error a batch has an outcome for each of its calls
  const whole: Handlers<Services>['postMovementBatch'] = async () => ({ status: 200, body: {} });

  // @ts-expect-error nor is a failure of one returned as its answer
  const one: BatchHandler<'postMovementBatch', Services> = async () => [
    { status: 'fulfilled', value: { status: 409, body: {} } },
  ];

  void [whole, one, missing, status, failure, field, body, parameter, request];
}

test('the types refuse what the contract does not allow', () => {
  expect(pinned).toBeTypeOf('function');
});
