/** The last step of every answer, and the state that a request carries until then. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Response } from 'express';
import fastJson from 'fast-json-stringify';
import type { Principal } from '../contract.ts';
import type { ApiError, Caller, ErrorCode, RateLimit } from '../errors.ts';
import type { Operation, Schema } from './operations.ts';

interface Locals {
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

/**
 * Writes an answer by the contract. A schema is taken as closed: a field that it does not name cannot leave the
 * server. An answer of another shape fails, where fast-json-stringify alone would write null as "" and any value as
 * true.
 */
export type Serialise = (body: unknown) => string;

/**
 * Compiles, by operationId, one serialiser for each status that the operation declares. Takes a turn of the event loop
 * for each operation.
 */
export async function compileSerialisers(
  operations: readonly Operation[],
): Promise<ReadonlyMap<string, ReadonlyMap<number, Serialise>>> {
  // The contract is linted where it is made: to compile the schema of schemas would take a fifth of a second.
  const ajv = new Ajv2020({
    strict: false,
    validateFormats: false,
    meta: false,
    validateSchema: false,
  });
  // Operations share most of their responses, and a serialiser takes some 5 ms to compile.
  const compiled = new Map<string, Serialise>();
  const compileOnce = (schema: Schema): Serialise => {
    const shape = shapeOf(schema);
    const key = JSON.stringify(shape);
    const serialise = compiled.get(key) ?? compile(shape, ajv);
    compiled.set(key, serialise);
    return serialise;
  };
  const serialisers = new Map<string, ReadonlyMap<number, Serialise>>();
  for (const { id, responses } of operations) {
    await nextTurn();
    const ofIt = [...responses].map(([status, schema]) => [status, compileOnce(schema)] as const);
    serialisers.set(id, new Map(ofIt));
  }
  return serialisers;
}

function compile(shape: Schema, ajv: Ajv2020): Serialise {
  const fits = ajv.compile(shape);
  const write = fastJson(shape as unknown as fastJson.Schema);
  return (body) => {
    if (!fits(body)) throw new Error(mismatch(fits));
    return write(body);
  };
}

function mismatch({ errors }: ValidateFunction): string {
  const first = errors?.[0];
  return `the answer does not fit the contract: body${first?.instancePath} ${first?.message}`;
}

/**
 * Returns the part of a schema that decides which fields are written and how. Bounds and patterns are left to the
 * tests, which check every answer in full: here they would only cost time.
 */
function shapeOf(schema: unknown): Schema {
  if (typeof schema !== 'object' || schema === null) return schema as Schema;
  const shape: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (['type', 'required', 'enum', 'const'].includes(keyword)) shape[keyword] = value;
    else if (['oneOf', 'anyOf', 'allOf'].includes(keyword)) {
      shape[keyword] = (value as unknown[]).map(shapeOf);
    } else if (keyword === 'items') shape.items = shapeOf(value);
    else if (keyword === 'additionalProperties' && value !== false) {
      shape.additionalProperties = shapeOf(value);
    } else if (keyword === 'properties') {
      shape.properties = Object.fromEntries(
        Object.entries(value as object).map(([name, property]) => [name, shapeOf(property)]),
      );
    }
  }
  return shape;
}
