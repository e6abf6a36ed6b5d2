import type { RawScan } from '../scanning/scans.ts';
import { sound } from '../scanning/sound.ts';
import { Field } from './fields.tsx';
import { type FormState, wrong } from './form.tsx';
import { useScansApart } from './scans-apart.ts';

const PIN = /^\d{6}$/;

/** @throws {Refusal} that names the field */
export function pinOf(typed: string): string {
  if (!PIN.test(typed)) throw wrong('pin', 'Type six digits.');
  return typed;
}

/** @param onScan says what becomes of a scan, which is no PIN */
export function PinField({
  onScan = () => 'This was a scan and no PIN: nothing was tried.',
  ...props
}: {
  form: FormState<{ pin: string }>;
  label: string;
  hint?: string;
  isFirst?: boolean;
  onScan?: (scan: RawScan) => string;
}) {
  const { form } = props;
  useScansApart((scan) => {
    form.fields.pin.value = '';
    form.errors.value = { pin: onScan(scan) };
    sound('bad');
  });
  return <Field {...props} name="pin" type="password" inputMode="numeric" />;
}
