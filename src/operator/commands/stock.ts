import { OperatorError } from '../../errors.ts';
import { type CorrectedLot, correctStock } from '../../inventory/corrections/correct-stock.ts';
import { countStock } from '../../inventory/corrections/count-stock.ts';
import { listStock } from '../../inventory/operations/list-stock.ts';
import { receiveStock } from '../../inventory/operations/receive-stock.ts';
import { transferStock } from '../../inventory/operations/transfer-stock.ts';
import { LOT_STATUSES } from '../../inventory/rules/stock.ts';
import { readTimestamp } from '../../lib/paging.ts';
import { findOrganization } from '../../organizations/find-organization.ts';
import { command, flag, type Noun, optional, optionalChoice, required } from '../command.ts';
import { asReader, LIMIT, readRows, table } from '../lists.ts';
import { calendarDay, purchaseOrder, reason, units } from '../option-values.ts';
import { KEY, repeated } from './key-option.ts';
import { lotAtLocation, ONE_LOT } from './lot-name.ts';
import { movedLine } from './moved-reservations.ts';
import { stockFilters } from './stock-filters.ts';

const UNITS_MAX = 1_000_000_000;
const WHY = required('<text>', 'reason; stored as the note of the entry', reason);

const show = command({
  name: 'show',
  description: 'Show the stock of each SKU at each location.',
  options: {
    organization: ONE_LOT.organization,
    sku: optional('<code>', 'only this SKU'),
    location: optional('<name>', 'only this location'),
    low: flag('only stock at or below its reorder point'),
    limit: LIMIT,
  },
  run: async (database, { organization, limit, low, ...options }) => {
    const { id: organizationId } = await findOrganization(database, organization);
    const principal = asReader(organizationId);
    const filters = {
      ...(await stockFilters(database, organizationId, options)),
      ...(low && { low }),
    };
    const levels = await readRows(limit, (page) =>
      listStock({ query: { ...page, ...filters }, principal }, { database }),
    );
    const units = ['on_hand', 'reserved', 'available', 'quarantined', 'expired'] as const;
    const fields = ['sku_code', 'location', ...units, 'next_expiry', 'reorder_point'] as const;
    return table(levels, fields, limit);
  },
});

const receive = command({
  name: 'receive',
  description: 'Receive units of a new or existing lot.',
  options: {
    ...ONE_LOT,
    expiry: required('<date>', 'expiry date (YYYY-MM-DD): the last usable day', calendarDay),
    qty: required('<n>', 'units', units),
    status: optionalChoice('<status>', 'status of a new lot', LOT_STATUSES),
    po: optional('<number>', 'purchase order number', purchaseOrder),
    ...KEY,
  },
  run: async (database, { expiry, qty, status, po, key, ...options }, { action, stockWriter }) => {
    if (qty < 1) throw new OperatorError('--qty must be at least 1.');
    refuseTooMany(qty);
    const { id: organizationId } = await findOrganization(database, options.organization);
    const { sku: sku_code, lot: lot_number, location } = options;
    const { body } = await receiveStock(
      {
        principal: { organizationId, action },
        header: { 'Idempotency-Key': key },
        body: { sku_code, lot_number, location, qty, expiry_date: expiry, status, po_number: po },
      },
      { database, stockWriter },
    );
    const received = { lot: body.lot_number, ...body };
    return { json: jsonOf(received), lines: [lineOf(received)] };
  },
});

const adjust = command({
  name: 'adjust',
  description: 'Add units to a lot or remove them (--qty -2).',
  options: {
    ...ONE_LOT,
    qty: required('<n>', 'units to add; negative to remove', units),
    reason: WHY,
    ...KEY,
  },
  run: async (database, { qty, reason, key, ...options }, { action, stockWriter }) => {
    if (qty === 0) throw new OperatorError('--qty must not be 0.');
    refuseTooMany(qty);
    const correction = { type: 'adjust' as const, units: qty, reason };
    const name = await lotAtLocation(database, options);
    const by = { action, key };
    const corrected = named(await correctStock({ database, stockWriter }, name, correction, by));
    return { json: jsonOf(corrected), lines: [lineOf(corrected)] };
  },
});

