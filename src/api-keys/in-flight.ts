export interface Counts {
  readonly requests: number;
  /** How many of the requests are reads. */
  readonly reads: number;
}

/** Counts the requests of each key that this process is answering. */
export class InFlight {
  readonly #byKey = new Map<string, Counts>();

  of(key: string): Counts {
    return this.#byKey.get(key) ?? { requests: 0, reads: 0 };
  }

  /** Adds a request. @returns removes the request again; further calls do nothing */
  enter(key: string, kind: 'read' | 'write'): () => void {
    this.#add(key, kind, 1);
    let left = false;
    return () => {
      if (left) return;
      left = true;
      this.#add(key, kind, -1);
    };
  }

  #add(key: string, kind: 'read' | 'write', sign: 1 | -1): void {
    const { requests, reads } = this.of(key);
    const counts = { requests: requests + sign, reads: kind === 'read' ? reads + sign : reads };
    if (counts.requests > 0) this.#byKey.set(key, counts);
    else this.#byKey.delete(key);
  }
}
