// Whatever changes several levels, or a level and a record of it, does so in one step: while another session holds any row
// that it needs, and when all is written and not committed, every read shows what was before.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importFile } from '../support/as-operator.ts';
import { hold, until } from '../support/concurrency.ts';
import {
  approve,
  type CountingPharmacy,
  counted,
  countingPharmacy,
  type Person,
} from '../support/counts.ts';
import { useOrders } from '../support/orders.ts';
import { client, day, freshKey } from '../support/pharmacy.ts';
import {
  expectConsistentReservations,
  expire,
  hold as holdUnits,
  release,
} from '../support/reservations.ts';

const orders = useOrders();
const COMMITS = 'commits';
let counting: CountingPharmacy;
let made = 0;

beforeAll(async () => {
  counting = await countingPharmacy(orders.db, orders.service, { slug: 'counting', skus: 8 });
});
afterAll(() => expectConsistentReservations(orders.db));

/** A SKU of ten units of LOT at each of these locations, of which an order holds three where one is named. */
async function stocked(locations = ['Main', 'Annex'], order?: string): Promise<string> {
  const organization = 'pharmacy';
  const sku_code = `MOMENT-${++made}`;
  const { rows } = await orders.db.owner.query(
    `select product_id from sku where sku_code = 'SKU-1' limit 1`,
  );
  const lot = { organization, sku_code, lot_number: 'LOT', expiry_date: day(60), qty: 10 };
  await orders.import({
    skus: [{ organization, sku_code, product_id: rows[0].product_id }],
    lots: locations.map((location) => ({ ...lot, location })),
  });
  if (order !== undefined) {
    for (const location of locations) {
      await holdUnits(orders.live.pharmacy, order, { sku_code, qty: 3, location });
    }
  }
  return sku_code;
}

const operate = (words: string) => orders.operateJson(...words.split(' '));
const ofLot = (sku: string) => `--organization pharmacy --sku ${sku} --lot LOT`;

/** `location on hand/reserved/quarantined` of each level, in one read for each SKU. */
async function levels(skus: readonly string[], api = orders.live.pharmacy): Promise<string[]> {
  const pages = await Promise.all(
    skus.map((sku_code) => api.get('/v1/inventory/stock', { query: { sku_code } })),
  );
  return pages.flatMap(({ body }) =>
    body.data
      .map((row: Record<string, unknown>) =>
        [row.location, `${row.on_hand}/${row.reserved}/${row.quarantined}`].join(' '),
      )
      .sort(),
  );
}

function holdRow(stop: string, sku: string) {
  if (stop === COMMITS) return hold(orders.db.owner, 'select from event_counter for update');
  return hold(
    orders.db.owner,
    `select from stock_level l join sku s on s.id = l.sku_id join location p on p.id = l.location_id
      where s.sku_code = $1 and p.name = $2 for update of l`,
    [sku, stop],
  );
}

interface Step {
  /** The SKUs whose levels change; the last one's are held. */
  readonly skus: readonly string[];
  readonly work: () => Promise<unknown>;
  readonly read?: () => Promise<unknown>;
  readonly after: unknown;
}

/** Makes the step while a row that it needs is held, and reads before, meanwhile and after. */
async function stepAt(stop: string, { skus, work, after, read = () => levels(skus) }: Step) {
  const before = await read();
  const held = await holdRow(stop, skus.at(-1) as string);
  const working = work();
  await held.blocks(1);
  const meanwhile = await read();
  await held.release();
  await working;
  expect({ meanwhile, after: await read() }).toEqual({ meanwhile: before, after });
}

const FREE = ['Annex 10/0/0', 'Main 10/0/0'];

