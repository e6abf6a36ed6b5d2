import { recordPersons } from '../../audit/operator-actions.ts';
import type { Answer, Call } from '../../contract.ts';
import type { Database } from '../../database/database.ts';
import { statement } from '../../database/statement.ts';
import type { SecretBox } from '../../lib/seal.ts';
import {
  openSecrets,
  SECRET_COLUMNS,
  type SealedSecrets,
  sealedFieldOf,
} from './endpoint-secrets.ts';
import { IS_OWN, ownValues, requireEndpoint, unknownEndpoint } from './own-endpoint.ts';
import { makeSecret } from './sign.ts';

const OVERLAP_SECONDS = 86_400;

export async function rotateWebhookSecret(
  { path, body, principal }: Call<'rotateWebhookSecret'>,
  { database, secrets }: { readonly database: Database; readonly secrets: SecretBox },
): Promise<Answer<'rotateWebhookSecret'>> {
  const overlapSeconds = body?.overlap_seconds ?? OVERLAP_SECONDS;
  const secret = makeSecret();
  return database.transaction(async (tx) => {
    await requireEndpoint(tx, principal, path.id);
    const [row] = await tx.query(LOCK_SECRETS, ownValues(principal, path.id));
    if (row === undefined) throw unknownEndpoint();
    const field = sealedFieldOf(row.organization_id, row.endpoint_id);
    // A rotation during an overlap ends it: the newest two secrets count.
    const open = openSecrets(secrets, row);
    const old = secrets.seal(open.nextSecret ?? open.secret, field);
    await tx.query(SET_SECRETS, [
      row.endpoint_id,
      row.organization_id,
      old,
      secrets.seal(secret, field),
      overlapSeconds,
    ]);
    await recordPersons(tx, principal, {
      command: 'rotateWebhookSecret',
      target: `endpoint ${row.endpoint_id}`,
      typed: { overlap_seconds: overlapSeconds },
    });
    return { status: 200, body: { id: row.endpoint_id, secret } };
  });
}

const LOCK_SECRETS = statement<SealedSecrets>(
  'webhook-lock-secrets',
  `select ${SECRET_COLUMNS} from webhook_endpoint endpoint where ${IS_OWN} for update`,
);

const SET_SECRETS = statement<never>(
  'webhook-set-secrets',
  `
    update webhook_endpoint
       set secret = $3::bytea, next_secret = $4::bytea,
           overlap_ends_at = now() + make_interval(secs => $5::int)
     where id = $1::uuid and organization_id = $2::uuid`,
);
