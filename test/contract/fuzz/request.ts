// A request that is drawn, changed, sent and kept: plain JSON, so that a failing one is a line of a file.
// Texts that begin with `@` stand for what is known only when it is sent, see `world.ts`.
import type { Operation } from '../../../src/http/operations.ts';

export type CallerName = 'live' | 'test' | 'nobody';

export interface FuzzRequest {
  readonly as: CallerName;
  /** By the names of the path's parameters. */
  readonly path: Readonly<Record<string, string>>;
  readonly query: readonly (readonly [name: string, value: string])[];
  /** Stands behind the query as it is. */
  readonly rawQuery?: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Null: none is sent. Absent: the right one, where there is a body. */
  readonly contentType?: string | null;
  readonly body?: unknown;
  /** In the place of `body`: its bytes, each as one character. */
  readonly bytes?: string;
}

/** As it goes over the wire. */
export interface Wire {
  readonly method: string;
  /** The address, with its query. */
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer | undefined;
}

/** @param resolve what a text that begins with `@` stands for */
export function wireOf(
  operation: Operation,
  request: FuzzRequest,
  resolve: (text: string) => string,
): Wire {
  const segments = operation.route.split('/').map((segment) => {
    if (!segment.startsWith(':')) return segment;
    return encoded(resolve(request.path[segment.slice(1)] ?? ''));
  });
  const pairs = request.query.map(([name, value]) => `${encoded(name)}=${encoded(resolve(value))}`);
  const query = [...pairs, ...(request.rawQuery === undefined ? [] : [request.rawQuery])].join('&');
  const body = bytesOf(request, resolve);
  const type =
    request.contentType === undefined && body !== undefined
      ? 'application/json'
      : (request.contentType ?? undefined);
  return {
    method: operation.method.toUpperCase(),
    target: segments.join('/') + (query === '' ? '' : `?${query}`),
    headers: [
      ...request.headers.map(([name, value]) => [name, resolve(value)] as const),
      ...(type === undefined ? [] : [['Content-Type', type] as const]),
    ],
    body,
  };
}

/** Also where a body was written by hand. */
const STANDS_IN = /@(key|bundle|link|me|sheet|line|movement|(day|time)[+-]\d+)/g;

function bytesOf(
  { body, bytes }: FuzzRequest,
  resolve: (text: string) => string,
): Buffer | undefined {
  if (bytes !== undefined) {
    return Buffer.from(bytes.replaceAll(STANDS_IN, resolve), 'latin1');
  }
  return body === undefined ? undefined : Buffer.from(JSON.stringify(resolved(body, resolve)));
}

/** Every text of a body, at any depth, with what it stands for in its place. */
export function resolved(value: unknown, resolve: (text: string) => string): unknown {
  if (typeof value === 'string') return resolve(value);
  return mapMembers(value, (member) => resolved(member, resolve));
}

/** A copy, also of a member that is called `__proto__`. */
export function mapMembers(
  value: unknown,
  map: (member: unknown, name: string) => unknown,
): unknown {
  if (Array.isArray(value)) return value.map((member, index) => map(member, String(index)));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, map(member, name)]),
  );
}

/** Half a surrogate pair as the bytes that it would have. */
function encoded(text: string): string {
  return [...text]
    .map((character) =>
      character.isWellFormed()
        ? encodeURIComponent(character)
        : [
            0xe0 | (character.charCodeAt(0) >> 12),
            0x80 | ((character.charCodeAt(0) >> 6) & 0x3f),
            0x80 | (character.charCodeAt(0) & 0x3f),
          ]
            .map((byte) => `%${byte.toString(16)}`)
            .join(''),
    )
    .join('');
}
