/**
 * Reads a JSON body. It refuses what the database could not store or the validator could not see: bytes that are not
 * UTF-8, NUL, half surrogate pairs, `__proto__`, nesting and size beyond the limits. No answer of this module quotes
 * what was sent; bodies hold patient data.
 */
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { errors } from '../errors.ts';
import { BODY_DEPTH_MAX, BODY_VALUES_MAX } from './limits.ts';
import type { Batch, Operation } from './operations.ts';

/** The caller went away before the body was complete; there is nobody to answer. */
export class RequestAborted extends Error {}

export async function readBody(request: IncomingMessage, operation: Operation): Promise<unknown> {
  if (operation.body === 'none') {
    // The validator keeps one compiled copy per Content-Type that it is shown.
    delete request.headers['content-type'];
    return undefined;
  }
  const contentType = request.headers['content-type'];
  // With one spelling for all, the validator keeps one compiled copy.
  request.headers['content-type'] = 'application/json';
  if (contentType !== undefined && !isJson(contentType)) throw errors.unsupportedMediaType();
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    throw errors.unsupportedMediaType('The body must not be compressed.', {
      'Accept-Encoding': 'identity',
    });
  }

  const bytes = await readBytes(request, operation.bodyBytesMax);
  if (bytes.length === 0) {
    if (operation.body === 'optional') return undefined;
    throw errors.malformedBody('A JSON body is required.');
  }
  if (contentType === undefined) throw errors.unsupportedMediaType();
  return parseBody(bytes, operation.batch);
}

/** White space is matched in only one way: with two, the time of a refusal would be quadratic in it. */
const jsonType =
  /^application\/json[ \t]*(?:;[ \t]*(?:charset[ \t]*=[ \t]*(?:utf-8|"utf-8")[ \t]*(?:;[ \t]*)?)?)?$/i;

function isJson(contentType: string): boolean {
  return jsonType.test(contentType);
}

/**
 * Reads the bytes. An oversized body is answered while it still arrives: the server discards the rest, within its
 * request timeout, so that the caller can read the answer instead of a broken connection.
 */
function readBytes(request: IncomingMessage, bytesMax: number): Promise<Buffer> {
  const announcedBytes = Number(request.headers['content-length'] ?? 0);
  if (announcedBytes > bytesMax) throw errors.payloadTooLarge(bytesMax);
  // The caller left while it was authenticated: nothing more will come, not even an end.
  if (request.destroyed) throw new RequestAborted('the request was aborted');
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const stop = (): void => {
      request.off('data', take).off('end', finish).off('error', abort).off('close', abort);
    };
    const take = (chunk: Buffer): void => {
      bytes += chunk.length;
      if (bytes > bytesMax) {
        stop();
        request.on('error', () => undefined).resume();
        reject(errors.payloadTooLarge(bytesMax));
        return;
      }
      chunks.push(chunk);
    };
    const finish = (): void => {
      stop();
      resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, bytes));
    };
    const abort = (): void => {
      stop();
      request.on('error', () => undefined);
      reject(new RequestAborted('the request was aborted'));
    };
    request.on('data', take).on('end', finish).on('error', abort).on('close', abort);
  });
}

/** @param batch leaves the contents of its items to `inspectBody`, one by one */
export function parseBody(bytes: Buffer, batch?: Batch): unknown {
  if (!isUtf8(bytes)) throw errors.malformedBody('The body is not valid UTF-8.');
  boundNesting(bytes);
  const text = bytes.toString('utf8');
  // RFC 8259, section 8.1: a byte order mark may be ignored.
  const json = text.startsWith('\uFEFF') ? text.slice(1) : text;
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw errors.malformedBody(
      `The body is not valid JSON at character ${firstMalformed(json)} (counted from 0).`,
    );
  }
  inspectBody(value, batch);
  return value;
}

/** @throws ApiError 400 for what the database could not store or the validator could not see */
export function inspectBody(value: unknown, batch?: Batch): void {
  const isApart = ([items, , member, ...deeper]: readonly string[]) =>
    batch !== undefined &&
    deeper.length === 0 &&
    items === batch.items &&
    member !== undefined &&
    (member === batch.body || Object.hasOwn(batch.headers, member));
  inspect(value, [], { values: BODY_VALUES_MAX, isApart });
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const [OPEN_BRACKET, OPEN_BRACE, CLOSE_BRACKET, CLOSE_BRACE] = [0x5b, 0x7b, 0x5d, 0x7d];

/**
 * Limits the nesting before anything is parsed: JSON.parse takes 60 ms of the event loop for a megabyte of brackets,
 * and what follows takes more. Bytes of UTF-8 beyond ASCII are never those of a bracket or a quote.
 */
function boundNesting(bytes: Buffer): void {
  let depth = 0;
  let commas = 0;
  let inString = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) inString = !inString;
    else if (inString) {
      if (byte === BACKSLASH) at += 1;
    } else if (byte === OPEN_BRACKET || byte === OPEN_BRACE) {
      depth += 1;
      if (depth > BODY_DEPTH_MAX) throw tooDeep();
    } else if (byte === CLOSE_BRACKET || byte === CLOSE_BRACE) depth -= 1;
    else if (byte === COMMA) {
      commas += 1;
      if (commas >= BODY_VALUES_MAX) throw tooMany();
    }
  }
}

