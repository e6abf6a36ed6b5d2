import type { Moved } from '../../inventory/rules/apply-change.ts';
import type { LotStatus } from '../../inventory/rules/stock.ts';
import { choice, command, type Noun, optional, required } from '../command.ts';
import { reason, requireDate } from '../option-values.ts';
import { changeLotStatus, correctLotExpiry, sweep as sweepLots } from '../stock-commands.ts';

const STATUSES: readonly LotStatus[] = ['released', 'quarantine'];

const setStatus = command({
  name: 'set-status',
  description: 'Release or quarantine a lot.',
  options: {
    organization: required('<slug>', 'whose stock'),
    sku: required('<code>', 'the SKU'),
    location: optional('<name>', 'where; all locations if not said'),
    lot: required('<number>', 'the lot number'),
    status: choice('<status>', 'what it shall be', { choices: STATUSES }),
  },
  run: async (database, options) => {
    const places = await changeLotStatus(database, options);
    return {
      json: { status: options.status, places },
      failed: places.some(({ changed }) => changed === null),
      lines: places.flatMap(({ location, changed, moved }) => [
        `${location}: ${statusLine(changed, options.status)}`,
        ...moved.map(movedLine),
      ]),
    };
  },
});

const setExpiry = command({
  name: 'set-expiry',
  description: 'Correct the expiry of a lot number.',
  options: {
    organization: required('<slug>', 'whose stock'),
    sku: required('<code>', 'the SKU'),
    lot: required('<number>', 'the lot number'),
    expiry: required('<date>', 'its last usable day'),
    reason: required('<text>', 'why; it becomes the note of the movement', reason),
  },
  run: async (database, options) => {
    requireDate(options.expiry, '--expiry');
    const result = await correctLotExpiry(database, options);
    return {
      json: result,
      lines: [
        `lot ${result.lot} expires on ${result.expiry_date} everywhere`,
        ...result.moved.map(movedLine),
      ],
    };
  },
});

const sweep = command({
  name: 'sweep',
  description: 'Announce what expires and free what has.',
  options: { asOf: optional('<date>', 'as if that were the day everywhere') },
  run: async (database, { asOf }) => {
    if (asOf !== undefined) requireDate(asOf, '--as-of');
    const swept = await sweepLots(database, asOf);
    return {
      json: swept,
      lines: [
        `${swept.levels} levels swept, ${swept.expiring} lots announced as expiring`,
        ...(swept.busy > 0 ? [`${swept.busy} levels were busy and wait for the next sweep`] : []),
        ...swept.moved.map(movedLine),
      ],
    };
  },
});

export const lot: Noun = {
  name: 'lot',
  description: 'Lots: their status and their expiry.',
  commands: [setStatus, setExpiry, sweep],
};

function statusLine(changed: boolean | null, status: LotStatus): string {
  if (changed === null) return 'NOT CHANGED, the stock there is busy: run the command again';
  return changed ? `now ${status}` : `was ${status} already`;
}

/** An order that falls short is somebody's work. */
function movedLine({ reference, lot_number, moved, released }: Moved): string {
  const short = released > 0 ? `, ${released} released: THE ORDER IS SHORT` : '';
  return `  ${reference.type} ${reference.id}: ${moved} moved from lot ${lot_number}${short}`;
}
