/**
 * Forms. One makes its key when it opens and sends it with each attempt, so that what was posted and never answered is
 * not posted again. What is typed is kept under the form's address until it is done or somebody else signs in.
 */
import { type Signal, signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { NoAnswer, Refusal } from '../api/refusal.ts';
import { address } from '../router.ts';
import { useEnter } from '../scanning/keyboard.ts';
import { Alert } from './alert.tsx';
import { Button } from './button.tsx';

export type Values = Record<string, string>;

export interface FormState<V extends Values = Values> {
  readonly fields: { readonly [Name in keyof V]: Signal<string> };
  /** By the field's name. */
  readonly errors: Signal<Readonly<Record<string, string>>>;
  /** What no field is named for. */
  readonly problem: Signal<string | undefined>;
  readonly isBusy: Signal<boolean>;
  values(): V;
  /** The same, for a screen that changes with each key. */
  typed(): V;
  /**
   * Sends what is typed. Where the service refuses or does not answer, says so and keeps everything.
   *
   * @returns what `send` gives, or undefined
   */
  submit<T>(send: (values: V, key: string) => Promise<T>): Promise<T | undefined>;
}

const drafts = new Map<string, unknown>();

/** Called where somebody else signs in. */
export function forgetDrafts(): void {
  drafts.clear();
}

/** Something else that is kept as a form's draft is, until it is done. */
export function useDraft<T>(name: string, make: () => T): { draft: T; done(): void } {
  return useMemo(() => {
    const draft = (drafts.get(name) as T | undefined) ?? make();
    drafts.set(name, draft);
    return { draft, done: () => void drafts.delete(name) };
  }, [name]);
}

/** @param name of the form; one address may have several */
export function useForm<V extends Values>(name: string, initial: V): FormState<V> {
  return useMemo(() => {
    const id = `${address.peek()} ${name}`;
    const kept = drafts.get(id) as FormState<V> | undefined;
    if (kept) return kept;
    const made = makeForm(initial, () => drafts.delete(id));
    drafts.set(id, made);
    return made;
  }, [name]);
}

export function makeForm<V extends Values>(initial: V, done: () => void = () => {}): FormState<V> {
  let key = crypto.randomUUID();
  const names = Object.keys(initial) as (keyof V & string)[];
  const fields = Object.fromEntries(
    names.map((name) => [name, signal<string>(initial[name] as string)]),
  ) as FormState<V>['fields'];
  const errors = signal<Readonly<Record<string, string>>>({});
  const problem = signal<string>();
  const isBusy = signal(false);
  const values = () =>
    Object.fromEntries(names.map((name) => [name, fields[name].peek().trim()])) as V;
  const typed = () =>
    Object.fromEntries(names.map((name) => [name, fields[name].value.trim()])) as V;

  async function submit<T>(send: (values: V, key: string) => Promise<T>): Promise<T | undefined> {
    if (isBusy.peek()) return undefined;
    isBusy.value = true;
    errors.value = {};
    problem.value = undefined;
    try {
      const result = await send(values(), key);
      key = crypto.randomUUID();
      done();
      return result;
    } catch (failure) {
      // The first attempt has been posted with other values: what is typed now is something new.
      if (failure instanceof Refusal && failure.code === 'idempotency_key_reused')
        key = crypto.randomUUID();
      const said = explain(failure, names);
      errors.value = said.errors;
      problem.value = said.problem;
      return undefined;
    } finally {
      isBusy.value = false;
    }
  }
  return { fields, errors, problem, isBusy, values, typed, submit };
}

/** Fields that a refusal without details is about, where a form has them. */
const FIELDS_OF_CODES: Readonly<Record<string, readonly string[]>> = {
  expiry_required: ['expiry_date'],
  insufficient_stock: ['qty'],
  location_not_found: ['location', 'from', 'to'],
  lot_expired: ['expiry_date', 'lot_number'],
  lot_expiry_mismatch: ['expiry_date'],
  lot_not_found: ['lot_number'],
  lot_required: ['lot_number'],
  product_not_found: ['sku_code'],
};

/** Next to the fields that a refusal names, or else on top. */
export function explain(
  failure: unknown,
  names: readonly string[],
): { errors: Record<string, string>; problem: string | undefined } {
  const errors: Record<string, string> = {};
  if (failure instanceof NoAnswer) {
    const problem = failure.wasSent
      ? 'No answer came. What you typed is kept: send it again when the network is back. It is done once, however often you send it.'
      : 'There is no network: nothing was done. What you typed is kept.';
    return { errors, problem };
  }
  if (!(failure instanceof Refusal)) throw failure;
  if (failure.code === 'session_locked')
    return { errors, problem: 'Nothing was done: the session was locked. Send it again.' };
  if (failure.code === 'idempotency_key_reused') {
    const problem =
      'An earlier attempt was posted with what was typed then. Check the ledger before you send this too.';
    return { errors, problem };
  }
  const others: string[] = [];
  for (const { path, message } of failure.details) {
    const name = fieldOf(path, names);
    if (name === undefined) others.push(`${path} ${message}`);
    else errors[name] = sentenceOf(message);
  }
  if (failure.details.length === 0) {
    const name = FIELDS_OF_CODES[failure.code]?.find((one) => names.includes(one));
    if (name === undefined) others.push(failure.message);
    else errors[name] = failure.message;
  }
  return { errors, problem: others.length === 0 ? undefined : others.join('\n') };
}

/** `/lines/0/qty` and `reason.comment` name the last part that the form has. */
function fieldOf(path: string, names: readonly string[]): string | undefined {
  if (names.includes(path)) return path;
  return path
    .split(/[./[\]]+/)
    .filter((part) => names.includes(part))
    .at(-1);
}

function sentenceOf(message: string): string {
  const text = message.charAt(0).toUpperCase() + message.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** A field's content is wrong before anything is sent. */
export function wrong(path: string, message: string): Refusal {
  const error = { code: 'validation_error', message, details: [{ path, message }] };
  return new Refusal(400, { error });
}

/** @returns undefined for all but digits, in threes after commas as the page shows them: a comma or a point may be a decimal one */
export function unitsOf(typed: string): number | undefined {
  const isWhole = /^(\d{1,15}|\d{1,3}(,\d{3}){1,4})$/.test(typed.trim());
  return isWhole ? Number(typed.replaceAll(',', '')) : undefined;
}

/** @throws {Refusal} that names the field */
export function units(path: string, typed: string, { least = 1 } = {}): number {
  const value = unitsOf(typed);
  if (value === undefined)
    throw wrong(path, 'Type a whole number of units, in digits alone: no fraction, no point.');
  if (value < least) throw wrong(path, `Type ${least} or more.`);
  return value;
}

/** @throws {Refusal} that names the field */
export function needed(path: string, typed: string, message: string): string {
  if (typed === '') throw wrong(path, message);
  return typed;
}

type FormProps = {
  // biome-ignore lint/suspicious/noExplicitAny: a form of whatever fields
  form: FormState<any>;
  send(): void;
  /** What the button says. */
  action: string;
  tone?: 'danger' | undefined;
  onCancel?: () => void;
  children: ComponentChildren;
};

/** Enter goes to the next field and, in the last one, sends. */
export function Form({ form, send, action, tone, onCancel, children }: FormProps) {
  const element = useRef<HTMLFormElement>(null);
  useEnter(() => {
    const fields = fieldsIn(element.current);
    const next = fields.find((field) => field.value === '') ?? submitIn(element.current);
    next?.focus();
  });
  // A refusal takes one to what is wrong.
  useEffect(
    () =>
      form.errors.subscribe((errors) => {
        if (Object.keys(errors).length === 0) return;
        requestAnimationFrame(() =>
          element.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus(),
        );
      }),
    [form],
  );
  return (
    <form
      ref={element}
      noValidate
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.isComposing) return;
        const at = event.target as HTMLElement;
        if (!(at instanceof HTMLInputElement || at instanceof HTMLSelectElement)) return;
        const fields = fieldsIn(element.current);
        const next = fields[fields.indexOf(at) + 1];
        event.preventDefault();
        if (next) next.focus();
        else send();
      }}
    >
      {children}
      <div class="actions">
        <Button type="submit" tone={tone ?? 'primary'} isBusy={form.isBusy.value}>
          {action}
        </Button>
        {onCancel && <Button onClick={onCancel}>Cancel</Button>}
      </div>
      {/* Below, so that nothing moves when it comes. */}
      {form.problem.value && <Alert tone="bad">{form.problem.value}</Alert>}
    </form>
  );
}

type AnyField = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

function fieldsIn(form: HTMLFormElement | null): AnyField[] {
  const all = form?.querySelectorAll<AnyField>('input, select, textarea') ?? [];
  return [...all].filter((field) => !field.disabled && field.type !== 'hidden');
}

function submitIn(form: HTMLFormElement | null): HTMLElement | undefined {
  return form?.querySelector<HTMLElement>('[type=submit]') ?? undefined;
}
