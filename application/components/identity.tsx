import { answerOf, api } from '../api/client.ts';
import { type Loaded, useLoaded } from '../api/loaded.ts';
import type { Schemas } from '../api/schemas.ts';
import { session } from '../session.ts';
import { time } from '../words.ts';
import { Alert } from './alert.tsx';
import { Button } from './button.tsx';
import { useProof } from './proof.tsx';
import { useOwnProof } from './proof-dialog.tsx';
import { say } from './toasts.tsx';

type Colleague = Schemas['Colleague'];

/** What one must know of links: those that were made for oneself, and of whom one may say who they are. */
export function Identity() {
  const colleagues = useLoaded(() => answerOf(api.GET('/colleagues')), []);
  const { prove, dialog } = useOwnProof();
  const { person, new_link } = session.value ?? {};
  const data = colleagues.data?.data ?? [];
  if (person === undefined) return null;
  const namesOf = (ids: readonly string[]) =>
    ids.map((id) => data.find((one) => one.id === id)?.name ?? 'a colleague').join(' and ');
  const { linked_by, has_pin, passkeys, id: me } = person;
  const toConfirm = data.filter(
    (one) => !one.ended && one.linked_by.length > 0 && ![...one.linked_by, one.id].includes(me),
  );
  return (
    <>
      {new_link && (
        <Alert tone="warn">
          {new_link.made_by === null ? 'The operator' : namesOf([new_link.made_by])} made a new link
          for you on {time(new_link.made_at)}. {new_link.used ? 'It was used.' : 'It was not used.'}{' '}
          If you know nothing of it, tell another manager.
        </Alert>
      )}
      {linked_by.length > 0 && (
        <Alert tone="warn">
          You came in by a link of {namesOf(linked_by)}. You neither approve nor witness for them,
          nor they for you, until somebody else here says on their first screen who you are
          {has_pin || passkeys > 0 ? ', or you show a way in that you had before.' : '.'}{' '}
          {(has_pin || passkeys > 0) && (
            <Button onClick={() => void prove().catch(() => undefined)}>Show it</Button>
          )}
        </Alert>
      )}
      {linked_by.length === 0 &&
        toConfirm.map((one) => (
          <Confirm key={one.id} one={one} by={namesOf(one.linked_by)} colleagues={colleagues} />
        ))}
      {dialog}
    </>
  );
}

function Confirm(props: { one: Colleague; by: string; colleagues: Loaded<unknown> }) {
  const { one, by, colleagues } = props;
  const proof = useProof();
  const name = one.name ?? 'this person';
  const confirm = async () => {
    const params = { path: { id: one.id } };
    await answerOf(api.POST('/people/{id}/confirmation', { params }));
    say(`${name} is confirmed.`);
    colleagues.reload();
  };
  return (
    <Alert tone="info">
      {name} came in by a link of {by}, who may have used it too. Say it only where {name} is with
      you, signed in by what nobody else knows. {proof.problem && <strong>{proof.problem}</strong>}
      <Button isBusy={proof.isBusy} onClick={() => proof.give(confirm)}>
        This is {name}
      </Button>
    </Alert>
  );
}
