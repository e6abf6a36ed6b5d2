import { afterAll, describe, expect, it } from 'vitest';
import { DatabaseProxy } from '../../kit/database-proxy.ts';
import { Database } from '../../src/database/database.ts';
import { newMovement, type StockChange } from '../../src/inventory/rules/requests.ts';
import type { WriterRequest } from '../../src/inventory/writer/stock-writer.ts';
import { importFile } from '../support/as-operator.ts';
import {
  type Hold,
  hold,
  holdLevels,
  inFlight,
  shuffled,
  statusCounts,
  until,
} from '../support/concurrency.ts';
import {
  type Client,
  client,
  day,
  makePharmacy,
  post,
  type RunningService,
  startService,
} from '../support/pharmacy.ts';
import {
  expectConsistentReservations,
  heldBy,
  hold as holdUnits,
  order,
  readLevel,
  readLot,
  release,
  reserve,
  shelfIn,
} from '../support/reservations.ts';
import { useWorld } from '../support/world.ts';

const SKUS = Array.from({ length: 70 }, (_, index) => `RACED-${index}`);
const LOCATIONS = ['Main', 'Annex', 'Cellar', 'Attic'];

/** These are two processes, as far as the database can see. */
let one: Client;
let other: Client;

const world = useWorld(
  async ({ db }) => {
    const mine = await makePharmacy(db.database, { skuCodes: SKUS });
    const organization = mine.slug;
    const locations = LOCATIONS.slice(2).map((name) => ({ organization, name }));
    await importFile(db.database, JSON.stringify({ locations }));
    const databases = [1, 2].map(() => new Database(db.serviceUrl, { preparedStatements: true }));
    const services = await Promise.all(databases.map((database) => startService(database)));
    [one, other] = services.map(({ url }) => client({ url, key: mine.liveKey })) as [
      Client,
      Client,
    ];
    const stocked = shelfIn(db, organization, SKUS);
    return { mine, stocked, databases, services };
  },
  { service: false },
);

afterAll(async () => {
  await expectConsistentReservations(world.db);
  expect(await releasedThoughRecalled()).toEqual([]);
  for (const service of world.services) await service.close();
  for (const database of world.databases) await database.close();
});

type Work = () => Promise<unknown>;

/** Lets the two queue behind what is held, in this order, and then go on. */
async function inOrder<First, Second>(
  held: Hold,
  first: () => Promise<First>,
  second: () => Promise<Second>,
): Promise<[First, Second]> {
  const started = first();
  await held.blocks(1);
  const following = second();
  await held.blocks(2);
  await held.release();
  return Promise.all([started, following]);
}

const holdLevel = (sku: string) => holdLevels(world.db.owner, [sku]);

const holdNumber = (sku: string) =>
  hold(
    world.db.owner,
    `select 1 from lot_number n join sku s on s.id = n.sku_id where s.sku_code = $1 for update of n`,
    [sku],
  );

/** Holds anyone who writes events at its last statement. */
const holdCommits = () => hold(world.db.owner, 'select 1 from event_counter for update');

const fulfill = (api: Client, sku_code: string, qty: number, id: string) =>
  post(api, { type: 'fulfill', sku_code, qty, reference: order(id) });

const asked = (api: Client, sku_code: string, qty: number, id: string) =>
  reserve(api, { reference: order(id), sku_code, qty });

function setStatus(sku: string, lot: string, status: string, location?: string) {
  const where = location === undefined ? [] : ['--location', location];
  const words = ['--organization', world.mine.slug, '--sku', sku, '--lot', lot, '--status', status];
  return world.operateJson('lot', 'set-status', ...words, ...where);
}

const recall = (sku: string, lot = 'LOT') => setStatus(sku, lot, 'quarantine');

const receive = (sku_code: string, fields: Record<string, unknown> = {}) =>
  post(other, {
    type: 'receive',
    sku_code,
    qty: 5,
    lot_number: 'LOT',
    expiry_date: day(60),
    location: 'Annex',
    ...fields,
  });

function transfer(sku: string, to = 'Annex'): Promise<unknown> {
  const words = [
    '--organization',
    world.mine.slug,
    '--sku',
    sku,
    '--lot',
    'LOT',
    '--location',
    'Main',
  ];
  return world.operateJson('stock', 'transfer', ...words, '--to', to, '--qty', '3');
}

