// A worker's sockets are shared so that receivers that hang delay nobody but themselves, however many they are.
//
// An endpoint has eight at once while there is capacity, and fewer the more are taken: one for each sixteenth of
// the worker that is free, and one at least. However many sockets others hold, some are left. Endpoints whose
// last attempts took long have half of the worker between them, shared in the same way.

/** Sockets, which cost little. */
export const IN_FLIGHT_MAX = 1_024;
const SLOW_IN_FLIGHT_MAX = IN_FLIGHT_MAX / 2;
/** The limit holds over all workers. */
const ENDPOINT_IN_FLIGHT_MAX = 8;
/** An endpoint may have one for each such part of the sockets that is free. */
const PARTS = 16;

/** An attempt that takes this long is slow, even where it succeeds. */
const SLOW_MILLISECONDS = 5_000;

export interface Share {
  /** The most attempts of one endpoint that may be under way. */
  readonly endpointMax: number;
  /** The most that are claimed at once: half of the free sockets, so that the next claim sees what this one took. */
  readonly claimMax: number;
}

export interface Shares {
  readonly normal: Share;
  readonly slow: Share;
}

/** @param slowInFlight the number of those in flight that are of slow endpoints */
export function sharesOf(inFlight: number, slowInFlight: number): Shares {
  const free = Math.max(0, IN_FLIGHT_MAX - inFlight);
  const slowFree = Math.min(free, Math.max(0, SLOW_IN_FLIGHT_MAX - slowInFlight));
  return {
    normal: shareOf(free, IN_FLIGHT_MAX),
    slow: shareOf(slowFree, SLOW_IN_FLIGHT_MAX),
  };
}

function shareOf(free: number, sockets: number): Share {
  if (free === 0) return { endpointMax: 0, claimMax: 0 };
  const endpointMax = Math.floor((PARTS * free) / sockets);
  return {
    endpointMax: Math.min(ENDPOINT_IN_FLIGHT_MAX, Math.max(1, endpointMax)),
    claimMax: Math.ceil(free / 2),
  };
}

/** Whether an attempt took so long that its endpoint is given less. */
export function isSlow({ milliseconds, error }: { milliseconds: number; error: string | null }) {
  return error === 'timeout' || milliseconds >= SLOW_MILLISECONDS;
}
