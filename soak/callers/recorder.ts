import type { Ask, CallResponse } from '../history.ts';

interface Kept<Asked, Answered> {
  readonly id: number;
  readonly client: string;
  readonly start: number;
  end: number | null;
  readonly ask: Asked;
  response?: Answered;
}

/** Records requests and responses with the times of one clock that never goes back. */
export class Recorder<Asked = Ask, Answered = CallResponse> {
  #calls: Kept<Asked, Answered>[] = [];
  #last = 0;

  /** @returns a function to be called with the response, or with nothing where the outcome is unknown */
  begin(client: string, ask: Asked): (response: Answered | undefined) => void {
    this.#last += 1;
    const start = performance.now();
    const call: Kept<Asked, Answered> = { id: this.#last, client, start, end: null, ask };
    this.#calls.push(call);
    return (response) => {
      if (response === undefined) return;
      call.end = performance.now();
      call.response = response;
    };
  }

  get count(): number {
    return this.#last;
  }

  /** What was begun since the last time. Nothing of it may be under way. */
  take(): readonly Kept<Asked, Answered>[] {
    const taken = this.#calls;
    this.#calls = [];
    return taken;
  }
}
