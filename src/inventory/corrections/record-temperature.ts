import { v7 as uuidv7 } from 'uuid';
import { type OperatorAction, recordAction } from '../../audit/operator-actions.ts';
import { type Database, timestampText } from '../../database/database.ts';
import { statement } from '../../database/statement.ts';
import { OperatorError } from '../../errors.ts';
import { appendEvents } from '../../events/append-events.ts';
import { withStoredNames } from '../rows/stored-names.ts';

export interface RecordedTemperature {
  readonly location: string;
  readonly celsius: number;
  readonly in_excursion: boolean;
  /** Only the beginning of an excursion is announced, until the location was back within its range. */
  readonly announced: boolean;
}

/**
 * Records a measured temperature.
 *
 * @param location its name; absent means the default one
 * @throws OperatorError when there is no such location
 */
export function recordTemperature(
  database: Database,
  {
    organizationId,
    celsius,
    ...asked
  }: { organizationId: string; location?: string; celsius: number },
  action: OperatorAction,
): Promise<RecordedTemperature> {
  return database.transaction(async (tx) => {
    const { location } = await withStoredNames(tx, organizationId, asked);
    const [row] = await tx.query(LOCK_LOCATION, [organizationId, location ?? null]);
    if (row === undefined) throw new OperatorError('--location names no location.');
    const min = row.min_celsius === null ? null : Number(row.min_celsius);
    const max = row.max_celsius === null ? null : Number(row.max_celsius);
    const isOut = (min !== null && celsius < min) || (max !== null && celsius > max);
    await tx.query(RECORD_EXCURSION, [row.id, organizationId, isOut]);
    await recordAction(tx, { ...action, organizationId, target: `location ${row.name}` });
    const announced = isOut && !row.in_excursion;
    if (announced) {
      appendEvents(tx, [
        {
          id: uuidv7(),
          organizationId,
          type: 'temperature.excursion',
          createdAt: row.now,
          data: { location: row.name, celsius, min_celsius: min, max_celsius: max },
        },
      ]);
    }
    return { location: row.name, celsius, in_excursion: isOut, announced };
  });
}

interface LockedLocation {
  readonly id: string;
  readonly name: string;
  /** A decimal number. */
  readonly min_celsius: string | null;
  readonly max_celsius: string | null;
  readonly in_excursion: boolean;
  readonly now: string;
}

const LOCK_LOCATION = statement<LockedLocation>(
  'lock-location',
  `
    select id, name, min_celsius, max_celsius, in_excursion,
           ${timestampText('clock_timestamp()')} as now
      from location
     where organization_id = $1::uuid
       and case when $2::text is null then is_default else name = $2::text end
       for no key update`,
);

const RECORD_EXCURSION = statement<never>(
  'note-excursion',
  `
    update location set in_excursion = $3::boolean
     where id = $1::uuid and organization_id = $2::uuid`,
);
