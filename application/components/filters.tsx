/** What narrows a list. It is in the address, so that a list can be kept and gone back to. */
import { type ComponentChildren, toChildArray } from 'preact';
import { useId } from 'preact/hooks';
import { otherLocations, useLocations } from '../catalog.ts';
import { go, path, query, withQuery } from '../router.ts';
import type { Choice } from './fields.tsx';

/** Typed, chosen among choices, or switched on. */
export interface Filter<Name extends string = string> {
  readonly name: Name;
  readonly label: string;
  readonly type?: 'text' | 'date' | 'switch';
  /** Says what is typed as the list is asked for it. */
  readonly meant?: (typed: string) => string;
  /** What is chosen where nothing is. */
  readonly all?: string;
  readonly choices?: readonly Choice[] | (() => readonly Choice[]);
}

/** Keeps the name's type, which says what the list's read is given. */
export function filter<Name extends string>(
  name: Name,
  label: string,
  more: Omit<Filter, 'name' | 'label'> = {},
): Filter<Name> {
  return { name, label, ...more };
}

export const BY_SKU = filter('sku_code', 'Product code');
export const BY_LOT = filter('lot_number', 'Lot');
export const BY_LOCATION = filter('location', 'Location', {
  all: 'All locations',
  choices: () => otherLocations(),
});

/** What the address says for filters, without those that are empty. */
export function filtered<Name extends string>(
  filters: readonly Filter<Name>[],
): { readonly [One in Name]?: string } {
  const said = filters.flatMap(({ name, meant = (typed) => typed }) => {
    const typed = query.value.get(name);
    return typed ? [[name, meant(typed)] as const] : [];
  });
  return Object.fromEntries(said) as { [One in Name]?: string };
}

/** @param children what goes with them: tabs before, buttons after */
export function Filters({
  filters,
  children,
}: {
  filters: readonly Filter[];
  children?: ComponentChildren;
}) {
  useLocations();
  if (filters.length === 0 && toChildArray(children).length === 0) return null;
  return (
    <div class="filters">
      {filters.map((one) => (
        <OneFilter key={one.name} {...one} />
      ))}
      {children}
    </div>
  );
}

export function OneFilter({ name, label, type = 'text', all, choices }: Filter) {
  const id = useId();
  const value = query.value.get(name) ?? '';
  const set = (to: string | false) => {
    const parts = { ...Object.fromEntries(query.peek()), [name]: to };
    go(withQuery(path.peek(), parts), { replace: true });
  };
  if (type === 'switch') {
    return (
      <label class="switch">
        <input
          type="checkbox"
          checked={value === 'true'}
          onChange={(event) => set(event.currentTarget.checked && 'true')}
        />
        {label}
      </label>
    );
  }
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {choices ? (
        <select id={id} value={value} onChange={(event) => set(event.currentTarget.value)}>
          <option value="">{all}</option>
          {(typeof choices === 'function' ? choices() : choices).map((one) => (
            <option key={one.value} value={one.value}>
              {one.label}
            </option>
          ))}
        </select>
      ) : (
        <input
          id={id}
          type={type as 'text'}
          autoComplete="off"
          spellcheck={false}
          value={value}
          onChange={(event) => set(event.currentTarget.value.trim())}
        />
      )}
    </div>
  );
}
