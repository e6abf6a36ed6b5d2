// Organizations whose events may lack deliveries are marked; no other is looked at. So no mark may go while one does.
import { beforeEach, describe, expect, it } from 'vitest';
import { statements } from '../../../src/database/statement.ts';
import { fanOut } from '../../../src/webhooks/delivery/fan-out.ts';
import { clearFanOutPending } from '../../../src/webhooks/delivery/fan-out-pending.ts';
import { type Hold, hold } from '../../support/concurrency.ts';
import { create, PUBLIC_URL, useEndpoints, WEBHOOKS } from '../../support/endpoints.ts';
import { day, post } from '../../support/pharmacy.ts';

const webhooks = useEndpoints();

const PAUSE = 4_711;

beforeEach(async () => {
  await webhooks.db.owner.query('delete from webhook_endpoint');
});

const receive = () =>
  post(webhooks.live, {
    type: 'receive',
    sku_code: 'SKU-1',
    qty: 1,
    lot_number: 'L',
    expiry_date: day(60),
  });

async function organizationId(): Promise<string> {
  const { rows } = await webhooks.db.owner.query(
    `select o.id from organization o where o.slug <> 'other'`,
  );
  expect(rows).toHaveLength(1);
  return rows[0].id;
}

async function isMarked(): Promise<boolean> {
  const { rows } = await webhooks.db.owner.query(
    'select pending_since is not null as is_marked from event_counter where organization_id = $1',
    [await organizationId()],
  );
  return rows[0]?.is_marked;
}

async function deliveryCount(): Promise<number> {
  const { rows } = await webhooks.db.owner.query(
    'select count(*)::int as count from webhook_delivery',
  );
  return rows[0].count;
}

const textOf = (name: string) => statements.get(name)?.text as string;

/** What settles, as it is, but for a wait between what it has seen and what it takes away. */
function settleSlowly() {
  const seen = 'behind.count = 0';
  const text = textOf('webhook-settle-pending');
  expect(text.split(seen)).toHaveLength(2);
  const slow = text.replace(seen, `${seen} and pg_advisory_xact_lock(${PAUSE})::text = ''`);
  return webhooks.db.owner.query(slow, [1_000]);
}

/** Of a worker that settles while `meanwhile` is done and committed. */
async function settledMeanwhile(meanwhile: () => Promise<unknown>): Promise<void> {
  const pause = await hold(webhooks.db.owner, `select pg_advisory_xact_lock(${PAUSE})`);
  const settling = settleSlowly();
  await pause.blocks(1);
  await meanwhile();
  await pause.release();
  await settling;
}

it('is settled once all endpoints are level, and marked by the next event', async () => {
  await create(webhooks.live);
  await receive();
  expect(await isMarked()).toBe(true);
  await clearFanOutPending(webhooks.db.database);
  expect(await isMarked()).toBe(true);
  await fanOut(webhooks.db.database);
  expect([await deliveryCount(), await isMarked()]).toEqual([1, true]);
  await clearFanOutPending(webhooks.db.database);
  expect(await isMarked()).toBe(false);
  await receive();
  expect(await isMarked()).toBe(true);
  await fanOut(webhooks.db.database);
  expect(await deliveryCount()).toBe(2);
});

it('stays marked when a worker dies before what it did is committed', async () => {
  await create(webhooks.live);
  await receive();
  const dying = webhooks.db.database.transaction(async (tx) => {
    await fanOut(tx);
    await clearFanOutPending(tx);
    throw new Error('The process is gone.');
  });
  await expect(dying).rejects.toThrow('The process is gone.');
  expect([await deliveryCount(), await isMarked()]).toEqual([0, true]);
  await clearFanOutPending(webhooks.db.database);
  await fanOut(webhooks.db.database);
  expect(await deliveryCount()).toBe(1);
});

it('is not settled where another worker has an endpoint in hand', async () => {
  await create(webhooks.live);
  await receive();
  const held = await hold(
    webhooks.db.owner,
    'update webhook_endpoint set fanned_position = fanned_position + 1',
  );
  try {
    await fanOut(webhooks.db.database);
    await clearFanOutPending(webhooks.db.database);
  } finally {
    await held.release();
  }
  expect([await deliveryCount(), await isMarked()]).toEqual([0, true]);
  await fanOut(webhooks.db.database);
  expect(await deliveryCount()).toBe(1);
});

it('is settled later where somebody appends just then, and no one waits for that', async () => {
  await create(webhooks.live);
  expect(await isMarked()).toBe(true);
  const counter = await hold(webhooks.db.owner, 'select from event_counter for update');
  try {
    await clearFanOutPending(webhooks.db.database);
  } finally {
    await counter.release();
  }
  expect(await isMarked()).toBe(true);
  await clearFanOutPending(webhooks.db.database);
  expect(await isMarked()).toBe(false);
});

