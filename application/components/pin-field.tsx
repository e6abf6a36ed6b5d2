import { useMemo } from 'preact/hooks';
import { Field } from './fields.tsx';
import { Form, type FormState, makeForm, wrong } from './form.tsx';

const PIN = /^\d{6}$/;

/** @throws {Refusal} that names the field */
export function pinOf(typed: string): string {
  if (!PIN.test(typed)) throw wrong('pin', 'Type six digits.');
  return typed;
}

/** It takes more than six digits: what is longer was no PIN, and none of it is tried. */
export function PinField(props: {
  form: FormState<{ pin: string }>;
  label: string;
  hint?: string;
  isFirst?: boolean;
}) {
  return <Field {...props} name="pin" type="password" inputMode="numeric" />;
}

/** A PIN that is typed and sent, and not kept. */
export function PinForm({
  action,
  send,
  onCancel,
  ...field
}: {
  /** What the button says. */
  action: string;
  label: string;
  hint?: string;
  send(pin: string): Promise<unknown>;
  onCancel?: () => void;
}) {
  const form = useMemo(() => makeForm({ pin: '' }), []);
  const submit = () =>
    void form
      .submit(({ pin }) => send(pinOf(pin)))
      .then(() => {
        form.fields.pin.value = '';
      });
  return (
    <Form form={form} send={submit} action={action} {...(onCancel && { onCancel })}>
      <PinField form={form} {...field} isFirst />
    </Form>
  );
}
