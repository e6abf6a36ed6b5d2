import type { Answer, Call, Principal } from '../contract.ts';
import { type Database, type Transaction, timestampText } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { errors } from '../errors.ts';
import { answerOnce, keyedRequest } from '../idempotency/idempotency.ts';
import { readTimestamp } from '../lib/paging.ts';
import { newId } from '../lib/random.ts';
import type { SecretBox } from '../lib/seal.ts';
import { lockClinic } from '../organizations/lock-clinic.ts';
import { lockPatient } from './lock-patient.ts';

type Intake = Answer<'createIntake'>['body']['data'];

/** Stores an intake of one of the caller's own patients. It writes no event, and no operation shows it. */
export async function createIntake(
  { body, header, principal }: Call<'createIntake'>,
  { database, secrets }: { readonly database: Database; readonly secrets: SecretBox },
): Promise<Answer<'createIntake'>> {
  const request = keyedRequest('createIntake', header['Idempotency-Key'], body);
  const { answer, isRepeat } = await database.transaction(
    (tx) =>
      answerOnce(
        tx,
        { principal, request, secrets, patientOf: ({ patient_id }) => patient_id },
        () => create(tx, { body, principal, secrets }),
      ),
    { actingFor: principal.organizationId },
  );
  return { status: isRepeat ? 200 : 201, body: { data: answer } };
}

async function create(
  tx: Transaction,
  {
    body,
    principal,
    secrets,
  }: {
    readonly body: Call<'createIntake'>['body'];
    readonly principal: Principal;
    readonly secrets: SecretBox;
  },
): Promise<Intake> {
  const { organizationId, environment } = principal;
  const { answers, consent } = body;
  const consentedAt = readConsentTime(consent.at);
  await lockClinic(tx, principal);
  const patientId = body.patient_id.toLowerCase();
  await lockPatient(tx, principal, patientId);
  const products = [...new Set(body.requested_products?.map((id) => id.toLowerCase()) ?? [])];
  const listed = await tx.query(FIND_LISTED, [products, organizationId]);
  if (listed.length < products.length) {
    throw errors.notFound('A requested product is not active and listed in the storefront.');
  }
  const id = newId();
  const sealed = secrets.seal(
    JSON.stringify({
      answers,
      consent: { accepted: consent.accepted, at: consentedAt },
      requested_products: products,
    }),
    { table: 'intake', organizationId, rowId: id },
  );
  const [intake] = await tx.query(CREATE, [id, organizationId, environment, patientId, sealed]);
  if (intake === undefined) throw new Error('An intake was written and did not come back.');
  return intake;
}

/** How far the clock of a patient's device may be ahead. */
const CLOCK_MILLISECONDS_AHEAD_MAX = 300_000;

/** @throws ApiError 400 that names `consent.at` */
function readConsentTime(text: string): string {
  const at = readTimestamp(text, 'consent.at');
  if (Date.parse(at) > Date.now() + CLOCK_MILLISECONDS_AHEAD_MAX) {
    throw errors.invalid('consent.at', 'must not be in the future');
  }
  return at;
}

/** Looks products up one by one, whatever row count the planner assumes. */
const FIND_LISTED = statement<{ id: string }>(
  'intake-listed-products',
  `
    select requested.id
      from unnest($1::uuid[]) as requested (id)
     cross join lateral (
           select listing.product_id
             from storefront_listing listing
             join product on product.id = listing.product_id
                  and product.organization_id = listing.product_organization_id
            where listing.product_id = requested.id and listing.organization_id = $2::uuid
              and listing.is_listed and product.status = 'active'
            limit 1) listed`,
);

const CREATE = statement<Intake>(
  'create-intake',
  `
    with written as (
      insert into intake (id, organization_id, environment, patient_id, sealed)
      values ($1::uuid, $2::uuid, $3::text, $4::uuid, $5::bytea)
      returning id, patient_id, status, created_at)
    select id, patient_id, status, ${timestampText('created_at')} as created_at from written`,
);
