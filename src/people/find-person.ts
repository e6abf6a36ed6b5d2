import type { Transaction } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { errors } from '../errors.ts';

/** Finds whose person it is, by the id alone. @throws ApiError 404 when nobody has it */
export async function findPersonById(
  tx: Transaction,
  id: string,
): Promise<{ organizationId: string }> {
  const [found] = await tx.query(FIND_PERSON_BY_ID, [id]);
  if (found === undefined) throw errors.notFound(`No person has the id ${id}.`);
  return found;
}

const FIND_PERSON_BY_ID = statement<{ organizationId: string }>(
  'find-person-by-id',
  'select organization_id as "organizationId" from person where id = $1::uuid',
);
