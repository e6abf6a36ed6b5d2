// The words of the commands that work on stock.
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { MovedReservation } from '../inventory/rules/vacate-lot.ts';
import type { AddCommand } from './program.ts';
import {
  adjustStock,
  changeLotStatus,
  correctLotExpiry,
  countStock,
  moveStock,
  recordTemperature,
  sweep,
  wasteStock,
} from './stock-commands.ts';

const REASON_CHARACTERS_MAX = 2_000;

export function addStockCommands(program: Command, command: AddCommand): void {
  const stock = program.command('stock').description('What a person does with the stock of a lot.');
  onLot(
    command(stock, 'adjust', 'Add units to a lot, or take them (--qty -2).', async (db, options) =>
      corrected(await adjustStock(db, options)),
    ),
  )
    .requiredOption('--qty <n>', 'signed units', wholeNumber)
    .requiredOption('--reason <text>', 'why; it becomes the note of the entry', reason);
  onLot(
    command(stock, 'waste', 'Take units that are lost or destroyed.', async (db, options) =>
      corrected(await wasteStock(db, options)),
    ),
  )
    .requiredOption('--qty <n>', 'units', wholeNumber)
    .requiredOption('--reason <text>', 'why; it becomes the note of the entry', reason);
  onLot(
    command(stock, 'count', 'Post the difference to what was counted.', async (db, options) =>
      corrected(await countStock(db, options)),
    ),
  ).requiredOption('--counted <n>', 'units that lie there', wholeNumber);
  onLot(
    command(stock, 'transfer', 'Move units to another location.', async (db, options) => {
      const moved = await moveStock(db, options);
      const line = `${moved.qty} units of lot ${moved.lot} moved from ${moved.from} to ${moved.to}`;
      return { json: moved, lines: [line] };
    }),
  )
    .requiredOption('--to <name>', 'the location they go to')
    .requiredOption('--qty <n>', 'units', wholeNumber);

  const lot = program.command('lot').description('Lots: their status and their expiry.');
  onLot(
    command(lot, 'set-status', 'Release or quarantine a lot.', async (db, options) => {
      const places = await changeLotStatus(db, options);
      return {
        json: { status: options.status, places },
        failed: places.some(({ changed }) => changed === null),
        lines: places.flatMap(({ location, changed, moved }) => [
          `${location}: ${statusLine(changed, options.status)}`,
          ...moved.map(movedLine),
        ]),
      };
    }),
    'where; all locations if not said',
  ).addOption(
    new Option('--status <status>', 'what it shall be')
      .choices(['released', 'quarantine'])
      .makeOptionMandatory(),
  );
  command(lot, 'set-expiry', 'Correct the expiry of a lot number.', async (db, options) => {
    const result = await correctLotExpiry(db, options);
    return {
      json: result,
      lines: [
        `lot ${result.lot} expires on ${result.expiry_date} everywhere`,
        ...result.moved.map(movedLine),
      ],
    };
  })
    .requiredOption('--organization <slug>', 'whose stock')
    .requiredOption('--sku <code>', 'the SKU')
    .requiredOption('--lot <number>', 'the lot number')
    .requiredOption('--expiry <date>', 'its last usable day')
    .requiredOption('--reason <text>', 'why; it becomes the note of the movement', reason);
  command(lot, 'sweep', 'Announce what expires and free what has.', async (db, { asOf }) => {
    const swept = await sweep(db, asOf);
    return {
      json: swept,
      lines: [
        `${swept.levels} levels swept, ${swept.expiring} lots announced as expiring`,
        ...(swept.busy > 0 ? [`${swept.busy} levels were busy and wait for the next sweep`] : []),
        ...swept.moved.map(movedLine),
      ],
    };
  }).option('--as-of <date>', 'as if that were the day everywhere');

  const temperature = program.command('temperature').description('Temperatures of locations.');
  command(temperature, 'record', 'Note a measured temperature.', async (db, options) => {
    const noted = await recordTemperature(db, options);
    const range = noted.in_excursion ? 'out of its range' : 'within its range';
    return {
      json: noted,
      lines: [
        `${noted.location}: ${noted.celsius} °C, ${range}${noted.announced ? ', announced' : ''}`,
      ],
    };
  })
    .requiredOption('--organization <slug>', 'whose location')
    .option('--location <name>', 'where; the default location if not said')
    .requiredOption('--celsius <c>', 'degrees', degrees);
}

function onLot(command: Command, location = 'where; the default location if not said'): Command {
  return command
    .requiredOption('--organization <slug>', 'whose stock')
    .requiredOption('--sku <code>', 'the SKU')
    .option('--location <name>', location)
    .requiredOption('--lot <number>', 'the lot number');
}

function corrected(result: Awaited<ReturnType<typeof countStock>>) {
  const { lot, location, qty, balance_after } = result;
  const line =
    balance_after === null
      ? `lot ${lot} at ${location}: as counted, nothing to post`
      : `lot ${lot} at ${location}: ${qty > 0 ? '+' : ''}${qty}, now ${balance_after}`;
  return { json: result, lines: [line] };
}

function statusLine(changed: boolean | null, status: string): string {
  if (changed === null) return 'NOT CHANGED, the stock there is busy: run the command again';
  return changed ? `now ${status}` : `was ${status} already`;
}

/** An order that falls short is somebody's work. */
function movedLine({ reference, lot_number, moved, released }: MovedReservation): string {
  const short = released > 0 ? `, ${released} released: THE ORDER IS SHORT` : '';
  return `  ${reference.type} ${reference.id}: ${moved} moved from lot ${lot_number}${short}`;
}

/** As long as a movement's note may be. */
function reason(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('It must say why.');
  if (text.length > REASON_CHARACTERS_MAX) {
    throw new InvalidArgumentError(`It must have at most ${REASON_CHARACTERS_MAX} characters.`);
  }
  return text;
}

function wholeNumber(text: string): number {
  if (!/^-?\d{1,10}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}

function degrees(text: string): number {
  if (!/^-?\d{1,4}(\.\d{1,4})?$/.test(text)) {
    throw new InvalidArgumentError('It must be a number of degrees Celsius, such as 4.5.');
  }
  return Number(text);
}
