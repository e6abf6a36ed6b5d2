import type { Answer, Call } from '../contract.ts';
import { type ActingReader, timestampText } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { errors } from '../errors.ts';
import { nfc } from '../lib/names.ts';

type Partner = Answer<'getPartner'>['body']['data'];

/** Finds a partner by the id that its organization gave it, as sent or else in NFC. */
export async function getPartner(
  { path, principal }: Call<'getPartner'>,
  { database }: { readonly database: ActingReader },
): Promise<Answer<'getPartner'>> {
  const { organizationId, environment } = principal;
  const [data] = await database
    .actingFor(organizationId)
    .query(FIND, [path.external_id, environment, organizationId, nfc(path.external_id)]);
  if (data === undefined) throw errors.notFound('No partner of this key has this external id.');
  return { status: 200, body: { data } };
}

const FIND = statement<Partner>(
  'get-partner',
  `
    select id, external_id, name, email, sponsor_external_id, status, invite_sent, portal_linked,
           ${timestampText('created_at')} as created_at
      from partner
     where external_id in ($1::text, $4::text) and environment = $2::text and organization_id = $3::uuid
     order by external_id = $1::text desc
     limit 1`,
);
