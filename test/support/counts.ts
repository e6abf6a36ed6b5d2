// A pharmacy whose people count, and the words of their requests.
import { expect } from 'vitest';
import type { TestDatabase } from '../../kit/database.ts';
import type { Answered, Client } from './client.ts';
import { signInAs } from './people.ts';
import { freshKey, makePharmacy, type RunningService } from './pharmacy.ts';
import { type Shelf, shelfIn } from './reservations.ts';

export interface Person extends Client {
  readonly id: string;
}

export interface CountingPharmacy {
  readonly organizationId: string;
  readonly slug: string;
  readonly liveKey: string;
  readonly stocked: Shelf;
  /** Who may count. */
  readonly clerk: Person;
  /** Who may count and approve. */
  readonly pharmacist: Person;
  readonly other: Person;
}

export async function countingPharmacy(
  db: TestDatabase,
  { url }: RunningService,
  { slug = 'pharmacy', skus = 40, colleagues = 200 } = {},
): Promise<CountingPharmacy> {
  const skuCodes = Array.from({ length: skus }, (_, index) => `${slug.toUpperCase()}-${index}`);
  const { liveKey } = await makePharmacy(db.database, { slug, skuCodes });
  const { rows } = await db.owner.query('select id from organization where slug = $1', [slug]);
  const organizationId = rows[0].id as string;
  const { database } = db;
  // As many sheets may be open as people work there.
  await db.owner.query(
    `insert into person (id, organization_id, name, roles)
     select gen_random_uuid(), $1, 'Somebody', '{clerk}' from generate_series(1, $2)`,
    [organizationId, colleagues],
  );
  const signedIn = async (role: 'clerk' | 'pharmacist'): Promise<Person> => {
    const { id, api } = await signInAs({ database, url }, organizationId, [role]);
    return { id, ...api };
  };
  return {
    organizationId,
    slug,
    liveKey,
    stocked: shelfIn(db, slug, skuCodes),
    clerk: await signedIn('clerk'),
    pharmacist: await signedIn('pharmacist'),
    other: await signedIn('pharmacist'),
  };
}

export function makeSheet(
  person: Person,
  body: Record<string, unknown>,
  key = freshKey(),
): Promise<Answered> {
  return person.post('/counts', { body, headers: { 'Idempotency-Key': key } });
}

/** An open sheet of some SKUs at Main. */
export async function sheetOf(person: Person, ...sku_codes: string[]): Promise<string> {
  const made = await makeSheet(person, { location: 'Main', scope: 'skus', sku_codes });
  expect(made.status, made.text).toBe(201);
  return made.body.id;
}

export function record(
  person: Person,
  sheetId: string,
  ...lines: Record<string, unknown>[]
): Promise<Answered> {
  return person.put(`/counts/${sheetId}/lines`, { body: { lines } });
}

export async function recorded(
  person: Person,
  sheetId: string,
  ...lines: Record<string, unknown>[]
): Promise<Record<string, unknown>[]> {
  const answer = await record(person, sheetId, ...lines);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
}

/** Hands a sheet in, and reads it as it is shown from then on. */
export async function handIn(person: Person, sheetId: string) {
  const answer = await person.post(`/counts/${sheetId}/hand-in`);
  expect(answer.status, answer.text).toBe(200);
  const { body } = await person.get(`/counts/${sheetId}`);
  expect(body.sheet).toEqual(answer.body);
  return body;
}

export function approve(
  person: Person,
  sheetId: string,
  lines: readonly (string | Record<string, unknown>)[],
  key = freshKey(),
): Promise<Answered> {
  const body = { lines: lines.map((line) => (typeof line === 'string' ? { id: line } : line)) };
  return person.post(`/counts/${sheetId}/approval`, {
    body,
    headers: { 'Idempotency-Key': key },
  });
}

/** A sheet that the clerk counted and handed in. */
export async function counted(
  person: Person,
  sku_code: string,
  ...lots: { lot: string; counted: number; [field: string]: unknown }[]
): Promise<{ sheetId: string; ids: string[] }> {
  const sheetId = await sheetOf(person, sku_code);
  const lines = await recorded(
    person,
    sheetId,
    ...lots.map(({ lot, ...line }) => ({ sku_code, lot_number: lot, ...line })),
  );
  await handIn(person, sheetId);
  return { sheetId, ids: lines.map(({ id }) => String(id)) };
}

/** A sheet at Main with a line for each lot there, written at once: counted and handed in by the person, or open. */
export async function longSheet(
  { owner }: TestDatabase,
  person: Pick<Person, 'id'>,
  state: 'open' | 'handed_in',
): Promise<string> {
  const { rows } = await owner.query(
    `with sheet as (
       insert into count_sheet (id, organization_id, location_id, scope, created_by, created_at, state,
                                handed_in_by, handed_in_at)
       select gen_random_uuid(), organization_id, location.id, 'all', person.id, now(), $2,
              case when $2 = 'handed_in' then person.id end, case when $2 = 'handed_in' then now() end
         from person join location using (organization_id)
        where person.id = $1 and location.name = 'Main'
       returning *),
     line as (
       insert into count_line (id, organization_id, sheet_id, sku_id, lot_number, lot_id, is_expected,
                               counted, counted_at, counted_by)
       select gen_random_uuid(), lot.organization_id, sheet.id, sku_id, lot_number, lot.id, true,
              case when $2 = 'handed_in' then lot.on_hand end, handed_in_at, handed_in_by
         from sheet join lot using (organization_id, location_id))
     select id from sheet`,
    [person.id, state],
  );
  await owner.query('vacuum analyze count_line');
  return rows[0].id;
}
