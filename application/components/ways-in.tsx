import { answerOf, api } from '../api/client.ts';
import { useLoaded } from '../api/loaded.ts';
import { readSession } from '../api/sign-in.ts';
import { OPERATIONS } from '../screens/activity.tsx';
import { time } from '../words.ts';
import { Alert, Failure } from './alert.tsx';
import { Badge } from './badge.tsx';
import { Button } from './button.tsx';
import { useProof } from './proof.tsx';
import { useOwnProof } from './proof-dialog.tsx';
import { Table } from './table.tsx';

/** What a person comes in by, and where they are in: their own, or for a manager. */
export function WaysIn({ id }: { id: string }) {
  const ways = useLoaded(
    () => answerOf(api.GET('/people/{id}/ways-in', { params: { path: { id } } })),
    [id],
  );
  const proof = useProof();
  const { withProof, dialog } = useOwnProof();
  const keys = (ways.data?.passkeys ?? []).map((key) => {
    const params = { path: { id, passkey_id: key.id } };
    const end = () => answerOf(api.DELETE('/people/{id}/passkeys/{passkey_id}', { params }));
    return { ...key, what: 'Passkey', verb: 'Remove', this_one: false, end };
  });
  const sessions = (ways.data?.sessions ?? []).map(({ operation, terminal, ...session }) => {
    const params = { path: { id, session_id: session.id } };
    const end = () => answerOf(api.DELETE('/people/{id}/sessions/{session_id}', { params }));
    const what = `${OPERATIONS[operation ?? ''] ?? 'Signed in'}${terminal ? ` at ${terminal}` : ''}`;
    return { ...session, what, verb: 'End', end };
  });
  const take = (end: () => Promise<unknown>) =>
    proof.give(async () => {
      await withProof(end);
      ways.reload();
      await readSession();
    });
  return (
    <>
      {dialog}
      {proof.problem && <Alert tone="bad">{proof.problem}</Alert>}
      <Failure problem={ways.problem} retry={ways.reload} />
      <Table
        caption="Passkeys and sessions"
        columns={[
          { label: 'What', isName: true, cell: ({ what }) => what },
          { label: 'Since', cell: ({ created_at }) => time(created_at) },
          { label: 'Last used', cell: ({ last_used_at: at }) => (at ? time(at) : '–') },
          {
            label: 'Change',
            isWide: true,
            cell: ({ this_one, verb, end }) =>
              this_one ? (
                <Badge tone="plain">This one</Badge>
              ) : (
                <Button isBusy={proof.isBusy} onClick={() => take(end)}>
                  {verb}
                </Button>
              ),
          },
        ]}
        rows={[...keys, ...sessions]}
        keyOf={(row) => row.id}
      />
    </>
  );
}
