import type { Database } from '../../database/database.ts';
import { OperatorError } from '../../errors.ts';
import type { LotReport } from '../../inventory/corrections/change-lots.ts';
import { listLots } from '../../inventory/operations/list-lots.ts';
import { setLotExpiry } from '../../inventory/operations/set-lot-expiry.ts';
import { setLotStatus } from '../../inventory/operations/set-lot-status.ts';
import { findLotsOfNumber, type LotName } from '../../inventory/rows/find-lots-of-number.ts';
import { similarLots } from '../../inventory/rows/similar-lots.ts';
import { LOT_STATUSES, type LotStatus } from '../../inventory/rules/stock.ts';
import {
  type PreviewedMove,
  type PreviewedSweep,
  previewSweep,
} from '../../inventory/sweep/preview-sweep.ts';
import { sweepLots } from '../../inventory/sweep/sweep-lots.ts';
import { isBusy } from '../../inventory/writer/person-change.ts';
import { findOrganization } from '../../organizations/find-organization.ts';
import {
  choice,
  command,
  flag,
  type Noun,
  optional,
  optionalChoice,
  type Printed,
  required,
} from '../command.ts';
import { asReader, LIMIT, readRows, table } from '../lists.ts';
import { calendarDay, reason } from '../option-values.ts';
import { KEY, repeated } from './key-option.ts';
import { lotName, ONE_LOT } from './lot-name.ts';
import { movedLine } from './moved-reservations.ts';
import { stockFilters } from './stock-filters.ts';

const DAY_MILLISECONDS = 86_400_000;
const DAYS_AHEAD_MAX = 366;

const list = command({
  name: 'list',
  description: 'List lots by expiry date, earliest first.',
  options: {
    organization: ONE_LOT.organization,
    sku: optional('<code>', 'only this SKU'),
    location: optional('<name>', 'only this location'),
    lot: optional('<number>', 'only this lot number'),
    status: optionalChoice('<status>', 'only this status', LOT_STATUSES),
    expiringBefore: optional('<date>', 'only lots that expire before this date', calendarDay),
    inStock: flag('only lots with units on hand'),
    limit: LIMIT,
  },
  run: async (database, { organization, limit, status, ...options }) => {
    const { id: organizationId } = await findOrganization(database, organization);
    const principal = asReader(organizationId);
    const { lot, expiringBefore, inStock } = options;
    const filters = {
      ...(await stockFilters(database, organizationId, options)),
      ...(status && { status }),
      ...(lot !== undefined && { lot_number: lot }),
      ...(expiringBefore && { expiring_before: expiringBefore }),
      ...(inStock && { in_stock: true }),
    };
    const lots = await readRows(limit, (page) =>
      listLots({ query: { ...page, ...filters }, principal }, { database }),
    );
    const units = ['on_hand', 'reserved', 'available'] as const;
    const fields = [
      'expiry_date',
      'sku_code',
      'lot_number',
      'location',
      'status',
      ...units,
    ] as const;
    return table(lots, fields, limit);
  },
});

const setStatus = command({
  name: 'set-status',
  description: 'Release or quarantine a lot.',
  options: {
    ...ONE_LOT,
    location: optional('<name>', 'location; default: all locations'),
    status: choice('<status>', 'new status', { choices: LOT_STATUSES }),
    reason: optional('<text>', 'reason; stored as the note of the movement', reason),
    ...KEY,
  },
  run: async (database, { status, reason, key, ...options }, { action, stockWriter }) => {
    const name = await lotName(database, options);
    const { organizationId, location } = name;
    const where = location === undefined ? { everywhere: true as const } : { location };
    const { lots, similar, idempotent } = await setLotStatus(
      {
        principal: { organizationId, action },
        header: { 'Idempotency-Key': key },
        body: { sku_code: options.sku, lot_number: options.lot, ...where, status, comment: reason },
      },
      { database, stockWriter },
    )
      .then(({ body }) => ({ ...body, similar: body.similar_lots }))
      .catch(async (error: unknown) => {
        if (!isBusy(error)) throw error;
        return { ...(await unchangedLots(database, name)), idempotent: false };
      });
    const locations: readonly ChangedLocation[] = lots;
    return {
      json: { status, places: locations, similar_lots: similar, idempotent },
      failed: locations.some(({ changed }) => changed === null),
      lines: [
        ...locations.flatMap(({ location, changed, ...report }) => [
          `${location}: ${statusLine(changed, status)}${repeated(idempotent)}`,
          ...reportLines(report),
        ]),
        ...similar.map(
          (lot) =>
            `NOT CHANGED, a similar lot number: lot ${lot.lot_number} at ${lot.location}, ${lot.status}`,
        ),
      ],
    };
  },
});

