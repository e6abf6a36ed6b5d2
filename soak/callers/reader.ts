// What a caller looks at, now and then with a key of the test environment, and page after page.
import type { ListAsk } from '../asks.ts';
import type { Draw } from '../draw.ts';
import { type Caller, IMPORTED, LOTS } from '../world.ts';
import { drawLevel, type Names } from './draw-movement.ts';
import { drawList } from './draw-read.ts';
import { nextPage } from './list-wire.ts';
import { type Answer, decides, sendToAny } from './send.ts';
import type { Stretch } from './shared.ts';
import { type Keyed, type Read, readRequest, refusalIn, rowsOf } from './wire.ts';

const TEST_KEY_PERCENT = 8;
const PAGES_MAX = 2;
const TIMES_KEPT = 60;

export class Reader {
  readonly #caller: Caller;
  readonly #draw: Draw;
  readonly #stretch: Stretch;
  readonly #names: Names;

  constructor({
    caller,
    draw,
    stretch,
    names,
  }: {
    caller: Caller;
    draw: Draw;
    stretch: Stretch;
    names: Names;
  }) {
    this.#caller = caller;
    this.#draw = draw;
    this.#stretch = stretch;
    this.#names = names;
  }

  /** Every process shows an acknowledged change at once. */
  async lookAfter({ sku, at, ...command }: Keyed): Promise<void> {
    const reads: Read[] = [
      { kind: 'stock', sku },
      { kind: 'lots', sku, at },
    ];
    if ('order' in command && command.order !== undefined) {
      reads.push({ kind: 'allocations', order: command.order });
    }
    await this.read(this.#draw.one(reads));
  }

  async readOne(): Promise<void> {
    const draw = this.#draw;
    const { sku, at } = drawLevel(draw, this.#stretch.skus);
    const order = this.#names.order();
    const reads: (Read & { weight: number })[] = [
      { weight: 3, kind: 'stock', sku },
      { weight: 3, kind: 'lots', sku, at },
      { weight: 2, kind: 'allocations', order },
      { weight: 2, kind: 'entries', sku, at, lot: draw.one([...LOTS, ...IMPORTED]) },
      {
        weight: 3,
        kind: 'preview',
        sku,
        at,
        qty: draw.between(1, 60),
        ...(draw.chance(40) && { order }),
      },
    ];
    const { weight: _, ...read } = draw.weighted(reads);
    await this.read(read);
  }

  async read(read: Read): Promise<boolean> {
    return (await this.#ask(read)) !== undefined;
  }

  /** @returns the answer; nothing where none came */
  async #ask(read: Read): Promise<Answer | undefined> {
    const request = readRequest(read, this.#stretch);
    if (request === undefined) return undefined;
    const isTest = this.#draw.chance(TEST_KEY_PERCENT);
    const { recorder, tester, urls } = this.#stretch;
    const { name, bearer } = isTest ? tester : this.#caller;
    const end = recorder.begin(name, isTest ? { ...read, isTest } : read);
    const answer = await sendToAny(urls(), { bearer, draw: this.#draw }, request);
    if (!decides(answer)) return undefined;
    end(refusalIn(answer) ?? { rows: rowsOf(read, answer.body, this.#stretch) });
    if (answer.status === 200) this.#noteTimes(read, answer.body);
    return answer;
  }

  /** At which others ask what was so then. */
  #noteTimes({ kind }: Read, { data, movements }: Answer['body']): void {
    if (!['entries', 'transactions', 'trace'].includes(kind)) return;
    const { times } = this.#stretch;
    for (const row of movements ?? data) times.push({ sku: row.sku_code, at: row.created_at });
    times.splice(0, Math.max(0, times.length - TIMES_KEPT));
  }

  /** Page after page, while others go on. */
  async readPages(): Promise<void> {
    const { times } = this.#stretch;
    let read: Read | undefined = drawList(this.#draw, { ...this.#names, times });
    for (let page = 1; read !== undefined && page <= PAGES_MAX; page += 1) {
      const answer = await this.#ask(read);
      if (answer === undefined || answer.status !== 200) return;
      read = nextPage(read as ListAsk, answer.body);
    }
  }
}
