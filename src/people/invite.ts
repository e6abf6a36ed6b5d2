import { type OperatorAction, personAction, recordAction } from '../audit/operator-actions.ts';
import type { Answer, PersonCall } from '../contract.ts';
import { type Database, type Transaction, timestampText } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { errors } from '../errors.ts';
import { newId } from '../lib/random.ts';
import { identitiesOf } from './people.ts';
import type { Role } from './roles.ts';
import { hashOfToken, makeToken } from './sessions.ts';
import { LOCK_PERSON } from './ways-in.ts';

const LINK_HOURS = 72;

export interface Invitation {
  readonly organizationId: string;
  readonly name: string;
  readonly roles: readonly Role[];
  readonly email?: string | undefined;
}

export interface Invited {
  readonly id: string;
  readonly link: string;
  /** Timestamp text. */
  readonly expires_at: string;
}

/**
 * Makes a person, and the link by which they sign in for the first time. The token is in the fragment of the address,
 * which browsers send to no server, so that it is in no log.
 *
 * @throws ApiError 400 when another person of the organization has the e-mail address
 */
export async function invite(
  tx: Transaction,
  { organizationId, name, roles, email }: Invitation,
  { action, appUrl, linkedBy = [] }: { readonly action: OperatorAction } & MadeLink,
): Promise<Invited> {
  const id = newId();
  const values = [id, organizationId, name, roles, email?.toLowerCase() ?? null];
  const [made] = await tx.query(MAKE_PERSON, values);
  if (made === undefined) {
    const message = 'is the address of another person of the organization';
    throw errors.invalid('email', message);
  }
  const link = await makeLink(tx, { id, organizationId }, { appUrl, linkedBy });
  await recordAction(tx, { ...action, organizationId, target: `person ${id}` });
  return { id, ...link };
}

interface MadeLink {
  readonly appUrl: string;
  /** Who makes it, with those whose links they rest on; nobody where it is the operator. */
  readonly linkedBy?: readonly string[];
}

/** Makes a link for somebody who cannot sign in; their earlier links and their sessions end. */
export async function makeLink(
  tx: Transaction,
  { id, organizationId }: { readonly id: string; readonly organizationId: string },
  { appUrl, linkedBy = [] }: MadeLink,
): Promise<Omit<Invited, 'id'>> {
  const token = makeToken();
  const values = [newId(), organizationId, id, hashOfToken(token), LINK_HOURS, linkedBy];
  const [made] = await tx.query(MAKE_LINK, values);
  if (made === undefined) throw new Error('A link was not made.');
  return { link: `${appUrl}/app/sign-in#${token}`, expires_at: made.expires_at };
}

const MAKE_PERSON = statement<{ id: string }>(
  'make-person',
  `insert into person (id, organization_id, name, roles, email)
   values ($1::uuid, $2::uuid, $3::text, $4::text[], $5::text)
   on conflict do nothing
   returning id`,
);

const MAKE_LINK = statement<{ expires_at: string }>(
  'make-sign-in-link',
  `
    with ended as (
      update sign_in_link set used_at = now()
       where person_id = $3::uuid and organization_id = $2::uuid and used_at is null
    ), left_sessions as (
      update person_session set ended_at = now()
       where person_id = $3::uuid and organization_id = $2::uuid and ended_at is null
    ), made as (
      insert into sign_in_link (id, organization_id, person_id, token_hash, expires_at, linked_by)
      values ($1::uuid, $2::uuid, $3::uuid, $4::bytea, now() + make_interval(hours => $5::int),
              $6::uuid[])
      returning expires_at)
    select ${timestampText('expires_at')} as expires_at from made`,
);

/** Invites somebody to the organization. @throws ApiError 400 when another person has the e-mail address */
export async function invitePerson(
  { body, principal }: PersonCall<'invitePerson'>,
  { database, appUrl }: { readonly database: Database; readonly appUrl: () => string },
): Promise<Answer<'invitePerson'>> {
  const { organizationId } = principal;
  const action = personAction({
    principal,
    command: 'invitePerson',
    typed: { roles: body.roles },
  });
  const invited = await database.transaction((tx) =>
    invite(
      tx,
      { organizationId, ...body },
      { action, appUrl: appUrl(), linkedBy: identitiesOf(principal) },
    ),
  );
  return { status: 201, body: invited };
}

/**
 * Makes another link for somebody else who cannot sign in.
 *
 * @throws ApiError 404 when there is no such person, 422 `own_approval` for one's own
 */
export async function renewLink(
  { path: { id }, principal }: PersonCall<'renewLink'>,
  { database, appUrl }: { readonly database: Database; readonly appUrl: () => string },
): Promise<Answer<'renewLink'>> {
  const { organizationId } = principal;
  const linkedBy = identitiesOf(principal);
  if (linkedBy.includes(id.toLowerCase())) {
    throw errors.ownApproval('Another manager, or the operator, has to make a link for you.');
  }
  const action = personAction({ principal, command: 'renewLink' });
  const body = await database.transaction((tx) =>
    makeNewLink(tx, { id, organizationId }, { appUrl: appUrl(), linkedBy, action }),
  );
  return { status: 201, body };
}

/** @throws ApiError 404 when the organization has no such person */
export async function makeNewLink(
  tx: Transaction,
  { id, organizationId }: { readonly id: string; readonly organizationId: string },
  { action, ...made }: { readonly action: OperatorAction } & MadeLink,
): Promise<Invited> {
  const [found] = await tx.query(LOCK_PERSON, [id, organizationId]);
  if (found === undefined) throw errors.notFound('The organization has no person of this id.');
  const link = await makeLink(tx, { id, organizationId }, made);
  await recordAction(tx, { ...action, organizationId, target: `person ${id}` });
  return { id, ...link };
}
