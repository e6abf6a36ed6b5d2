import { recordTemperature } from '../../inventory/corrections/record-temperature.ts';
import { findOrganization } from '../../organizations/find-organization.ts';
import { command, type Noun, optional, required } from '../command.ts';
import { degrees } from '../option-values.ts';

const record = command({
  name: 'record',
  description: 'Note a measured temperature.',
  options: {
    organization: required('<slug>', 'whose location'),
    location: optional('<name>', 'where; the default location if not said'),
    celsius: required('<c>', 'degrees', degrees),
  },
  run: async (database, { organization, ...measured }, { action }) => {
    const { id: organizationId } = await findOrganization(database, organization);
    const noted = await recordTemperature(database, { organizationId, ...measured }, action);
    const range = noted.in_excursion ? 'out of its range' : 'within its range';
    return {
      json: noted,
      lines: [
        `${noted.location}: ${noted.celsius} °C, ${range}${noted.announced ? ', announced' : ''}`,
      ],
    };
  },
});

export const temperature: Noun = {
  name: 'temperature',
  description: 'Temperatures of locations.',
  commands: [record],
};
