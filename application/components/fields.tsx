/** Fields of a form. Each has its label, and next to it what is wrong with it. */
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { type FormState, units, wrong } from './form.tsx';

export interface Choice {
  readonly value: string;
  readonly label: string;
}

/** What a field is, in words and in kind: with choices it is a list to choose from. */
export interface FieldSpec {
  readonly name: string;
  readonly label: string;
  readonly hint?: ComponentChildren;
  readonly isOptional?: boolean;
  /** Has the focus when the form opens. */
  readonly isFirst?: boolean;
  readonly type?: 'text' | 'password' | 'date' | 'datetime-local' | 'units' | 'long';
  readonly inputMode?: 'numeric' | 'decimal' | 'text';
  readonly choices?: readonly Choice[];
  readonly placeholder?: string;
  readonly suggestions?: readonly string[];
  readonly maxLength?: number;
  /** Units: 1 where it is not said. */
  readonly least?: number;
  readonly autoComplete?: string;
  /** Said where it is left empty; whoever sends the form need not look. */
  readonly needed?: string | undefined;
}

/** Fields one below the other, or in a row where several are given together. */
export type FieldRows = readonly (FieldSpec | readonly FieldSpec[])[];

// biome-ignore lint/suspicious/noExplicitAny: a form of whatever fields
export type AnyForm = FormState<any>;

/** @throws {Refusal} that names the first field that is empty or no number and must not be */
export function checkFields(fields: FieldRows, values: Readonly<Record<string, string>>): void {
  for (const { name, needed, type, least = 1 } of fields.flat()) {
    const value = values[name] ?? '';
    if (type === 'units') units(name, value, { least });
    else if (needed !== undefined && value === '') throw wrong(name, needed);
  }
}

export function Fields({ form, fields }: { form: AnyForm; fields: FieldRows }) {
  return (
    <>
      {fields.map((one) =>
        'name' in one ? (
          <Field key={one.name} form={form} {...one} />
        ) : (
          <div key={one[0]?.name} class="row">
            <Fields form={form} fields={one} />
          </div>
        ),
      )}
    </>
  );
}

export function Field({ form, ...spec }: FieldSpec & { form: AnyForm }) {
  const { name, label, hint, isOptional = false } = spec;
  const id = useId();
  const error = form.errors.value[name];
  const described = error ? `${id}-error` : hint ? `${id}-hint` : undefined;
  return (
    <div class={`field${error ? ' is-wrong' : ''}`}>
      <label for={id}>
        {label}
        {isOptional && <span class="quiet"> (optional)</span>}
      </label>
      <Control form={form} {...spec} id={id} described={described} />
      {hint && !error && (
        <p id={`${id}-hint`} class="hint">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} class="error" role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

type AnyInput = HTMLInputElement & HTMLSelectElement & HTMLTextAreaElement;

function Control({
  form,
  id,
  described,
  ...spec
}: FieldSpec & { form: AnyForm; id: string; described: string | undefined }) {
  const { name, type = 'text', choices, suggestions, isOptional = false } = spec;
  const value = form.fields[name];
  const set = ({ currentTarget }: { currentTarget: { value: string } }) => {
    if (value) value.value = currentTarget.value;
  };
  const shared = {
    id,
    name,
    ref: useFirst(spec.isFirst),
    value: value?.value,
    'aria-invalid': form.errors.value[name] !== undefined,
    'aria-describedby': described,
    'aria-required': !isOptional,
  };
  if (choices) {
    return (
      <select {...shared} onChange={set}>
        {spec.placeholder !== undefined && <option value="">{spec.placeholder}</option>}
        {choices.map((one) => (
          <option key={one.value} value={one.value}>
            {one.label}
          </option>
        ))}
      </select>
    );
  }
  if (type === 'long')
    return <textarea {...shared} rows={3} maxLength={spec.maxLength} onInput={set} />;
  const isUnits = type === 'units';
  return (
    <>
      <input
        {...shared}
        // Which of them goes with a list is the browser's affair.
        type={(isUnits ? 'text' : type) as 'text'}
        inputMode={isUnits ? 'numeric' : spec.inputMode}
        maxLength={isUnits ? UNITS_CHARACTERS_MAX : spec.maxLength}
        autoComplete={spec.autoComplete ?? 'off'}
        spellcheck={false}
        {...(suggestions && { list: `${id}-list` })}
        onInput={set}
      />
      {suggestions && (
        <datalist id={`${id}-list`}>
          {suggestions.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
      )}
    </>
  );
}

const UNITS_CHARACTERS_MAX = 15;

function useFirst(isFirst = false) {
  const element = useRef<AnyInput>(null);
  useEffect(() => {
    // What is typed there already must not be selected, and so replaced, by a late effect.
    if (!isFirst || element.current === document.activeElement) return;
    element.current?.focus();
    // What is typed takes the place of what was filled in.
    if (element.current instanceof HTMLInputElement) element.current.select();
  }, []);
  return element;
}
