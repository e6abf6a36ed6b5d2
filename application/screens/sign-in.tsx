import { useMemo, useState } from 'preact/hooks';
import { answerOf, api } from '../api/client.ts';
import { useLoaded } from '../api/loaded.ts';
import type { Schemas } from '../api/schemas.ts';
import {
  linkToken,
  PROOF,
  signInByAccount,
  signInByLink,
  signInByPasskey,
  signInByPin,
  terminalPeople,
} from '../api/sign-in.ts';
import { Alert, Failure } from '../components/alert.tsx';
import { Button } from '../components/button.tsx';
import { Form, makeForm } from '../components/form.tsx';
import { PinField, pinOf } from '../components/pin-field.tsx';
import { useProof } from '../components/proof.ts';
import { query } from '../router.ts';
import { leftBecause } from '../session.ts';

/** Every way in that this browser has. */
export function SignIn() {
  const [token] = useState(linkToken);
  const people = useLoaded(terminalPeople, []);
  const terminal = people.data;
  const problem = PROBLEMS[query.value.get('problem') ?? ''];
  return (
    <div class="stack">
      <h1>Sign in</h1>
      {terminal && <p class="lead">{terminal.terminal}</p>}
      {problem && <Alert tone="bad">{problem}</Alert>}
      {leftBecause.value && <Alert tone="warn">{leftBecause.value}</Alert>}
      {query.value.has('choose') && <ByAccount />}
      {token === undefined ? undefined : <ByLink token={token} />}
      {people.isLoading && <p role="status">Loading…</p>}
      <Failure problem={people.problem} retry={people.reload} />
      {terminal && terminal.data.length > 0 && <ByPin people={terminal.data} />}
      <ByPasskey />
      {hasOidc() && (
        <a class="button" href="/app/sign-in/oidc" rel="external">
          Use the pharmacy's account
        </a>
      )}
      {token === undefined && (
        <p class="quiet">No way in? A manager can give you a new link. It signs you in once.</p>
      )}
    </div>
  );
}

/** Whether the service has an identity provider: it says so where the page is shown. */
function hasOidc(): boolean {
  return document.getElementById('application')?.dataset.oidc !== undefined;
}

/** As the sign-in by OpenID Connect says it in the address. */
const PROBLEMS: Readonly<Record<string, string>> = {
  oidc_unknown:
    'Nobody here is known by that account. Ask a manager to invite you with its e-mail address.',
  oidc_failed: 'The sign-in was not completed. Try again.',
  oidc_unavailable: 'The sign-in service does not answer. Try again later, or sign in another way.',
};

function ByLink({ token }: { token: string }) {
  const proof = useProof();
  return (
    <>
      {proof.problem && <Alert tone="bad">{proof.problem}</Alert>}
      <p>Your link signs you in once. Choose a PIN or keep a passkey then.</p>
      <Button
        tone="primary"
        isBusy={proof.isBusy}
        onClick={() => proof.give(() => signInByLink(token))}
      >
        Sign in by the link
      </Button>
    </>
  );
}

/** Shows whose invitation it is before the person accepts it. */
function ByAccount() {
  const choices = useLoaded(() => answerOf(api.GET('/session/oidc'), PROOF), []);
  const proof = useProof();
  const problem = proof.problem ?? choices.problem?.message;
  return (
    <>
      {problem && <Alert tone="bad">{problem}</Alert>}
      <ul class="choices" aria-label="Where do you work?">
        {choices.data?.data.map(({ id, name, organization, invited }) => (
          <li key={id}>
            <Button isBusy={proof.isBusy} onClick={() => proof.give(() => signInByAccount(id))}>
              {`${invited ? 'Accept the invitation of ' : ''}${organization}, as ${name ?? 'you'}`}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}

function ByPasskey() {
  const proof = useProof();
  return (
    <>
      {proof.problem && <Alert tone="bad">{proof.problem}</Alert>}
      <Button isBusy={proof.isBusy} onClick={() => proof.give(signInByPasskey)}>
        Use a passkey
      </Button>
    </>
  );
}

type TerminalPerson = Schemas['TerminalPerson'];

/** Many share the computer: each chooses their name, and types their PIN. */
function ByPin({ people }: { people: readonly TerminalPerson[] }) {
  const [chosen, choose] = useState<TerminalPerson>();
  if (chosen) return <Pin key={chosen.id} person={chosen} onBack={() => choose(undefined)} />;
  return (
    <ul class="choices" aria-label="Who are you?">
      {people.map((person) => (
        <li key={person.id}>
          <Button onClick={() => choose(person)}>{person.name ?? 'Without a name'}</Button>
        </li>
      ))}
    </ul>
  );
}

function Pin({ person, onBack }: { person: TerminalPerson; onBack(): void }) {
  const form = useMemo(() => makeForm({ pin: '' }), []);
  const send = () =>
    void form
      .submit(({ pin }) => signInByPin(person.id, pinOf(pin)))
      .then(() => {
        form.fields.pin.value = '';
      });
  return (
    <Form form={form} send={send} action="Sign in" onCancel={onBack}>
      <PinField form={form} label={`PIN of ${person.name ?? 'this person'}`} isFirst />
    </Form>
  );
}
