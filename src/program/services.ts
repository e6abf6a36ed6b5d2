import type { Database } from '../database/database.ts';
import type { ReadStandby } from '../database/read-standby.ts';
import type { RunRead } from '../http/dispatch.ts';
import { skuAtLocationFinder, TargetCache } from '../inventory/rows/find-sku-at-location.ts';
import type { OrderNamer } from '../inventory/rows/named-order.ts';
import { heldReleaser, type ReleaseHeld } from '../inventory/writer/release-held.ts';
import { levelMaker } from '../inventory/writer/stock-levels.ts';
import type { StockWriter } from '../inventory/writer/stock-writer.ts';
import type { SecretBox } from '../lib/seal.ts';
import { nameOrders } from '../orders/name-orders.ts';
import type { NotePatientAccess, PatientAccess } from '../patients/patient-access.ts';
import type { AddressGuard } from '../webhooks/endpoints/address-guard.ts';

/** What the handlers depend on; built once for each pool of a cell. */
export interface Services {
  readonly database: Database;
  readonly findSkuAtLocation: ReturnType<typeof skuAtLocationFinder>;
  /** The same lookup, cached for the stock writer. */
  readonly targets: TargetCache;
  readonly ensureLevel: ReturnType<typeof levelMaker>;
  readonly stockWriter: StockWriter;
  readonly releaseHeld: ReleaseHeld;
  /** Names the orders of references, which the inventory cannot. */
  readonly nameOrders: OrderNamer;
  readonly secrets: SecretBox;
  readonly addressGuard: AddressGuard;
  /** Writes over a connection that may write, also in services that only read. */
  readonly notePatientAccess: NotePatientAccess;
  /** The address at which people open the application, once the process listens. */
  readonly appUrl: () => string;
}

export function makeServices(
  database: Database,
  {
    stockWriter,
    secrets,
    addressGuard,
    notePatientAccess,
    appUrl,
  }: Pick<Services, 'stockWriter' | 'secrets' | 'addressGuard' | 'notePatientAccess' | 'appUrl'>,
): Services {
  const findSkuAtLocation = skuAtLocationFinder(database);
  return {
    database,
    secrets,
    addressGuard,
    notePatientAccess,
    appUrl,
    findSkuAtLocation,
    targets: new TargetCache(findSkuAtLocation),
    ensureLevel: levelMaker(database),
    stockWriter,
    releaseHeld: heldReleaser(database),
    nameOrders,
  };
}

/**
 * Reads with a standby. What fails there, or is refused, is done again on the primary: the standby may lack what the
 * caller has just written. So nothing may stay of a read that failed, and accesses to patients are recorded afterwards.
 *
 * @param services of the primary
 * @param standbyServices of the standby's database
 */
export function readsFirstOn(
  standby: Pick<ReadStandby, 'isFresh' | 'run'>,
  { services, standbyServices }: { services: Services; standbyServices: Services },
): RunRead<Services> {
  return async (read) => {
    if (!standby.isFresh()) return read(services);
    const accesses: PatientAccess[] = [];
    const notePatientAccess = async (access: PatientAccess) => void accesses.push(access);
    let answer: Awaited<ReturnType<typeof read>>;
    try {
      answer = await standby.run(() => read({ ...standbyServices, notePatientAccess }));
    } catch {
      return read(services);
    }
    for (const access of accesses) await services.notePatientAccess(access);
    return answer;
  };
}
