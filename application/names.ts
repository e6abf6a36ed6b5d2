/** What people are called. Names stand with the people alone, so that everything else names only ids. */
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { answerOf, api } from './api/client.ts';
import { session } from './session.ts';

const names = signal<ReadonlyMap<string, string>>(new Map());

/** Reads them again, since people come and go. */
export function useNames(): void {
  useEffect(() => {
    void answerOf(api.GET('/colleagues')).then(
      ({ data }) => {
        const known = data.flatMap(({ id, name }) => (name === null ? [] : [[id, name] as const]));
        names.value = new Map(known);
      },
      // Ids are shown then.
      () => undefined,
    );
  }, []);
}

export function nameOf(personId: string): string {
  const me = session.value?.person;
  if (me?.id === personId) return me.name ?? 'You';
  return names.value.get(personId) ?? personId.slice(0, 8);
}

/** To choose from, once `useNames` has read them. */
export function namedPeople(): { value: string; label: string }[] {
  return [...names.value].map(([value, label]) => ({ value, label }));
}

export function forgetNames(): void {
  names.value = new Map();
}
