import { useMemo } from 'preact/hooks';
import { useLoaded } from '../api/loaded.ts';
import { Refusal } from '../api/refusal.ts';
import {
  listWitnesses,
  type Seen,
  type Witnesses,
  witnessByPasskey,
  witnessByPin,
} from '../api/witnesses.ts';
import { Alert, Failure } from './alert.tsx';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Fields } from './fields.tsx';
import { Form, makeForm, needed, wrong } from './form.tsx';
import { PinField, pinOf } from './pin-field.tsx';

type WitnessDialogProps = {
  operation: string;
  body: Readonly<Record<string, unknown>>;
  what: string;
  given(token: string): void;
  refused(reason: Refusal): void;
};

/** Another person says by PIN or passkey that they have seen this one change. */
export function WitnessDialog({ operation, body, what, given, refused }: WitnessDialogProps) {
  const witnesses = useLoaded(listWitnesses, []);
  const form = useMemo(() => makeForm({ person_id: '', pin: '' }), []);
  const leave = () => refused(noWitness());
  const ask = (prove: (seen: Seen, pin: string) => Promise<{ token: string }>) =>
    void form
      .submit(({ person_id, pin }) => {
        needed('person_id', person_id, 'Choose who witnesses it.');
        return prove({ person_id, operation, body: { ...body } }, pin);
      })
      .then((answer) => answer && given(answer.token));
  const byPin = () => ask((seen, pin) => witnessByPin(seen, pinOf(pin)));
  const byPasskey = () =>
    ask((seen) =>
      witnessByPasskey(seen).catch((failure: Error) => {
        // The browser says in its own words that nobody gave a passkey.
        if (failure.name !== 'NotAllowedError') throw failure;
        throw wrong('person_id', 'No passkey was given.');
      }),
    );
  const choices = (witnesses.data?.witnesses ?? []).map(({ id, name }) => {
    return { value: id, label: name ?? 'Without a name' };
  });
  return (
    <Dialog title="A witness is needed" onClose={leave}>
      <div class="stack">
        <Alert tone="info">{what}</Alert>
        <Failure problem={witnesses.problem} retry={witnesses.reload} />
        {witnesses.data && <NoWitness {...witnesses.data} />}
        {choices.length === 0 ? (
          <Button onClick={leave}>Cancel</Button>
        ) : (
          <Form form={form} send={byPin} action="Witness it" onCancel={leave}>
            <Fields
              form={form}
              fields={[
                {
                  name: 'person_id',
                  label: 'Who has seen it',
                  choices,
                  placeholder: 'Choose a person',
                  isFirst: true,
                },
              ]}
            />
            <PinField form={form} label="Their PIN" hint="They type it themselves." />
            <div>
              <Button onClick={byPasskey}>Use their passkey</Button>
            </div>
          </Form>
        )}
      </div>
    </Dialog>
  );
}

/** Why a person may not witness, and whom to ask where no one may. */
export function NoWitness({ witnesses, unconfirmed }: Witnesses) {
  return (
    <>
      {unconfirmed.map(({ id, name }) => (
        <p class="quiet" key={id}>
          {name} came in by a link: somebody else has to say on their first screen who they are
          before they witness for you.
        </p>
      ))}
      {witnesses.length === 0 && (
        <Alert tone="warn">
          No one else here may witness it. A manager can invite a pharmacist or a manager, or give
          somebody that role.
        </Alert>
      )}
    </>
  );
}

function noWitness(): Refusal {
  const message = 'No one witnessed it: nothing was done.';
  return new Refusal(422, { error: { code: 'witness_required', message } });
}
