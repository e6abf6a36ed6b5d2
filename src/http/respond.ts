/** The last step of every answer, and what a request carries with it until then. */
import type { Response } from 'express';
import type { Principal } from '../contract.ts';
import type { ApiError, ErrorCode } from '../errors.ts';
import type { Operation } from './operations.ts';
import type { Serialise } from './serialise.ts';

export interface Locals {
  requestId: string;
  startedAt: number;
  operation?: Operation;
  serialisers?: ReadonlyMap<number, Serialise>;
  principal?: Principal;
  /** It was refused before it came to the application, which only says so. */
  refusal?: ApiError;
  /** Of the refusal that this became. */
  code?: ErrorCode;
  /** Why this became a 5xx, fit for the log. */
  cause?: unknown;
}

export function localsOf(response: Response): Locals {
  return response.locals as Locals;
}

export function send(response: Response, status: number, json: string): void {
  response.statusCode = status;
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('Content-Length', Buffer.byteLength(json));
  response.end(json);
}
