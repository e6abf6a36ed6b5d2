/**
 * What differs for operations between the two contracts that a process serves: who calls, and the words of a refusal.
 */
import type { Request } from 'express';
import type {
  Authenticate,
  AuthenticateSession,
  Cookies,
  OidcFlow,
  Principal,
  Quota,
} from '../contract.ts';
import { type ApiError, errors } from '../errors.ts';
import type { Operation } from './operations.ts';

export interface Surface {
  /** Finds who calls before anything of the request is read. */
  admit(request: Request, operation: Operation): Promise<Admission>;
  /** @param needed the scopes of the operation, in words */
  refuseScope(needed: string): ApiError;
}

/** A key has a quota, and a browser has cookies. */
export interface Admission extends Partial<Quota> {
  /** Undefined where the operation is open to everybody. */
  principal: Principal | undefined;
  cookies?: Cookies;
  /** Where a request of an open operation came from. */
  address?: string;
  /** The name of the cell whose services answer; absent where there is one without a name. */
  cell?: string | undefined;
  leave: () => void;
}

/** The public API: a caller is a key. A cookie opens nothing. */
export function publicSurface(authenticate: Authenticate): Surface {
  return {
    admit: async ({ headers }, { quota, batch }) => {
      const admitted = await authenticate({
        key: bearerToken(headers.authorization),
        kind: batch === undefined ? quota : 'deferred',
      });
      return { ...admitted, cell: admitted.principal.cell };
    },
    refuseScope: (needed) => errors.insufficientScope(`This needs a key with the scope ${needed}.`),
  };
}

/** @returns the token of a header `Authorization: Bearer`; the scheme is case-insensitive (RFC 9110, section 11.1) */
export function bearerToken(authorization: string | undefined): string | undefined {
  return /^bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
}

/** Names the person that the page shows. */
const PERSON_HEADER = 'Pharmacy-Person';
const SESSION_COOKIE = '__Host-session';
export const TERMINAL_COOKIE = '__Host-terminal';
/** A sign-in by OpenID Connect that is under way. */
export const OIDC_COOKIE = '__Host-oidc';

/** What a cell brings to the application: its people come by an address of its own. */
export interface ApplicationCell {
  authenticate: AuthenticateSession;
  /** The address that people use, without a path; it is known once the process listens. */
  appUrl: () => string;
  /** Set where an issuer of OpenID Connect is. */
  oidc?: OidcFlow | undefined;
}

export type ApplicationCells = ReadonlyMap<string | undefined, ApplicationCell>;

/** The application: a caller is a session. A key opens nothing, and nor does a request of another page. */
export function applicationSurface(cells: ApplicationCells): Surface {
  return {
    admit: async (request, { method, isOpen, mayBeLocked, parameters }) => {
      const [cell, { authenticate }] = cellOfHost(request, cells);
      refuseOtherSite(request, { isWrite: method !== 'get', cells });
      const cookies = cookiesOf(request.headers.cookie);
      const address = addressOf(request);
      if (isOpen) return { principal: undefined, cookies, address, cell, leave: () => undefined };
      // The contract refuses a request without it, where it asks for one.
      const isNamed = parameters.some(({ name }) => name === PERSON_HEADER);
      const person = isNamed ? request.get(PERSON_HEADER) : undefined;
      return { ...(await authenticate(cookies, { mayBeLocked, person })), cookies, cell };
    },
    refuseScope: (needed) =>
      errors.insufficientScope(`Your roles do not allow this: it needs ${needed}.`),
  };
}

/**
 * Finds the cell that people open at this Host. A name that an attacker points at this address would make their page
 * one of the same origin, so any other Host is refused.
 */
export function cellOfHost(
  { headers }: Request,
  cells: ApplicationCells,
): [string | undefined, ApplicationCell] {
  const host = headers.host?.toLowerCase();
  for (const [name, cell] of cells) if (new URL(cell.appUrl()).host === host) return [name, cell];
  throw errors.wrongOrigin(addressesOf(cells));
}

/** A browser says where a request comes from, and no page can change that. */
function refuseOtherSite(
  { headers }: Request,
  { isWrite, cells }: { isWrite: boolean; cells: ApplicationCells },
): void {
  const { 'sec-fetch-site': site } = headers;
  // An address that somebody types is of no site, and what is no browser says nothing.
  const isOurs = site === 'same-origin' || (!isWrite && (site === undefined || site === 'none'));
  if (!isOurs) throw errors.wrongOrigin(addressesOf(cells));
}

function addressesOf(cells: ApplicationCells): string[] {
  return [...cells.values()].map(({ appUrl }) => appUrl());
}

/** A proxy adds whom it speaks for at the end. */
function addressOf({ headers, socket }: Request): string {
  const forwarded = String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .at(-1)
    ?.trim();
  return forwarded || (socket.remoteAddress ?? '');
}

function cookiesOf(header: string | undefined): Cookies {
  const cookies = cookiesIn(header);
  return {
    session: cookies.get(SESSION_COOKIE),
    terminal: cookies.get(TERMINAL_COOKIE),
    oidc: cookies.get(OIDC_COOKIE),
  };
}

/** @returns the cookies by their names */
export function cookiesIn(header = ''): ReadonlyMap<string, string> {
  const pairs = header.split(';').map((pair): [string, string] => {
    const [name = '', ...value] = pair.trim().split('=');
    return [name, value.join('=')];
  });
  // The browser sends the one of the longest path first.
  return new Map(pairs.toReversed());
}
