import { useLoaded } from '../api/loaded.ts';
import { Refusal } from '../api/refusal.ts';
import { createWitness, listWitnesses } from '../api/witnesses.ts';
import { Alert, Failure } from './alert.tsx';
import { Dialog } from './dialog.tsx';
import { ChoiceField, TextField } from './fields.tsx';
import { Form, needed, useForm, wrong } from './form.tsx';

const PIN = /^\d{6}$/;

/** Another person gives their PIN here, for this one change. */
export function WitnessDialog({
  operation,
  body,
  what,
  given,
  refused,
}: {
  operation: string;
  body: Readonly<Record<string, unknown>>;
  what: string;
  given(token: string): void;
  refused(reason: Refusal): void;
}) {
  const witnesses = useLoaded(listWitnesses, []);
  const form = useForm(`witness ${operation}`, { person_id: '', pin: '' });
  const leave = () => {
    form.fields.pin.value = '';
    refused(
      new Refusal(422, {
        error: { code: 'witness_required', message: 'Nobody witnessed it: nothing was done.' },
      }),
    );
  };
  const send = () =>
    void form
      .submit(async ({ person_id, pin }) => {
        needed('person_id', person_id, 'Choose who witnesses it.');
        if (!PIN.test(pin)) throw wrong('pin', 'Type the six digits of the PIN.');
        return createWitness({ person_id, pin, operation, body });
      })
      .then((answer) => {
        form.fields.pin.value = '';
        if (answer !== undefined) given(answer.token);
      });
  const choices = (witnesses.data ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <Dialog title="A witness is needed" onClose={leave}>
      <Form form={form} send={send} action="Witness it" onCancel={leave}>
        <Alert tone="info">{what}</Alert>
        <Failure problem={witnesses.problem} retry={witnesses.reload} />
        {witnesses.data && choices.length === 0 ? (
          <Alert tone="warn">Nobody else here may witness it.</Alert>
        ) : (
          <>
            <ChoiceField
              form={form}
              name="person_id"
              label="Who has seen it"
              choices={choices}
              placeholder="Choose a person"
              isFirst
            />
            <TextField
              form={form}
              name="pin"
              label="Their PIN"
              hint="They type it themselves."
              type="password"
              inputMode="numeric"
              maxLength={6}
            />
          </>
        )}
      </Form>
    </Dialog>
  );
}
