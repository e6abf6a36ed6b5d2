/**
 * The two contracts as TypeScript sees them: the public one, and the application's, which shares some of its operations.
 * The types of operations follow from generated/openapi.d.ts and generated/application.d.ts, so that an operation without a
 * handler, a status the contract does not declare or a body of another shape does not compile. At run time there are
 * only the lists below.
 */
import type { operations as applicationOperations } from '../generated/application.d.ts';
import type { BATCHES, OPEN_OPERATIONS } from '../generated/contract.ts';
import type { operations as publicOperations } from '../generated/openapi.d.ts';
import type { Caller, ErrorCode, RateLimit } from './errors.ts';

/** The public operations; those of `webhooks:`, named on…, are served by receivers. */
type PublicOperationId = Exclude<keyof publicOperations, `on${string}`>;

/** The operations of the application, those that it shares with the public contract among them. */
export type ApplicationOperationId = keyof applicationOperations;

export type OperationId = PublicOperationId | ApplicationOperationId;

/** The operations of the application that no one has to be signed in for. */
type OpenOperationId = (typeof OPEN_OPERATIONS)[number];

/** An operation that both contracts have is described by the public one; they are the same. */
type operations = publicOperations & Omit<applicationOperations, keyof publicOperations>;

/** What a key acts on. The database's CHECKs have these three lists too, and a test compares. */
export const ENVIRONMENTS = ['live', 'test'] as const;
export type Environment = (typeof ENVIRONMENTS)[number];

export const ORGANIZATION_KINDS = ['pharmacy', 'clinic', 'brand', 'affiliate'] as const;
export type OrganizationKind = (typeof ORGANIZATION_KINDS)[number];

export const ORGANIZATION_STATUSES = ['active', 'suspended'] as const;
export type OrganizationStatus = (typeof ORGANIZATION_STATUSES)[number];

/** The author of a change, as the ledger stores it. */
export type Actor = `operator:${string}` | CallerActor | 'worker';
type CallerActor = `api_key:${string}` | `person:${string}`;

/** Who calls, as the authenticator found it in the database. */
export interface Principal {
  /** Who is recorded as the author, and as the reader of a patient. */
  actor: CallerActor;
  /** The id of the key or of the session: waiting reads take turns by it. */
  callerId: string;
  organizationId: string;
  environment: Environment;
  scopes: ReadonlySet<string>;
  organizationKind: OrganizationKind;
  organizationStatus: OrganizationStatus;
  /** The name of the cell that the organization is in; absent where there is one without a name. */
  cell?: string | undefined;
}

/** Somebody who is signed in to the application. */
export interface PersonPrincipal extends Principal {
  actor: `person:${string}`;
  personId: string;
  sessionId: string;
  /** The terminal that the session began at; null on a device of the person's own. */
  terminalId: string | null;
  /** People whose links the person or the session rests on, while no one else has confirmed them. */
  linkedBy: readonly string[];
}

/** The tokens that a browser sent along. */
export interface Cookies {
  readonly session: string | undefined;
  readonly terminal: string | undefined;
  /** The token of a sign-in by OpenID Connect that is under way. */
  readonly oidc?: string | undefined;
}

/** A request that was authenticated, authorised and validated; defaults are filled in. */
export interface Call<Id extends OperationId> {
  path: Parameters<Id, 'path'>;
  query: Parameters<Id, 'query'>;
  header: Parameters<Id, 'header'>;
  body: Body<Id>;
  principal: Principal;
  requestId: string;
}

/** A call of an operation that only the application has. */
export interface PersonCall<Id extends OperationId> extends Call<Id> {
  principal: PersonPrincipal;
  cookies: Cookies;
}

/** A call that no one has to be signed in for. */
export interface OpenCall<Id extends OperationId> extends Omit<Call<Id>, 'principal'> {
  cookies: Cookies;
  /** Where it came from, as far as is known. */
  address: string;
}

/** What a list needs of its call: the operator's command line asks it too. */
export interface ListCall<Id extends OperationId> {
  readonly query: Call<Id>['query'];
  readonly principal: Pick<Principal, 'organizationId' | 'environment' | 'scopes'>;
}

/** What the contract declares as success for Id. Failures are thrown, from errors.ts. */
export type Answer<Id extends OperationId> = {
  [Status in SuccessStatus<Id>]: {
    status: Status;
    body: JsonOf<operations[Id]['responses'][Status]>;
    headers?: Readonly<Record<string, string>>;
  };
}[SuccessStatus<Id>];

/** The lists that the contract gives as CSV too. */
export type CsvListId = {
  [Id in OperationId]: operations[Id]['responses'] extends {
    200: { content: { 'text/csv': string } };
  }
    ? Id
    : never;
}[OperationId];

