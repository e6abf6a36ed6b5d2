// What the application's examples name, in the world of `world.ts`: somebody who may do everything and is signed in
// at a terminal, a colleague, an order to pack, sheets to count. Requests take much of it away: anyone who is ended,
// signed out or locked is back before the next request, and what can be used once is there again.
import type pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import type { TestDatabase } from '../../../kit/database.ts';
import type { Operation } from '../../../src/http/operations.ts';
import { hashPin } from '../../../src/people/pin.ts';
import { hashOfToken, makeToken } from '../../../src/people/sessions.ts';
import { importFile } from '../../support/as-operator.ts';
import { client } from '../../support/client.ts';
import { cookieOf, signInAs } from '../../support/people.ts';
import { day, freshKey } from '../../support/pharmacy.ts';
import type { Asking } from './fuzzer.ts';
import { APPLICATION_IDS, IDS, ORGANIZATION } from './world.ts';

/** As the examples have it. */
const PIN = '493027';
const ROLES = ['pharmacist', 'manager', 'developer'] as const;

export async function askAsPerson(db: TestDatabase, url: string): Promise<Asking> {
  const { database, owner } = db;
  await importFile(database, JSON.stringify(recordsToWorkWith()));
  const { rows } = await owner.query('select id from organization where slug = $1', [ORGANIZATION]);
  const organizationId = rows[0].id as string;
  const at = { database, url };
  const first = await signInAs(at, organizationId, ROLES);
  const enrolled = await first.api.post('/terminals', { body: { name: 'Counter' } });
  const terminal = cookieOf(enrolled.headers, '__Host-terminal');
  const me = await signInAs(at, organizationId, ROLES, { terminal });
  const { hash, salt } = await hashPin('everybody', PIN);
  const [link, chosen] = [makeToken(), makeToken()];
  const { person, terminal: terminalId, passkey, session } = APPLICATION_IDS;
  await owner.query(
    `insert into person (id, organization_id, name, roles) values ($1, $2, 'A colleague', '{pharmacist}')`,
    [person, organizationId],
  );
  await owner.query(
    `insert into terminal (id, organization_id, name, token_hash, enrolled_by)
     values ($1, $2, 'Another counter', $3, $4)`,
    [terminalId, organizationId, hashOfToken(makeToken()), me.id],
  );
  await owner.query(
    `insert into sign_in_link (id, organization_id, person_id, token_hash, expires_at)
     values ($1, $2, $3, $4, now())`,
    [uuidv7(), organizationId, person, hashOfToken(link)],
  );
  const known = new Map([
    ['@link', link],
    ['@me', me.id],
  ]);
  const headers = [
    ['Cookie', `__Host-session=${me.session}; __Host-terminal=${terminal}; __Host-oidc=${chosen}`],
    ['Sec-Fetch-Site', 'same-origin'],
  ] as const;
  const api = client({ url, cookies: { '__Host-session': me.session } });

  return {
    known,
    headersOf: (caller) => headers.filter(([name]) => caller !== 'nobody' || name !== 'Cookie'),
    async prepare(operation) {
      await owner.query(
        `with people as (
           update person set ended_at = null, oidc_subject = null, pin_hash = $3, pin_salt = $4, pin_failures = 0,
                             email = case id when $2 then 'invited@example.org' end,
                             roles = case id when $1 then $5::text[] else '{pharmacist}' end,
                             linked_by = case id when $1 then '{}' else array[gen_random_uuid()] end
            where id in ($1, $2)
         ), session as (
           update person_session set ended_at = null, last_used_at = now(), locked_at = null,
                                     proven_at = now()
            where token_hash = $6
         ), terminals as (
           update terminal set ended_at = null where ended_at is not null
         ), invited as (
           insert into oidc_sign_in (token_hash, subject, email, expires_at)
           values ($8, 'a subject', 'invited@example.org', now() + interval '1 day')
           on conflict do nothing
         ), keys as (
           insert into passkey (id, organization_id, person_id, credential_id, public_key, sign_count, transports)
           values ($9, $11, $2, 'a credential', '', 0, '{}')
           on conflict do nothing
         ), sessions as (
           insert into person_session (id, organization_id, person_id, token_hash)
           values ($10, $11, $2, $7)
           on conflict (id, organization_id) do update set ended_at = null
         )
         update sign_in_link set used_at = null, expires_at = now() + interval '1 day'
          where token_hash = $7`,
        [
          me.id,
          person,
          hash,
          salt,
          ROLES,
          hashOfToken(me.session),
          hashOfToken(link),
          hashOfToken(chosen),
          passkey,
          session,
          organizationId,
        ],
      );
      await prepareThing(operation);
    },
  };

  async function prepareThing({ id, template }: Operation): Promise<void> {
    if (template.startsWith('/packing/')) {
      await owner.query(
        `update customer_order set status = 'paid', shipped_at = null, fulfillment_organization_id = $2
          where id = $1`,
        [IDS.order, organizationId],
      );
    }
    if (template.startsWith('/counts/{id}')) {
      const sheet = await makeSheet(owner, organizationId, {
        counter: person,
        isHandedIn: id === 'approveCountLines',
        isCounted: /^(approve|handIn)/.test(id),
      });
      known.set('@sheet', sheet.id).set('@line', sheet.lineId);
    }
    if (id === 'createCountSheet') {
      // As many may be open as people work there.
      await owner.query(
        `update count_sheet set state = 'cancelled', ended_by = created_by, ended_at = now()
          where state = 'open'`,
      );
    }
    if (id === 'undoCorrection') {
      const { body } = await api.post('/inventory/waste', {
        headers: { 'Idempotency-Key': freshKey() },
        body: {
          sku_code: 'PEN-NEEDLE-32G',
          lot_number: 'PN-3301',
          location: 'Main',
          qty: 1,
          reason: 'broken',
        },
      });
      known.set('@movement', body.movement_id);
    }
  }
}

