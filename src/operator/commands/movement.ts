import { redactMovement } from '../../inventory/corrections/redact-movement.ts';
import { findOrganization } from '../../organizations/find-organization.ts';
import { command, type Noun, optional, required } from '../command.ts';
import { reason, uuid } from '../option-values.ts';

const redact = command({
  name: 'redact',
  description: 'Take the note and the prescription number of a movement away, for good.',
  options: {
    id: required('<id>', 'which movement; reads call it movement_id', uuid),
    organization: optional('<slug>', 'whose it is, where several have one of this id'),
    reason: required('<text>', 'why; it stands in the log of operators', reason),
  },
  run: async (database, { id, organization }, { action }) => {
    const organizationId =
      organization === undefined ? null : (await findOrganization(database, organization)).id;
    const { redactedAt, changed } = await redactMovement(database, { id, organizationId }, action);
    const state = changed ? 'is redacted since' : 'was redacted already, at';
    return {
      json: { id, redacted_at: redactedAt, changed },
      lines: [`movement ${id} ${state} ${redactedAt}`],
    };
  },
});

export const movement: Noun = {
  name: 'movement',
  description: 'Movements of stock, which nothing but a redaction can change.',
  commands: [redact],
};
