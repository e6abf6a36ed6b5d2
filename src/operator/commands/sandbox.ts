import {
  previewSandboxReset,
  resetSandbox,
  type SandboxCounts,
} from '../../organizations/reset-sandbox.ts';
import { command, flag, type Noun, required } from '../command.ts';

const reset = command({
  name: 'reset',
  description: 'Delete the test data of an organization.',
  options: {
    organization: required('<slug>', 'whose test data'),
    dryRun: flag('only say how much there is'),
  },
  run: async (database, { organization, dryRun }, { action, progress }) => {
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
    return {
      json: { deleted, complete },
      failed: !complete,
      lines: [
        `test data of ${organization} is deleted:`,
        ...countLines(deleted),
        ...(complete
          ? []
          : ['NOT ALL: requests used some of it meanwhile, or there is very much; run it again']),
      ],
    };
  },
});

export const sandbox: Noun = {
  name: 'sandbox',
  description: 'Test data of an organization.',
  commands: [reset],
};

function countLines(counts: SandboxCounts): string[] {
  return Object.entries(counts).map(([kind, count]) => `  ${kind.replaceAll('_', ' ')}: ${count}`);
}
