import { sleep } from './budget.ts';
import { ConfigurationError } from './errors.ts';
import type { CallOptions, EventPage, FeedEvent } from './types.ts';

/** How the feed of events is read. */
export interface EventFeedOptions extends CallOptions {
  /** The id of the last event that you have handled; without it the feed begins with the oldest one kept. */
  after?: string | undefined;
  /** How many events come in one request, 1 to 100: 100 unless said otherwise. */
  limit?: number | undefined;
  /** Look again after so many seconds where there is nothing new. Without it the feed ends there. */
  pollSeconds?: number | undefined;
}

/**
 * The organization's events in the order in which they happened. It knows how far you have come: iterate
 * again, after an error or later, and it continues from there.
 *
 * `cursor` is the id of the last event that you have handled: it moves when you ask for the next one. So what
 * your code failed at comes again, and nothing is skipped. Store it, and begin with it after a restart.
 *
 * @example
 * const feed = pharmacy.events({ after: await load(), pollSeconds: 5 });
 * for await (const event of feed) {
 *   await handle(event);
 *   await store(event.id);
 * }
 */
export class EventFeed implements AsyncIterable<FeedEvent> {
  readonly #read: (query: { after?: string; limit?: number }) => Promise<EventPage>;
  readonly #options: EventFeedOptions;
  #cursor: string | undefined;

  /** @internal */
  constructor(
    read: (query: { after?: string; limit?: number }) => Promise<EventPage>,
    options: EventFeedOptions,
  ) {
    const { pollSeconds } = options;
    if (pollSeconds !== undefined && !(pollSeconds > 0)) {
      throw new ConfigurationError('pollSeconds must be more than 0.');
    }
    this.#read = read;
    this.#options = options;
    this.#cursor = options.after;
  }

  /** The id of the last event that was handled, if there is one. */
  get cursor(): string | undefined {
    return this.#cursor;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<FeedEvent, void, undefined> {
    const { limit = 100, pollSeconds, signal } = this.#options;
    for (;;) {
      const after = this.#cursor;
      const { data } = await this.#read({ limit, ...(after !== undefined && { after }) });
      for (const event of data) {
        yield event;
        this.#cursor = event.id;
      }
      if (data.length > 0) continue;
      if (pollSeconds === undefined) return;
      await sleep(pollSeconds, signal);
    }
  }
}
