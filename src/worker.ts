// The work beside requests: webhook deliveries, and what is due from time to time.
import type { Logger } from 'pino';
import type { Database } from './database/database.ts';
import type { Statement } from './database/statement.ts';
import { StockDoor } from './inventory/door/stock-door.ts';
import { sweepLots } from './inventory/sweep-lots.ts';
import { type DeliveryParts, startDelivery } from './webhooks/deliver.ts';

const LOOK_MILLISECONDS = 60_000;
const HOUR_SECONDS = 3_600;
const EVENTS_KEPT_DAYS = 90;
const DELIVERIES_KEPT_DAYS = 30;
const DELETED_AT_ONCE = 5_000;

/** Starts the work; `stop` waits for what is under way. */
export function startWorker(parts: DeliveryParts): { stop(): Promise<void> } {
  const { database, log } = parts;
  const delivery = startDelivery(parts);
  let underWay: Promise<void> = Promise.resolve();
  let isBusy = false;
  const look = () => {
    if (isBusy) return;
    isBusy = true;
    underWay = doWhatIsDue(database, log).finally(() => {
      isBusy = false;
    });
  };
  look();
  const timer = setInterval(look, LOOK_MILLISECONDS);
  return {
    stop: async () => {
      clearInterval(timer);
      await Promise.all([delivery.stop(), underWay]);
    },
  };
}

/** Never rejects: what fails is due again in an hour. */
async function doWhatIsDue(database: Database, log: Logger): Promise<void> {
  const jobs = [
    {
      name: 'sweep',
      run: () => sweepLots(database, new StockDoor(database), null).then(() => undefined),
    },
    {
      name: 'forget',
      run: async () => {
        await forget(database, FORGET_EVENTS, EVENTS_KEPT_DAYS);
        await forget(database, FORGET_DELIVERIES, DELIVERIES_KEPT_DAYS);
      },
    },
  ];
  for (const { name, run } of jobs) {
    try {
      const [claimed] = await database.query(CLAIM_JOB, [name, HOUR_SECONDS]);
      if (claimed !== undefined) await run();
    } catch (error) {
      log.error({ job: name, cause: (error as Error).message }, 'a periodic job failed');
    }
  }
}

/** Of several workers one does it, once in the interval. */
const CLAIM_JOB: Statement = {
  name: 'claim-job',
  text: `
    insert into periodic_job as j (name, last_run_at) values ($1::text, now())
    on conflict (name) do update set last_run_at = now()
     where j.last_run_at < now() - make_interval(secs => $2::int)
    returning name`,
};

async function forget(database: Database, statement: Statement, days: number): Promise<void> {
  for (;;) {
    const rows = await database.query(statement, [days, DELETED_AT_ONCE]);
    // The bound: each round makes the rest smaller.
    if (rows.length < DELETED_AT_ONCE) return;
  }
}

const FORGET_EVENTS: Statement = {
  name: 'forget-events',
  text: `
    delete from event e
     using (select organization_id, position from event
             where created_at < now() - make_interval(days => $1::int)
             order by created_at limit $2) old
     where e.organization_id = old.organization_id and e.position = old.position
    returning e.position`,
};

const FORGET_DELIVERIES: Statement = {
  name: 'forget-deliveries',
  text: `
    delete from webhook_delivery
     where id in (select id from webhook_delivery
                   where finished_at < now() - make_interval(days => $1::int)
                   order by finished_at limit $2)
    returning id`,
};
