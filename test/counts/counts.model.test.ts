// Counts with movements between counting and approval, against a model of the shelf itself: what lies there changes
// with each movement, and by what nobody writes down. A count sees the shelf; an approval must move the book by what
// was missing or too much when it was counted, and by nothing that has moved since.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { clock } from '../../kit/database.ts';
import { approve, countingPharmacy, makeSheet, type Person, record } from '../support/counts.ts';
import { isQuick } from '../support/depth.ts';
import { type Client, client, day, post } from '../support/pharmacy.ts';
import { reserve } from '../support/reservations.ts';
import { expectConsistentStock } from '../support/stock-consistency.ts';
import { useWorld } from '../support/world.ts';

const RUNS = Number(process.env.MODEL_RUNS ?? (isQuick ? 8 : 15));
const SEED = Number(process.env.MODEL_SEED ?? Date.now() % 2 ** 31);
const RUN_MILLISECONDS_MAX = 4_000;
const SHRINK_SECONDS_MAX = 30;
const LOTS = ['L1', 'L2', 'L3'];
const EXPIRES = day(300);

const world = useWorld();

const lot = fc.constantFrom(...LOTS);
const qty = fc.integer({ min: 1, max: 12 });
const pick = fc.nat(20);
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('receive' as const), lot, qty }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('dispense' as const), lot, qty }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('hold' as const), lot, qty }) },
  // What nobody writes down: stolen, broken, or put on another shelf.
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('unseen' as const),
      lot,
      qty: fc.integer({ min: -6, max: 4 }),
    }),
  },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('count' as const), lot }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('hand_in' as const) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('approve' as const),
      pick,
      quarantine_first: fc.constantFrom(false, false, false, true),
    }),
  },
  // While somebody dispenses, and while somebody else approves it too.
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('approve_meanwhile' as const), pick, lot, qty }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

interface Line {
  readonly sheet: string;
  readonly id: string;
  readonly lot: string;
  readonly counted: number;
  readonly countedAt: string;
  /** What the book said then; null where it knew no such lot. */
  readonly book: number | null;
  /** The difference that was posted. */
  posted?: number;
}

/** A lot as it lies there, and as the book has it; null until the book knows it. */
interface Shelf {
  lies: number;
  book: number | null;
  /** When a count of it was last posted. */
  countedAt: string;
}

