// Records who was shown which patients: one row for each request, written before its answer is sent, and nothing of
// what was shown. A request that cannot be recorded is refused.

import type { Actor, Answer, Handler, OperationId } from '../contract.ts';
import type { Database, Queryable } from '../database/database.ts';
import { insertedRows, statement } from '../database/statement.ts';
import { errors } from '../errors.ts';
import { batched } from '../queues/batcher.ts';

/** The most rows of one commit; rows that come while a commit is under way form the next. */
const ROWS_MAX = 256;
const IN_FLIGHT_MAX = 1;
const WAITING_MAX = 10_000;
const RETRY_AFTER_SECONDS = 2;

export interface PatientAccess {
  /** The request id of the answer, or the id of a command's action. */
  readonly requestId: string;
  /** The organization that is shown the patients; for a command, the patient's own. */
  readonly organizationId: string;
  readonly actor: Actor;
  /** An operationId, or the name of a command. */
  readonly operation: string;
  /** At least one patient, each once. */
  readonly patientIds: readonly string[];
}

export type NotePatientAccess = (access: PatientAccess) => Promise<void>;

/**
 * Makes the function that records an access; it resolves when the row is committed.
 *
 * @param database a database that may be written, which the reader's role may not
 */
export function patientAccessNoter(database: Database): NotePatientAccess {
  const note = batched<PatientAccess, void>(
    async (accesses) => {
      await noteAccesses(database, accesses);
      return accesses.map(() => undefined);
    },
    {
      queue: 'patient_access',
      itemsMax: ROWS_MAX,
      inFlightMax: IN_FLIGHT_MAX,
      waitingMax: WAITING_MAX,
    },
  );
  return async (access) => {
    try {
      await note(access);
    } catch (cause) {
      throw errors.unavailable(RETRY_AFTER_SECONDS, cause);
    }
  };
}

/** Records accesses in the caller's transaction, where there is one. */
export async function noteAccesses(
  database: Queryable,
  accesses: readonly PatientAccess[],
): Promise<void> {
  await database.query(NOTE, [
    JSON.stringify(
      accesses.map(({ requestId, organizationId, actor, operation, patientIds }) => ({
        request_id: requestId,
        organization_id: organizationId,
        actor,
        operation,
        patient_ids: patientIds,
      })),
    ),
  ]);
}

const NOTE = statement<never>(
  'note-patient-access',
  insertedRows(`
    insert into patient_access (request_id, organization_id, at, actor, operation, patient_ids)
    select request_id, organization_id, clock_timestamp(), actor, operation, patient_ids
      from json_to_recordset($1::json) as access (
             request_id uuid, organization_id uuid, actor text, operation text, patient_ids uuid[])`),
);

/**
 * Wraps a read so that it records which patients it shows before it answers. An answer without patients leaves no
 * row.
 *
 * @param patientsIn returns the patients that an answer shows or names; null where a record names none
 * @throws ApiError 503 when the access cannot be recorded
 */
export function noted<Id extends OperationId, Needs>(
  operation: Id,
  read: Handler<Id, Needs>,
  patientsIn: (body: Answer<Id>['body']) => readonly (string | null)[],
): Handler<Id, Needs & { readonly notePatientAccess: NotePatientAccess }> {
  return async (call, services) => {
    const answer = await read(call, services);
    const patientIds = [...new Set(patientsIn(answer.body).filter((id) => id !== null))];
    if (patientIds.length > 0) {
      const { requestId, principal } = call;
      await services.notePatientAccess({
        requestId,
        operation,
        patientIds,
        organizationId: principal.organizationId,
        actor: principal.actor,
      });
    }
    return answer;
  };
}
