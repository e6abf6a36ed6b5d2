import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files, and the folders of files, that take long however small they are. */
const LONG = [
  'test/sentinels/',
  'test/docs/walks',
  'test/program/',
  'test/embedded/',
  'test/regular-expressions',
  'test/cells/',
  'sdk/test/',

  'test/webhooks/delivery/claim-deliveries',
  'test/webhooks/delivery/send',
  'test/orders/orders.races',
  'test/faults/',
  'test/inventory/model',
  'test/http/authorization-matrix',
  'test/http/application-matrix',
  'test/contract/fuzz',
  'test/inventory/operations/lists.costs',
];

/**
 * The files in an order that follows from the run's seed, those that take long before the others, so that none of
 * them is left alone at the end.
 */
export default class ShuffledLongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { root, sequence } = this.ctx.config;
    const rank = ({ moduleId }: TestSpecification) => {
      const path = relative(root, moduleId);
      const draw = createHash('sha256').update(`${sequence.seed} ${path}`).digest('hex');
      return `${LONG.some((start) => path.startsWith(start)) ? 0 : 1} ${draw}`;
    };
    return files
      .map((file) => ({ file, rank: rank(file) }))
      .sort((one, other) => (one.rank < other.rank ? -1 : 1))
      .map(({ file }) => file);
  }
}
