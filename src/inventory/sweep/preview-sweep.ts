// Shows what a sweep would do, by the same rules, on one snapshot: it takes no lock and cannot write. What it would
// move is subtracted as it goes, since one reservation takes the capacity that the next would have used.
import type { Database, Queryable, Transaction } from '../../database/database.ts';
import { takeSnapshot } from '../../database/moments.ts';
import { statement } from '../../database/statement.ts';
import { requireLot } from '../rules/decide-correction.ts';
import { daysBetween, isAnnounced } from '../rules/expiry-marks.ts';
import { lastOf, type Move, planLeaving } from '../rules/reallocate-lot.ts';
import { type LotAtLocation, needsOf } from '../rules/requests.ts';
import { type AllocationPosition, type Level, levelName, type Reference } from '../rules/stock.ts';
import { LEVEL_PARTS, LEVELS, type LevelRow, readLevels } from '../writer/read-levels.ts';
import { lotsToReallocate, type SweepScope } from './reallocate-lots.ts';
import { type LotToSweep, lotsToSweep } from './sweep-lots.ts';

/** Reservations read at once. The result does not depend on it. */
const MOVES_A_READ = 500;

/** The lot, named for people. */
interface NamedLot {
  /** The slug. */
  readonly organization: string;
  readonly sku_code: string;
  readonly location: string;
  readonly lot_number: string;
}

export interface PreviewedMove extends NamedLot {
  readonly reference: Reference;
  /** The lots that its units would go to, in draw order. */
  readonly into: { readonly lot_number: string; readonly qty: number }[];
  readonly moved: number;
  /** Units that no other lot could hold; the order would be short of them. */
  readonly released: number;
}

interface PreviewedAnnouncement extends NamedLot {
  readonly expiry_date: string;
  /** The number of days left. */
  readonly days: number;
  readonly on_hand: number;
}

export interface PreviewedSweep {
  readonly moves: PreviewedMove[];
  readonly announcements: PreviewedAnnouncement[];
}

export function previewSweep(database: Database, scope: SweepScope): Promise<PreviewedSweep> {
  return database.transaction(
    async (tx) => {
      await takeSnapshot(tx);
      const nameOf = await organizationNames(tx);
      const moves: PreviewedMove[] = [];
      /** For each level, the units that would have come to its lots, by the lot's id. */
      const arrived = new Map<string, Map<string, number>>();
      for await (const lots of lotsToReallocate(tx, scope)) {
        for (const lot of lots) {
          const inLevel = arrived.get(levelName(lot)) ?? new Map<string, number>();
          arrived.set(levelName(lot), inLevel);
          const leaving = await previewLeaving(tx, lot, { asOf: scope.asOf, arrived: inLevel });
          moves.push(...leaving.map((move) => ({ ...nameOf(lot), ...move })));
        }
      }
      const announcements: PreviewedAnnouncement[] = [];
      for await (const lots of lotsToSweep(tx, scope)) {
        const announced = lots.filter(({ mark }) => isAnnounced(mark));
        announcements.push(...announced.map((due) => announcementOf(due, nameOf(due.lot))));
      }
      return { moves, announcements };
    },
    { long: true },
  );
}

function announcementOf(
  { day, expiryDate, onHand }: LotToSweep,
  named: NamedLot,
): PreviewedAnnouncement {
  const days = daysBetween(day, expiryDate);
  return { ...named, expiry_date: expiryDate, days, on_hand: onHand };
}

/** What would become of a reservation. */
type LeavingReservation = Omit<PreviewedMove, keyof NamedLot>;

/**
 * Lists what would leave a lot after all that would have left other lots of its level.
 *
 * @param arrived receives the units that would come to each lot
 * @param isQuarantined whether to assume that the lot is in quarantine
 */
export async function previewLeaving(
  tx: Transaction,
  lot: LotAtLocation,
  {
    asOf = null,
    arrived = new Map(),
    isQuarantined = false,
  }: { asOf?: string | null; arrived?: Map<string, number>; isQuarantined?: boolean },
): Promise<LeavingReservation[]> {
  const previewed: LeavingReservation[] = [];
  let after: AllocationPosition | null = null;
  for (;;) {
    const level = await readAhead(tx, lot, { asOf, after, arrived });
    if (isQuarantined) requireLot(level, lot.lotNumber).status = 'quarantine';
    const moves = planLeaving(level, {
      lot: requireLot(level, lot.lotNumber),
      today: asOf ?? level.today,
      movesMax: MOVES_A_READ,
    });
    // The loop ends: each read starts after the one before.
    after = lastOf(moves);
    if (after === null) return previewed;
    for (const { into } of moves) {
      for (const { lot: to, units } of into) arrived.set(to.id, (arrived.get(to.id) ?? 0) + units);
    }
    previewed.push(...moves.map(shown));
  }
}

function shown({ allocation, into, missing }: Move): LeavingReservation {
  return {
    reference: allocation.reference,
    into: into.map(({ lot, units }) => ({ lot_number: lot.lotNumber, qty: units })),
    moved: into.reduce((sum, { units }) => sum + units, 0),
    released: missing,
  };
}

/** Reads the level as the sweep would find it by then: with the same reservations to move, and less capacity. */
async function readAhead(
  tx: Transaction,
  lot: LotAtLocation,
  {
    asOf,
    after,
    arrived,
  }: {
    asOf: string | null;
    after: AllocationPosition | null;
    arrived: ReadonlyMap<string, number>;
  },
): Promise<Level> {
  const { lotNumber } = lot;
  const request = { type: 'reallocate' as const, lotNumber, asOf, movesMax: MOVES_A_READ, after };
  // These units of the lots that are read are already taken.
  const units = [...arrived.values()].reduce((sum, came) => sum + came, 0);
  const read = { units, drawnLotsMax: Infinity };
  const needs = needsOf({ level: lot, request }).map((need) => ({ ...need, ...read }));
  const { levels } = await readLevels(needs, async (wanted) => {
    const [row] = await tx.query(READ_LEVEL, [wanted]);
    return row;
  });
  const level = levels.get(levelName(lot));
  if (level === undefined) throw new Error('The level of a lot is not there.');
  for (const one of level.lots) one.reserved += arrived.get(one.id) ?? 0;
  return level;
}

const READ_LEVEL = statement<{ levels: LevelRow[] | null }>(
  'preview-sweep-level',
  `with ${LEVEL_PARTS} select ${LEVELS} as levels`,
);

/** @returns a function that names a lot for people */
async function organizationNames(db: Queryable): Promise<(lot: LotAtLocation) => NamedLot> {
  const rows = await db.query(ORGANIZATIONS, []);
  const slugs = new Map(rows.map(({ id, slug }) => [id, slug]));
  return ({ organizationId, naming, lotNumber }) => ({
    organization: slugs.get(organizationId) ?? organizationId,
    sku_code: naming.skuCode,
    location: naming.location,
    lot_number: lotNumber,
  });
}

const ORGANIZATIONS = statement<{ id: string; slug: string }>(
  'organization-slugs',
  'select id, slug from organization',
);
