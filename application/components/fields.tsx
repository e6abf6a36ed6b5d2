/** Fields of a form. Each has its label, and next to it what is wrong with it. */
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import type { FormState } from './form.tsx';

interface FieldProps {
  // biome-ignore lint/suspicious/noExplicitAny: a form of whatever fields
  form: FormState<any>;
  name: string;
  label: string;
  hint?: ComponentChildren;
  isOptional?: boolean;
  /** Has the focus when the form opens. */
  isFirst?: boolean;
}

interface Described {
  id: string;
  name: string;
  'aria-invalid': boolean;
  'aria-describedby': string | undefined;
  'aria-required': boolean;
}

function Field({
  form,
  name,
  label,
  hint,
  isOptional = false,
  children,
}: FieldProps & { children(described: Described): ComponentChildren }) {
  const id = useId();
  const error = form.errors.value[name];
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div class={`field${error ? ' is-wrong' : ''}`}>
      <label for={id}>
        {label}
        {isOptional && <span class="quiet"> (optional)</span>}
      </label>
      {children({
        id,
        name,
        'aria-invalid': error !== undefined,
        'aria-describedby': described || undefined,
        'aria-required': !isOptional,
      })}
      {hint && (
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

function useFirst<E extends HTMLElement>(isFirst = false) {
  const element = useRef<E>(null);
  useEffect(() => {
    // Whoever types there already must not have it selected, and so replaced, by a late effect.
    if (!isFirst || element.current === document.activeElement) return;
    element.current?.focus();
    // What is typed takes the place of what was filled in.
    if (element.current instanceof HTMLInputElement) element.current.select();
  }, []);
  return element;
}

export function TextField({
  type = 'text',
  inputMode,
  suggestions,
  maxLength,
  autoComplete = 'off',
  ...props
}: FieldProps & {
  type?: 'text' | 'password' | 'date' | 'datetime-local';
  inputMode?: 'numeric' | 'decimal' | 'text';
  suggestions?: readonly string[];
  maxLength?: number;
  autoComplete?: string;
}) {
  const element = useFirst<HTMLInputElement>(props.isFirst);
  const value = props.form.fields[props.name];
  return (
    <Field {...props}>
      {(described) => (
        <>
          <input
            {...described}
            ref={element}
            // Which of them goes with a list is the browser's affair.
            type={type as 'text'}
            inputMode={inputMode}
            maxLength={maxLength}
            autoComplete={autoComplete}
            spellcheck={false}
            {...(suggestions && { list: `${described.id}-list` })}
            value={value?.value}
            onInput={(event) => {
              if (value) value.value = event.currentTarget.value;
            }}
          />
          {suggestions && (
            <datalist id={`${described.id}-list`}>
              {suggestions.map((one) => (
                <option key={one} value={one} />
              ))}
            </datalist>
          )}
        </>
      )}
    </Field>
  );
}

/** A number of units. */
export function UnitsField(props: FieldProps) {
  return <TextField {...props} inputMode="numeric" maxLength={15} />;
}

export interface Choice {
  readonly value: string;
  readonly label: string;
}

export function ChoiceField({
  choices,
  placeholder,
  ...props
}: FieldProps & { choices: readonly Choice[]; placeholder?: string }) {
  const element = useFirst<HTMLSelectElement>(props.isFirst);
  const value = props.form.fields[props.name];
  return (
    <Field {...props}>
      {(described) => (
        <select
          {...described}
          ref={element}
          value={value?.value}
          onChange={(event) => {
            if (value) value.value = event.currentTarget.value;
          }}
        >
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {choices.map(({ value: one, label }) => (
            <option key={one} value={one}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

export function LongTextField(props: FieldProps & { maxLength?: number }) {
  const element = useFirst<HTMLTextAreaElement>(props.isFirst);
  const value = props.form.fields[props.name];
  return (
    <Field {...props}>
      {(described) => (
        <textarea
          {...described}
          ref={element}
          rows={3}
          maxLength={props.maxLength}
          value={value?.value}
          onInput={(event) => {
            if (value) value.value = event.currentTarget.value;
          }}
        />
      )}
    </Field>
  );
}
