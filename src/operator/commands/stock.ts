import type { Database } from '../../database/database.ts';
import { OperatorError } from '../../errors.ts';
import { correctStock } from '../../inventory/correct-stock.ts';
import { transferStock } from '../../inventory/transfer-stock.ts';
import type { OperatorAction } from '../../operator-actions.ts';
import { command, type Noun, type OptionsOf, type Printed, required } from '../command.ts';
import { reason, units } from '../option-values.ts';
import { lotName, ONE_LOT } from './lot-name.ts';

const UNITS_MAX = 1_000_000_000;
const WHY = required('<text>', 'why; it becomes the note of the entry', reason);

const adjust = command({
  name: 'adjust',
  description: 'Add units to a lot, or take them (--qty -2).',
  options: { ...ONE_LOT, qty: required('<n>', 'signed units', units), reason: WHY },
  run: async (database, { qty, reason, ...lot }, { action }) => {
    if (qty === 0) throw new OperatorError('--qty must not be 0.');
    return correct(database, lot, { type: 'adjust', units: qty, reason, action });
  },
});

const waste = command({
  name: 'waste',
  description: 'Take units that are lost or destroyed.',
  options: { ...ONE_LOT, qty: required('<n>', 'units', units), reason: WHY },
  run: async (database, { qty, reason, ...lot }, { action }) => {
    if (qty < 1) throw new OperatorError('--qty must be at least 1.');
    return correct(database, lot, { type: 'waste', units: qty, reason, action });
  },
});

const count = command({
  name: 'count',
  description: 'Post the difference to what was counted.',
  options: { ...ONE_LOT, counted: required('<n>', 'units that lie there', units) },
  run: async (database, { counted, ...lot }, { action }) => {
    if (counted < 0) throw new OperatorError('--counted must be at least 0.');
    return correct(database, lot, { type: 'count', units: counted, reason: null, action });
  },
});

const transfer = command({
  name: 'transfer',
  description: 'Move units to another location.',
  options: {
    ...ONE_LOT,
    to: required('<name>', 'the location they go to'),
    qty: required('<n>', 'units', units),
  },
  run: async (database, { to: destination, qty, ...options }, { action }) => {
    if (qty < 1) throw new OperatorError('--qty must be at least 1.');
    const name = await lotName(database, options);
    const { from, to } = await transferStock(
      database,
      name,
      { to: destination, units: qty },
      action,
    );
    const moved = {
      lot: from.lotNumber,
      from: from.naming.location,
      to: to.naming.location,
      qty,
    };
    const line = `${qty} units of lot ${moved.lot} moved from ${moved.from} to ${moved.to}`;
    return { json: moved, lines: [line] };
  },
});

export const stock: Noun = {
  name: 'stock',
  description: 'What a person does with the stock of a lot.',
  commands: [adjust, waste, count, transfer],
};

async function correct(
  database: Database,
  options: OptionsOf<typeof ONE_LOT>,
  {
    action,
    ...correction
  }: {
    type: 'adjust' | 'waste' | 'count';
    units: number;
    reason: string | null;
    action: OperatorAction;
  },
): Promise<Printed> {
  if (Math.abs(correction.units) > UNITS_MAX) {
    throw new OperatorError(`The quantity must be at most ${UNITS_MAX}.`);
  }
  const name = await lotName(database, options);
  const { lot, qty, balanceAfter } = await correctStock(database, name, correction, action);
  const at = `lot ${lot.lotNumber} at ${lot.naming.location}`;
  return {
    json: { lot: lot.lotNumber, location: lot.naming.location, qty, balance_after: balanceAfter },
    lines: [
      balanceAfter === null
        ? `${at}: as counted, nothing to correct`
        : `${at}: ${qty > 0 ? '+' : ''}${qty}, now ${balanceAfter}`,
    ],
  };
}
