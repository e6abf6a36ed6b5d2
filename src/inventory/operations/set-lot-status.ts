import { personAction } from '../../audit/operator-actions.ts';
import type { Answer, PersonCall } from '../../contract.ts';
import type { Database } from '../../database/database.ts';
import { errors } from '../../errors.ts';
import { RETRY_AFTER_SECONDS } from '../../lib/shed.ts';
import { setLotStatus as setStatus } from '../corrections/set-lot-status.ts';
import { similarLots } from '../rows/similar-lots.ts';
import { isQuarantined } from '../rules/lot-statuses.ts';

/** Quarantines or releases a lot number, at one location or everywhere, as far as the person's roles allow it. */
export async function setLotStatus(
  { body, header, principal }: PersonCall<'setLotStatus'>,
  { database }: { database: Database },
): Promise<Answer<'setLotStatus'>> {
  const { comment, ...typed } = body;
  const { sku_code: skuCode, lot_number: lotNumber, status } = typed;
  const { organizationId, scopes } = principal;
  const location = locationOf(body);
  requireScopes(scopes, { status, isEverywhere: location === undefined });
  const { results, idempotent } = await setStatus(
    database,
    { organizationId, skuCode, lotNumber, location },
    { status, reason: comment },
    {
      action: personAction({ principal, command: 'setLotStatus', typed }),
      key: header['Idempotency-Key'],
    },
  );
  const [first] = results;
  if (first === undefined || first.changed === null) throw errors.unavailable(RETRY_AFTER_SECONDS);
  return {
    status: 200,
    body: {
      status,
      idempotent,
      lots: results.map(({ lot, changed, moved, waiting }) => {
        return { location: lot.naming.location, changed: changed === true, moved, waiting };
      }),
      similar_lots: await similarLots(database, first.lot),
    },
  };
}

/**
 * The one location that is meant, or undefined for all of them.
 *
 * @throws ApiError unless the body says which: a forgotten field must not recall a lot
 */
export function locationOf({
  location,
  everywhere,
}: {
  readonly location?: string;
  readonly everywhere?: true;
}): string | undefined {
  if (location === undefined && everywhere === undefined) {
    const message = 'is required, unless everywhere is true';
    throw errors.validation([{ path: 'location', message }]);
  }
  if (location !== undefined && everywhere !== undefined) {
    const message = 'must be left out where location is sent';
    throw errors.validation([{ path: 'everywhere', message }]);
  }
  return location;
}

function requireScopes(
  scopes: ReadonlySet<string>,
  { status, isEverywhere }: { status: 'released' | 'quarantine'; isEverywhere: boolean },
): void {
  const needed = [
    isQuarantined({ status }) ? 'stock:quarantine' : 'lots:release',
    ...(isEverywhere ? ['lots:recall'] : []),
  ];
  const missing = needed.find((scope) => !scopes.has(scope));
  if (missing === undefined) return;
  throw errors.insufficientScope(`Your roles do not allow this: it needs ${missing}.`);
}
