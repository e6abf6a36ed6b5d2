// What is due from time to time: once in the interval, anyone who does it.
import { expect, it } from 'vitest';
import { stockOf } from '../../kit/one-database.ts';
import { RETENTION } from '../../src/audit/retention.ts';
import { doWhatIsDue } from '../../src/program/worker.ts';
import { hold } from '../support/concurrency.ts';
import { client, day, makePharmacy, post } from '../support/pharmacy.ts';
import { expire, hold as reserveFor } from '../support/reservations.ts';
import { watchedLog } from '../support/sentinels.ts';
import { useWorld } from '../support/world.ts';

const world = useWorld(async ({ db, service }) => {
  const lots = [{ sku_code: 'SKU-1', lot_number: 'SOON', expiry_date: day(20), qty: 5 }];
  const { liveKey } = await makePharmacy(db.database, { lots });
  const api = client({ url: service.url, key: liveKey });
  return { api };
});

async function jobs(): Promise<{ name: string; last_run_at: Date }[]> {
  const hourly = `select * from periodic_job where name <> 'reallocate' order by name`;
  return (await world.db.owner.query(hourly)).rows;
}

async function expiringEvents(): Promise<number> {
  const { rows } = await world.db.owner.query(
    `select count(*)::int as count from event where type = 'lot.expiring'`,
  );
  return rows[0].count;
}

/** What a worker does when it looks. */
const lookOnce = () =>
  doWhatIsDue(stockOf(world.db.database), {
    log: watchedLog(),
    signal: new AbortController().signal,
  });

it('is done once in an hour, by one of two workers that look at once', async () => {
  await Promise.all([lookOnce(), lookOnce()]);
  const first = await jobs();
  expect(first.map(({ name }) => name)).toEqual(['forget', 'sweep']);
  expect(await expiringEvents()).toBe(1);
  await lookOnce();
  expect(await jobs()).toEqual(first);
  await world.db.owner.query(`update periodic_job set last_run_at = now() - interval '59 minutes'`);
  const aged = await jobs();
  await lookOnce();
  expect(await jobs()).toEqual(aged);
  await world.db.owner.query(`update periodic_job set last_run_at = now() - interval '61 minutes'`);
  await world.db.owner.query(`
    create table job_run (name text);
    create function note_run() returns trigger language plpgsql security definer as
      $$ begin insert into job_run values (new.name); return new; end $$;
    create trigger note_run after update on periodic_job for each row execute function note_run()`);
  // Both see that it is due, and wait for the same row.
  const holder = await hold(world.db.owner, 'select * from periodic_job for update');
  const racing = [lookOnce(), lookOnce()];
  await holder.blocks(2);
  await holder.release();
  await Promise.all(racing);
  const { rows } = await world.db.owner.query('select name from job_run order by name');
  expect(rows).toEqual([{ name: 'forget' }, { name: 'reallocate' }, { name: 'sweep' }]);
});

it('forgets events after 90 days and finished deliveries after 30, and nothing else', async () => {
  for (let index = 0; index < 4; index += 1) {
    const lot = { lot_number: `L${index}`, expiry_date: day(300) };
    expect(
      (await post(world.api, { type: 'receive', sku_code: 'SKU-1', qty: 1, ...lot })).status,
    ).toBe(201);
  }
  const feed = () => world.api.get('/v1/inventory/events');
  const ids = (await feed()).body.data.map(({ id }: { id: string }) => id);
  const [first, second, third] = ids as [string, string, string];
  await world.db.owner.query(
    `update event set created_at = now() - case when id = $3 then interval '89 days'
       else interval '91 days' end where id in ($1, $2, $3)`,
    [first, second, third],
  );
  const { body: endpoint } = await world.api.post('/v1/inventory/webhooks', {
    body: { url: 'https://93.184.215.14/', events: ['order.updated'] },
  });
  const { rows } = await world.db.owner.query(
    `insert into webhook_delivery (id, organization_id, endpoint_id, event_id, type, payload, status,
                                   created_at, next_attempt_at, finished_at)
     select gen_random_uuid(), e.organization_id, e.id, gen_random_uuid(), d.kept, '{}', d.status,
            now() - interval '100 days', d.due, now() - d.age
       from webhook_endpoint e,
            (values ('forgotten', 'dead', null, interval '31 days'),
                    ('forgotten', 'succeeded', null, interval '31 days'),
                    ('kept', 'dead', null, interval '29 days'),
                    ('kept', 'succeeded', null, interval '29 days'),
                    ('kept', 'pending', 'infinity'::timestamptz, null)) as d (kept, status, due, age)
      where e.id = $1 returning id, organization_id, type`,
    [endpoint.id],
  );
  for (const { id, organization_id } of rows) {
    await world.db.owner.query(
      `insert into webhook_attempt (delivery_id, number, organization_id, at, milliseconds)
       values ($1, 1, $2, now(), 1)`,
      [id, organization_id],
    );
  }
  await world.db.owner.query(`update periodic_job set last_run_at = now() - interval '2 hours'`);
  await lookOnce();
  expect((await feed()).body.data.map(({ id }: { id: string }) => id)).toEqual(ids.slice(2));
  const { rows: left } = await world.db.owner.query('select type from webhook_delivery');
  expect(left.map(({ type }) => type)).toEqual(['kept', 'kept', 'kept']);
  const { rows: attempts } = await world.db.owner.query('select number from webhook_attempt');
  expect(attempts).toHaveLength(3);
  // A reader that fell so far behind gets an error that says where to begin.
  const stale = await world.api.get('/v1/inventory/events', { query: { after: second } });
  expect(stale.status).toBe(400);
  expect(stale.body.error.message).toContain(third);
  expect((await world.api.get('/v1/inventory/events', { query: { after: third } })).status).toBe(
    200,
  );
});

