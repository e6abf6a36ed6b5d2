/**
 * What the contract has become since its last release, and whether that breaks anyone: `npm run changes`. Fails on a
 * change that does, and on any that CHANGELOG.md does not name below its unreleased heading; prints the lines.
 *
 *   npm run changes -- --published DIRECTORY    other documents than those in generated/
 *   npm run changes -- --accepted FILE          another list than openapi/accepted-changes.json
 */
import { parseArgs } from 'node:util';
import { changeLogLines, sentence } from './changes/change.ts';
import { acceptedOf, type Judged, judge, readPublished, readReleased } from './changes/released.ts';

function report({ breaking, unnamed, stale, all, since }: Judged): string {
  const count = `${all.length} ${all.length === 1 ? 'change' : 'changes'}`;
  const parts = [`${count} of the contract since ${since}`];
  if (breaking.length > 0) {
    parts.push(
      'These break clients that were right until now. Within v1 the API only adds: undo them, or add beside what\n' +
        'there is.\n\n' +
        `${changeLogLines(breaking)}\n` +
        'One that breaks nobody is accepted in openapi/accepted-changes.json, by this with the reason why:\n\n' +
        breaking
          .map((change) => `${JSON.stringify({ change: sentence(change), reason: '' })}\n`)
          .join(''),
    );
  }
  if (unnamed.length > 0) {
    parts.push(
      'CHANGELOG.md does not name these below its unreleased heading. Write them there, in words that help:\n\n' +
        changeLogLines(unnamed),
    );
  }
  if (stale.length > 0) {
    parts.push(
      `openapi/accepted-changes.json accepts what has not changed:\n\n${stale.join('\n')}\n`,
    );
  }
  return `${parts.join('\n\n')}\n`;
}

const { values } = parseArgs({
  options: { published: { type: 'string' }, accepted: { type: 'string' } },
});
const judged = judge({
  released: readReleased(),
  published: readPublished(values.published),
  accepted: acceptedOf(values.accepted),
});
process.stdout.write(report(judged));
if (judged.breaking.length + judged.unnamed.length + judged.stale.length > 0) process.exitCode = 1;
