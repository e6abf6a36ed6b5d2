import { personAction } from '../../audit/operator-actions.ts';
import type { Answer, PersonCall } from '../../contract.ts';
import type { Database } from '../../database/database.ts';
import { readTimeFilter } from '../../lib/paging.ts';
import { recordTemperature as record } from '../corrections/record-temperature.ts';

/** Records a measured temperature; one that is out of the range of the location needs a comment. */
export async function recordTemperature(
  { body, header, principal }: PersonCall<'recordTemperature'>,
  { database }: { database: Database },
): Promise<Answer<'recordTemperature'>> {
  const { comment, measured_at, ...typed } = body;
  const { location, celsius, corrects, force } = typed;
  const measuredAt = readTimeFilter(measured_at, 'measured_at');
  const { organizationId } = principal;
  const reason = comment ?? null;
  const recorded = await record(
    database,
    {
      organizationId,
      location,
      celsius,
      measuredAt,
      corrects: corrects?.toLowerCase(),
      force,
      comment,
    },
    {
      action: personAction({
        principal,
        command: 'recordTemperature',
        typed: { ...typed, ...(measuredAt && { measured_at: measuredAt }) },
        reason,
      }),
      key: header['Idempotency-Key'],
    },
  );
  return { status: recorded.idempotent ? 200 : 201, body: recorded };
}