async function releasedThoughRecalled(): Promise<unknown[]> {
  const { rows } = await world.db.owner.query(
    `select t.lot_number, t.location_id from lot t
       join lot_number n using (organization_id, sku_id, lot_number)
      where n.quarantined and t.status = 'released'`,
  );
  return rows;
}

async function statuses(sku: string): Promise<string[]> {
  const { body } = await one.get('/v1/inventory/lots', { query: { sku_code: sku } });
  return body.data
    .map(({ location, status }: Record<string, string>) => `${location} ${status}`)
    .sort();
}

describe('a release and a fulfilment of one order', () => {
  it('never take the units twice, whichever comes first', async () => {
    for (const releaseFirst of [true, false]) {
      const sku = await world.stocked({ lot: 'LOT', expires: day(60) });
      await holdUnits(one, 'O', { sku_code: sku, qty: 10 });
      const held = await holdLevel(sku);
      const releasing = () => release(one, 'O', sku);
      const fulfilling = () => fulfill(other, sku, 6, 'O');
      const [first, second] = releaseFirst
        ? await inOrder(held, releasing, fulfilling)
        : await inOrder(held, fulfilling, releasing);
      const [released, fulfilled] = releaseFirst ? [first, second] : [second, first];
      expect(fulfilled.status).toBe(201);
      expect(released.body).toEqual({ released: releaseFirst ? 10 : 4 });
      expect(await readLevel(one, sku)).toMatchObject({ on_hand: 4, reserved: 0, available: 4 });
    }
  });
});

describe('a release over two levels', () => {
  const held = async (sku_code: string, id: string, annex = 3) => {
    await holdUnits(one, id, { sku_code, qty: 5 });
    await holdUnits(one, id, { sku_code, qty: annex, location: 'Annex' });
  };
  const stocked = () =>
    world.stocked(
      { lot: 'LOT', expires: day(60) },
      { lot: 'LOT', expires: day(60), location: 'Annex' },
    );
  const reserved = async (sku: string) => [
    (await readLevel(one, sku)).reserved,
    (await readLevel(one, sku, 'Annex')).reserved,
  ];
  const holdAnnex = (sku: string) =>
    hold(
      world.db.owner,
      `select from stock_level l join sku s on s.id = l.sku_id join location p on p.id = l.location_id
        where s.sku_code = $1 and p.name = 'Annex' for update of l`,
      [sku],
    );

  it('releases nothing where one of them stays held, and is answered 503', async () => {
    const sku = await stocked();
    await held(sku, 'KEPT');
    const annex = await holdAnnex(sku);
    const releasing = release(one, 'KEPT');
    await annex.blocks(1);
    expect(await reserved(sku)).toEqual([5, 3]);
    const { status, headers, body } = await releasing;
    expect([status, body.error.code]).toEqual([503, 'unavailable']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await reserved(sku)).toEqual([5, 3]);
    await annex.release();
    expect((await release(one, 'KEPT')).body).toEqual({ released: 8 });
  }, 30_000);

  it('releases what the order comes to hold elsewhere while it waits', async () => {
    const [sku, elsewhere] = [await stocked(), await stocked()];
    await held(sku, 'GROWN');
    const annex = await holdAnnex(sku);
    const releasing = release(one, 'GROWN');
    await annex.blocks(1);
    await holdUnits(other, 'GROWN', { sku_code: elsewhere, qty: 5 });
    await annex.release();
    expect((await releasing).body).toEqual({ released: 13 });
    expect([...(await reserved(sku)), ...(await reserved(elsewhere))]).toEqual([0, 0, 0, 0]);
  });

  it('releases what is reserved elsewhere and commits before it', async () => {
    const [sku, elsewhere] = [await stocked(), await stocked()];
    await held(sku, 'LAST');
    const [more, released] = await inOrder(
      await holdCommits(),
      () => asked(other, elsewhere, 5, 'LAST'),
      () => release(one, 'LAST'),
    );
    expect([more.status, released.body]).toEqual([201, { released: 13 }]);
    expect(await reserved(elsewhere)).toEqual([0, 0]);
  });

  it('is done once where twenty come at once, of the same orders and of others', async () => {
    const skus = [await stocked(), await stocked(), await stocked()];
    for (const sku of skus) for (const id of ['P', 'Q']) await held(sku, `${id}-CROWD`, 2);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        release(index % 2 ? one : other, index % 3 ? 'P-CROWD' : 'Q-CROWD'),
      ),
    );
    expect(statusCounts(answers)).toEqual({ 200: 20 });
    expect(
      answers
        .map(({ body }) => body.released)
        .sort((a, b) => b - a)
        .slice(0, 3),
    ).toEqual([21, 21, 0]);
  });
});

