import { Field } from './fields.tsx';
import { type FormState, wrong } from './form.tsx';

const PIN = /^\d{6}$/;

/** @throws {Refusal} that names the field */
export function pinOf(typed: string): string {
  if (!PIN.test(typed)) throw wrong('pin', 'Type six digits.');
  return typed;
}

export function PinField(props: {
  form: FormState<{ pin: string }>;
  label: string;
  hint?: string;
  isFirst?: boolean;
}) {
  return <Field {...props} name="pin" type="password" inputMode="numeric" maxLength={6} />;
}
