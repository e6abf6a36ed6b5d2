import type { Database } from '../src/database/database.ts';
import { type Stock, StockWriter } from '../src/inventory/writer/stock-writer.ts';
import type { OpenCell, OperatorIo } from '../src/operator/program.ts';

/** A database and its stock writer, as the wiring of a process hands them to what changes stock. */
export function stockOf(database: Database): Stock {
  return { database, stockWriter: new StockWriter(database) };
}

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
