/** The last step of every answer, and the state that a request carries until then. */
import type { Response } from 'express';
import type { Principal } from '../contract.ts';
import type { ApiError, Caller, ErrorCode, RateLimit } from '../errors.ts';
import type { Operation } from './operations.ts';
import type { Serialise } from './serialise.ts';

export interface Locals {
  requestId: string;
  startedAt: number;
  operation?: Operation;
  serialisers?: ReadonlyMap<number, Serialise>;
  principal?: Principal;
  /** Set where the request was refused before it reached the application, which renders the refusal. */
  refusal?: ApiError;
  /** Set where a caller who is known was refused before anything of the request was read. */
  caller?: Caller | undefined;
  /** The error code of the refusal, where the answer is one. */
  code?: ErrorCode;
  /** The fields that the refusal names, by the names that the contract has. */
  fields?: readonly string[];
  /** Why the answer is a 5xx, in a form that may be logged. */
  cause?: unknown;
}

export function localsOf(response: Response): Locals {
  return response.locals as Locals;
}

export function setRateLimit(response: Response, { limit, remaining, resetAt }: RateLimit): void {
  response.setHeader('X-RateLimit-Limit', String(limit));
  response.setHeader('X-RateLimit-Remaining', String(remaining));
  response.setHeader('X-RateLimit-Reset', String(Math.ceil(resetAt.getTime() / 1000)));
}

export function send(response: Response, status: number, json: string): void {
  response.statusCode = status;
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('Content-Length', Buffer.byteLength(json));
  response.end(json);
}
