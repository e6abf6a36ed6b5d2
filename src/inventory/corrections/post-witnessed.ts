// A correction that takes two people where its product is controlled: the witness is found, and counted as used, in
// the transaction of the change, once the change is accepted. A refused change leaves the witness's token.

import { isRecorded, recordAction } from '../../audit/operator-actions.ts';
import type { Database, Transaction } from '../../database/database.ts';
import { statement } from '../../database/statement.ts';
import type { Posted } from '../rules/batch.ts';
import type { CorrectionRequest, StockChange } from '../rules/requests.ts';
import type { LevelKey } from '../rules/stock.ts';
import { postTogether } from '../writer/post-together.ts';
import { lockLevels } from '../writer/stock-levels.ts';

/**
 * Finds who witnesses the change, and uses up what they gave.
 *
 * @returns the id of the witness
 * @throws ApiError `witness_required` where nobody does, or the person may not do it at all
 */
export type Witnessed = (tx: Transaction) => Promise<string>;

/**
 * Posts a correction of a person, whose action is written with it.
 *
 * @param judge called with the level locked; throws where something else than the stock is against it
 * @throws ApiError the refusal
 */
export async function postWitnessed(
  database: Database,
  { action, ...change }: StockChange<CorrectionRequest>,
  { witnessed, judge }: { witnessed: Witnessed; judge?: (tx: Transaction) => Promise<void> },
): Promise<Posted> {
  if (action?.person === undefined) throw new Error('A witnessed correction is a person’s.');
  const { person } = action;
  const [posted] = await postTogether(database, async (tx, { mayHaveCommitted }) => {
    await lockLevels(tx, [change.level], true);
    const isOurs = mayHaveCommitted && (await isRecorded(tx, action));
    if (!isOurs) await judge?.(tx);
    const beside = async ([one]: readonly Posted[]) => {
      if (isOurs || one?.idempotent) return [];
      const witnessId = (await isControlled(tx, change.level)) ? await witnessed(tx) : null;
      await recordAction(tx, { ...action, person: { ...person, witnessId } });
      return [];
    };
    return { changes: [change], beside };
  });
  if (posted === undefined) throw new Error('A correction has no result.');
  return posted;
}

/** Whether the SKU's product is a controlled substance. */
export async function isControlled(
  tx: Transaction,
  { skuId, organizationId }: Pick<LevelKey, 'skuId' | 'organizationId'>,
): Promise<boolean> {
  const [product] = await tx.query(IS_CONTROLLED, [skuId, organizationId]);
  return product?.is_controlled === true;
}

const IS_CONTROLLED = statement<{ is_controlled: boolean }>(
  'is-product-controlled',
  `select product.controlled_schedule is not null as is_controlled
     from sku
    cross join lateral (
          select controlled_schedule from product
           where product.id = sku.product_id and product.organization_id = sku.organization_id
           limit 1) product
    where sku.id = $1::uuid and sku.organization_id = $2::uuid`,
);
