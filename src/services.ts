import type { Database } from './database/database.ts';
import { targetFinder } from './inventory/find-target.ts';
import { StockDoor } from './inventory/stock-door.ts';
import { levelMaker } from './inventory/stock-levels.ts';

/** What the handlers work with; built once for a process. */
export interface Services {
  readonly database: Database;
  readonly findTarget: ReturnType<typeof targetFinder>;
  readonly ensureLevel: ReturnType<typeof levelMaker>;
  readonly stockDoor: StockDoor;
}

export function makeServices(database: Database): Services {
  return {
    database,
    findTarget: targetFinder(database),
    ensureLevel: levelMaker(database),
    stockDoor: new StockDoor(database),
  };
}
