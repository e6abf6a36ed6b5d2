import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files and rooms of files that take long, however small they are, the longest first. */
const LONG = [
  'test/sentinels/',
  'test/docs/walks',
  'test/program/embedded',
  'test/database/embedded/',
  'test/program/database-url',
  'test/webhooks/killed-worker',
  'test/webhooks/claim-deliveries',
  'test/orders/orders.race',
  'test/faults/',
  'test/program/',
  'test/inventory/model',
  'test/http/authorization-matrix',
  'test/inventory/list-costs',
];

/**
 * What takes long begins first, so that none of it is left alone at the end. Else the order is that of vitest,
 * which knows how long a file took once it has run here, and goes by its size until then.
 */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const path = relative(this.ctx.config.root, moduleId);
      const place = LONG.findIndex((start) => path.startsWith(start));
      return place === -1 ? LONG.length : place;
    };
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other));
  }
}
