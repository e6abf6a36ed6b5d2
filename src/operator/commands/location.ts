import { listLocations } from '../../catalog/list-locations.ts';
import { findOrganization } from '../../organizations/find-organization.ts';
import { command, type Noun, required } from '../command.ts';
import { asReader, LIMIT, readRows, table } from '../lists.ts';

const list = command({
  name: 'list',
  description: 'List the locations of an organization by name.',
  options: {
    organization: required('<slug>', 'slug of the organization'),
    limit: LIMIT,
  },
  run: async (database, { organization, limit }) => {
    const { id: organizationId } = await findOrganization(database, organization);
    const principal = asReader(organizationId);
    const locations = await readRows(limit, (query) =>
      listLocations({ query, principal }, { database }),
    );
    return table(locations, ['name', 'is_default', 'time_zone', 'id'], limit);
  },
});

export const location: Noun = {
  name: 'location',
  description: 'List the locations that hold stock.',
  commands: [list],
};
