import { verifyLedger } from '../../inventory/verify-ledger.ts';
import { findOrganization } from '../../organizations/find-organization.ts';
import { command, type Noun, optional } from '../command.ts';

const verify = command({
  name: 'verify',
  description: 'Prove every balance and every hash chain.',
  options: { organization: optional('<slug>', 'of this organization only') },
  run: async (database, { organization }) => {
    const id =
      organization === undefined ? null : (await findOrganization(database, organization)).id;
    const result = await verifyLedger(database, id);
    const { problems, ...counts } = result;
    return {
      json: result,
      failed: !result.ok,
      lines: [
        ...problems.map(({ kind, id, message }) => `${kind} ${id}: ${message}`),
        `${counts.entries} entries of ${counts.lots} lots at ${counts.levels} levels verified: ` +
          (result.ok ? 'every balance and chain holds' : `${counts.problem_count} problems`),
      ],
    };
  },
});

export const ledger: Noun = {
  name: 'ledger',
  description: 'The ledger of stock.',
  commands: [verify],
};