class Run {
  readonly #sku: string;
  readonly #api: Client;
  readonly #clerk: Person;
  readonly #approvers: readonly [Person, Person];
  readonly #shelf = new Map(
    LOTS.map((name): [string, Shelf] => [name, { lies: 0, book: null, countedAt: '' }]),
  );
  #open: string | undefined;
  #onOpen: Line[] = [];
  readonly #waiting: Line[] = [];

  constructor(sku: string, api: Client, people: readonly [Person, Person, Person]) {
    const [clerk, ...approvers] = people;
    this.#sku = sku;
    this.#api = api;
    this.#clerk = clerk;
    this.#approvers = approvers;
  }

  async take(one: Step): Promise<void> {
    switch (one.kind) {
      case 'receive': {
        const shelf = this.#lot(one.lot);
        const body = { lot_number: one.lot, expiry_date: EXPIRES, qty: one.qty };
        const { status, text } = await post(this.#api, {
          type: 'receive',
          sku_code: this.#sku,
          ...body,
        });
        expect(status, text).toBe(201);
        shelf.book = (shelf.book ?? 0) + one.qty;
        shelf.lies += one.qty;
        return;
      }
      case 'dispense':
        await this.#dispense(one);
        return;
      case 'hold': {
        const reference = { type: 'order', id: `O-${one.lot}-${one.qty}` };
        const held = await reserve(this.#api, { sku_code: this.#sku, qty: one.qty, reference });
        expect([200, 201, 409], held.text).toContain(held.status);
        return;
      }
      case 'unseen': {
        const shelf = this.#lot(one.lot);
        shelf.lies = Math.max(0, shelf.lies + one.qty);
        return;
      }
      case 'count':
        return this.#count(one.lot);
      case 'hand_in':
        return this.#handIn();
      case 'approve': {
        const line = this.#pick(one.pick);
        if (line === undefined) return;
        await this.#approve(line, one.quarantine_first);
        return;
      }
      case 'approve_meanwhile': {
        const line = this.#pick(one.pick);
        if (line !== undefined) await this.#approveMeanwhile(line, one);
      }
    }
  }

  /** Whatever was sent, the book has each lot as the model says. */
  async expectSame(): Promise<void> {
    const query = { sku_code: this.#sku, limit: 100 };
    const { body } = await this.#api.get('/v1/inventory/lots', { query });
    const real = body.data.map((one: { lot_number: string; on_hand: number }) => [
      one.lot_number,
      one.on_hand,
    ]);
    const expected = [...this.#shelf].flatMap(([name, { book }]) => (book ? [[name, book]] : []));
    const inStock = real.filter(([, units]: [string, number]) => units > 0);
    expect(inStock.toSorted()).toEqual(expected.toSorted());
  }

  #lot(name: string): Shelf {
    return this.#shelf.get(name) as Shelf;
  }

  /** Takes what lies there; the service may refuse it, where the book has less or holds it for others. */
  async #dispense({ lot: name, qty: units }: { lot: string; qty: number }): Promise<boolean> {
    const shelf = this.#lot(name);
    if (units > shelf.lies || shelf.book === null) return false;
    const body = { type: 'dispense', sku_code: this.#sku, lot_number: name, qty: units };
    const { status, text } = await post(this.#api, body);
    expect([201, 409, 422], text).toContain(status);
    if (status !== 201) return false;
    shelf.lies -= units;
    shelf.book -= units;
    return true;
  }

  async #count(name: string): Promise<void> {
    if (this.#open === undefined) {
      const made = await makeSheet(this.#clerk, { scope: 'skus', sku_codes: [this.#sku] });
      // A sheet without a lot is refused.
      if (made.status === 400 && [...this.#shelf.values()].every(({ book }) => !book)) return;
      expect(made.status, made.text).toBe(201);
      this.#open = made.body.id as string;
    }
    const { lies, book } = this.#lot(name);
    const countedAt = await clock(world.db);
    const label = { sku_code: this.#sku, lot_number: name, expiry_date: EXPIRES };
    const answer = await record(this.#clerk, this.#open, {
      ...label,
      counted: lies,
      counted_at: countedAt,
    });
    expect(answer.status, answer.text).toBe(200);
    const { id } = answer.body.data[0];
    this.#onOpen = this.#onOpen.filter((line) => line.lot !== name);
    this.#onOpen.push({ sheet: this.#open, id, lot: name, counted: lies, countedAt, book });
  }

  async #handIn(): Promise<void> {
    if (this.#onOpen.length === 0) return;
    const { status, text } = await this.#clerk.post(`/counts/${this.#open}/hand-in`);
    expect(status, text).toBe(200);
    this.#waiting.push(...this.#onOpen);
    this.#onOpen = [];
    this.#open = undefined;
  }

  #pick(index: number): Line | undefined {
    return this.#waiting[index % Math.max(1, this.#waiting.length)];
  }

  /** The difference that must be posted; undefined where it must be refused. */
  #expected(line: Line): number | undefined {
    if (line.posted !== undefined) return line.posted;
    const { book, countedAt } = this.#lot(line.lot);
    // The book has come to know the lot since: its units may be those that were counted.
    if (line.book === null) return book === null ? line.counted : undefined;
    const difference = line.counted - line.book;
    const isNegative = (book as number) + difference < 0;
    return countedAt > line.countedAt || isNegative ? undefined : difference;
  }

  async #approve(line: Line, quarantineFirst = false): Promise<void> {
    const expected = this.#expected(line);
    const [approver] = this.#approvers;
    const asked = { id: line.id, quarantine_first: quarantineFirst };
    const { status, body, text } = await approve(approver, line.sheet, [asked]);
    expect(status, text).toBe(200);
    expect(body.results).toMatchObject([
      { outcome: expected === undefined ? 'refused' : 'approved', difference: expected ?? null },
    ]);
    if (expected !== undefined) await this.#posted(line, expected);
  }

  async #approveMeanwhile(line: Line, one: { lot: string; qty: number }): Promise<void> {
    const [before, was] = [this.#expected(line), line.posted];
    const approvals = this.#approvers.map((approver) => approve(approver, line.sheet, [line.id]));
    const [dispensed, ...answers] = await Promise.all([this.#dispense(one), ...approvals]);
    const results = answers.map(({ status, body, text }) => {
      expect(status, text).toBe(200);
      return body.results[0];
    });
    const approved = results.find(({ outcome }) => outcome === 'approved');
    // A refusal depends on what was dispensed before, at most: the difference never does.
    if (!dispensed) expect(approved?.difference).toBe(before);
    if (approved === undefined) return;
    expect(approved.difference).toBe(was ?? this.#differenceOf(line));
    await this.#posted(line, approved.difference);
  }

  #differenceOf({ counted, book }: Line): number {
    return counted - (book ?? 0);
  }

  async #posted(line: Line, difference: number): Promise<void> {
    if (line.posted !== undefined) return;
    line.posted = difference;
    const shelf = this.#lot(line.lot);
    if (line.book !== null) {
      shelf.book = (shelf.book ?? 0) + difference;
      shelf.countedAt = await clock(world.db);
    } else if (line.counted > 0) shelf.book = line.counted;
  }
}

it(
  'never invents stock, nor loses any, whatever moves between counting and approval',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 5, maxLength: 60, size: 'max' }),
        async (steps) => {
          const slug = `run-${crypto.randomUUID()}`;
          const { service, db } = world;
          const mine = await countingPharmacy(db, service, { slug, skus: 1 });
          const api = client({ url: service.url, key: mine.liveKey });
          const people = [mine.clerk, mine.pharmacist, mine.other] as const;
          const run = new Run(`${slug.toUpperCase()}-0`, api, people);
          for (const one of steps) {
            await run.take(one);
            await run.expectSame();
          }
          await expectConsistentStock(db, slug);
        },
      ),
      {
        numRuns: RUNS,
        seed: SEED,
        interruptAfterTimeLimit: RUNS * RUN_MILLISECONDS_MAX,
        endOnFailure: false,
      },
    );
  },
  RUNS * RUN_MILLISECONDS_MAX + SHRINK_SECONDS_MAX * 2_000,
);
