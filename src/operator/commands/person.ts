import { OperatorError } from '../../errors.ts';
import { setApprovals } from '../../organizations/set-approvals.ts';
import { command, flag, type Noun, required } from '../command.ts';

const approvals = command({
  name: 'approvals',
  description: 'Say how many people a count takes: two, or one in a pharmacy of one person.',
  options: {
    organization: required('<slug>', 'which one'),
    one: flag('who counted may approve it, unless the product is controlled'),
    two: flag('another person approves it'),
  },
  run: async (database, { organization: slug, one, two }, { action }) => {
    if (one === two) throw new OperatorError('Say --one or --two.');
    const changed = await setApprovals(database, { slug, approvals: one ? 'one' : 'two' }, action);
    const line = `organization ${changed.slug}: a count takes ${changed.approvals}`;
    return { json: changed, lines: [line] };
  },
});

export const person: Noun = {
  name: 'person',
  description: 'The people who work at an organization.',
  commands: [approvals],
};
