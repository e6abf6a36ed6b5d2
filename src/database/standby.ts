// What a commit that waits for a synchronous standby may promise, and when.
//
// The server commits where it is, and then waits until the standby has it. Nobody else sees what was written
// meanwhile. An administrator, or a restart, may end the wait: then it is seen here, the commit is answered as done,
// and a promotion may lose it. So two things are as good as unanswered, and nothing is acknowledged by them:
//
// - a commit whose wait was ended. The server says so in a warning before its answer, and the connection is broken
//   off there. What was written is looked up like that of any lost commit.
// - a row that is found later and was not written by us. Whoever answers by it commits something behind it that
//   waits: the standby has the log up to there then, and all before.
import type pg from 'pg';
import { failAnswers } from '../internals/pg.ts';
import { statement } from './statement.ts';

/** The server's own name of what waits, and warns when it does no longer; the words are those of its language. */
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
      'a commit was not waited for by its synchronous standby, since somebody ended the wait: ' +
        'it is taken as unanswered',
    );
    // The answer stands in the packet behind the warning: whoever waits for it must fail before it is read.
    failAnswers(client, new UnconfirmedCommit('The wait for the standby was ended.'));
  });
}

/**
 * At the most of all processes. A commit that waits is left by who gave up waiting for it, and keeps its session on
 * the server until the standby is back: repeats, which lock nothing else, would take all that the server has.
 */
const CONFIRMED_AT_ONCE = 4;

/**
 * Its commit waits for the standby, where one is waited for: what was found before is there too then, whatever
 * became of the commit that wrote it. Without a standby it writes nothing. Where others are confirmed, it waits for
 * them as for any lock.
 */
export const CONFIRM_FOUND = statement<{ position: string | null }>(
  'confirm-found',
  `select case when current_setting('synchronous_standby_names') <> ''
                and pg_advisory_xact_lock(7203114, pg_backend_pid() % ${CONFIRMED_AT_ONCE}) is not null
          then pg_logical_emit_message(true, 'found', '') end::text as position`,
);
