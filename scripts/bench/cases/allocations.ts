// Reservations against movements, with none open at first and with many.
import { Agent } from 'node:http';
import type { Product } from '../../../kit/product.ts';
import { SKUS_EACH } from '../fixture.ts';
import { drive } from '../load/drive.ts';
import { send } from '../load/node-driver.ts';
import { fulfil, reserve } from '../load/requests.ts';
import {
  type BenchCase,
  type Contender,
  inTurn,
  loadContender,
  onCopy,
  type Site,
  type Stage,
} from '../stage.ts';

const CONNECTIONS = 64;
const FILL_SECONDS = 2;

export const allocations: BenchCase = {
  name: 'allocations',
  title: 'Reservations at 64 connections; before each run all of the last are released',
  unit: 'reservations',
  run: (stage) =>
    onCopy(stage, 'allocations', async ({ start, database }) => {
      const product = await start();
      const [movements, reservations] = contenders(stage, product);
      return inTurn(stage, [
        movements,
        {
          ...reservations,
          measure: async (seconds) => {
            const sample = await reservations.measure(seconds);
            await releaseAll(stage, { product, database });
            return sample;
          },
        },
      ]);
    }),
};

export const openAllocations: BenchCase = {
  name: 'open',
  title: 'The same while many reservations are open',
  unit: 'reservations',
  run: (stage) =>
    onCopy(stage, 'open', async ({ start, database }) => {
      const product = await start();
      await reserveMany(stage, { product, database });
      stage.say(`  ${await openIn(stage, database)} reservations are open`);
      return inTurn(stage, contenders(stage, product));
    }),
};

function contenders(stage: Stage, product: Product): [Contender, Contender] {
  const { keys } = stage.fixture;
  const common = { keys, skus: SKUS_EACH, connections: CONNECTIONS };
  return [
    loadContender(stage, product, { name: 'movements', load: { ...common, requests: [fulfil] } }),
    loadContender(stage, product, {
      name: 'reservations',
      against: 'movements',
      load: { ...common, requests: [reserve] },
    }),
  ];
}

interface Reserved {
  readonly product: Product;
  readonly database: Site['database'];
}

async function reserveMany(stage: Stage, { product, database }: Reserved): Promise<void> {
  const load = { keys: stage.fixture.keys, skus: SKUS_EACH, connections: CONNECTIONS };
  while ((await openIn(stage, database)) < stage.options.open) {
    await drive(product.url, { ...load, requests: [reserve] }, FILL_SECONDS);
  }
}

async function openIn({ postgres }: Stage, database: string): Promise<number> {
  const [row] = await postgres.query<{ open: number }>(
    database,
    'select count(*)::int as open from allocation',
  );
  return row?.open ?? 0;
}

/** Over the API, as an order that is cancelled does it. */
async function releaseAll(stage: Stage, { product, database }: Reserved): Promise<void> {
  const { keys } = stage.fixture;
  const open = await stage.postgres.query<{ id: string; organization: string }>(
    database,
    `select reference_id as id, slug as organization from allocation
       join organization on organization.id = allocation.organization_id`,
  );
  const agent = new Agent({ keepAlive: true });
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      for (let one = open.pop(); one !== undefined; one = open.pop()) {
        const path = `/inventory/allocations?reference_type=order&reference_id=${one.id}`;
        const key = keys[Number(one.organization.slice('bench-'.length))] as string;
        const { status } = await send(product.url, { method: 'DELETE', path, key }, agent);
        if (status !== 200) throw new Error(`A release was answered ${status}.`);
      }
    }),
  );
  agent.destroy();
}
