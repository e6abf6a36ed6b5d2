import type { Limits } from './types.ts';

/** What bounds one call: attempts, time, and the caller's signal. */
export class Budget {
  readonly signal: AbortSignal | undefined;
  readonly #limits: Limits;
  readonly #endsAt: number;
  #attempts = 0;

  constructor(limits: Limits, signal: AbortSignal | undefined) {
    this.signal = signal;
    this.#limits = limits;
    this.#endsAt = performance.now() + limits.timeoutSeconds * 1000;
  }

  /** How often it was sent so far. */
  get attempts(): number {
    return this.#attempts;
  }

  /** Begins an attempt; answers how long it may take, in seconds. */
  begin(): number {
    this.signal?.throwIfAborted();
    this.#attempts += 1;
    return Math.min(this.#limits.attemptTimeoutSeconds, this.#leftSeconds());
  }

  /** Whether another attempt is allowed after such a wait; where it is, it has waited. */
  async wait(seconds: number): Promise<boolean> {
    if (this.#attempts >= this.#limits.maxAttempts || seconds >= this.#leftSeconds()) return false;
    await sleep(seconds, this.signal);
    return true;
  }

  #leftSeconds(): number {
    return (this.#endsAt - performance.now()) / 1000;
  }
}

/** @throws the signal's reason, as soon as there is one */
export function sleep(seconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason);
      return;
    }
    const end = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end);
      resolve();
    }, seconds * 1000);
    signal?.addEventListener('abort', end, { once: true });
  });
}
