import { OperatorError } from '../../errors.ts';
import { type CorrectedLot, correctStock } from '../../inventory/corrections/correct-stock.ts';
import { countStock } from '../../inventory/corrections/count-stock.ts';
import { transferStock } from '../../inventory/corrections/transfer-stock.ts';
import { readTimestamp } from '../../lib/paging.ts';
import { command, type Noun, optional, required } from '../command.ts';
import { reason, units } from '../option-values.ts';
import { KEY, repeated } from './key-option.ts';
import { lotName, ONE_LOT } from './lot-name.ts';
import { movedLine } from './moved-reservations.ts';

const UNITS_MAX = 1_000_000_000;
const WHY = required('<text>', 'why; it becomes the note of the entry', reason);

const adjust = command({
  name: 'adjust',
  description: 'Add units to a lot, or take them (--qty -2).',
  options: { ...ONE_LOT, qty: required('<n>', 'signed units', units), reason: WHY, ...KEY },
  run: async (database, { qty, reason, key, ...options }, { action }) => {
    if (qty === 0) throw new OperatorError('--qty must not be 0.');
    refuseTooMany(qty);
    const correction = { type: 'adjust' as const, units: qty, reason };
    const name = await lotName(database, options);
    const corrected = await correctStock(database, name, correction, { action, key });
    return { json: jsonOf(corrected), lines: [lineOf(corrected)] };
  },
});

const waste = command({
  name: 'waste',
  description: 'Take units that are lost or destroyed.',
  options: { ...ONE_LOT, qty: required('<n>', 'units', units), reason: WHY, ...KEY },
  run: async (database, { qty, reason, key, ...options }, { action }) => {
    if (qty < 1) throw new OperatorError('--qty must be at least 1.');
    refuseTooMany(qty);
    const correction = { type: 'waste' as const, units: qty, reason };
    const name = await lotName(database, options);
    const corrected = await correctStock(database, name, correction, { action, key });
    return { json: jsonOf(corrected), lines: [lineOf(corrected)] };
  },
});

const count = command({
  name: 'count',
  description: 'Post the difference to what was counted.',
  options: {
    ...ONE_LOT,
    counted: required('<n>', 'units that lie there', units),
    countedAt: optional('<time>', 'when they were counted, in ISO 8601; now if not said'),
    ...KEY,
  },
  run: async (database, { counted, countedAt, key, ...options }, { action }) => {
    if (counted < 0) throw new OperatorError('--counted must be at least 0.');
    refuseTooMany(counted);
    const at = countedAt === undefined ? null : readTimestamp(countedAt, '--counted-at');
    const name = await lotName(database, options);
    const { moved, ...corrected } = await countStock(
      database,
      name,
      { units: counted, countedAt: at },
      { action, key },
    );
    return {
      json: { ...jsonOf(corrected), moved },
      lines: [lineOf(corrected), ...moved.map(movedLine)],
    };
  },
});

const transfer = command({
  name: 'transfer',
  description: 'Move units to another location.',
  options: {
    ...ONE_LOT,
    to: required('<name>', 'the location they go to'),
    qty: required('<n>', 'units', units),
    ...KEY,
  },
  run: async (database, { to: destination, qty, key, ...options }, { action }) => {
    if (qty < 1) throw new OperatorError('--qty must be at least 1.');
    const name = await lotName(database, options);
    const { from, to, idempotent } = await transferStock(
      database,
      name,
      { to: destination, units: qty },
      { action, key },
    );
    const moved = { lot: from.lotNumber, from: from.naming.location, to: to.naming.location, qty };
    const line = `${qty} units of lot ${moved.lot} moved from ${moved.from} to ${moved.to}`;
    return { json: { ...moved, idempotent }, lines: [`${line}${repeated(idempotent)}`] };
  },
});

export const stock: Noun = {
  name: 'stock',
  description: 'What a person does with the stock of a lot.',
  commands: [adjust, waste, count, transfer],
};

function refuseTooMany(units: number): void {
  if (Math.abs(units) > UNITS_MAX) {
    throw new OperatorError(`The quantity must be at most ${UNITS_MAX}.`);
  }
}

function jsonOf({ lot, qty, balanceAfter, idempotent }: CorrectedLot) {
  const { lotNumber, naming } = lot;
  const posted = { qty, balance_after: balanceAfter, idempotent };
  return { lot: lotNumber, location: naming.location, ...posted };
}

function lineOf({ lot, qty, balanceAfter, idempotent }: CorrectedLot): string {
  const what =
    balanceAfter === null
      ? 'as counted, nothing to correct'
      : `${qty > 0 ? '+' : ''}${qty}, now ${balanceAfter}`;
  return `lot ${lot.lotNumber} at ${lot.naming.location}: ${what}${repeated(idempotent)}`;
}
