import { listTemperatures } from '../../inventory/operations/list-temperatures.ts';
import { recordTemperature } from '../../inventory/operations/record-temperature.ts';
import { readTimestamp } from '../../lib/paging.ts';
import { findOrganization } from '../../organizations/find-organization.ts';
import { command, flag, type Noun, optional, required } from '../command.ts';
import { asReader, NEWEST_LIMIT, NEWEST_ROWS, readRows, table } from '../lists.ts';
import { degrees, uuid } from '../option-values.ts';
import { stockFilters } from './stock-filters.ts';

const ORGANIZATION = required('<slug>', 'slug of the organization');

const list = command({
  name: 'list',
  description: 'List temperature readings, newest first.',
  options: {
    organization: ORGANIZATION,
    location: optional('<name>', 'only this location'),
    from: optional('<time>', 'at or after this time (ISO 8601)'),
    to: optional('<time>', 'before this time (ISO 8601)'),
    limit: NEWEST_LIMIT,
  },
  run: async (database, { organization, from, to, limit = NEWEST_ROWS, ...options }) => {
    const { id: organizationId } = await findOrganization(database, organization);
    const principal = asReader(organizationId);
    const filters = {
      ...(await stockFilters(database, organizationId, options)),
      ...(from !== undefined && { from: readTimestamp(from, '--from') }),
      ...(to !== undefined && { to: readTimestamp(to, '--to') }),
    };
    const readings = await readRows(limit, (page) =>
      listTemperatures({ query: { ...page, ...filters }, principal }, { database }),
    );
    const range = ['min_celsius', 'max_celsius', 'in_range'] as const;
    const fields = ['measured_at', 'location', 'celsius', ...range, 'id', 'corrects'] as const;
    return table(readings, fields, limit);
  },
});

const record = command({
  name: 'record',
  description: 'Record a temperature reading or correct one.',
  options: {
    organization: ORGANIZATION,
    location: optional('<name>', 'location; required if there are several'),
    celsius: required('<c>', 'temperature in °C', degrees),
    measuredAt: optional('<time>', 'time of the reading (ISO 8601); default: now'),
    corrects: optional('<id>', 'id of the reading to correct', uuid),
    force: flag('accept readings below -90 °C, above 60 °C or older than a year'),
  },
  run: async (database, { organization, measuredAt, ...measured }, { action }) => {
    const { id: organizationId } = await findOrganization(database, organization);
    const at = measuredAt === undefined ? undefined : readTimestamp(measuredAt, '--measured-at');
    const { body: noted } = await recordTemperature(
      {
        principal: { organizationId, action },
        header: {},
        body: { ...measured, location: measured.location, measured_at: at },
      },
      { database },
    );
    const range = (isOut: boolean) => (isOut ? 'out of its range' : 'within its range');
    const { location, celsius, in_range, in_excursion, is_newest, announced } = noted;
    return {
      json: withoutRange(noted),
      lines: [
        `${location}: ${celsius} °C, ${range(!in_range)}${announced ? ', announced' : ''}`,
        ...(is_newest
          ? []
          : [`a later reading counts: the location is ${range(in_excursion)} now`]),
        `reading: ${noted.id}`,
      ],
    };
  },
});

/** The range is in the list. */
function withoutRange({
  min_celsius: _,
  max_celsius: __,
  idempotent: ___,
  ...noted
}: Awaited<ReturnType<typeof recordTemperature>>['body']) {
  return noted;
}

export const temperature: Noun = {
  name: 'temperature',
  description: 'List and record the temperatures of locations.',
  commands: [list, record],
};
