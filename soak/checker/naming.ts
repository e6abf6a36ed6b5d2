// The refusals of a movement for how it names its product, whatever the stock is.
import { find, findLotNumber, type Outcome, type State } from '../../kit/model.ts';
import { productOf } from '../catalog.ts';
import type { ChangeCall } from './calls.ts';

export function refusedByNaming(
  state: State,
  { command, naming }: ChangeCall['ask'],
): Outcome | undefined {
  if (naming === undefined || !('sku' in command) || command.sku === undefined) return undefined;
  const { sku } = command;
  if (naming.by === 'product') {
    const siblings = state.skus.filter((one) => productOf(one.sku) === productOf(sku));
    return siblings.length > 1 ? { status: 400, code: 'invalid_movement' } : undefined;
  }
  // The date of the code is compared with that of the lot; a receipt takes it for its own.
  if (naming.expiry === undefined || !('at' in command) || !('lot' in command)) return undefined;
  const { at, lot } = command;
  if (at === undefined || lot === undefined) return undefined;
  const own = find(state, { sku, at, lot });
  if (own === undefined || findLotNumber(state, own).expiry === naming.expiry) return undefined;
  return { status: 422, code: 'lot_expiry_mismatch' };
}
