/** What narrows a list. It is in the address, so that a list can be kept and gone back to. */
import { useId } from 'preact/hooks';
import { useLocations } from '../catalog.ts';
import { go, path, query, withQuery } from '../router.ts';
import type { Choice } from './fields.tsx';

function set(name: string, value: string | undefined): void {
  const parts = { ...Object.fromEntries(query.peek()), [name]: value };
  go(withQuery(path.peek(), parts), { replace: true });
}

export function TextFilter({ name, label }: { name: string; label: string }) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="text"
        autoComplete="off"
        spellcheck={false}
        value={query.value.get(name) ?? ''}
        onChange={(event) => set(name, event.currentTarget.value.trim())}
      />
    </div>
  );
}

export function ChoiceFilter({
  name,
  label,
  all,
  choices,
}: {
  name: string;
  label: string;
  all: string;
  choices: readonly Choice[];
}) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select
        id={id}
        value={query.value.get(name) ?? ''}
        onChange={(event) => set(name, event.currentTarget.value)}
      >
        <option value="">{all}</option>
        {choices.map(({ value, label: text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}

export function LocationFilter() {
  const choices = useLocations().map(({ name }) => ({ value: name, label: name }));
  return <ChoiceFilter name="location" label="Location" all="All locations" choices={choices} />;
}

export function SwitchFilter({ name, label }: { name: string; label: string }) {
  return (
    <label class="switch">
      <input
        type="checkbox"
        checked={query.value.get(name) === 'true'}
        onChange={(event) => set(name, event.currentTarget.checked ? 'true' : undefined)}
      />
      {label}
    </label>
  );
}
