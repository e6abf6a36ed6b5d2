import { useState } from 'preact/hooks';
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
import { PinForm } from '../components/pin-field.tsx';
import { ActButton, useProof } from '../components/proof.tsx';
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
      {token !== undefined && (
        <>
          <p>Your link signs you in once. Choose a PIN or keep a passkey then.</p>
          <ActButton tone="primary" act={() => signInByLink(token)}>
            Sign in by the link
          </ActButton>
        </>
      )}
      {people.isLoading && <p role="status">Loading…</p>}
      <Failure problem={people.problem} retry={people.reload} />
      {terminal && terminal.data.length > 0 && <ByPin people={terminal.data} />}
      <ActButton act={signInByPasskey}>Use a passkey</ActButton>
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

type TerminalPerson = Schemas['TerminalPerson'];

/** Many share the computer: each chooses their name, and types their PIN. */
function ByPin({ people }: { people: readonly TerminalPerson[] }) {
  const [chosen, choose] = useState<TerminalPerson>();
  if (chosen) {
    const label = `PIN of ${chosen.name ?? 'this person'}`;
    const send = (pin: string) => signInByPin(chosen.id, pin);
    return <PinForm {...{ label, send }} action="Sign in" onCancel={() => choose(undefined)} />;
  }
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
