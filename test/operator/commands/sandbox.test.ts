// What a reset of the test environment deletes, and that nothing else is touched: whole tables are compared.
import { beforeEach, expect, it } from 'vitest';
import { tendDeliveries } from '../../../src/webhooks/delivery/tend-deliveries.ts';
import { ADA, type Clinic } from '../../support/clinic.ts';
import { hold } from '../../support/concurrency.ts';
import { addDelivery, create } from '../../support/endpoints.ts';
import { freshKey } from '../../support/pharmacy.ts';
import { placing } from '../../support/place-orders.ts';

const made = placing();
const CONSENT = { accepted: true, at: '2026-01-02T03:04:05.678Z' };
const DELETED = {
  webhook_endpoints: 1,
  orders: 2,
  prescriptions: 1,
  intakes: 1,
  partners: 1,
  store_orders: 1,
  checkout_configs: 1,
  bundles: 1,
  kept_answers: 3,
  patients: 1,
};
const NONE = Object.fromEntries(Object.keys(DELETED).map((kind) => [kind, 0]));

const reset = (...words: string[]) =>
  made.operateJson('sandbox', 'reset', '--organization', 'clinic', ...words);

/** Fills each table that has an environment, and what belongs to its rows. */
async function fill({ id, slug, ...keys }: Clinic, environment: 'live' | 'test') {
  const api = keys[environment];
  const createPatient = { body: ADA, headers: { 'Idempotency-Key': freshKey() } };
  const keyed = async (path: string, body: object) => {
    const headers = { 'Idempotency-Key': freshKey() };
    const answer = await api.post(path, { body, headers });
    expect(answer.status, answer.text).toBe(201);
    return answer.body.data.id as string;
  };
  const created = await api.post('/v1/patients', createPatient);
  const patientId: string = created.body.data.id;
  await keyed('/v1/intakes', { patient_id: patientId, answers: {}, consent: CONSENT });
  const prescription = await made.writePrescription(crypto.randomUUID(), { patientId });
  const item = { ...made.item('pills', 1), prescription_id: prescription };
  const orderId = await keyed('/v1/orders', made.body({ patient_id: patientId, items: [item] }));
  const { owner } = made.db;
  const row = [crypto.randomUUID(), id, environment];
  await owner.query(
    `insert into customer_order (id, organization_id, environment, order_number, total_cents,
                                 affiliate_organization_id)
     select $1::uuid, $2::uuid, $3, $1::text, 1, id from organization where slug = $4`,
    [...row, slug === 'clinic' ? 'stranger' : 'clinic'],
  );
  await owner.query('update prescription set order_id = $2 where id = $1', [prescription, orderId]);
  await owner.query(
    `insert into account_charge (id, organization_id, order_id, amount_cents, currency)
     values (gen_random_uuid(), $1, $2, 1, 'USD') on conflict do nothing`,
    [id, orderId],
  );
  for (const [table, columns, values] of [
    ['partner', 'external_id, name', "'p', 'P'"],
    ['store_order', 'order_number, sealed, items', "'S-1', '', '[]'"],
    ['checkout_config', 'public_client_key, sealed', "'key', ''"],
    [
      'bundle',
      'name, pricing_mode, flat_price_cents, is_listed, purchase_mode, first_order_immediate',
      "'Kit', 'flat', 100, true, 'one_time', true",
    ],
  ]) {
    await owner.query(
      `insert into ${table} (id, organization_id, environment, ${columns}) values ($1, $2, $3, ${values})`,
      row,
    );
  }
  await owner.query(
    'insert into bundle_item (bundle_id, product_id, organization_id, position, qty) values ($1, $2, $3, 0, 1)',
    [row[0], made.products.spray, id],
  );
  const { id: endpoint } = await create(api);
  await addDelivery(made, endpoint, 'pending');
  return { createPatient, patientId, orderId, endpoint };
}

/**
 * All rows of all tables, but for what each request counts.
 *
 * @param gone the ids of organizations whose test rows are left out
 */
async function everyRow(gone: string | null): Promise<Record<string, string[]>> {
  const { rows: tables } = await made.db.owner.query(
    `select relname as name from pg_class
      where relnamespace = quote_ident(current_schema())::regnamespace and relkind = 'r'
        and relname not in ('api_key_usage', 'operator_action')
      order by 1`,
  );
  const OF_TEST: Record<string, string> = {
    account_charge:
      "exists (select from customer_order o where o.id = t.order_id and o.environment = 'test')",
    bundle_item:
      "exists (select from bundle b where b.id = t.bundle_id and b.environment = 'test')",
    webhook_delivery:
      "exists (select from webhook_endpoint e where e.id = t.endpoint_id and e.environment = 'test')",
  };
  const kept = ['event', 'api_key', 'order_reader'];
  const all: Record<string, string[]> = {};
  for (const { name } of tables) {
    const { rows: columns } = await made.db.owner.query(
      `select from information_schema.columns
        where table_schema = current_schema() and table_name = $1 and column_name = 'environment'`,
      [name],
    );
    const ofTest = columns.length > 0 ? "t.environment = 'test'" : OF_TEST[name];
    const owner = name === 'order_reader' ? 'order_organization_id' : 'organization_id';
    const isKept = ofTest === undefined || (kept.includes(name) && name !== 'order_reader');
    const left = isKept || gone === null ? '' : `where not (${ofTest} and t.${owner} = '${gone}')`;
    const { rows } = await made.db.owner.query(
      `select t::text as text from ${name} t ${left} order by 1`,
    );
    all[name] = rows.map(({ text }) => text);
  }
  return all;
}

