import type { CallOptions } from './types.ts';

/** What bounds one call: attempts, time, and the caller's signal. */
export class Budget {
  readonly signal: AbortSignal | undefined;
  readonly #maxAttempts: number;
  readonly #attemptSeconds: number;
  readonly #endsAt: number;
  #attempts = 0;

  constructor(options: Required<Omit<CallOptions, 'signal'>> & Pick<CallOptions, 'signal'>) {
    this.signal = options.signal;
    this.#maxAttempts = options.maxAttempts ?? 1;
    this.#attemptSeconds = options.attemptTimeoutSeconds ?? 0;
    this.#endsAt = performance.now() + (options.timeoutSeconds ?? 0) * 1000;
  }

  /** How often was sent so far. */
  get attempts(): number {
    return this.#attempts;
  }

  /** Begins an attempt; answers how long it may take, in seconds. */
  begin(): number {
    this.signal?.throwIfAborted();
    this.#attempts += 1;
    return Math.min(this.#attemptSeconds, this.#leftSeconds());
  }

  /** Whether another attempt is allowed after such a wait; where it is, it has waited. */
  async wait(seconds: number): Promise<boolean> {
    if (this.#attempts >= this.#maxAttempts || seconds >= this.#leftSeconds()) return false;
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
