// Random commands of all kinds against the real service, and against a model that was written apart from it.
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { clock } from '../../kit/database.ts';
import {
  apply,
  type Command,
  emptyState,
  essenceOf,
  isSame,
  type Moved,
  type Outcome,
  rememberMoment,
  reservedIn,
  type State,
  sum,
} from '../../kit/model.ts';
import { Database } from '../../src/database/database.ts';
import { ApiError, OperatorError } from '../../src/errors.ts';
import type { MovedReservation } from '../../src/inventory/rules/stock.ts';
import { isQuick } from '../support/depth.ts';
import { operateJson } from '../support/operator.ts';
import { type Client, client, day, makePharmacy, post, startService } from '../support/pharmacy.ts';
import { expectConsistentStock } from '../support/stock-consistency.ts';
import { useWorld } from '../support/world.ts';

/** A soak sets MODEL_RUNS to what it has time for; MODEL_SEED repeats a run. */
const RUNS = Number(process.env.MODEL_RUNS ?? (isQuick ? 5 : 20));
const SEED = Number(process.env.MODEL_SEED ?? Date.now() % 2 ** 31);
const RUN_MILLISECONDS_MAX = 1_500;
const SHRINK_SECONDS_MAX = 30;
const TIMEOUT_MILLISECONDS = RUNS * RUN_MILLISECONDS_MAX + SHRINK_SECONDS_MAX * 2_000;

const SKUS = ['SKU-1', 'SKU-2'];
const LOTS = ['L1', 'L2', 'L3', 'L4'];
const ORDERS = ['O-1', 'O-2', 'O-3'];
const [GONE, SOON, LATER, FAR] = [day(-30), day(60), day(300), day(900)];
/** Sweeps as of these days announce some lots at each of 90, 30 and 7 days, and find some expired. */
const SWEEP_DAYS = [day(0), day(55), day(100), day(275), day(400)];

const world = useWorld(
  async ({ db }) => {
    const secondDatabase = new Database(db.serviceUrl, { preparedStatements: true });
    const services = [await startService(db.database), await startService(secondDatabase)];
    return { secondDatabase, services };
  },
  { service: false },
);

afterAll(async () => {
  for (const service of world.services) await service.close();
  await world.secondDatabase.close();
});

// Commands

const qty = fc.integer({ min: 1, max: 20 });
const largeQty = fc.integer({ min: 1, max: 40 });
const at = fc.constantFrom('Main', 'Main', 'Annex');
const stock = { sku: fc.constantFrom('SKU-1', 'SKU-1', 'SKU-2'), at };
const lot = fc.constantFrom(...LOTS);
const order = fc.constantFrom(...ORDERS);
const status = fc.constantFrom('released' as const, 'quarantine' as const);

function command<Kind extends Command['kind']>(
  kind: Kind,
  fields: Record<string, fc.Arbitrary<unknown>>,
  optional: Record<string, fc.Arbitrary<unknown>> = {},
): fc.Arbitrary<Command> {
  return fc
    .record({ ...fields, ...optional }, { requiredKeys: Object.keys(fields) })
    .map((drawn) => ({ kind, ...drawn }) as Command);
}

