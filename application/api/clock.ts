/**
 * The service's clock, as far as its answers say it. A Date header names the second in which the answer was made, which
 * lies between the sending of the request and the answer: each narrows what the offset of this computer can be.
 */
const SECOND_MILLISECONDS = 1000;

let least = Number.NEGATIVE_INFINITY;
let most = Number.POSITIVE_INFINITY;

export function noteClock(answered: Response, sentAt: number, receivedAt = Date.now()): void {
  const at = Date.parse(answered.headers.get('date') ?? '');
  if (Number.isNaN(at)) return;
  const [low, high] = [at - receivedAt, at + SECOND_MILLISECONDS - sentAt];
  least = Math.max(least, low);
  most = Math.min(most, high);
  // One of the clocks was set.
  if (least > most) [least, most] = [low, high];
}

/** The time of the service now, as an ISO timestamp. */
export function serviceTime(): string {
  const offset = Number.isFinite(least) && Number.isFinite(most) ? (least + most) / 2 : 0;
  return new Date(Date.now() + offset).toISOString();
}
