/** Short lists that many screens choose from. They are read once, and again when somebody else signs in. */

import { type Signal, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { answerOf, api, type Schemas } from './api/client.ts';
import { readAll } from './api/loaded.ts';

export type Location = Schemas['Location'];
export type Sku = Schemas['Sku'];

class Kept<Row> {
  readonly rows: Signal<readonly Row[]> = signal([]);
  readonly #read: () => Promise<Row[]>;
  #asked: Promise<void> | undefined;

  constructor(read: () => Promise<Row[]>) {
    this.#read = read;
  }

  ask(): Promise<void> {
    this.#asked ??= this.#read().then(
      (rows) => {
        this.rows.value = rows;
      },
      () => {
        // The next screen that needs it asks again.
        this.#asked = undefined;
      },
    );
    return this.#asked;
  }

  forget(): void {
    this.rows.value = [];
    this.#asked = undefined;
  }
}

const locations = new Kept<Location>(() =>
  readAll((query) => answerOf(api.GET('/inventory/locations', { params: { query } }))),
);
const skus = new Kept<Sku>(() =>
  readAll((query) => answerOf(api.GET('/inventory/skus', { params: { query } }))),
);

export function useLocations(): readonly Location[] {
  useEffect(() => void locations.ask(), []);
  return locations.rows.value;
}

/** Fills a field with the location that is meant where none is named. */
export function useFirstLocation(field: Signal<string>, named?: string | null): void {
  const rows = useLocations();
  const first = rows.find(({ is_default }) => is_default)?.name ?? rows[0]?.name;
  useEffect(() => {
    if (field.peek() === '' && first !== undefined) field.value = named ?? first;
  }, [first]);
}

/** The first 2,000 by their code; others are typed or scanned. */
export function useSkus(): readonly Sku[] {
  useEffect(() => void skus.ask(), []);
  return skus.rows.value;
}

/** To choose from; of no use before `useLocations` has read them. */
export function otherLocations(here?: string): { value: string; label: string }[] {
  return locations.rows.value
    .filter(({ name }) => name !== here)
    .map(({ name }) => ({ value: name, label: name }));
}

export function timeZoneOf(name: string): string | undefined {
  return locations.rows.value.find((location) => location.name === name)?.time_zone;
}

export function forgetCatalog(): void {
  locations.forget();
  skus.forget();
}
