import type { Answer, Call } from '../../contract.ts';
import { type Queryable, timestampText } from '../../database/database.ts';
import { statement } from '../../database/statement.ts';
import { errors } from '../../errors.ts';
import type { KeyedOperation } from '../../idempotency/idempotency.ts';
import { selectPostedEntries } from '../rows/earlier-movements.ts';
import { type ReferenceRow, toLedgerReference } from '../rows/ledger-rows.ts';
import type { PostedEntry } from '../rules/batch.ts';
import { transactionsOf } from './post-movement.ts';

type PostedMovement = Answer<'getMovementByKey'>['body'];

/** The items of a batch are requests of it too. */
const OPERATION: KeyedOperation = 'postMovement';

/** Shows the movement that was posted with a key. Test keys do not see its prescription number. */
export async function getMovementByKey(
  { query, principal }: Call<'getMovementByKey'>,
  { database }: { readonly database: Queryable },
): Promise<Answer<'getMovementByKey'>> {
  const { organizationId, environment } = principal;
  const values = [organizationId, OPERATION, query.idempotency_key];
  const [movement] = await database.query(FIND_MOVEMENT, values);
  if (movement === undefined) {
    throw errors.notFound('No movement of this organization was posted with this key.');
  }
  const { id, type, created_at, entries } = movement;
  const body = {
    id,
    type,
    reference: toLedgerReference(movement, environment === 'live'),
    created_at,
    transactions: transactionsOf(entries),
  };
  return { status: 200, body };
}

interface MovementRow extends Omit<PostedMovement, 'reference' | 'transactions'>, ReferenceRow {
  readonly entries: PostedEntry[];
}

const FIND_MOVEMENT = statement<MovementRow>(
  'get-movement-by-key',
  `
    select id, type, reference_type, reference_id, rx_number,
           ${timestampText('created_at')} as created_at,
           (${selectPostedEntries('movement')}) as entries
      from movement
     where idempotency_key = $3::text and operation = $2::text and organization_id = $1::uuid
     limit 1`,
);