/** An operation; it names what it needs of the services. */
export type Handler<Id extends OperationId, Needs> = (
  call: Call<Id>,
  services: Needs,
) => Promise<Answer<Id>>;

/** An operation whose body holds many requests of another. */
export type BatchId = keyof typeof BATCHES;

type SingleOf<Id extends BatchId> = (typeof BATCHES)[Id];

/**
 * A batch: its requests, each judged apart, without those that the contract refuses. The result has the outcome of
 * each request at its index; only what keeps all of them from being decided is thrown.
 */
export type BatchHandler<Id extends BatchId, Needs> = (
  calls: readonly Call<SingleOf<Id>>[],
  services: Needs,
) => Promise<PromiseSettledResult<Answer<SingleOf<Id>>>[]>;

/** What a receiver gets, of any kind; `type` discriminates. */
export type EventBody = JsonOf<operations[Extract<keyof operations, `on${string}`>]['requestBody']>;

export type Handlers<Services> = {
  [Id in PublicOperationId]: Id extends BatchId
    ? BatchHandler<Id, Services>
    : Handler<Id, Services>;
};

/** A shared operation has its public handler, unchanged. */
export type ApplicationHandlers<Services> = {
  [Id in ApplicationOperationId]: (
    call: Id extends PublicOperationId
      ? Call<Id>
      : Id extends OpenOperationId
        ? OpenCall<Id>
        : PersonCall<Id>,
    services: Services,
  ) => Promise<Answer<Id>>;
};

/**
 * Finds who calls and counts the request; `deferred` is one whose writes `charge` counts, once it is known how
 * many they are. Throws `unauthorized`, also where no key came, `rateLimited` with the window that is full, or
 * `tooManyInFlight`.
 */
export type Authenticate = (credentials: {
  key: string | undefined;
  kind: 'read' | 'write' | 'deferred';
}) => Promise<Admitted & Quota>;

/**
 * Finds whose session it is. Throws `notSignedIn`, `anotherPerson` where it is not of the person that the page shows, or
 * `sessionLocked` unless the operation is one of a locked session too.
 */
export type AuthenticateSession = (
  cookies: Cookies,
  options: {
    readonly mayBeLocked: boolean;
    /** The person that the page shows; undefined where the request does not say, or need not. */
    readonly person: string | undefined;
  },
) => Promise<Admitted & { principal: PersonPrincipal }>;

/** Where a browser is sent, and with which cookies. */
export interface BrowserRedirect {
  readonly location: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Sign-in by OpenID Connect, as a browser walks through it. */
export interface OidcFlow {
  begin(cookies: { readonly terminal: string | undefined }): Promise<BrowserRedirect>;
  /** @param query of the callback's address, with its question mark */
  finish(query: string, cookies: { readonly oidc: string | undefined }): Promise<BrowserRedirect>;
}

/** What is known of a request to an operation once it is answered. */
export interface AnsweredRequest {
  readonly requestId: string;
  readonly operationId: string;
  readonly status: number;
  readonly milliseconds: number;
  /** Undefined where no one is known to have called. */
  readonly caller: Caller | undefined;
  /** The code of a refusal. */
  readonly code: ErrorCode | undefined;
  /** The fields that a refusal names, by the names that the contract has. */
  readonly fields: readonly string[];
}

export interface Admitted {
  principal: Principal;
  /** The dispatcher calls it when the request is answered. */
  leave: () => void;
}

/** What a key may still do. */
export interface Quota {
  rateLimit: RateLimit;
  writesPerMinute: number;
  /** Counts writes, all or none, and returns the window afterwards; throws `tooManyWrites` where fewer are left. */
  charge: (writes: number) => Promise<RateLimit>;
}

type Parameters<Id extends OperationId, In extends 'path' | 'query' | 'header'> =
  NonNullable<operations[Id]['parameters'][In]> extends infer Declared
    ? [Declared] extends [never]
      ? Record<never, never>
      : Declared
    : never;

type Body<Id extends OperationId> = operations[Id] extends { requestBody: infer Required }
  ? JsonOf<Required>
  : operations[Id] extends { requestBody?: infer Optional }
    ? [NonNullable<Optional>] extends [never]
      ? undefined
      : JsonOf<NonNullable<Optional>> | undefined
    : undefined;

type SuccessStatus<Id extends OperationId> = Extract<
  keyof operations[Id]['responses'],
  200 | 201 | 202 | 203
>;

type JsonOf<T> = T extends { content: { 'application/json': infer Json } } ? Json : never;