/** Commands that one transaction does. */
const SIMPLE = [
  // A lot number usually has one expiry date, so that most receipts are accepted.
  {
    weight: 10,
    arbitrary: fc
      .record({
        receipt: command('receive', { ...stock, lot, qty: largeQty }),
        status: fc.constantFrom(undefined, undefined, undefined, 'released', 'quarantine'),
        other: fc.constantFrom(...Array(9).fill('default'), 'none', GONE, SOON, LATER, FAR),
      })
      .map(({ receipt, status, other }) => {
        const expected = { L1: SOON, L2: LATER, L3: LATER, L4: FAR }[
          (receipt as { lot: string }).lot
        ];
        const expiry = other === 'default' ? expected : other;
        const dated = other === 'none' ? receipt : { ...receipt, expiry };
        return (status === undefined ? dated : { ...dated, status }) as Command;
      }),
  },
  { weight: 2, arbitrary: command('return', { ...stock, lot, qty }) },
  { weight: 4, arbitrary: command('fulfill', { ...stock, qty }, { order }) },
  { weight: 3, arbitrary: command('dispense', { ...stock, qty }, { order, lot }) },
  { weight: 8, arbitrary: command('reserve', { ...stock, qty, order }) },
  {
    weight: 3,
    arbitrary: command(
      'reserve',
      { ...stock, qty, order },
      { lot, minExpiry: fc.constantFrom(LATER, FAR) },
    ),
  },
  {
    weight: 2,
    arbitrary: command('adjust', { ...stock, lot, qty: fc.constantFrom(-15, -5, -1, 1, 7) }),
  },
  { weight: 2, arbitrary: command('waste', { ...stock, lot, qty }) },
  // Counts are often of a lot that orders hold, and of a few commands ago.
  {
    weight: 6,
    arbitrary: command(
      'count',
      { ...stock, lot: fc.constantFrom('L1', ...LOTS), qty: fc.nat(20) },
      { moment: fc.nat(8) },
    ),
  },
  {
    weight: 3,
    arbitrary: command('transfer', { ...stock, lot, qty }).map(
      (one) =>
        ({ ...one, to: (one as { at: string }).at === 'Main' ? 'Annex' : 'Main' }) as Command,
    ),
  },
  { weight: 2, arbitrary: command('set_status', { ...stock, lot, status }) },
];

/** Commands that take several transactions, or look up their levels before they lock them. */
const MANIFOLD = [
  { weight: 2, arbitrary: command('release', { order }, { sku: stock.sku }) },
  { weight: 2, arbitrary: command('set_status', { sku: stock.sku, lot, status }) },
  {
    weight: 2,
    arbitrary: command('set_expiry', {
      sku: stock.sku,
      lot,
      expiry: fc.constantFrom(SOON, LATER, FAR, GONE),
    }),
  },
  { weight: 1, arbitrary: command('sweep', { asOf: fc.constantFrom(...SWEEP_DAYS) }) },
];

/** A fresh command, or an earlier one again under its key: as it was, or with another quantity. */
type Step = { command: Command } | { again: number; isOther: boolean };

const again = {
  weight: 4,
  arbitrary: fc.record({ again: fc.nat(1000), isOther: fc.boolean() }) as fc.Arbitrary<Step>,
};
const asSteps = (weighted: typeof SIMPLE) =>
  weighted.map(({ weight, arbitrary }) => ({
    weight,
    arbitrary: arbitrary.map((one): Step => ({ command: one })),
  }));
const simpleStep = fc.oneof(...asSteps(SIMPLE), again);
const manifoldStep = fc.oneof(...asSteps(MANIFOLD));
const anyStep = fc.oneof(...asSteps([...SIMPLE, ...MANIFOLD]), again);
const long = { minLength: 1, maxLength: 80, size: 'max' } as const;

/** A pharmacy of its own for each run, its keys, and what was sent under them. */
class Run {
  readonly slug: string;
  readonly #apis: Client[];
  readonly #sent: { command: Command; key: string }[] = [];
  readonly #moments: string[] = [];

  private constructor(slug: string, liveKey: string) {
    this.slug = slug;
    this.#apis = world.services.map(({ url }) => client({ url, key: liveKey }));
  }

  static async begin(): Promise<Run> {
    await emptyShelves();
    const slug = `run-${crypto.randomUUID()}`;
    const { liveKey } = await makePharmacy(world.db.database, { slug, skuCodes: SKUS });
    return new Run(slug, liveKey);
  }

  /** The time by the database's clock. */
  async rememberMoment(): Promise<void> {
    this.#moments.push(await clock(world.db));
  }

