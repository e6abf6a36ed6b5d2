import { OperatorError } from '../../errors.ts';
import { SecretBox } from '../../lib/seal.ts';
import { previewSandboxReset, resetSandbox } from '../../organizations/reset-sandbox.ts';
import { command, flag, type Noun, required } from '../command.ts';
import { fillSandbox } from '../demo/demo-sandbox.ts';

const reset = command({
  name: 'reset',
  description: 'Delete the test data of an organization.',
  options: {
    organization: required('<slug>', 'whose test data'),
    dryRun: flag('only say how much there is'),
    demo: flag("then make the demo's patients, orders, partners and store there"),
  },
  run: async (database, { organization, dryRun, demo }, { action, secretsKeys, progress }) => {
    if (dryRun && demo) throw new OperatorError('Use --dry-run without --demo.');
    if (dryRun) {
      const counts = await previewSandboxReset(database, organization);
      return {
        json: { dry_run: true, would_delete: counts },
        lines: ['a dry run, nothing was changed; this would be deleted:', ...countLines(counts)],
      };
    }
    const onProgress = progress('rows');
    const { deleted, complete } = await resetSandbox(database, organization, {
      action,
      onProgress,
    });
    const lines = [`test data of ${organization} is deleted:`, ...countLines(deleted)];
    if (!complete) {
      lines.push(
        'NOT ALL: requests used some of it meanwhile, or there is very much; run it again',
      );
    }
    // On what was left the demo would not be the known world that it is to be.
    if (!demo || !complete) return { json: { deleted, complete }, failed: !complete, lines };
    const secrets = new SecretBox(secretsKeys);
    const made = await fillSandbox(database, organization, { action, secrets });
    return {
      json: { deleted, complete, made },
      lines: [...lines, 'the demo is made:', ...countLines(made)],
    };
  },
});

export const sandbox: Noun = {
  name: 'sandbox',
  description: 'Test data of an organization.',
  commands: [reset],
};

function countLines(counts: Readonly<Record<string, number>>): string[] {
  return Object.entries(counts).map(([kind, count]) => `  ${kind.replaceAll('_', ' ')}: ${count}`);
}
