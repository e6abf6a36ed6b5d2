import { Field } from './fields.tsx';
import { type FormState, wrong } from './form.tsx';

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
