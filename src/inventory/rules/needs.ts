// What must be read of a level before a request can be decided on it. Pure.
import type { StockRequest } from './batch.ts';
import type { Reference } from './stock.ts';

export interface Needs {
  /** Units that it takes of the lots that expire first, or reserves there. */
  readonly units: number;
  /** Lots that it names, by lot number and by id. */
  readonly lotNumbers: readonly string[];
  readonly lotIds: readonly string[];
  /** A reservation that skips what expires sooner needs the first lots from this day on. */
  readonly minExpiryDate?: string;
  /** Whose reservations it uses or changes. */
  readonly reference?: Reference;
  /** The lot number whose reservations may have to move to other lots. */
  readonly vacated?: string;
  /** The lots that are expired, or soon will be, on a day; null means today at the location. */
  readonly sweptOn?: string | null;
  /** The lot number that a lot may come to carry here: its row is kept from changing. */
  readonly arriving?: string;
}

export const NOTHING: Needs = { units: 0, lotNumbers: [], lotIds: [] };

export function needsOf(request: StockRequest): Needs {
  switch (request.type) {
    case 'receive':
      return { ...namedLot(request), ...arriving(request) };
    case 'return':
      return namedLot(request);
    case 'fulfill':
    case 'dispense':
      return { ...namedLot(request), units: request.units, ...held(request) };
    case 'reserve':
      return {
        ...NOTHING,
        ...held(request),
        units: request.units,
        lotIds: request.lotId === undefined ? [] : [request.lotId],
        ...(request.minExpiryDate !== undefined && { minExpiryDate: request.minExpiryDate }),
      };
    case 'release':
      return { ...NOTHING, ...held(request) };
    case 'adjust':
    case 'waste':
    case 'count':
      return namedLot(request);
    case 'set_status':
    case 'set_expiry':
      return { ...namedLot(request), vacated: request.lotNumber };
    case 'sweep':
      return { ...NOTHING, sweptOn: request.asOf };
    default: {
      const never: never = request;
      throw new Error(`Nobody knows what ${JSON.stringify(never)} needs.`);
    }
  }
}

function namedLot({ lotNumber }: { lotNumber: string | undefined }): Needs {
  return lotNumber === undefined ? NOTHING : { ...NOTHING, lotNumbers: [lotNumber] };
}

function arriving({ lotNumber }: { lotNumber: string | undefined }): Partial<Needs> {
  return lotNumber === undefined ? {} : { arriving: lotNumber };
}

function held({ reference }: { reference?: Reference | undefined }): Partial<Needs> {
  return reference === undefined ? {} : { reference };
}