  /** Commands with their keys; `again` means those sent before this call. */
  prepare(steps: readonly Step[]): { command: Command; key: string }[] {
    const earlier = [...this.#sent];
    const prepared = steps.flatMap((step) => {
      if ('command' in step)
        return { command: this.#dated(step.command), key: crypto.randomUUID() };
      const first = earlier[step.again % Math.max(1, earlier.length)];
      if (first === undefined) return [];
      const { command: sent, key } = first;
      if (!step.isOther || !('qty' in sent)) return first;
      return { command: { ...sent, qty: sent.qty + 1 }, key };
    });
    this.#sent.push(...prepared.filter(({ command: { kind } }) => KEYED.includes(kind)));
    return prepared;
  }

  /** A count is drawn as of so many moments ago. */
  #dated(c: Command): Command {
    if (c.kind !== 'count' || c.moment === undefined) return c;
    return { ...c, moment: Math.max(0, this.#moments.length - 1 - c.moment) };
  }

  /** Runs over two processes' worth of connections. Whatever happens, nothing is in flight afterwards. */
  async performAtOnce(sent: readonly { command: Command; key: string }[]): Promise<Outcome[]> {
    const working = sent.map(({ command, key }, index) => this.perform(command, key, index));
    await Promise.allSettled(working);
    return Promise.all(working);
  }

  async perform(c: Command, key: string, index = 0): Promise<Outcome> {
    const api = this.#apis[index % this.#apis.length] as Client;
    if (KEYED.includes(c.kind) || c.kind === 'release') return this.#call(api, c, key);
    const database = index % 2 === 0 ? world.db.database : world.secondDatabase;
    try {
      return await operate(database, { organization: this.slug, moments: this.#moments }, c);
    } catch (error) {
      if (error instanceof OperatorError) return { status: 0, code: 'OPERATOR' };
      if (error instanceof ApiError) return refusalOf(error.status, error);
      throw error;
    }
  }

  async #call(api: Client, c: Command, key: string): Promise<Outcome> {
    switch (c.kind) {
      case 'receive':
      case 'return':
      case 'fulfill':
      case 'dispense': {
        const { status: code, body } = await post(api, bodyOf(c), key);
        if (code >= 300) return refusalOf(code, body.error);
        expect(body.idempotent).toBe(code === 200);
        return {
          status: code,
          entries: body.transactions.map(
            (one: { lot_number: string; qty: number; balance_after: number }) => [
              one.lot_number,
              one.qty,
              one.balance_after,
            ],
          ),
        };
      }
      case 'reserve': {
        const { status: code, body } = await api.post('/v1/inventory/allocations', {
          body: {
            sku_code: c.sku,
            location: c.at,
            qty: c.qty,
            reference: { type: 'order', id: c.order },
            ...(c.minExpiry && { min_expiry_date: c.minExpiry }),
            ...(c.lot && { lot_id: await this.#lotId({ ...c, lot: c.lot }) }),
          },
          headers: { 'Idempotency-Key': key },
        });
        if (code >= 300) return refusalOf(code, body.error);
        expect(body.already_reserved).toBe(body.reserved_now === 0);
        return {
          status: code,
          reservedNow: body.reserved_now,
          held: body.allocations.map((one: { lot_number: string; qty: number }) => [
            one.lot_number,
            one.qty,
          ]),
        };
      }
      case 'release': {
        const { status: code, body } = await api.delete('/v1/inventory/allocations', {
          query: {
            reference_type: 'order',
            reference_id: c.order,
            ...(c.sku && { sku_code: c.sku }),
          },
        });
        return code === 200 ? { released: body.released } : refusalOf(code, body.error);
      }
      default:
        throw new Error(`${c.kind} is the operator's.`);
    }
  }

  /** The id names nothing where the lot is not there, so that the body stays the same when it comes. */
  async #lotId({ sku, at, lot }: { sku: string; at: string; lot: string }): Promise<string> {
    const { rows } = await world.db.owner.query(
      `select t.id from lot t join sku s on s.id = t.sku_id join location p on p.id = t.location_id
         join organization o on o.id = t.organization_id
        where o.slug = $1 and s.sku_code = $2 and p.name = $3 and t.lot_number = $4`,
      [this.slug, sku, at, lot],
    );
    return rows[0]?.id ?? NO_LOT;
  }
}

const NO_LOT = '00000000-0000-4000-8000-000000000000';
const KEYED = ['receive', 'return', 'fulfill', 'dispense', 'reserve'];

function bodyOf(c: Command & { kind: 'receive' | 'return' | 'fulfill' | 'dispense' }) {
  return {
    type: c.kind,
    sku_code: c.sku,
    location: c.at,
    qty: c.qty,
    ...(c.lot && { lot_number: c.lot }),
    ...('expiry' in c && { expiry_date: c.expiry }),
    ...('status' in c && { status: c.status }),
    ...('order' in c && c.order && { reference: { type: 'order', id: c.order } }),
  };
}

// biome-ignore lint/suspicious/noExplicitAny: details are as the code defines them
function refusalOf(httpStatus: number, error: { code: string; details?: any }): Outcome {
  const { requested, available, blocked } = error.details ?? {};
  return {
    status: httpStatus,
    code: error.code,
    ...(requested !== undefined && { requested, available, blocked }),
  };
}

async function operate(
  database: Database,
  { organization, moments }: { organization: string; moments: readonly string[] },
  c: Command,
): Promise<Outcome> {
  const run = (...words: string[]) => operateJson(database, ...words);
  const onLot = [
    ...('sku' in c ? ['--organization', organization, '--sku', c.sku] : []),
    ...('lot' in c && c.lot !== undefined ? ['--lot', c.lot] : []),
    ...('at' in c && c.at !== undefined ? ['--location', c.at] : []),
  ];
  const reason = ['--reason', 'model'];
  switch (c.kind) {
    case 'adjust':
    case 'waste':
      return corrected(await run('stock', c.kind, ...onLot, ...reason, '--qty', `${c.qty}`));
    case 'count': {
      const at = c.moment === undefined ? [] : ['--counted-at', moments[c.moment] as string];
      const printed = await run('stock', 'count', ...onLot, '--counted', `${c.qty}`, ...at);
      return { ...corrected(printed), leaving: movedOf(printed) };
    }
    case 'transfer': {
      const { qty } = await run('stock', 'transfer', ...onLot, '--to', c.to, '--qty', `${c.qty}`);
      return corrected({ qty });
    }
    case 'set_status': {
      const { places } = await run('lot', 'set-status', ...onLot, '--status', c.status);
      return {
        moved: places.flatMap(movedOf),
        changed: places.filter(({ changed }: { changed: boolean | null }) => changed).length,
      };
    }
    case 'set_expiry':
      return {
        moved: movedOf(await run('lot', 'set-expiry', ...onLot, ...reason, '--expiry', c.expiry)),
      };
    case 'sweep': {
      const swept = await run('lot', 'sweep', '--force', '--as-of', c.asOf);
      return { moved: movedOf(swept), expiring: swept.expiring };
    }
    default:
      throw new Error(`${c.kind} is not the operator's.`);
  }
}

function corrected({ qty: units }: { qty: number }): { corrected: number } {
  return { corrected: units };
}

function movedOf({ moved }: { moved: MovedReservation[] }): Moved[] {
  return moved.map((one) => [one.reference.id, one.lot_number, one.moved, one.released]);
}

interface Answered {
  command: Command;
  key: string;
  outcome: Outcome;
}

function orders(answered: readonly Answered[]): Answered[][] {
  if (answered.length < 2) return [[...answered]];
  return answered.flatMap((first) =>
    orders(answered.filter((one) => one !== first)).map((rest) => [first, ...rest]),
  );
}

/** The state after the commands, when each was answered as the model answers it. */
function explained(before: State, answered: readonly Answered[]): State[] {
  const state = structuredClone(before);
  const isSo = answered.every(({ command: c, key, outcome }) =>
    isSame(outcome, apply(state, c, key)),
  );
  return isSo ? [state] : [];
}

const POSTED = `
  select m.idempotency_key as key,
         json_agg(json_build_array(t.lot_number, e.qty, e.balance_after) order by e.seq) as entries
    from movement m join ledger_entry e on e.movement_id = m.id join lot t on t.id = e.lot_id
    join organization o on o.id = m.organization_id
   where o.slug = $1 and m.idempotency_key is not null
   group by m.id, m.organization_id`;

/** The stock as the model has it, in lines that compare. */
function linesOf(s: State): string[] {
  const line = (one: { sku: string; at: string }, ...rest: unknown[]) =>
    [one.sku, one.at, ...rest].join(' ');
  const expiryOf = (l: { sku: string; lot: string }) =>
    s.numbers.find((number) => number.sku === l.sku && number.lot === l.lot)?.expiry;
  return [
    ...s.lots.map((l) =>
      line(l, l.lot, l.status, expiryOf(l), l.onHand, reservedIn(s, l), l.onHand),
    ),
    ...s.holds.map((h) => line(h.lot, h.lot.lot, 'for', h.order, h.qty)),
    ...s.levels.map((level) => {
      const here = s.lots.filter((l) => l.sku === level.sku && l.at === level.at);
      const quarantined = here.filter((l) => l.status === 'quarantine').map((l) => l.onHand);
      const onHand = sum(here.map((l) => l.onHand));
      const reserved = sum(here.map((l) => reservedIn(s, l)));
      return line(level, 'level', onHand, reserved, sum(quarantined), 'version', level.version);
    }),
    ...s.numbers.map((number) => `${number.sku} ${number.lot} recalled ${number.recalled}`),
    `${s.movements} movements`,
  ].sort();
}

/** The same lines from the database. */
async function linesIn(slug: string): Promise<string[]> {
  const { rows } = await world.db.owner.query(LINES, [slug]);
  return rows.map(({ line }) => line as string).sort();
}

const LINES = `
  with o as (select id from organization where slug = $1),
  t as (
    select t.*, s.sku_code, p.name as at,
           (select coalesce(sum(qty), 0) from ledger_entry e where e.lot_id = t.id) as entered
      from lot t join o on o.id = t.organization_id
      join sku s on s.id = t.sku_id join location p on p.id = t.location_id)
  select concat_ws(' ', sku_code, at, lot_number, status, expiry_date, on_hand, reserved, entered) as line
    from t
  union all
  select concat_ws(' ', sku_code, at, lot_number, 'for', a.reference_id, a.qty)
    from allocation a join t on t.id = a.lot_id
  union all
  select concat_ws(' ', s.sku_code, p.name, 'level', l.on_hand, l.reserved, l.quarantined, 'version', l.version)
    from stock_level l join o on o.id = l.organization_id
    join sku s on s.id = l.sku_id join location p on p.id = l.location_id
   where l.version > 0
  union all
  select concat_ws(' ', s.sku_code, n.lot_number, 'recalled', case when n.quarantined then 'true' else 'false' end)
    from lot_number n join o on o.id = n.organization_id join sku s on s.id = n.sku_id
  union all
  select count(*) || ' movements' from movement join o on o.id = organization_id`;

/** Sweeps go over every organization there is, so those of earlier runs are left nothing to sweep. */
async function emptyShelves(): Promise<void> {
  await world.db.owner.query('update lot set on_hand = 0, reserved = 0 where in_stock');
}

async function check(arbitrary: fc.Arbitrary<Step[][]>, work: (groups: Step[][]) => Promise<void>) {
  await fc.assert(fc.asyncProperty(arbitrary, work), {
    numRuns: RUNS,
    seed: SEED,
    interruptAfterTimeLimit: RUNS * RUN_MILLISECONDS_MAX + SHRINK_SECONDS_MAX * 1_000,
  });
}

describe('stock', () => {
  it(
    'is as in the model, after one command at a time of any kind',
    async () => {
      await check(
        fc.array(anyStep, long).map((steps) => steps.map((one) => [one])),
        async (groups) => {
          const run = await Run.begin();
          const state = emptyState(day(0));
          for (const group of groups) {
            await run.rememberMoment();
            rememberMoment(state);
            for (const { command: c, key } of run.prepare(group)) {
              const outcome = await run.perform(c, key);
              const expected = apply(state, c, key);
              if (!isSame(outcome, expected))
                expect({ ...c, outcome }).toEqual({ ...c, outcome: expected });
            }
          }
          expect(await linesIn(run.slug)).toEqual(linesOf(state));
          await expectConsistentStock(world.db, run.slug);
        },
      );
    },
    TIMEOUT_MILLISECONDS,
  );

  it(
    'is as in the model, in some order of the commands that came at once',
    async () => {
      const group = fc.oneof(
        { weight: 5, arbitrary: fc.array(simpleStep, { minLength: 2, maxLength: 4, size: 'max' }) },
        { weight: 1, arbitrary: manifoldStep.map((one) => [one]) },
      );
      await check(fc.array(group, { ...long, maxLength: 25 }), async (groups) => {
        const run = await Run.begin();
        let possible = [emptyState(day(0))];
        for (const steps of groups) {
          await run.rememberMoment();
          possible.forEach(rememberMoment);
          const sent = run.prepare(steps);
          const outcomes = await run.performAtOnce(sent);
          const answered = sent.map((one, index) => ({
            ...one,
            outcome: outcomes[index] as Outcome,
          }));
          const lines = await linesIn(run.slug);
          possible = possible
            .flatMap((state) => orders(answered).flatMap((one) => explained(state, one)))
            .filter((state) => isDeepStrictEqual(linesOf(state), lines));
          expect(possible.length, `No order explains ${JSON.stringify(answered)}`).toBeGreaterThan(
            0,
          );
          const states = new Map(possible.map((state) => [essenceOf(state), state]));
          possible = [...states.values()];
        }
        await expectConsistentStock(world.db, run.slug);
      });
    },
    TIMEOUT_MILLISECONDS,
  );

  it(
    'keeps ledger and stock consistent, and every unit, when anything comes at once',
    async () => {
      const group = fc.array(anyStep, { minLength: 2, maxLength: 12, size: 'max' });
      await check(fc.array(group, { ...long, maxLength: 12 }), async (groups) => {
        const run = await Run.begin();
        const entered = new Map<string, unknown>();
        let units = 0;
        for (const steps of groups) {
          await run.rememberMoment();
          const sent = run.prepare(steps);
          const outcomes = await run.performAtOnce(sent);
          outcomes.forEach((outcome, index) => {
            const { command: c, key } = sent[index] as { command: Command; key: string };
            if ('code' in outcome) expect(outcome.status, outcome.code).toBeLessThan(500);
            if ('corrected' in outcome && c.kind !== 'transfer') units += outcome.corrected;
            if (!('entries' in outcome)) return;
            if (outcome.status === 201) units += sum(outcome.entries.map(([, moved]) => moved));
            const first = entered.get(key) ?? outcome.entries;
            expect(outcome.entries).toEqual(first);
            entered.set(key, first);
          });
        }
        await expectConsistentStock(world.db, run.slug);
        const { rows } = await world.db.owner.query(POSTED, [run.slug]);
        expect(new Map(rows.map(({ key, entries }) => [key, entries]))).toEqual(entered);
        const { rows: total } = await world.db.owner.query(
          `select coalesce(sum(on_hand), 0)::int as units
           from stock_level l join organization o on o.id = l.organization_id where o.slug = $1`,
          [run.slug],
        );
        expect(total[0].units).toBe(units);
      });
    },
    TIMEOUT_MILLISECONDS,
  );
});
