import type { Ask, Call, Told } from './history.ts';

type Kept = { -readonly [Name in keyof Call]: Call[Name] };

/** Keeps what is asked and told, by one clock that never goes back. */
export class Recorder {
  #calls: Kept[] = [];
  #last = 0;

  /** @returns is called with what was told, or with nothing where nobody knows what became of it */
  begin(client: string, ask: Ask): (told: Told | undefined) => void {
    this.#last += 1;
    const call: Kept = { id: this.#last, client, start: performance.now(), end: null, ask };
    this.#calls.push(call);
    return (told) => {
      if (told === undefined) return;
      call.end = performance.now();
      call.told = told;
    };
  }

  get count(): number {
    return this.#last;
  }

  /** What was begun since the last time. Nothing of it may be under way. */
  take(): readonly Call[] {
    const taken = this.#calls;
    this.#calls = [];
    return taken;
  }
}
