import type { Answer } from '../../contract.ts';
import { statement } from '../../database/statement.ts';
import { errors } from '../../errors.ts';
import { RETRY_AFTER_SECONDS } from '../../queues/bounded-queue.ts';
import {
  actionOn,
  changeLots,
  type LotReport,
  reallocateAndReport,
} from '../corrections/change-lots.ts';
import { similarLots } from '../rows/similar-lots.ts';
import { isQuarantined } from '../rules/stock.ts';
import { keyedByPerson, personChange, requestOf, type StockCall } from '../writer/person-change.ts';
import type { Stock } from '../writer/stock-writer.ts';

/**
 * Releases or quarantines a lot number at the named location, or at all of them and then also where it is received
 * later, as far as the roles of a person allow it. That takes effect in one transaction; reservations that have to leave
 * move afterwards in steps. Asked again, it continues with them and reports all that has moved so far.
 *
 * @throws ApiError when there is no such lot, one location alone would be released from a recall, or the key came with
 *   other arguments; 503 `unavailable` when the levels could not be locked, and every lot is as it was then
 */
export async function setLotStatus(
  call: StockCall<'setLotStatus'>,
  { database, stockWriter }: Stock,
): Promise<Answer<'setLotStatus'>> {
  const { organizationId } = call.principal;
  const { comment: reason, ...typed } = call.body;
  const { sku_code: skuCode, status } = typed;
  const location = locationOf(typed);
  if ('scopes' in call.principal) {
    requireScopes(call.principal.scopes, { status, isEverywhere: location === undefined });
  }
  const asking = requestOf(call, { command: 'setLotStatus', typed });
  const name = { organizationId, skuCode, lotNumber: typed.lot_number, location };
  const changed = await changeLots(database, name, {
    by: asking.action,
    keyed: keyedByPerson(asking, { organizationId, ...call.body }),
    changeOf: (lot, { movesMax, by }) => {
      const { lotNumber } = lot;
      return personChange(lot, { type: 'set_status', lotNumber, status, movesMax }, { by, reason });
    },
    prepare: async (tx, { lotNumber, skuId }) => {
      const number = [lotNumber, skuId, organizationId];
      if (location === undefined) {
        await tx.query(WRITE_RECALL, [...number, isQuarantined({ status })]);
      } else if (!isQuarantined({ status })) {
        const [recall] = await tx.query(FIND_RECALL, number);
        if (recall !== undefined) {
          throw errors.lotNotReleased(
            'The lot number is recalled everywhere: release it everywhere, without `location`.',
          );
        }
      }
    },
  });
  const [first] = changed?.lots ?? [];
  if (changed === null || first === undefined) throw errors.unavailable(RETRY_AFTER_SECONDS);
  const lots: Answer<'setLotStatus'>['body']['lots'] = [];
  for (const { lot, posted, movementId } of changed.lots) {
    const report: LotReport = isQuarantined({ status })
      ? await reallocateAndReport(
          { database, stockWriter, by: actionOn(asking.action, lot, name) },
          { lot, movementId },
          'set_status',
        )
      : { moved: [], waiting: 0 };
    const isChanged = (posted.answer as { changed: boolean }).changed;
    lots.push({ location: lot.naming.location, changed: isChanged, ...report });
  }
  const similar_lots = await similarLots(database, first.lot);
  return { status: 200, body: { status, idempotent: changed.idempotent, lots, similar_lots } };
}

const FIND_RECALL = statement<{ quarantined: boolean }>(
  'find-recall',
  `select quarantined from lot_number
    where lot_number = $1::text and sku_id = $2::uuid and organization_id = $3::uuid and quarantined`,
);

/** A recall holds at every location, also at those that receive the lot number later. */
const WRITE_RECALL = statement<never>(
  'note-recall',
  `update lot_number set quarantined = $4::boolean
    where lot_number = $1::text and sku_id = $2::uuid and organization_id = $3::uuid
      and quarantined <> $4::boolean`,
);

/**
 * The one location that is meant, or undefined for all of them.
 *
 * @throws ApiError unless the body says which: a forgotten field must not recall a lot
 */
export function locationOf({
  location,
  everywhere,
}: {
  readonly location?: string | undefined;
  readonly everywhere?: true | undefined;
}): string | undefined {
  if (location === undefined && everywhere === undefined) {
    const message = 'is required, unless everywhere is true';
    throw errors.invalid('location', message);
  }
  if (location !== undefined && everywhere !== undefined) {
    const message = 'must be left out where location is sent';
    throw errors.invalid('everywhere', message);
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
