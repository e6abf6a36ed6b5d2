// The changes of stock that a person makes and the API deliberately cannot (reference: rule 4).

import {
  type ActionRecord,
  actorOf,
  type OperatorAction,
  personAction,
} from '../../audit/operator-actions.ts';
import type { OperationId, PersonCall, PersonPrincipal } from '../../contract.ts';
import { ApiError } from '../../errors.ts';
import {
  type KeyedOperation,
  type KeyedRequest,
  keyedRequest,
} from '../../idempotency/idempotency.ts';
import {
  type LotAtLocation,
  newMovement,
  type StockChange,
  type StockRequest,
} from '../rules/requests.ts';

/** A command of the operator, or an operation of a person, and its idempotency key, if it came with one. */
export interface PersonRequest {
  readonly action: OperatorAction;
  readonly key: string | undefined;
}

/** An operator, who may do all that people may; the command is the action. */
interface OperatorPrincipal {
  readonly organizationId: string;
  readonly action: OperatorAction;
}

/** What a person asks for in the application, or an operator on the command line. */
export interface StockCall<Id extends OperationId> {
  readonly body: Loose<PersonCall<Id>['body']>;
  readonly header: { readonly 'Idempotency-Key'?: string | undefined };
  readonly principal: PersonPrincipal | OperatorPrincipal;
}

/** On the command line an option may be undefined, and so may the location, where there is one. */
type Loose<Body> = {
  readonly [Field in keyof Body]: object extends Pick<Body, Field>
    ? Body[Field] | undefined
    : Body[Field] | (Field extends 'location' ? undefined : never);
};

/** @param typed what a person asked for, by field; a command has its own words */
export function requestOf(
  { principal, header }: Pick<StockCall<OperationId>, 'principal' | 'header'>,
  action: {
    command: OperationId;
    typed: Readonly<Record<string, unknown>>;
    reason?: string | null;
  },
): PersonRequest {
  const key = header['Idempotency-Key'];
  if ('action' in principal) return { action: principal.action, key };
  return { action: personAction({ principal, ...action }), key };
}

/** The key belongs to the command or the operation. @param body what a repeat has to be the same in */
export function keyedByPerson(
  { action: { command }, key }: PersonRequest,
  body: unknown,
): KeyedRequest | undefined {
  return keyedRequest(command as KeyedOperation, key, body);
}

/**
 * @param by the operator's action, or the worker, which runs the sweep by itself
 * @param reason becomes the note of the movement
 * @param poNumber the purchase order of a receipt
 * @param keyed the key of the command, if it came with one
 */
export function personChange<Request extends StockRequest>(
  { skuId, locationId, organizationId, naming }: Omit<LotAtLocation, 'lotNumber'>,
  request: Request,
  {
    by,
    reason,
    poNumber,
    keyed,
  }: {
    by: ActionRecord | 'worker';
    reason?: string | undefined;
    poNumber?: string | undefined;
    keyed?: KeyedRequest | undefined;
  },
): StockChange<Request> {
  const actor = by === 'worker' ? by : actorOf(by);
  const movement = newMovement({ actor, poNumber, note: reason });
  return {
    level: { skuId, locationId, organizationId },
    naming,
    request,
    movement,
    ...(by !== 'worker' && { action: withMovement(by, movement.id) }),
    ...(keyed !== undefined && { keyed }),
  };
}

/** What a person did names its movement, so that the person can undo it. */
function withMovement(by: ActionRecord, id: string): ActionRecord {
  return by.person === undefined ? by : { ...by, arguments: { ...by.arguments, movement_id: id } };
}

/** The name of a lot in an operator's action. */
export function targetOf(
  { lotNumber, naming }: LotAtLocation,
  { everywhere = false } = {},
): string {
  return `lot ${lotNumber} of ${naming.skuCode} ${everywhere ? 'everywhere' : `at ${naming.location}`}`;
}

/** Whether a level could not be locked in time, so that the same may succeed later. */
export function isBusy(error: unknown): boolean {
  return error instanceof ApiError && error.status === 503;
}