const tooDeep = () =>
  errors.malformedBody(`The body may be nested at most ${BODY_DEPTH_MAX} levels deep.`);

const tooMany = () => errors.malformedBody(`The body may hold at most ${BODY_VALUES_MAX} values.`);

interface Inspection {
  /** How many more values there may be. */
  values: number;
  readonly isApart: (path: readonly string[]) => boolean;
}

function inspect(value: unknown, path: readonly string[], inspection: Inspection): void {
  if (typeof value === 'string') {
    const violation = violationIn(value);
    if (violation) throw errors.invalid(nameOf(path), violation);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  const members = Object.entries(value);
  inspection.values -= members.length;
  if (inspection.values < 0) throw tooMany();
  const isArray = Array.isArray(value);
  for (const [name, member] of members) {
    if (!isArray) inspectName(name, path);
    const memberPath = [...path, name];
    if (!inspection.isApart(memberPath)) inspect(member, memberPath, inspection);
  }
}

function inspectName(name: string, path: readonly string[]): void {
  const violation = violationIn(name);
  if (violation) throw errors.invalid(nameOf(path), `has a name that ${violation}`);
  if (name === '__proto__') {
    throw errors.invalid(nameOf([...path, name]), 'is not a known field');
  }
}

/** PostgreSQL stores neither NUL in text nor half a surrogate pair in jsonb. */
export function violationIn(text: string): string | undefined {
  if (text.includes('\0')) return 'must not contain the character U+0000';
  if (!text.isWellFormed()) return 'must not contain half a surrogate pair';
  return undefined;
}

const NAME_CHARACTERS_MAX = 100;

/** Returns a field's dotted name. Names that the caller made up are cut, because they end up in an answer. */
export function nameOf(path: readonly string[]): string {
  if (path.length === 0) return 'body';
  const name = path.join('.');
  return name.length > NAME_CHARACTERS_MAX
    ? `${name.slice(0, NAME_CHARACTERS_MAX).toWellFormed()}...`
    : name;
}

const SPACE = /[ \t\n\r]*/y;
const scalar =
  /"[ !#-[\]-\uffff]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[ !#-[\]-\uffff]*)*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/**
 * Returns the offset at which a text stops being JSON. JSON.parse knows it, but its message quotes the text and
 * names the offset only sometimes. This runs only on refused bodies.
 */
export function firstMalformed(text: string): number {
  const open: ('{' | '[')[] = [];
  let at = 0;
  let expect: 'value' | 'value or ]' | 'name' | 'name or }' | 'colon' | 'next' = 'value';
  const match = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    if (!pattern.test(text)) return false;
    at = pattern.lastIndex;
    return true;
  };
  const close = (): void => {
    open.pop();
    expect = 'next';
  };
  for (;;) {
    match(SPACE);
    const character = text[at];
    if (character === undefined || (expect === 'next' && open.length === 0)) return at;
    switch (expect) {
      case 'value':
      case 'value or ]':
        if (character === ']' && expect === 'value or ]') {
          at += 1;
          close();
        } else if (character === '{' || character === '[') {
          at += 1;
          open.push(character);
          expect = character === '{' ? 'name or }' : 'value or ]';
        } else if (match(scalar)) expect = 'next';
        else return at;
        break;
      case 'name':
      case 'name or }':
        if (character === '}' && expect === 'name or }') {
          at += 1;
          close();
        } else if (character === '"' && match(scalar)) expect = 'colon';
        else return at;
        break;
      case 'colon':
        if (character !== ':') return at;
        at += 1;
        expect = 'value';
        break;
      case 'next': {
        const inside = open.at(-1);
        if (character === ',') {
          at += 1;
          expect = inside === '{' ? 'name' : 'value';
        } else if (character === (inside === '{' ? '}' : ']')) {
          at += 1;
          close();
        } else return at;
      }
    }
  }
}
