import type { Ask, Told } from '../history.ts';

interface Kept<Asked, Said> {
  readonly id: number;
  readonly client: string;
  readonly start: number;
  end: number | null;
  readonly ask: Asked;
  told?: Said;
}

/** Keeps what is asked and told, by one clock that never goes back. */
export class Recorder<Asked = Ask, Said = Told> {
  #calls: Kept<Asked, Said>[] = [];
  #last = 0;

  /** @returns is called with what was told, or with nothing where nobody knows what became of it */
  begin(client: string, ask: Asked): (told: Said | undefined) => void {
    this.#last += 1;
    const start = performance.now();
    const call: Kept<Asked, Said> = { id: this.#last, client, start, end: null, ask };
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
  take(): readonly Kept<Asked, Said>[] {
    const taken = this.#calls;
    this.#calls = [];
    return taken;
  }
}