it('continues when a job fails, and does it again an hour later', async () => {
  await world.db.owner.query(`update periodic_job set last_run_at = now() - interval '2 hours'`);
  await world.db.owner.query('alter table event rename to event_away');
  try {
    await lookOnce();
  } finally {
    await world.db.owner.query('alter table event_away rename to event');
  }
  const [forget] = await jobs();
  expect(Date.now() - (forget?.last_run_at.getTime() as number)).toBeLessThan(60_000);
});

it('is aborted when the worker is stopped, and due again at once', async () => {
  await world.db.owner.query(`update periodic_job set last_run_at = now() - interval '2 hours'`);
  const stopping = new AbortController();
  const running = doWhatIsDue(stockOf(world.db.database), {
    log: watchedLog(),
    signal: stopping.signal,
  });
  stopping.abort();
  await running;
  const due = (await jobs()).filter(
    ({ last_run_at }) => Date.now() - last_run_at.getTime() > 3_600_000,
  );
  expect(due.map(({ name }) => name)).toEqual(['forget', 'sweep']);
});

it('is due again at once where it was broken off when it had begun, and that alone', async () => {
  await lookOnce();
  await world.db.owner.query(`update periodic_job set last_run_at = now() - interval '2 hours'`);
  const held = await hold(world.db.owner, 'lock table event in access exclusive mode');
  const stopping = new AbortController();
  const running = doWhatIsDue(stockOf(world.db.database), {
    log: watchedLog(),
    signal: stopping.signal,
  });
  await held.blocks(1);
  stopping.abort();
  await held.release();
  await running;
  const { rows } = await world.db.owner.query(
    `select name from periodic_job where last_run_at = 'epoch' order by name`,
  );
  expect(rows).toEqual([{ name: 'forget' }]);
});

it('is done where another worker has just done what comes before it', async () => {
  await world.db.owner.query(
    `update periodic_job set last_run_at = now() - case name when 'reallocate' then interval '0'
       else interval '2 hours' end`,
  );
  await lookOnce();
  const age = Math.max(
    ...(await jobs()).map(({ last_run_at }) => Date.now() - last_run_at.getTime()),
  );
  expect(age).toBeLessThan(3_600_000);
});

it('forgets after six years who read data about patients', async () => {
  const { days } = RETENTION.patient_access;
  await world.db.owner.query(
    `insert into patient_access (request_id, organization_id, at, actor, operation, patient_ids)
     select gen_random_uuid(), organization.id, now() - make_interval(days => $1 + n), 'worker',
            'getPatient', array[gen_random_uuid()]
       from organization, (values (-1), (1)) as age (n)`,
    [days],
  );
  await world.db.owner.query(`update periodic_job set last_run_at = now() - interval '2 hours'`);
  await lookOnce();
  const { rows } = await world.db.owner.query(
    'select at < now() - make_interval(days => $1) as is_over from patient_access',
    [days],
  );
  expect(rows).toEqual([{ is_over: false }]);
});

it('is the worker’s own doing, and no operator’s', async () => {
  const lot = { sku_code: 'SKU-1', lot_number: 'TODAY', expiry_date: day(5) };
  expect((await post(world.api, { type: 'receive', qty: 3, ...lot })).status).toBe(201);
  expect(await reserveFor(world.api, 'O-1', { sku_code: 'SKU-1', qty: 2 })).toEqual(['TODAY:2']);
  await expire(world.db, 'SKU-1', 'TODAY');
  await world.db.owner.query(`update periodic_job set last_run_at = now() - interval '2 hours'`);
  await lookOnce();
  const { rows } = await world.db.owner.query(
    `select actor, (select count(*)::int from operator_action where command = 'lot sweep') as commands
       from movement where type = 'reallocate'`,
  );
  expect(rows).toEqual([{ actor: 'worker', commands: 0 }]);
});
