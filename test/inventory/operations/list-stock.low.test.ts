// `low` is a filter of the list and nothing else, whatever became of the stock, its lots and its days.
import { expect, it } from 'vitest';
import { ApiError } from '../../../src/errors.ts';
import { importFile } from '../../support/as-operator.ts';
import { onOneDate } from '../../support/days.ts';
import { readAll } from '../../support/lists.ts';
import { client, day, makePharmacy, post } from '../../support/pharmacy.ts';
import { expire, release, reserve } from '../../support/reservations.ts';
import { useWorld } from '../../support/world.ts';

const PATH = '/v1/inventory/stock';
const SKUS = Array.from({ length: 8 }, (_, index) => `SKU-${index}`);
const ZONES = ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'UTC'];
const LOCATIONS = ['Main', 'Annex'];
const LOTS = ['L-0', 'L-1', 'L-2'];
const ROUNDS = 8;
const STEPS_A_ROUND = 25;

const world = useWorld(async ({ db, service }) => {
  const mine = await makePharmacy(db.database, { skuCodes: [...SKUS, 'ZONED'], reorderPoint: 5 });
  const api = client({ url: service.url, key: mine.liveKey });
  return { mine, api };
});

/** A run that failed is repeated with its seed: SEED=... npx vitest run ... */
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);

/** mulberry32 */
function randomOf(start: number): (below: number) => number {
  let state = start;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

interface Row {
  readonly location: string;
  readonly available: number;
  readonly reorder_point: number | null;
}

function expectFiltered(when: string): Promise<void> {
  return onOneDate(world.db, ZONES, () => compare(when));
}

async function compare(when: string): Promise<void> {
  const whole = (await readAll(world.api, PATH, { limit: 100 })) as unknown as Row[];
  const isLow = ({ available, reorder_point: point }: Row) => point !== null && available <= point;
  for (const location of [undefined, 'Annex']) {
    for (const limit of [3, 100]) {
      const place = { limit, ...(location && { location }) };
      const at = whole.filter((row) => location === undefined || row.location === location);
      const low = await readAll(world.api, PATH, { low: 'true', ...place });
      expect(low, `${when}, seed ${seed}`).toEqual(at.filter(isLow));
      const others = await readAll(world.api, PATH, { low: 'false', ...place });
      expect(others, `${when}, seed ${seed}`).toEqual(at.filter((row) => !isLow(row)));
    }
  }
}

it('keeps what is low now, though days pass, zones change and reorder points move', {
  timeout: 300_000,
}, async () => {
  const random = randomOf(seed);
  const bring = (file: object) => importFile(world.db.database, JSON.stringify(file));
  const one = <Value>(values: readonly Value[]) => values[random(values.length)] as Value;
  // What a person asks of a lot that is not there is refused.
  const command = (...words: string[]) =>
    world.operate(...words).catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
    });
  const lotWords = () => [
    '--organization',
    world.mine.slug,
    '--sku',
    one(SKUS),
    '--lot',
    one(LOTS),
  ];
  const steps: Record<string, () => Promise<unknown>> = {
    receive: () =>
      post(world.api, {
        type: 'receive',
        sku_code: one(SKUS),
        location: one(LOCATIONS),
        lot_number: one(LOTS),
        expiry_date: day(1 + random(3)),
        qty: 1 + random(9),
      }),
    fulfill: () =>
      post(world.api, {
        type: 'fulfill',
        sku_code: one(SKUS),
        location: one(LOCATIONS),
        qty: 1 + random(6),
      }),
    reserve: () =>
      reserve(world.api, {
        reference: { type: 'order', id: `O-${random(9)}` },
        sku_code: one(SKUS),
        location: one(LOCATIONS),
        qty: 1 + random(6),
      }),
    release: () => release(world.api, `O-${random(9)}`),
    status: () =>
      command('lot', 'set-status', ...lotWords(), '--status', one(['quarantine', 'released'])),
    expiry: () =>
      command('lot', 'set-expiry', ...lotWords(), '--expiry', day(random(4) - 1), '--reason', 'x'),
  };
  /** After which no unit has moved. */
  const turns: Record<string, () => Promise<unknown>> = {
    // A day or more passes for a lot.
    days: async () => {
      const { rows } = await world.db.owner.query(
        'select sku_code, lot_number from lot join sku on sku.id = sku_id order by 1, 2',
      );
      // A draw may have received nothing yet.
      if (rows.length === 0) return;
      const { sku_code, lot_number } = one(rows);
      await expire(world.db, sku_code, lot_number, day(-1 - random(5)));
    },
    sweep: () => world.operate('lot', 'sweep'),
    zone: () =>
      bring({
        locations: [{ organization: world.mine.slug, name: one(LOCATIONS), time_zone: one(ZONES) }],
      }),
    reorder: () => {
      const index = random(SKUS.length);
      const names = { sku_code: SKUS[index], product_id: world.mine.productIds[index] };
      const reorder_point = one([null, 0, 3, 8]);
      return bring({ skus: [{ organization: world.mine.slug, ...names, reorder_point }] });
    },
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (let step = 0; step < STEPS_A_ROUND; step += 1) await steps[one(Object.keys(steps))]?.();
    await expectFiltered(`round ${round}`);
    for (let turn = 0; turn < 3; turn += 1) {
      const name = one(Object.keys(turns));
      await turns[name]?.();
      await expectFiltered(`round ${round} after ${name}`);
    }
  }
});

it('knows a location’s day when it moves to another time zone', () =>
  onOneDate(world.db, ZONES, async (dateIn) => {
    const [east, west] = ZONES as [string, string];
    const name = crypto.randomUUID();
    const organization = world.mine.slug;
    const moveTo = (time_zone: string, rest = {}) =>
      importFile(
        world.db.database,
        JSON.stringify({ locations: [{ organization, name, time_zone }], ...rest }),
      );
    const low = async () => {
      const lists = ['true', 'false'].map((asked) =>
        readAll(world.api, PATH, { sku_code: 'ZONED', location: name, low: asked }),
      );
      return (await Promise.all(lists)).map((rows) => rows.length);
    };
    // Its last day is over in the east and not in the west.
    const lot = { organization, sku_code: 'ZONED', location: name, lot_number: name, qty: 50 };
    await moveTo(east, { lots: [{ ...lot, expiry_date: dateIn(west) }] });
    for (const [zone, expected] of [
      [east, [1, 0]],
      [west, [0, 1]],
      [east, [1, 0]],
    ] as const) {
      await moveTo(zone);
      expect(await low(), zone).toEqual(expected);
    }
  }));