let mine: Awaited<ReturnType<typeof fill>>;
let wasFilled = false;
beforeEach(async () => {
  if (!wasFilled) {
    await made.operateJson('sandbox', 'reset', '--organization', 'clinic');
    await fill(made.clinic, 'live');
    await fill(made.stranger, 'live');
    await fill(made.stranger, 'test');
    wasFilled = true;
  }
  await reset();
  await tendDeliveries(made.db.database);
  mine = await fill(made.clinic, 'test');
});

it('deletes the test rows of one organization, and leaves every other row of every table as it is', async () => {
  const before = await everyRow(made.clinic.id);
  expect(before.patient?.length).toBeGreaterThan(3);
  expect(await reset()).toEqual({ deleted: DELETED, complete: true });
  await tendDeliveries(made.db.database);
  expect(await everyRow(null)).toEqual(before);
});

it('makes the demo as test data of the organization, the same each time, and touches nothing else', async () => {
  const { id } = made.clinic;
  // Its orders are announced in the feed of its test keys, which moves its own counter.
  const others = async () => {
    const { event = [], event_counter: counters = [], ...rest } = await everyRow(id);
    return { event, rest: { ...rest, counters: counters.filter((row) => !row.includes(id)) } };
  };
  const world = async () => {
    const lists = ['patients', 'orders', 'prescriptions'].map(async (list) => {
      const { data } = (await made.clinic.test.get(`/v1/${list}`)).body;
      return data.map((row: object) => ({ ...row, updated_at: undefined }));
    });
    return Promise.all(lists);
  };
  const counts = { patients: 2, orders: 3, prescriptions: 2 };
  const ofStore = { partners: 2, store_orders: 2, checkout_configs: 1 };
  const before = await others();
  const result = { complete: true, made: { ...counts, ...ofStore } };
  expect(await reset('--demo')).toEqual({ deleted: DELETED, ...result });
  await tendDeliveries(made.db.database);
  const after = await others();
  expect(after.rest).toEqual(before.rest);
  expect(after.event.filter((row) => before.event.includes(row))).toEqual(before.event);
  const added = after.event.filter((row) => !before.event.includes(row));
  expect(added).toHaveLength(3);
  for (const row of added) expect(row).toMatch(new RegExp(`^.${id},.*,test,order\\.updated,`));

  const first = await world();
  // One more order is another organization's, and names this one.
  expect(first.map((rows) => rows.length)).toEqual([2, 4, 2]);
  expect(await reset('--demo')).toMatchObject({ deleted: { ...counts, ...ofStore }, ...result });
  expect(await world()).toEqual(first);
});

it('makes no demo where something is left, and none in a dry run', async () => {
  const held = await hold(
    made.db.owner,
    `select from patient where id = '${mine.patientId}' for share`,
  );
  const words = ['sandbox', 'reset', '--organization', 'clinic', '--demo'];
  const { code, printed } = await made.operate(...words).finally(() => held.release());
  expect([code, printed.endsWith('run it again')]).toEqual([1, true]);
  const dryRun = made.operate(...words, '--dry-run');
  await expect(dryRun).rejects.toThrow('Use --dry-run without --demo.');
}, 60_000);

it('finds nothing the second time, and leaves no second trace', async () => {
  const traces = async () =>
    (await made.db.owner.query("select from operator_action where command = 'sandbox reset'"))
      .rowCount as number;
  const before = await traces();
  await reset('--actor', 'Ada');
  expect(await reset()).toEqual({ deleted: NONE, complete: true });
  expect(await traces()).toBe(before + 1);
});

it('only counts in a dry run', async () => {
  const before = await everyRow(null);
  expect(await reset('--dry-run')).toEqual({ dry_run: true, would_delete: DELETED });
  expect(await everyRow(null)).toEqual(before);
});

it('makes a new record of a request that is repeated with its old key', async () => {
  const { createPatient, patientId } = mine;
  const repeat = async () =>
    (await made.clinic.test.post('/v1/patients', createPatient)).body.data.id;
  expect(await repeat()).toBe(patientId);
  await reset();
  expect(await repeat()).not.toBe(patientId);
});

it('ends the endpoints at once, and a worker deletes their deliveries', async () => {
  const deliveries = async () =>
    (
      await made.db.owner.query('select from webhook_delivery where endpoint_id = $1', [
        mine.endpoint,
      ])
    ).rowCount;
  expect(await deliveries()).toBe(1);
  await reset();
  const path = `/v1/inventory/webhooks/${mine.endpoint}`;
  expect((await made.clinic.test.get(path)).status).toBe(404);
  await tendDeliveries(made.db.database);
  expect(await deliveries()).toBe(0);
});

it('leaves what a request uses meanwhile, says so, and finishes the next time', async () => {
  const held = await hold(
    made.db.owner,
    `select from patient where id = '${mine.patientId}' for share`,
  );
  const running = made.operate('sandbox', 'reset', '--organization', 'clinic');
  const { code, printed } = await running.finally(() => held.release());
  expect(code).toBe(1);
  expect(printed).toMatch(/patients: 0\nNOT ALL/);
  expect(await reset()).toEqual({ deleted: { ...NONE, patients: 1 }, complete: true });
}, 60_000);

it('says which slug is unknown', async () => {
  await expect(made.operate('sandbox', 'reset', '--organization', 'nobody')).rejects.toThrow(
    'No organization has the slug nobody.',
  );
});

it.each(['patient', 'customer_order', 'idempotency_key', 'store_order', 'account_charge'])(
  'cannot delete a live row of %s, whoever asks',
  async (table) => {
    const whose =
      table === 'account_charge'
        ? "order_id in (select id from customer_order where environment = 'live')"
        : "environment = 'live'";
    await expect(made.db.owner.query(`delete from ${table} where ${whose}`)).rejects.toThrow(
      'can be deleted',
    );
  },
);
