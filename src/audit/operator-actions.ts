// Records who did what, by the operator's commands and in the application: one append-only row for each command or
// operation that changed something, written in the transaction of its change, so that neither exists without the
// other. What has many transactions (a recall at many locations, a sweep) writes the row with the first that commits:
// all of them insert the same id, and the later inserts do nothing.
//
// The rows belong to the platform. They name an organization where the command did, and stay in this database when
// that organization moves to another.
import type { Actor, OperationId, PersonPrincipal, Principal } from '../contract.ts';
import { type Queryable, type Transaction, timestampText } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { newId } from '../lib/random.ts';

/**
 * A command that somebody typed, or what a person asked for in the application. What does it adds what was changed:
 * `ActionRecord`.
 */
export interface OperatorAction {
  readonly id: string;
  /** The name of who typed it, or of the account; of a person in the application, `person:ID`. */
  readonly actor: string;
  /** The words of the command, `key issue`, or the operation. */
  readonly command: string;
  /** The values that were typed, by option or by field; never a secret, nor the reason. */
  readonly arguments: Readonly<Record<string, unknown>>;
  /** The only field whose text may be about a patient. */
  readonly reason: string | null;
  /** Set where a person did it in the application, and nobody by a command. */
  readonly person?: ActingPerson;
}

interface ActingPerson {
  readonly id: string;
  /** Where the person works. What they change may be another organization's: an order of a clinic, for example. */
  readonly organizationId: string;
  /** The person who witnessed it. */
  readonly witnessId: string | null;
  /** The terminal that it was done at. */
  readonly terminalId: string | null;
}

export interface ActionRecord extends OperatorAction {
  readonly organizationId: string | null;
  /** The kind of thing that was changed, and its id or name: `key 01a…`. */
  readonly target: string | null;
}

export function operatorAction({
  actor,
  command,
  typed = {},
  reason = null,
}: {
  actor: string;
  command: string;
  typed?: Readonly<Record<string, unknown>>;
  reason?: string | null;
}): OperatorAction {
  return { id: newId(), actor, command, arguments: typed, reason };
}

/**
 * @param command the operation
 * @param typed what was changed, by field: no comment, which may be about a patient, and no token
 */
export function personAction({
  principal: { actor, personId, organizationId, terminalId },
  command,
  typed = {},
  reason = null,
  witnessId = null,
}: {
  principal: Pick<PersonPrincipal, 'actor' | 'personId' | 'organizationId' | 'terminalId'>;
  command: OperationId;
  typed?: Readonly<Record<string, unknown>>;
  reason?: string | null;
  witnessId?: string | null;
}): OperatorAction {
  const person = { id: personId, organizationId, witnessId, terminalId };
  return { id: newId(), actor, command, arguments: typed, reason, person };
}

/** Records what a person did by an operation that keys have too. For a key nothing is recorded. */
export async function recordPersons(
  tx: Transaction,
  principal: Principal,
  {
    command,
    target,
    typed = {},
  }: {
    readonly command: OperationId;
    readonly target: string;
    readonly typed?: Readonly<Record<string, unknown>>;
  },
): Promise<void> {
  if (!isPerson(principal)) return;
  const { organizationId, environment } = principal;
  const action = personAction({ principal, command, typed: { environment, ...typed } });
  await recordAction(tx, { ...action, organizationId, target });
}

function isPerson(principal: Principal): principal is PersonPrincipal {
  return 'personId' in principal;
}

export function actorOf({ actor, person }: OperatorAction): Actor {
  return person === undefined ? `operator:${actor}` : `person:${person.id}`;
}

/** Writes the actions of the caller's transaction, unless an earlier transaction of the command has written them. */
export async function recordActions(
  tx: Queryable,
  actions: readonly ActionRecord[],
): Promise<void> {
  if (actions.length === 0) return;
  const rows = new Map(
    actions.map(({ id, organizationId, arguments: typed, person, ...action }) => [
      id,
      {
        ...action,
        id,
        organization_id: organizationId,
        arguments: typed,
        person_id: person?.id ?? null,
        witness_id: person?.witnessId ?? null,
        terminal_id: person?.terminalId ?? null,
      },
    ]),
  );
  await tx.query(RECORD_ACTIONS, [withoutSecrets(JSON.stringify([...rows.values()]))]);
}

export function recordAction(tx: Queryable, action: ActionRecord): Promise<void> {
  return recordActions(tx, [action]);
}

const RECORD_ACTIONS = statement<never>(
  'record-operator-actions',
  `insert into operator_action (
     id, at, actor, command, organization_id, target, arguments, reason, person_id, witness_id, terminal_id)
   select id, clock_timestamp(), actor, command, organization_id, target, arguments, reason, person_id,
          witness_id, terminal_id
     from json_to_recordset($1::json) as action (
            id uuid, actor text, command text, organization_id uuid, target text, arguments jsonb,
            reason text, person_id uuid, witness_id uuid, terminal_id uuid)
    order by id
   on conflict (id) do nothing`,
);

/** Whether an attempt whose end was lost has committed the action. */
export async function isRecorded(tx: Transaction, { id }: OperatorAction): Promise<boolean> {
  const [row] = await tx.query(IS_RECORDED, [id]);
  return row?.recorded === true;
}

const IS_RECORDED = statement<{ recorded: boolean }>(
  'is-action-recorded',
  'select exists (select from operator_action where id = $1::uuid) as recorded',
);

/** A key may be typed by mistake, as a name for example; it must not be stored. */
const SECRETS = /\b(vita_(?:live|test)_|whsec_)[A-Za-z0-9+/]{16,}=*/g;

function withoutSecrets(json: string): string {
  return json.replaceAll(SECRETS, '$1…');
}

export interface ListedAction {
  readonly id: string;
  readonly at: string;
  readonly actor: string;
  readonly command: string;
  /** The slug. */
  readonly organization: string | null;
  readonly target: string | null;
  readonly arguments: Record<string, unknown>;
  readonly reason: string | null;
}

/**
 * Lists actions, newest first.
 *
 * @param organizationId undefined means all, also the actions that named none
 * @param since timestamp text
 */
export function listActions(
  database: Queryable,
  {
    organizationId,
    since,
    limit,
  }: {
    readonly organizationId: string | undefined;
    readonly since: string | undefined;
    readonly limit: number;
  },
): Promise<ListedAction[]> {
  return organizationId === undefined
    ? database.query(LIST_ACTIONS, [since ?? null, limit])
    : database.query(LIST_ACTIONS_OF_ORGANIZATION, [since ?? null, limit, organizationId]);
}

const LISTED = `
  action.id, ${timestampText('action.at')} as at, action.actor, action.command,
  organization.slug as organization, action.target, action.arguments, action.reason
    from operator_action action
    left join organization on organization.id = action.organization_id
   where action.at >= coalesce($1::timestamptz, '-infinity')`;

const LIST_ACTIONS = statement<ListedAction>(
  'list-operator-actions',
  `select ${LISTED}
   order by action.at desc, action.id desc
   limit $2`,
);

const LIST_ACTIONS_OF_ORGANIZATION = statement<ListedAction>(
  'list-operator-actions-of-organization',
  `select ${LISTED}
     and action.organization_id = $3::uuid
   order by action.at desc, action.id desc
   limit $2`,
);
