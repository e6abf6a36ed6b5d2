import { type OperatorAction, recordAction } from '../../audit/operator-actions.ts';
import type { Answer } from '../../contract.ts';
import { type Database, type Transaction, timestampText } from '../../database/database.ts';
import { statement } from '../../database/statement.ts';
import { type ApiError, errors } from '../../errors.ts';
import { appendEvents } from '../../events/append-events.ts';
import { answerOnce } from '../../idempotency/idempotency.ts';
import { readTimeFilter } from '../../lib/paging.ts';
import { newId } from '../../lib/random.ts';
import { findLocation } from '../rows/find-location.ts';
import { keyedByPerson, requestOf, type StockCall } from '../writer/person-change.ts';

/** A reading beyond these was mistyped, unless somebody insists. */
const PLAUSIBLE = { min: -90, max: 60 };

type RecordedTemperature = Answer<'recordTemperature'>['body'];

/**
 * Records a measured temperature, or corrects a reading: the correction has the time, the location and the range of
 * the reading. Whether the location is in an excursion follows from the reading of the newest time.
 *
 * @throws ApiError when there is no such location or reading, the reading was corrected already, the temperature or its
 *   time cannot be right, or a person leaves the comment out where it is out of the range
 */
export async function recordTemperature(
  call: StockCall<'recordTemperature'>,
  { database }: { database: Database },
): Promise<Answer<'recordTemperature'>> {
  const { comment, measured_at, ...typed } = call.body;
  const { location, celsius, force } = typed;
  const { organizationId } = call.principal;
  const measuredAt = readTimeFilter(measured_at, 'measured_at');
  if (!force && (celsius < PLAUSIBLE.min || celsius > PLAUSIBLE.max)) {
    const range = `${PLAUSIBLE.min} to ${PLAUSIBLE.max}`;
    throw refused('celsius', `is outside ${range}: set \`force\` if it is correct`);
  }
  const corrects = typed.corrects?.toLowerCase();
  const measurement = { organizationId, location, celsius, measuredAt, corrects, force, comment };
  const asking = requestOf(call, {
    command: 'recordTemperature',
    typed: { ...typed, ...(measuredAt && { measured_at: measuredAt }) },
    reason: comment ?? null,
  });
  const principal = { organizationId, environment: 'live' as const };
  const request = keyedByPerson(asking, measurement);
  const { answer, isRepeat } = await database.transaction((tx) =>
    answerOnce(tx, { principal, request }, () => record(tx, measurement, asking.action)),
  );
  return { status: isRepeat ? 200 : 201, body: { ...answer, idempotent: isRepeat } };
}

interface Measurement {
  readonly organizationId: string;
  /** A name; undefined where the organization has one location, or where another reading is corrected. */
  readonly location?: string | undefined;
  readonly celsius: number;
  /** Timestamp text; undefined means now, or the time of the reading that is corrected. */
  readonly measuredAt?: string | undefined;
  /** The id of the reading that is corrected. */
  readonly corrects?: string | undefined;
  /** Also takes a temperature or a time that is not plausible. */
  readonly force?: boolean | undefined;
  /** What is done about a temperature that is out of the range; a person says it, the platform's operator need not. */
  readonly comment?: string | undefined;
}

async function record(
  tx: Transaction,
  measurement: Measurement,
  action: OperatorAction,
): Promise<Omit<RecordedTemperature, 'idempotent'>> {
  const { organizationId, celsius } = measurement;
  const corrected = await findCorrected(tx, measurement);
  const found = corrected
    ? { id: corrected.location_id }
    : await findLocation(tx, organizationId, measurement.location);
  const [location] = await tx.query(LOCK_LOCATION, [found.id, organizationId]);
  if (location === undefined) throw new Error('A location is gone.');
  const { now, year_ago: yearAgo } = location;
  const measuredAt = timeOf(measurement, { corrected, now, yearAgo });
  // The lock of the location is held, so that of two corrections of one reading the second finds the first.
  if (corrected !== undefined) await refuseCorrected(tx, organizationId, corrected.id);
  const { min_celsius, max_celsius } = corrected ?? location;
  const min = min_celsius === null ? null : Number(min_celsius);
  const max = max_celsius === null ? null : Number(max_celsius);
  const isOut = (min !== null && celsius < min) || (max !== null && celsius > max);
  if (isOut && action.person !== undefined && measurement.comment === undefined) {
    throw refused('comment', `is required: the range of ${location.name} is ${rangeOf(min, max)}`);
  }
  const id = newId();
  const corrects = corrected?.id ?? null;
  const [later] = await tx.query(FIND_LATER, [location.id, organizationId, measuredAt]);
  const reading = [id, organizationId, location.id, celsius, min, max, measuredAt, corrects];
  await tx.query(INSERT_READING, [...reading, action.id]);
  await recordAction(tx, { ...action, organizationId, target: `location ${location.name}` });
  const read = {
    id,
    location: location.name,
    celsius,
    min_celsius: min,
    max_celsius: max,
    measured_at: measuredAt,
    corrects,
    in_range: !isOut,
    is_newest: later === undefined,
  };
  if (later !== undefined) {
    return { ...read, in_excursion: location.in_excursion, announced: false };
  }
  await tx.query(RECORD_EXCURSION, [location.id, organizationId, isOut]);
  const announced = isOut && !location.in_excursion;
  if (announced) {
    appendEvents(tx, [
      {
        id: newId(),
        organizationId,
        type: 'temperature.excursion',
        createdAt: now,
        data: { location: location.name, celsius, min_celsius: min, max_celsius: max },
      },
    ]);
  }
  return { ...read, in_excursion: isOut, announced };
}

