// The pharmacy of a soak: few lots, so that everybody meets everybody.
import type pg from 'pg';
import { SECRETS_KEY } from '../kit/product.ts';
import { issueKey } from '../src/api-keys/issue-key.ts';
import { operatorAction } from '../src/audit/operator-actions.ts';
import type { Database } from '../src/database/database.ts';
import { SecretBox } from '../src/lib/seal.ts';
import { importFile, readImport } from '../src/operator/import/import-file.ts';
import type { ImportFile } from '../src/operator/import/sections.ts';
import { send } from './callers/send.ts';
import { gtinOf, LOCATIONS, SKUS } from './catalog.ts';
import { type Base, emptyBase } from './history.ts';

/** A lot has a status of its own at each location. */
export const LOTS = ['L1', 'L2', 'L3', 'L4'];
/** Lots that are quarantined and released at all locations at once. */
export const RECALLED = ['R1', 'R2'];
/** Lots that mostly come by import. */
export const IMPORTED = Array.from({ length: 12 }, (_, index) => `I${index + 1}`);
/** How many orders that nothing else names hold one hot lot together. */
export const HOT_LOT_ORDERS = 200;
export const ORDERS = 12;
const REORDER_POINT = 25;
const MANY = 100_000_000;

export interface Caller {
  readonly name: string;
  readonly bearer: string;
}

export interface World {
  readonly slug: string;
  readonly organizationId: string;
  /** Ids of products, by SKU. */
  readonly products: Readonly<Record<string, string>>;
  readonly callers: readonly Caller[];
  /** Has a key of the test environment. */
  readonly tester: Caller;
  /** What a history of it begins with. */
  readonly base: Base;
}

export async function makeWorld(
  database: Database,
  owner: pg.Pool,
  { slug = 'soak', callers }: { slug?: string; callers: number },
): Promise<World> {
  const organization = slug;
  const products = SKUS.map((name) => ({ id: crypto.randomUUID(), organization, name }));
  const records: ImportFile = {
    organizations: [{ slug, name: slug, kind: 'pharmacy' }],
    locations: LOCATIONS.map((name, index) => ({ organization, name, is_default: index === 0 })),
    products,
    skus: products.map(({ id, name }) => ({
      organization,
      sku_code: name,
      product_id: id,
      reorder_point: REORDER_POINT,
      gtin: gtinOf(name),
    })),
  };
  await importRecords(database, records);
  const issued: Caller[] = [];
  for (let index = 0; index < callers; index += 1)
    issued.push(await callerOf(database, organization));
  const tester = await callerOf(database, organization, 'test');
  const { rows } = await owner.query(
    `select o.id, e.id as event, e.position::int as position, current_date::text as today
       from organization o join event e on e.organization_id = o.id
      where o.slug = $1 order by e.position desc limit 1`,
    [slug],
  );
  const [{ id, event, position, today }] = rows;
  const base = emptyBase(
    today,
    SKUS.map((sku) => ({ sku, reorderPoint: REORDER_POINT })),
  );
  return {
    slug,
    organizationId: id,
    callers: issued,
    tester,
    products: Object.fromEntries(products.map(({ name, id }) => [name, id])),
    base: { ...base, position, cursors: { [event]: position } },
  };
}

export async function importRecords(database: Database, records: ImportFile): Promise<void> {
  const source = readImport({ path: 'world.json', text: JSON.stringify(records) });
  const by = { action: actionOf('import'), secrets: new SecretBox([SECRETS_KEY]) };
  await importFile(database, source, by);
}

function actionOf(command: string) {
  return operatorAction({ actor: 'soak', command });
}

/** Makes a caller with a key of its own, which allows everything without a limit. */
export async function callerOf(
  database: Database,
  organization: string,
  environment: 'live' | 'test' = 'live',
): Promise<Caller> {
  const everything = { scopes: 'all', plan: 'enterprise' } as const;
  const { id, key } = await issueKey(
    database,
    { organization, environment, ...everything, requestsPerMinute: MANY, requestsPerDay: MANY },
    actionOf('key issue'),
  );
  return { name: `api_key:${id}`, bearer: key };
}

/** Has all events sent to the url; answers the endpoint's id and its secret. */
export async function subscribe(
  url: string,
  { bearer }: Caller,
  receiverUrl: string,
): Promise<{ id: string; secret: string }> {
  const answer = await send(
    { url, bearer },
    { method: 'POST', path: '/v1/inventory/webhooks', body: { url: receiverUrl } },
  );
  if (answer?.status !== 201) throw new Error(`No webhook: ${JSON.stringify(answer)}`);
  return answer.body;
}

/** A soak may go on beyond midnight, and its dates stay. */
const BEGUN_AT = Date.now();

/** Days from the day on which it began, UTC. */
export function day(offset: number): string {
  return new Date(BEGUN_AT + offset * 86_400_000).toISOString().slice(0, 10);
}

const NUMBERS = [...LOTS, ...RECALLED, ...IMPORTED];

/**
 * Dates of a lot number, which no other number of the SKU has: which of two was received first, at two locations at
 * almost the same moment, no caller could know. All are far enough not to be announced today.
 */
export function datesOf(lot: string): { normal: string; later: string; past: string } {
  const index = NUMBERS.indexOf(lot);
  return { normal: day(120 + 20 * index), later: day(600 + index), past: day(-30 - index) };
}