describe('a release whose connection breaks', () => {
  it.each(['cut after', 'cut before', 'deliver late'] as const)(
    'at its commit (%s) is done once, and says what it released',
    async (verdict) => {
      const sku = await world.stocked({ lot: 'LOT', expires: day(60) });
      await holdUnits(one, verdict, { sku_code: sku, qty: 5 });
      const proxy = await DatabaseProxy.start(world.db.serviceUrl);
      const database = new Database(proxy.url, { preparedStatements: true });
      const service = await startService(database);
      let isArmed = false;
      proxy.judge = ({ type, text }) => {
        if (type === 'B' && text.startsWith('\0append-events\0')) isArmed = proxy.cuts === 0;
        if (!isArmed || type !== 'Q' || !text.startsWith('commit')) return 'pass';
        isArmed = false;
        return verdict;
      };
      const key = world.mine.liveKey;
      const releasing = release(client({ url: service.url, key }), verdict);
      if (verdict === 'deliver late') {
        await until('the next try waits for the first', async () => {
          const { rowCount } = await world.db.owner.query(
            `select from pg_stat_activity
              where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`,
          );
          return rowCount !== 0;
        });
        proxy.deliver();
      }
      expect((await releasing).body).toEqual({ released: 5 });
      expect([proxy.cuts, (await readLevel(one, sku)).reserved]).toEqual([1, 0]);
      await service.close();
      await database.close();
      await proxy.close();
    },
  );
});

describe('two reservations', () => {
  it('of one order hold the larger quantity once', async () => {
    for (const [first, second, reserved] of [
      [6, 6, [6, 0]],
      [4, 9, [4, 5]],
      [9, 4, [9, 0]],
    ] as const) {
      const sku = await world.stocked({ lot: 'LOT', expires: day(60) });
      const held = await holdLevel(sku);
      const answers = await inOrder(
        held,
        () => asked(one, sku, first, 'O'),
        () => asked(other, sku, second, 'O'),
      );
      expect(answers.map(({ body }) => body.reserved_now)).toEqual(reserved);
      expect(answers.map(({ status }) => status)).toEqual(
        reserved.map((units) => (units > 0 ? 201 : 200)),
      );
      expect((await readLevel(one, sku)).reserved).toBe(Math.max(first, second));
    }
  });

  it('never let two orders hold the last unit', async () => {
    const sku = await world.stocked({ lot: 'LOT', expires: day(60) });
    const held = await holdLevel(sku);
    const answers = await inOrder(
      held,
      () => asked(one, sku, 6, 'O'),
      () => asked(other, sku, 6, 'P'),
    );
    expect(answers.map(({ status }) => status)).toEqual([201, 409]);
    expect(answers[1].body.error.details).toMatchObject({ available: 4, blocked: { reserved: 6 } });
  });

  it('under one key are one, in whichever process they arrive', async () => {
    const sku = await world.stocked({ lot: 'LOT', expires: day(60) });
    const twin = await world.stocked({ lot: 'LOT', expires: day(60) });
    const key = `key-${crypto.randomUUID()}`;
    const held = await holdLevel(sku);
    const body = { reference: order('O'), sku_code: sku, qty: 2 };
    const [first, second] = await inOrder(
      held,
      () => reserve(one, body, key),
      () => reserve(other, body, key),
    );
    expect([first.status, second.status]).toEqual([201, 200]);
    expect(second.text).toBe(first.text);
    // Two SKUs: they hold no lock in common but the key's.
    const another = `key-${crypto.randomUUID()}`;
    const commits = await holdCommits();
    const [won, lost] = await inOrder(
      commits,
      () => reserve(one, { ...body, qty: 3 }, another),
      () => reserve(other, { ...body, sku_code: twin }, another),
    );
    expect([won.status, lost.status]).toEqual([201, 422]);
    expect(lost.body.error.code).toBe('idempotency_key_reused');
    expect(await heldBy(one, 'O', twin)).toEqual([]);
  });

  it('are one when twenty of an order come at once', async () => {
    const sku = await world.stocked({ lot: 'A', expires: day(10) }, { lot: 'B', expires: day(20) });
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => asked(index % 2 ? one : other, sku, 13, 'O')),
    );
    expect(statusCounts(answers)).toEqual({ 200: 19, 201: 1 });
    for (const { body } of answers) expect(body.allocations).toEqual(answers[0]?.body.allocations);
    expect(await heldBy(one, 'O', sku)).toEqual(['A:10', 'B:3']);
    expect((await readLevel(one, sku)).reserved).toBe(13);
  });
});

