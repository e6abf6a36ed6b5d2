import type { OpenCell, OperatorIo } from '../../src/operator/program.ts';
import { stockOf } from './stock-of.ts';

/** How a command reaches the database where there is one. */
export function oneDatabase(
  open: Pick<OpenCell, 'database' | 'secretsKeys'>,
): Pick<OperatorIo, 'cells' | 'withCell' | 'withDirectory'> {
  return {
    cells: [],
    withCell: (_cell, work) =>
      work({
        ...open,
        ...stockOf(open.database),
        appUrl: 'http://localhost:3000',
      }),
    withDirectory: () => Promise.reject(new Error('One database has no directory.')),
  };
}