/** What `operator import` takes, beside `worldFile`. */
function recordsToWorkWith(): Record<string, object[]> {
  const organization = ORGANIZATION;
  const lot = (location: string) => ({
    organization,
    location,
    sku_code: 'OZEMPIC-1MG-PEN',
    lot_number: 'OZ-1044',
    expiry_date: day(400),
    qty: 1_000_000,
  });
  return {
    locations: [{ organization, name: 'Cold room', min_celsius: 2, max_celsius: 8 }],
    lots: [lot('Cold room'), lot('Main')],
  };
}

/** A sheet of one lot, which a colleague has made. */
async function makeSheet(
  owner: pg.Pool,
  organizationId: string,
  { counter, isHandedIn, isCounted }: { counter: string; isHandedIn: boolean; isCounted: boolean },
): Promise<{ id: string; lineId: string }> {
  const [id, lineId] = [uuidv7(), uuidv7()];
  await owner.query(
    `with main as (
       select id from location where organization_id = $2 and name = 'Main'
     ), sheet as (
       insert into count_sheet (id, organization_id, location_id, scope, state, created_by, created_at,
                                handed_in_by, handed_in_at)
       select $1, $2, id, 'all', case when $5 then 'handed_in' else 'open' end, $4::uuid, now(),
              case when $5 then $4::uuid end, case when $5 then now() end
         from main
     )
     insert into count_line (id, organization_id, sheet_id, sku_id, lot_number, lot_id, is_expected,
                             counted, counted_at, counted_by)
     select $3, $2, $1, lot.sku_id, lot.lot_number, lot.id, true,
            case when $6 then on_hand end, case when $6 then clock_timestamp() end, case when $6 then $4::uuid end
       from lot
      where organization_id = $2 and location_id = (select id from main) and lot_number = 'PN-3301'
        and sku_id = (select id from sku where organization_id = $2 and sku_code = 'PEN-NEEDLE-32G')`,
    [id, organizationId, lineId, counter, isHandedIn, isCounted],
  );
  return { id, lineId };
}