describe('a quarantine and a reservation', () => {
  it('leave the order in a lot that is usable, whichever comes first', async () => {
    for (const quarantineFirst of [true, false]) {
      const sku = await world.stocked(
        { lot: 'LOT', expires: day(60) },
        { lot: 'NEXT', expires: day(90) },
      );
      const held = await holdLevel(sku);
      const quarantining: Work = () => setStatus(sku, 'LOT', 'quarantine', 'Main');
      const reserving: Work = () => asked(other, sku, 8, 'O');
      await (quarantineFirst
        ? inOrder(held, quarantining, reserving)
        : inOrder(held, reserving, quarantining));
      expect(await heldBy(one, 'O', sku)).toEqual(['NEXT:8']);
      expect(await readLot(one, sku, 'LOT')).toMatchObject({ status: 'quarantine', reserved: 0 });
    }
  });

  it('release and report what no lot has room for, or refuse to reserve it', async () => {
    const sku = await world.stocked({ lot: 'LOT', expires: day(60) });
    const held = await holdLevel(sku);
    const [reserved, quarantined] = await inOrder(
      held,
      () => asked(other, sku, 8, 'O'),
      () => setStatus(sku, 'LOT', 'quarantine', 'Main'),
    );
    expect(reserved.status).toBe(201);
    const moved = { reference: order('O'), lot_number: 'LOT', moved: 0, released: 8 };
    expect(quarantined.places).toEqual([
      { location: 'Main', changed: true, moved: [moved], waiting: 0 },
    ]);
    expect(await heldBy(one, 'O', sku)).toEqual([]);
    expect((await asked(other, sku, 8, 'O')).status).toBe(409);
  });
});

describe('a recall', () => {
  /** Main and Annex, which holds another lot: its level is there, the lot is not. */
  const raced = () =>
    world.stocked(
      { lot: 'LOT', expires: day(60) },
      { lot: 'ANOTHER', expires: day(60), location: 'Annex' },
    );

  it('finds the first receipt at a new location that was about to commit', async () => {
    const sku = await raced();
    const [received] = await inOrder(
      await holdCommits(),
      () => receive(sku),
      () => recall(sku),
    );
    expect(received.status).toBe(201);
    expect(await statuses(sku)).toEqual(['Annex quarantine', 'Annex released', 'Main quarantine']);
    expect((await readLot(one, sku, 'LOT', 'Annex')).status).toBe('quarantine');
  });

  it('is seen by a first receipt that came just after it', async () => {
    for (const status of [undefined, 'quarantine', 'released']) {
      const sku = await raced();
      const [, received] = await inOrder(
        await holdNumber(sku),
        () => recall(sku),
        () => receive(sku, status === undefined ? {} : { status }),
      );
      if (status === 'released') {
        expect([received.status, received.body.error.code]).toEqual([400, 'invalid_movement']);
      } else {
        expect(received.status).toBe(201);
        expect((await readLot(one, sku, 'LOT', 'Annex')).status).toBe('quarantine');
      }
      expect(await releasedThoughRecalled()).toEqual([]);
    }
  });

  it('finds the transfer to a new location that was about to commit', async () => {
    const sku = await raced();
    await inOrder(
      await holdCommits(),
      () => transfer(sku),
      () => recall(sku),
    );
    expect((await readLot(one, sku, 'LOT', 'Annex')).status).toBe('quarantine');
    expect(await releasedThoughRecalled()).toEqual([]);
  });

  it('refuses a transfer that would carry a released lot to a new location just after it', async () => {
    const sku = await raced();
    const [, moved] = await inOrder(
      await holdNumber(sku),
      () => recall(sku),
      () => transfer(sku).catch((error: Error) => error.message),
    );
    // The transfer may come after the status was set as well: then the lot travels in quarantine.
    if (typeof moved === 'string') expect(moved).toMatch(/quarantined everywhere/);
    expect(await releasedThoughRecalled()).toEqual([]);
  });

  it('leaves nothing released when receipts, transfers and imports come from everywhere', async () => {
    for (let round = 0; round < 8; round += 1) {
      const sku = await world.stocked({ lot: 'LOT', expires: day(60), qty: 50 });
      const record = { organization: world.mine.slug, sku_code: sku, lot_number: 'LOT', qty: 2 };
      const lots = [{ ...record, expiry_date: day(60), location: 'Attic' }];
      const racers: Work[] = [
        () => recall(sku),
        () => receive(sku),
        () => receive(sku, { location: 'Cellar' }),
        () => transfer(sku, 'Cellar').catch(() => {}),
        () => transfer(sku).catch(() => {}),
        () => importFile(world.db.database, JSON.stringify({ lots })),
        () => asked(one, sku, 7, 'O'),
      ];
      await Promise.all(shuffled(racers).map((race) => race()));
      expect(await releasedThoughRecalled()).toEqual([]);
      expect(await heldBy(one, 'O', sku)).toEqual([]);
    }
  });
});

