// A reader of the feed who never looks back.
import { setTimeout as pause } from 'node:timers/promises';
import type { Draw } from '../draw.ts';
import type { Caller } from '../world.ts';
import { decides, send } from './send.ts';
import type { Stretch } from './shared.ts';
import { refusalIn } from './wire.ts';

const POLL_INTERVAL_MILLISECONDS = 40;
const EVENTS_A_LOOK = 100;

export class Follower {
  readonly #caller: Caller;
  #after: string;

  /** @param after the event to begin behind */
  constructor(caller: Caller, after: string) {
    this.#caller = caller;
    this.#after = after;
  }

  /** Until the stretch is over; then until nothing is left. */
  async follow(stretch: Stretch, draw: Draw): Promise<void> {
    for (;;) {
      const shown = await this.#look(stretch, draw);
      if (stretch.isOver() && (shown === 0 || stretch.isLate())) return;
      if (shown !== EVENTS_A_LOOK) await pause(POLL_INTERVAL_MILLISECONDS);
    }
  }

  /** @returns how many there were, or nothing where no answer came */
  async #look({ urls, recorder }: Stretch, draw: Draw): Promise<number | undefined> {
    const url = draw.one(urls());
    if (url === undefined) return undefined;
    const ask = { kind: 'feed' as const, after: this.#after, limit: EVENTS_A_LOOK };
    const end = recorder.begin(this.#caller.name, ask);
    const path = `/v1/inventory/events?after=${ask.after}&limit=${ask.limit}`;
    const answer = await send({ url, bearer: this.#caller.bearer }, { method: 'GET', path });
    if (!decides(answer)) return undefined;
    const refusal = refusalIn(answer);
    if (refusal !== undefined) {
      end(refusal);
      return 0;
    }
    const rows = answer.body.data.map(({ id }: { id: string }) => id);
    end({ rows });
    this.#after = answer.body.next_cursor;
    return rows.length;
  }
}