function rangeOf(min: number | null, max: number | null): string {
  if (min === null) return `at most ${max} °C`;
  return max === null ? `at least ${min} °C` : `${min} to ${max} °C`;
}

/** @throws ApiError when there is no such reading, or the options say something else of it */
async function findCorrected(
  tx: Transaction,
  { organizationId, corrects, location }: Measurement,
): Promise<StoredReading | undefined> {
  if (corrects === undefined) return undefined;
  const [reading] = await tx.query(FIND_READING, [corrects, organizationId]);
  if (reading === undefined) {
    throw errors.notFound(`There is no reading ${corrects} of the organization to correct.`);
  }
  if (location !== undefined) {
    const named = await findLocation(tx, organizationId, location);
    if (named.id !== reading.location_id) {
      throw refused('location', `is of another reading; this one is of ${reading.location}`);
    }
  }
  return reading;
}

async function refuseCorrected(tx: Transaction, organizationId: string, id: string): Promise<void> {
  const [correction] = await tx.query(FIND_CORRECTION, [id, organizationId]);
  if (correction === undefined) return;
  throw errors.validationFailed(
    `The reading was corrected already, by ${correction.id}: correct that one with \`corrects\`.`,
  );
}

function timeOf(
  { measuredAt, force }: Measurement,
  {
    corrected,
    now,
    yearAgo,
  }: { corrected: StoredReading | undefined; now: string; yearAgo: string },
): string {
  if (corrected !== undefined) {
    if (measuredAt !== undefined && measuredAt !== corrected.measured_at) {
      throw refused(
        'measured_at',
        `must be left out: a correction keeps the time of its reading, ${corrected.measured_at}`,
      );
    }
    return corrected.measured_at;
  }
  if (measuredAt !== undefined && measuredAt > now) {
    throw refused('measured_at', 'must not be later than now');
  }
  if (!force && measuredAt !== undefined && measuredAt < yearAgo) {
    throw refused(
      'measured_at',
      'is more than a year ago, and a correction cannot change a time: set `force` if it is correct',
    );
  }
  return measuredAt ?? now;
}

function refused(path: string, message: string): ApiError {
  return errors.invalid(path, message);
}

interface LockedLocation {
  readonly id: string;
  readonly name: string;
  /** A decimal number. */
  readonly min_celsius: string | null;
  readonly max_celsius: string | null;
  readonly in_excursion: boolean;
  readonly now: string;
  readonly year_ago: string;
}

const LOCK_LOCATION = statement<LockedLocation>(
  'lock-location',
  `
    select id, name, min_celsius, max_celsius, in_excursion,
           ${timestampText('clock_timestamp()')} as now,
           ${timestampText("(clock_timestamp() - interval '1 year')")} as year_ago
      from location
     where id = $1::uuid and organization_id = $2::uuid
       for no key update`,
);

interface StoredReading {
  readonly id: string;
  readonly location_id: string;
  readonly location: string;
  readonly min_celsius: string | null;
  readonly max_celsius: string | null;
  readonly measured_at: string;
}

const FIND_READING = statement<StoredReading>(
  'find-temperature-reading',
  `
    select reading.id, location_id, location.name as location, reading.min_celsius,
           reading.max_celsius, ${timestampText('measured_at')} as measured_at
      from temperature_reading reading
      join location on location.id = location_id
           and location.organization_id = reading.organization_id
     where reading.id = $1::uuid and reading.organization_id = $2::uuid`,
);

const FIND_CORRECTION = statement<{ id: string }>(
  'find-temperature-correction',
  `select id from temperature_reading where corrects = $1::uuid and organization_id = $2::uuid`,
);

const FIND_LATER = statement<{ found: boolean }>(
  'find-later-temperature',
  `
    select true as found from temperature_reading
     where location_id = $1::uuid and organization_id = $2::uuid and measured_at > $3::timestamptz
     limit 1`,
);

const INSERT_READING = statement<never>(
  'insert-temperature-reading',
  `
    insert into temperature_reading (
      id, organization_id, location_id, celsius, min_celsius, max_celsius, measured_at, corrects,
      action_id)
    values ($1::uuid, $2::uuid, $3::uuid, $4::numeric, $5::numeric, $6::numeric, $7::timestamptz,
            $8::uuid, $9::uuid)`,
);

const RECORD_EXCURSION = statement<never>(
  'note-excursion',
  `
    update location set in_excursion = $3::boolean
     where id = $1::uuid and organization_id = $2::uuid`,
);
