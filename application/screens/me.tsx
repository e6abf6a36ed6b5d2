import { choosePin, keepPasskey } from '../api/sign-in.ts';
import { Alert } from '../components/alert.tsx';
import { Identity } from '../components/identity.tsx';
import { PinForm } from '../components/pin-field.tsx';
import { ActButton } from '../components/proof.tsx';
import { useOwnProof } from '../components/proof-dialog.tsx';
import { Card, Screen } from '../components/screen.tsx';
import { say } from '../components/toasts.tsx';
import { WaysIn } from '../components/ways-in.tsx';
import { hrefOf } from '../router.ts';
import { may, session } from '../session.ts';
import { plural } from '../words.ts';

/** One's own ways in. */
export function Me() {
  const { person, terminal = null } = session.value ?? {};
  const { withProof, dialog } = useOwnProof();
  if (person === undefined) return <Screen title="You">{null}</Screen>;
  const { has_pin, passkeys, name, roles } = person;
  const setPin = async (pin: string) => {
    await withProof(() => choosePin(pin));
    say('Your PIN is set.');
  };
  const keep = async () => {
    await withProof(keepPasskey);
    say('The passkey is kept.');
  };
  return (
    <Screen title={name ?? 'You'} lead={roles.join(', ')}>
      <Identity />
      {dialog}
      {!has_pin && passkeys === 0 && (
        <Alert tone="warn">
          Your link worked once. Choose a PIN or keep a passkey now, or you need another link.
        </Alert>
      )}
      <Card title="PIN">
        <div class="stack">
          <p>It opens at the terminals of the pharmacy, the computers that many share.</p>
          {terminal === null && (
            <Alert tone="warn">
              This browser is no terminal: a PIN neither signs in nor unlocks here. Keep a passkey,
              below, or{' '}
              {may('terminals:write') ? (
                <a href={hrefOf('/terminals')}>Make it a terminal</a>
              ) : (
                'ask a manager to make it a terminal'
              )}
              .
            </Alert>
          )}
          <PinForm
            label="New PIN"
            hint="Six digits that no one guesses, not 123456."
            send={setPin}
            action={has_pin ? 'Change the PIN' : 'Set the PIN'}
          />
        </div>
      </Card>
      <Card title="Passkeys">
        <div class="stack">
          <p>
            {passkeys === 0
              ? 'A passkey opens on your own device, by its fingerprint, face or code.'
              : `You have ${plural(passkeys, 'passkey')}.`}
          </p>
          <div class="actions">
            <ActButton act={keep}>Keep a passkey of this device</ActButton>
          </div>
        </div>
      </Card>
      <Card title="Where you are signed in">
        <WaysIn key={passkeys} id={person.id} />
      </Card>
    </Screen>
  );
}
