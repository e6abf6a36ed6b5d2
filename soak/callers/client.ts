// A partner of the service: does one thing after another, comes again with the same key where no answer came, and
// records each request and its response.
import { setTimeout as pause } from 'node:timers/promises';
import type { Naming } from '../asks.ts';
import type { Draw } from '../draw.ts';
import type { CallResponse } from '../history.ts';
import { type Caller, ORDERS } from '../world.ts';
import { drawKeyed, drawMovement, type Names } from './draw-movement.ts';
import { drawNaming } from './draw-read.ts';
import { Reader } from './reader.ts';
import type { Recorder } from './recorder.ts';
import { AGAIN_MILLISECONDS, type Answer, decides, type Request, sendToAny } from './send.ts';
import { type Earlier, orderOf, type Stretch } from './shared.ts';
import { type Keyed, type Read, refusalIn, requestOf, responseOf } from './wire.ts';

const EARLIER_KEPT = 20;
const LOOKS_PERCENT = 40;
const REAL_PERCENT = 35;
const UUID = /^[0-9a-f-]{36}$/;

export class SoakClient {
  readonly #caller: Caller;
  readonly #draw: Draw;
  readonly #stretch: Stretch;
  readonly #earlier: Earlier[];
  /** Orders that it may or may not have released: it asks no more. */
  readonly #unsure = new Set<string>();
  readonly #names: Names;
  readonly #reader: Reader;
  #keys = 0;

