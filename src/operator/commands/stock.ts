import { command, type Noun, optional, type Printed, required } from '../command.ts';
import { reason, units } from '../option-values.ts';
import { adjustStock, countStock, moveStock, wasteStock } from '../stock-commands.ts';

const ONE_LOT = {
  organization: required('<slug>', 'whose stock'),
  sku: required('<code>', 'the SKU'),
  location: optional('<name>', 'where; the default location if not said'),
  lot: required('<number>', 'the lot number'),
};
const WHY = required('<text>', 'why; it becomes the note of the entry', reason);

const adjust = command({
  name: 'adjust',
  description: 'Add units to a lot, or take them (--qty -2).',
  options: { ...ONE_LOT, qty: required('<n>', 'signed units', units), reason: WHY },
  run: async (database, options) => corrected(await adjustStock(database, options)),
});

const waste = command({
  name: 'waste',
  description: 'Take units that are lost or destroyed.',
  options: { ...ONE_LOT, qty: required('<n>', 'units', units), reason: WHY },
  run: async (database, options) => corrected(await wasteStock(database, options)),
});

const count = command({
  name: 'count',
  description: 'Post the difference to what was counted.',
  options: { ...ONE_LOT, counted: required('<n>', 'units that lie there', units) },
  run: async (database, options) => corrected(await countStock(database, options)),
});

const transfer = command({
  name: 'transfer',
  description: 'Move units to another location.',
  options: {
    ...ONE_LOT,
    to: required('<name>', 'the location they go to'),
    qty: required('<n>', 'units', units),
  },
  run: async (database, options) => {
    const moved = await moveStock(database, options);
    const line = `${moved.qty} units of lot ${moved.lot} moved from ${moved.from} to ${moved.to}`;
    return { json: moved, lines: [line] };
  },
});

export const stock: Noun = {
  name: 'stock',
  description: 'What a person does with the stock of a lot.',
  commands: [adjust, waste, count, transfer],
};

function corrected(result: Awaited<ReturnType<typeof countStock>>): Printed {
  const { lot, location, qty, balance_after } = result;
  const line =
    balance_after === null
      ? `lot ${lot} at ${location}: as counted, nothing to post`
      : `lot ${lot} at ${location}: ${qty > 0 ? '+' : ''}${qty}, now ${balance_after}`;
  return { json: result, lines: [line] };
}
