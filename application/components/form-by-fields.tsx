/** A form by its description: it checks what is needed, sends, and says what came of it. */
import type { ComponentChildren } from 'preact';
import { Dialog } from './dialog.tsx';
import { checkFields, type FieldRows, Fields } from './fields.tsx';
import { Form, type FormState, useForm, type Values } from './form.tsx';

interface Described<V extends Values, T> {
  readonly fields?: FieldRows | ((typed: V) => FieldRows);
  /** What the button says. */
  readonly action: string;
  readonly tone?: 'danger' | undefined;
  readonly send: (values: V, key: string) => Promise<T>;
  readonly onDone: (answer: T) => void;
  /** Above the fields, and below. */
  readonly children?: ComponentChildren;
  readonly after?: ComponentChildren;
}

export function FormByFields<V extends Values, T>({
  form,
  fields = [],
  send,
  onDone,
  children,
  after,
  ...frame
}: Described<V, T> & { form: FormState<V>; onCancel?: () => void }) {
  const rowsFor = (typed: V) => (typeof fields === 'function' ? fields(typed) : fields);
  const submit = () =>
    void form
      .submit((values, key) => {
        checkFields(rowsFor(values), values);
        return send(values, key);
      })
      .then((answer) => {
        if (answer !== undefined) onDone(answer);
      });
  return (
    <Form form={form} send={submit} {...frame}>
      {children}
      <Fields form={form} fields={rowsFor(form.typed())} />
      {after}
    </Form>
  );
}

/** @param name of the form, under which what is typed is kept */
export function FormDialog<V extends Values, T>({
  name,
  title,
  initial,
  onClose,
  ...form
}: Described<V, T> & { name: string; title: string; initial: V; onClose(): void }) {
  return (
    <Dialog title={title} onClose={onClose}>
      <FormByFields form={useForm(name, initial)} {...form} onCancel={onClose} />
    </Dialog>
  );
}