describe('a lot that is received and reserved in one transaction', () => {
  it('holds what was reserved in it', async () => {
    const sku = await world.stocked({ lot: 'LOT', expires: day(60), qty: 1 });
    const [service] = world.services as [RunningService];
    const { rows } = await world.db.owner.query(
      `select l.organization_id as "organizationId", l.sku_id as "skuId",
              l.location_id as "locationId"
         from stock_level l join sku s on s.id = l.sku_id where s.sku_code = $1`,
      [sku],
    );
    const [level] = rows;
    const change = (request: WriterRequest): StockChange<WriterRequest> => ({
      level,
      request,
      naming: { skuCode: sku, productId: UNNAMED, location: 'Main' },
      movement: newMovement({ actor: 'worker' }),
    });
    const [lotNumber, expiryDate] = ['NEW', day(30)];
    // Submitted in one turn, so that they share a batch.
    await Promise.all(
      [
        { type: 'receive' as const, units: 10, lotNumber, expiryDate, status: undefined },
        { type: 'reserve' as const, units: 4, reference: order('O'), ...ANY_LOT },
      ].map((request) => service.services.stockWriter.submit(change(request))),
    );
    expect(await heldBy(one, 'O', sku)).toEqual(['NEW:4']);
    expect(await readLot(one, sku, 'NEW')).toMatchObject({ on_hand: 10, reserved: 4 });
    await expectConsistentReservations(world.db);
  });
});

const UNNAMED = '00000000-0000-4000-8000-000000000000';
const ANY_LOT = { lotId: undefined, minExpiryDate: undefined };

describe('many orders at once', () => {
  it('keep reservations consistent, and a quarantine meanwhile loses nothing that has room', async () => {
    const lots = Array.from({ length: 10 }, (_, index) => `LOT-${index}`);
    const sku = await world.stocked(
      ...lots.map((lot, index) => ({ lot, expires: day(20 + index), qty: 50 })),
    );
    const wanted = new Map<string, number>();
    const orders = Array.from({ length: 60 }, (_, index) => ({
      id: `STORM-${index}`,
      index,
    }));
    const quarantined: { released: number }[] = [];
    const quarantine = async (lot: string) => {
      const { places } = await setStatus(sku, lot, 'quarantine', 'Main');
      quarantined.push(...places[0].moved);
    };
    const ordering = inFlight(20, orders, async ({ id, index }) => {
      const api = index % 2 ? one : other;
      expect((await asked(api, sku, 3, id)).status).toBe(201);
      if (index % 3 === 0) {
        expect((await fulfill(api, sku, 2, id)).status).toBe(201);
        wanted.set(id, 1);
      } else if (index % 3 === 1) {
        expect((await release(api, id, sku)).body).toEqual({ released: 3 });
      } else {
        wanted.set(id, 3);
      }
    });
    // The first lots are those that orders hold; 300 units of the others are left for 180.
    const quarantining = (async () => {
      for (const lot of lots.slice(0, 4)) await quarantine(lot);
    })();
    await Promise.all([ordering, quarantining]);
    expect(quarantined.filter(({ released }) => released > 0)).toEqual([]);
    for (const { id } of orders) {
      const units = (await heldBy(one, id, sku)).map((row) => Number(row.split(':')[1]));
      expect([id, units.reduce((sum, more) => sum + more, 0)]).toEqual([id, wanted.get(id) ?? 0]);
    }
    await expectConsistentReservations(world.db);
  });
});
