import type { Database } from '../../src/database/database.ts';
import { type Stock, StockWriter } from '../../src/inventory/writer/stock-writer.ts';

/** A database and its stock writer, as the wiring of a process hands them to what changes stock. */
export function stockOf(database: Database): Stock {
  return { database, stockWriter: new StockWriter(database) };
}
