import { redactMovement } from '../../inventory/corrections/redact-movement.ts';
import { findOrganization } from '../../organizations/find-organization.ts';
import { command, type Noun, optional, required } from '../command.ts';
import { reason, uuid } from '../option-values.ts';

const redact = command({
  name: 'redact',
  description: 'Redact the note and prescription number of a movement permanently.',
  options: {
    id: required('<id>', 'movement_id of the movement', uuid),
    organization: optional(
      '<slug>',
      'slug of the organization, if several have a movement with this id',
    ),
    reason: required('<text>', 'reason; stored in the operator log', reason),
  },
  run: async (database, { id, organization }, { action }) => {
    const organizationId =
      organization === undefined ? null : (await findOrganization(database, organization)).id;
    const { redactedAt, changed } = await redactMovement(database, { id, organizationId }, action);
    const state = changed ? 'was redacted at' : 'was already redacted at';
    return {
      json: { id, redacted_at: redactedAt, changed },
      lines: [`movement ${id} ${state} ${redactedAt}`],
    };
  },
});

export const movement: Noun = {
  name: 'movement',
  description: 'Redact movements of stock.',
  commands: [redact],
};
