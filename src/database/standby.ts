// No commit is acknowledged before a synchronous standby has it, where the server has one.
//
// The server commits locally and then waits for the standby; until then no other session sees the rows. An
// administrator, or a restart, may end the wait: then the rows are visible, the commit is answered as done, and a
// promotion of the standby may still lose it. So two things count as unanswered:
//
// - a commit whose wait was ended. The server sends a warning before its answer, and the connection is broken off
//   there. The rows are looked up as after any lost commit.
// - a row that another request wrote. Before it becomes the answer, this transaction commits a message of its own
//   (CONFIRM_FOUND) and waits for the standby, which then has the log up to there and all before.
import type pg from 'pg';
import { failAnswers } from '../internals/pg.ts';
import { statement } from './statement.ts';

/** The server's routine that waits and warns. The text of the warning depends on the server's language. */
const WAITING_ROUTINE = 'SyncRepWaitForLSN';

/** SQLSTATE transaction_resolution_unknown. */
class UnconfirmedCommit extends Error {
  override readonly name = 'UnconfirmedCommit';
  readonly code = '08007';
}

/** Breaks a connection off where a commit is answered before the standby has it. */
export function refuseUnconfirmed(client: pg.Client, warn: (line: string) => void): void {
  client.on('notice', ({ routine }) => {
    if (routine !== WAITING_ROUTINE) return;
    warn(
      'a commit was not confirmed by its synchronous standby, because the wait was cancelled: ' +
        'it is taken as unanswered',
    );
    // The answer follows the warning in the same packet, so the callers must fail before it is read.
    failAnswers(client, new UnconfirmedCommit('The wait for the standby was ended.'));
  });
}

/**
 * The limit over all processes. A waiting commit keeps its session on the server until the standby is back, also when
 * its caller has given up. Repeats lock nothing else, so without a limit they would take every session.
 */
const CONFIRMED_AT_ONCE = 4;

/**
 * Its commit waits for a synchronous standby, which then also has the rows that were found before, whatever became of
 * the commit that wrote them. Without a synchronous standby it writes nothing. It waits for other confirmations as for
 * any lock.
 */
export const CONFIRM_FOUND = statement<{ position: string | null }>(
  'confirm-found',
  `select case when current_setting('synchronous_standby_names') <> ''
                and pg_advisory_xact_lock(7203114, pg_backend_pid() % ${CONFIRMED_AT_ONCE}) is not null
          then pg_logical_emit_message(true, 'found', '') end::text as position`,
);