it('is found next to another organization’s that is marked at the same moment', async () => {
  await create(webhooks.live);
  await create(webhooks.theirs);
  await receive();
  await webhooks.db.owner.query(`
    update event_counter set position = position + 1, pending_since = now();
    insert into event (organization_id, position, id, type, data, created_at)
    select organization_id, position, gen_random_uuid(), 'stock.changed', '{}', now() from event_counter`);
  await fanOut(webhooks.db.database);
  const { rows } = await webhooks.db.owner.query(
    'select count(distinct organization_id)::int as count from webhook_delivery',
  );
  expect(rows).toEqual([{ count: 2 }]);
});

it('gives an endpoint all that it lacks at once, though that is more than one window', async () => {
  await create(webhooks.live);
  const lacking = 450;
  await webhooks.db.owner.query(
    `with counter as (
       update event_counter set position = position + $2, pending_since = now()
        where organization_id = $1 returning organization_id, position)
     insert into event (organization_id, position, id, type, data, created_at)
     select organization_id, position - later, gen_random_uuid(), 'stock.changed', '{}', now()
       from counter, generate_series(0, $2 - 1) later`,
    [await organizationId(), lacking],
  );
  await fanOut(webhooks.db.database);
  expect(await deliveryCount()).toBe(lacking);
});

describe('settling loses nothing', () => {
  it('of what is committed while it looks', async () => {
    await create(webhooks.live);
    await settledMeanwhile(receive);
    await fanOut(webhooks.db.database);
    expect(await deliveryCount()).toBe(1);
  });

  it('of an endpoint that is made, and then behind, while it looks', async () => {
    await settledMeanwhile(async () => {
      await create(webhooks.live);
      await receive();
    });
    await fanOut(webhooks.db.database);
    expect(await deliveryCount()).toBe(1);
  });

  it('of an endpoint that is enabled, and then behind, while it looks', async () => {
    const { id } = await create(webhooks.live);
    const patch = (status: string) =>
      webhooks.live.patch(`${WEBHOOKS}/${id}`, { body: { status } });
    await patch('disabled');
    await receive();
    await settledMeanwhile(async () => {
      expect((await patch('enabled')).status).toBe(200);
      await receive();
    });
    await fanOut(webhooks.db.database);
    expect(await deliveryCount()).toBe(1);
  });

  it('of an event that is being appended', async () => {
    await create(webhooks.live);
    await clearFanOutPending(webhooks.db.database);
    const counter = await hold(webhooks.db.owner, 'select from event_counter for update');
    const posted = receive();
    await counter.blocks(1);
    await clearFanOutPending(webhooks.db.database);
    await counter.release();
    expect((await posted).status).toBe(201);
    await fanOut(webhooks.db.database);
    expect(await deliveryCount()).toBe(1);
  });
});

describe('an endpoint', () => {
  /** One that is made, and not yet there for others. */
  const making = async (): Promise<Hold> =>
    hold(webhooks.db.owner, textOf('webhook-create'), [
      crypto.randomUUID(),
      await organizationId(),
      'live',
      PUBLIC_URL,
      [],
      null,
      Buffer.from('sealed'),
      100,
    ]);

  it.each(['with earlier events', 'with the first event of all'])(
    'that is made while something is posted gets what is committed after it, %s',
    async (which) => {
      if (which !== 'with earlier events') {
        await webhooks.db.owner.query('delete from event; delete from event_counter');
      }
      await clearFanOutPending(webhooks.db.database);
      const made = await making();
      const posted = receive();
      await made.blocks(1);
      await clearFanOutPending(webhooks.db.database);
      await made.commit();
      expect((await posted).status).toBe(201);
      await clearFanOutPending(webhooks.db.database);
      await fanOut(webhooks.db.database);
      expect(await deliveryCount()).toBe(1);
    },
  );

  it('that is enabled while something is posted gets what is committed after it', async () => {
    const { id } = await create(webhooks.live);
    await webhooks.live.patch(`${WEBHOOKS}/${id}`, { body: { status: 'disabled' } });
    await receive();
    await clearFanOutPending(webhooks.db.database);
    expect(await isMarked()).toBe(false);
    const enabled = await hold(webhooks.db.owner, textOf('webhook-enable'), [
      id,
      await organizationId(),
      'live',
    ]);
    const posted = receive();
    await enabled.blocks(1);
    await clearFanOutPending(webhooks.db.database);
    await enabled.commit();
    expect((await posted).status).toBe(201);
    await clearFanOutPending(webhooks.db.database);
    await fanOut(webhooks.db.database);
    expect(await deliveryCount()).toBe(1);
  });

  it('of test keys is not looked at for ever where there is nothing of test', async () => {
    await create(webhooks.test);
    await receive();
    await fanOut(webhooks.db.database);
    await clearFanOutPending(webhooks.db.database);
    expect([await deliveryCount(), await isMarked()]).toEqual([0, false]);
  });
});
