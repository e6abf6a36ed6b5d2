// The work beside requests: webhook deliveries, and what is due from time to time.
import type { Logger } from 'pino';
import type { Database } from './database/database.ts';
import { statement } from './database/statement.ts';
import { forgetEvents } from './events/forget-events.ts';
import { StockDoor } from './inventory/door/stock-door.ts';
import { sweepLots } from './inventory/sweep-lots.ts';
import { type DeliveryParts, startDelivery } from './webhooks/deliver.ts';
import { forgetDeliveries } from './webhooks/forget-deliveries.ts';

const LOOK_MILLISECONDS = 60_000;
const HOUR_SECONDS = 3_600;

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
      run: () =>
        sweepLots(database, new StockDoor(database), { asOf: null, by: 'worker' }).then(
          () => undefined,
        ),
    },
    {
      name: 'forget',
      run: async () => {
        await forgetEvents(database);
        await forgetDeliveries(database);
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
const CLAIM_JOB = statement<{ name: string }>(
  'claim-job',
  `
    insert into periodic_job (name, last_run_at) values ($1::text, now())
    on conflict (name) do update set last_run_at = now()
     where periodic_job.last_run_at < now() - make_interval(secs => $2::int)
    returning name`,
);