  constructor(caller: Caller, draw: Draw, stretch: Stretch) {
    this.#caller = caller;
    this.#draw = draw;
    this.#stretch = stretch;
    this.#earlier = stretch.earlier.get(caller.name) ?? [];
    stretch.earlier.set(caller.name, this.#earlier);
    this.#names = { skus: stretch.skus, order: () => this.#order() };
    this.#reader = new Reader({ caller, draw, stretch, names: this.#names });
  }

  async work(): Promise<void> {
    const draw = this.#draw;
    const acts = [
      { weight: 40, act: () => this.#draws() },
      { weight: 8, act: () => this.#batch() },
      {
        weight: 7,
        act: () =>
          this.release(this.#order(), draw.chance(50) ? draw.one(this.#stretch.skus) : undefined),
      },
      { weight: 20, act: () => this.#reader.readOne() },
      { weight: 15, act: () => this.#reader.readPages() },
      { weight: 1, act: () => this.#tryWithTestKey() },
      { weight: 6, act: () => this.#repeat() },
      { weight: 3, act: () => this.#twice() },
    ];
    while (!this.#stretch.isOver()) await draw.weighted(acts).act();
  }

  /** @returns false where no one knows what became of it */
  async release(order: string, sku?: string): Promise<boolean> {
    if (this.#unsure.has(order)) return false;
    const command = { kind: 'release' as const, order, ...(sku && { sku }) };
    const query = new URLSearchParams({
      reference_type: 'order',
      reference_id: order,
      ...(sku && { sku_code: sku }),
    });
    const end = this.#begin({ kind: 'change', command });
    const answer = await this.#send({
      method: 'DELETE',
      path: `/v1/inventory/allocations?${query}`,
    });
    const isSure = decides(answer);
    if (!isSure) this.#unsure.add(order);
    end(isSure ? (refusalIn(answer) ?? { released: answer.body.released }) : undefined);
    return isSure;
  }

  #begin(ask: Parameters<Recorder['begin']>[1]) {
    return this.#stretch.recorder.begin(this.#caller.name, ask);
  }

  #send(request: Request, { bearer } = this.#caller): Promise<Answer | undefined> {
    return sendToAny(this.#stretch.urls(), { bearer, draw: this.#draw }, request);
  }

  async #draws(): Promise<void> {
    const command = drawKeyed(this.#draw, this.#names);
    await this.keyed(command, { naming: drawNaming(this.#draw, command) });
  }

  /** Until it is decided; one in twenty gives up at the first chance. */
  async keyed(
    command: Keyed,
    { key = this.#key(), naming }: { key?: string; naming?: Naming | undefined } = {},
  ): Promise<void> {
    const request = requestOf(command, this.#stretch, naming);
    if (request === undefined) return;
    while (!this.#stretch.isLate()) {
      const end = this.#begin({ kind: 'change', command, key, ...(naming && { naming }) });
      const answer = await this.#send({ ...request, key });
      if (decides(answer)) {
        const response = responseOf(answer);
        end(response);
        this.#remember({ command, key, naming });
        this.#noteHeld(command, response);
        if (this.#draw.chance(LOOKS_PERCENT)) await this.#reader.lookAfter(command);
        return;
      }
      if (this.#draw.chance(5)) return;
      await pause(AGAIN_MILLISECONDS);
    }
  }

  #noteHeld(command: Keyed, response: CallResponse): void {
    if (command.kind !== 'reserve' || !('held' in response)) return;
    const { order, sku, at } = command;
    const { named, held } = this.#stretch.ordered;
    if (named.has(order)) held.set(order, { sku, at, lots: response.held });
  }

  async #batch(): Promise<void> {
    const { recorder } = this.#stretch;
    const items = Array.from({ length: this.#draw.between(2, 6) }, () => {
      const command = drawMovement(this.#draw, this.#names);
      const naming = drawNaming(this.#draw, command);
      const request = requestOf(command, this.#stretch, naming);
      return { command, key: this.#key(), naming, request };
    });
    const batch = recorder.count;
    while (!this.#stretch.isLate()) {
      const ends = items.map(({ command, key, naming }) =>
        this.#begin({ kind: 'change', command, key, batch, ...(naming && { naming }) }),
      );
      const answer = await this.#send({
        method: 'POST',
        path: '/v1/inventory/movements/batch',
        body: {
          movements: items.map(({ key, request }) => ({
            idempotency_key: key,
            movement: request?.body,
          })),
        },
      });
      const results: (Answer | undefined)[] =
        decides(answer) && answer.status === 200 ? answer.body.results : [];
      ends.forEach((end, index) => {
        const result = results[index];
        end(decides(result) ? responseOf(result) : undefined);
      });
      if (items.every((_, index) => decides(results[index])) || this.#draw.chance(10)) return;
      await pause(AGAIN_MILLISECONDS);
    }
  }

  /** An earlier key again, as it was or with something else. */
  async #repeat(): Promise<void> {
    if (this.#earlier.length === 0) return;
    const { command, key, naming } = this.#draw.one(this.#earlier);
    // What no one looks at any more stays as it is.
    if (!this.#stretch.skus.includes(command.sku)) return;
    // After an erasure of whom an order is for, no one knows any more whether its movements are asked for again.
    const isReal = 'order' in command && UUID.test(command.order ?? '');
    const isOther = !isReal && this.#draw.chance(30);
    const again = isOther ? { ...command, qty: command.qty + 1 } : command;
    await this.keyed(again, { key, naming });
  }

  /** The same twice at once. */
  async #twice(): Promise<void> {
    const command = drawKeyed(this.#draw, this.#names);
    const same = { key: this.#key(), naming: drawNaming(this.#draw, command) };
    await Promise.all([this.keyed(command, same), this.keyed(command, same)]);
  }

  #remember(earlier: Earlier): void {
    this.#earlier.push(earlier);
    if (this.#earlier.length > EARLIER_KEPT) this.#earlier.shift();
  }

  #key(): string {
    this.#keys += 1;
    return `${this.#stretch.name}-${this.#caller.name.slice(-8)}-${this.#keys}`;
  }

  #order(): string {
    const { ids, named } = this.#stretch.ordered;
    const real = this.#draw.chance(REAL_PERCENT) ? ids() : [];
    if (real.length > 0) {
      const id = this.#draw.one(real);
      named.add(id);
      return id;
    }
    return orderOf(this.#stretch, this.#draw.below(ORDERS));
  }

  read(read: Read): Promise<boolean> {
    return this.#reader.read(read);
  }

  /** Nothing of live stock is changed with it. */
  async #tryWithTestKey(): Promise<void> {
    const command = drawKeyed(this.#draw, this.#names);
    const request = requestOf(command, this.#stretch);
    if (request === undefined) return;
    const { recorder, tester } = this.#stretch;
    const key = this.#key();
    const end = recorder.begin(tester.name, { kind: 'change', command, key, isTest: true });
    const answer = await this.#send({ ...request, key }, tester);
    if (decides(answer)) end(responseOf(answer));
  }
}