const STEPS: Record<string, () => Promise<Step>> = {
  'a release': async () => {
    const id = `FREED-${made}`;
    const sku = await stocked(['Main', 'Annex'], id);
    return { skus: [sku], work: () => release(orders.live.pharmacy, id), after: FREE };
  },
  'a cancellation': async () => {
    const id = await orders.order({ status: 'paid' });
    const skus = [await stocked(['Main', 'Annex'], id)];
    const read = async () => [(await orders.read(id)).status, ...(await levels(skus))];
    const work = () => operate(`order cancel --id ${id}`);
    return { skus, work, read, after: ['cancelled', ...FREE] };
  },
  'a shipment': async () => {
    const id = await orders.order({ status: 'paid' });
    const skus = [await stocked(['Main']), await stocked(['Main', 'Annex'])];
    const read = async () => [(await orders.read(id)).status, ...(await levels(skus))];
    const lots = skus.map((sku) => `${sku}:LOT:2`).join(',');
    const ship = `order ship --id ${id} --tracking-number 1Z --tracking-carrier UPS`;
    const work = () => operate(`${ship} --lots ${lots}`);
    return { skus, work, read, after: ['shipped', 'Main 8/0/0', 'Annex 10/0/0', 'Main 8/0/0'] };
  },
  'the first step of a recall': async () => {
    const sku = await stocked();
    const work = () => operate(`lot set-status ${ofLot(sku)} --status quarantine`);
    return { skus: [sku], work, after: ['Annex 10/0/10', 'Main 10/0/10'] };
  },
  'a corrected expiry': async () => {
    const sku = await stocked();
    const read = async () => {
      const { body } = await orders.live.pharmacy.get('/v1/inventory/lots', {
        query: { sku_code: sku },
      });
      return body.data.map(({ expiry_date }: { expiry_date: string }) => expiry_date);
    };
    const work = () => operate(`lot set-expiry ${ofLot(sku)} --expiry ${day(90)} --reason typo`);
    return { skus: [sku], work, read, after: [day(90), day(90)] };
  },
  'a transfer': async () => {
    const sku = await stocked();
    const work = () => operate(`stock transfer ${ofLot(sku)} --location Main --to Annex --qty 4`);
    return { skus: [sku], work, after: ['Annex 14/0/0', 'Main 6/0/0'] };
  },
  'an import': async () => {
    const sku = await stocked();
    const lot = { organization: 'pharmacy', sku_code: sku, lot_number: 'NEW', qty: 5 };
    const lots = ['Main', 'Annex'].map((location) => ({
      ...lot,
      location,
      expiry_date: day(90),
    }));
    const work = () => importFile(orders.db.database, JSON.stringify({ lots }));
    return { skus: [sku], work, after: ['Annex 15/0/0', 'Main 15/0/0'] };
  },
};

describe.each(Object.entries(STEPS))('%s', (_, make) => {
  it.each(['Main', 'Annex', COMMITS])('is in no read by halves while %s is held', async (stop) => {
    const step = await make();
    if (stop === 'Annex' && step.skus.length > 1) return;
    await stepAt(stop, step);
  });
});

async function correct(person: Person, path: string, body: object) {
  const answer = await person.post(path, { body, headers: { 'Idempotency-Key': freshKey() } });
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
}

const api = () => client({ url: orders.service.url, key: counting.liveKey });

const PERSONS: Record<string, () => Promise<Step>> = {
  'an undo': async () => {
    const sku_code = await counting.stocked({ lot: 'LOT', expires: day(60) });
    const { clerk } = counting;
    const body = { sku_code, location: 'Main', lot_number: 'LOT', qty: 2, reason: 'broken' };
    const { movement_id } = await correct(clerk, '/inventory/waste', body);
    const read = async () => {
      const activity = await counting.pharmacist.get('/activity');
      const mine = activity.body.data.filter((row: object) =>
        JSON.stringify(row).includes(sku_code),
      );
      return [mine.length, ...(await levels([sku_code], api()))];
    };
    const work = () => correct(clerk, `/inventory/corrections/${movement_id}/undo`, {});
    return { skus: [sku_code], work, read, after: [2, 'Main 10/0/0'] };
  },
  'an approved count': async () => {
    const sku_code = await counting.stocked({ lot: 'LOT', expires: day(60) });
    const { sheetId, ids } = await counted(counting.clerk, sku_code, { lot: 'LOT', counted: 7 });
    const read = async () => {
      const { body } = await counting.pharmacist.get(`/counts/${sheetId}`);
      return [body.sheet.lines.approved, ...(await levels([sku_code], api()))];
    };
    const work = () => approve(counting.pharmacist, sheetId, ids);
    return { skus: [sku_code], work, read, after: [1, 'Main 7/0/0'] };
  },
};

describe.each(Object.entries(PERSONS))('%s', (_, make) => {
  it.each(['Main', COMMITS])('is in no read by halves while %s is held', async (stop) => {
    await stepAt(stop, await make());
  });
});

describe('a sweep', () => {
  it('is one step at each level, and at one after another', async () => {
    const id = 'SWEPT';
    const sku = await stocked(['Main', 'Annex'], id);
    await expire(orders.db, sku, 'LOT');
    const held = await holdRow('Annex', sku);
    const sweeping = operate('lot sweep --organization pharmacy');
    await until('the sweep has left one level and waits for the other', async () => {
      await held.blocks(1);
      return (await levels([sku])).join() === 'Annex 10/3/0,Main 10/0/0';
    });
    await held.release();
    await sweeping;
    expect(await levels([sku])).toEqual(FREE);
  });
});