const setExpiry = command({
  name: 'set-expiry',
  description: 'Correct the expiry date of a lot number.',
  options: {
    organization: ONE_LOT.organization,
    sku: ONE_LOT.sku,
    lot: ONE_LOT.lot,
    expiry: required('<date>', 'expiry date (YYYY-MM-DD): the last usable day', calendarDay),
    reason: required('<text>', 'reason; stored as the note of the movement', reason),
    ...KEY,
  },
  run: async (database, { expiry, reason, key, ...options }, { action, stockWriter }) => {
    const { id: organizationId } = await findOrganization(database, options.organization);
    const { sku: sku_code, lot: lot_number } = options;
    const { body: report } = await setLotExpiry(
      {
        principal: { organizationId, action },
        header: { 'Idempotency-Key': key },
        body: { sku_code, lot_number, expiry_date: expiry, comment: reason },
      },
      { database, stockWriter },
    );
    const what = `lot ${options.lot} expires on ${expiry} everywhere${repeated(report.idempotent)}`;
    return {
      json: { lot: options.lot, ...report },
      lines: [what, ...reportLines(report)],
    };
  },
});

const sweep = command({
  name: 'sweep',
  description: 'Announce lots that expire soon and release reservations of expired lots.',
  options: {
    asOf: optional('<date>', 'date to use instead of today', calendarDay),
    organization: optional('<slug>', 'slug of the organization; default: all organizations'),
    dryRun: flag('show what would happen without changing anything'),
    force: flag('allow an --as-of date more than a year ahead'),
  },
  everyCell: () => true,
  run: async (database, { asOf, organization, dryRun, force }, typed) => {
    if (asOf !== undefined) requireSweepDay(asOf, force === true);
    const owner =
      organization === undefined ? undefined : await findOrganization(database, organization);
    const scope = { asOf: asOf ?? null, organizationId: owner?.id };
    if (dryRun) return printPreview(await previewSweep(database, scope));
    const { action, progress, stockWriter } = typed;
    const onProgress = progress('lots');
    const swept = await sweepLots({ database, stockWriter }, { ...scope, by: action, onProgress });
    return {
      json: swept,
      lines: [
        `${swept.levels} levels swept, ${swept.expiring} lots announced as expiring`,
        ...(swept.busy > 0 ? [`${swept.busy} levels were busy; the next sweep handles them`] : []),
        ...swept.moved.map(movedLine),
      ],
    };
  },
});

interface ChangedLocation extends LotReport {
  readonly location: string;
  /** Null where the levels could not be locked. */
  readonly changed: boolean | null;
}

/** What is so where the levels could not be locked: every lot is as it was. */
async function unchangedLots(database: Database, name: LotName) {
  const found = await findLotsOfNumber(database, name);
  const lots = found.map(({ naming: { location } }) => {
    return { location, changed: null, moved: [], waiting: 0 };
  });
  // The number that was found may be spelt otherwise than it was typed.
  return { lots, similar: await similarLots(database, found[0]) };
}

export const lot: Noun = {
  name: 'lot',
  description: 'List lots, change their status and expiry date, and sweep them.',
  commands: [list, setStatus, setExpiry, sweep],
};

/** A sweep as of a wrong year moves or releases reservations that nothing brings back, so the day must be near. */
function requireSweepDay(asOf: string, isForced: boolean): void {
  const daysAhead = (Date.parse(asOf) - Date.now()) / DAY_MILLISECONDS;
  if (daysAhead <= DAYS_AHEAD_MAX || isForced) return;
  throw new OperatorError(
    `--as-of ${asOf} is more than a year ahead. If that is correct, add --force.`,
  );
}

function statusLine(changed: boolean | null, status: LotStatus): string {
  if (changed === null) return 'NOT CHANGED, the stock there is busy: run the command again';
  return changed ? `now ${status}` : `was ${status} already`;
}

function reportLines({ moved, waiting }: LotReport): string[] {
  const wait = `  ${waiting} units are not moved yet: run the command again to continue`;
  return [...moved.map(movedLine), ...(waiting > 0 ? [wait] : [])];
}

/** The JSON keys differ from those of a sweep, so that no program takes a preview for a change. */
function printPreview({ moves, announcements }: PreviewedSweep): Printed {
  const short = moves.filter(({ released }) => released > 0);
  return {
    json: { dry_run: true, would_announce: announcements, would_move: moves },
    lines: [
      `dry run, nothing was changed: ${announcements.length} lots would be announced as expiring, ` +
        `${moves.length} reservations would leave their lots, ${short.length} orders would fall short`,
      ...announcements.map(
        (lot) =>
          `  ${locationOf(lot)}: lot ${lot.lot_number}, ${lot.days} days left, ${lot.on_hand} on hand`,
      ),
      ...moves.map(previewLine),
    ],
  };
}

function previewLine({ reference, into, released, ...lot }: PreviewedMove): string {
  const moves = into.map(({ lot_number, qty }) => `${qty} would move to lot ${lot_number}`);
  const short = released > 0 ? [`${released} would be released: THE ORDER WOULD BE SHORT`] : [];
  const where = `${reference.type} ${reference.id} in lot ${lot.lot_number}`;
  return `  ${locationOf(lot)}: ${where}: ${[...moves, ...short].join(', ')}`;
}

function locationOf({
  organization,
  sku_code,
  location,
}: {
  organization: string;
  sku_code: string;
  location: string;
}): string {
  return `${organization}, ${sku_code} at ${location}`;
}