const waste = command({
  name: 'waste',
  description: 'Write off units that are lost or destroyed.',
  options: { ...ONE_LOT, qty: required('<n>', 'units', units), reason: WHY, ...KEY },
  run: async (database, { qty, reason, key, ...options }, { action, stockWriter }) => {
    if (qty < 1) throw new OperatorError('--qty must be at least 1.');
    refuseTooMany(qty);
    const correction = { type: 'waste' as const, units: qty, reason };
    const name = await lotAtLocation(database, options);
    const by = { action, key };
    const corrected = named(await correctStock({ database, stockWriter }, name, correction, by));
    return { json: jsonOf(corrected), lines: [lineOf(corrected)] };
  },
});

const count = command({
  name: 'count',
  description: 'Record a count and post the difference.',
  options: {
    ...ONE_LOT,
    counted: required('<n>', 'units counted', units),
    countedAt: optional('<time>', 'time of the count (ISO 8601); default: now'),
    ...KEY,
  },
  run: async (database, { counted, countedAt, key, ...options }, { action, stockWriter }) => {
    if (counted < 0) throw new OperatorError('--counted must be at least 0.');
    refuseTooMany(counted);
    const at = countedAt === undefined ? null : readTimestamp(countedAt, '--counted-at');
    const name = await lotAtLocation(database, options);
    const { moved, ...posted } = await countStock(
      { database, stockWriter },
      name,
      { units: counted, countedAt: at },
      { action, key },
    );
    const corrected = named(posted);
    return {
      json: { ...jsonOf(corrected), moved },
      lines: [lineOf(corrected), ...moved.map(movedLine)],
    };
  },
});

const transfer = command({
  name: 'transfer',
  description: 'Transfer units to another location.',
  options: {
    ...ONE_LOT,
    to: required('<name>', 'destination location'),
    qty: required('<n>', 'units', units),
    reason: optional('<text>', 'reason; stored as the note of the movement', reason),
    ...KEY,
  },
  run: async (database, { to: destination, qty, reason, key, ...options }, { action }) => {
    if (qty < 1) throw new OperatorError('--qty must be at least 1.');
    const { organizationId, skuCode, lotNumber, location } = await lotAtLocation(database, options);
    const named = { sku_code: skuCode, lot_number: lotNumber, location };
    const { body } = await transferStock(
      {
        principal: { organizationId, action },
        header: { 'Idempotency-Key': key },
        body: { ...named, to: destination, qty, comment: reason },
      },
      { database },
    );
    const { lot_number: lot, from, to, idempotent } = body;
    const moved = { lot, from, to, qty };
    const line = `${qty} units of lot ${moved.lot} moved from ${moved.from} to ${moved.to}`;
    return { json: { ...moved, idempotent }, lines: [`${line}${repeated(idempotent)}`] };
  },
});

export const stock: Noun = {
  name: 'stock',
  description: 'Show, receive, adjust, write off, count and transfer stock.',
  commands: [show, receive, adjust, waste, count, transfer],
};

function refuseTooMany(units: number): void {
  if (Math.abs(units) > UNITS_MAX) {
    throw new OperatorError(`The quantity must be at most ${UNITS_MAX}.`);
  }
}

interface PostedLot {
  readonly lot: string;
  readonly location: string;
  readonly qty: number;
  /** Null where there was nothing to correct. */
  readonly balance_after: number | null;
  readonly idempotent: boolean;
}

function named({ lot, qty, balanceAfter, idempotent }: CorrectedLot): PostedLot {
  const { lotNumber, naming } = lot;
  return {
    lot: lotNumber,
    location: naming.location,
    qty,
    balance_after: balanceAfter,
    idempotent,
  };
}

function jsonOf({ lot, location, qty, balance_after, idempotent }: PostedLot): PostedLot {
  return { lot, location, qty, balance_after, idempotent };
}

function lineOf({ lot, location, qty, balance_after, idempotent }: PostedLot): string {
  const what =
    balance_after === null
      ? 'the count matches, nothing to correct'
      : `${qty > 0 ? '+' : ''}${qty}, now ${balance_after}`;
  return `lot ${lot} at ${location}: ${what}${repeated(idempotent)}`;
}
