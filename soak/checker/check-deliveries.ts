// Webhooks deliver what the feed holds: each event as it stands there, under one delivery for each endpoint, with the
// same bytes in each try, signed; and in the end every event has come.
import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Base, History, Violation } from '../history.ts';

/** Longer than a delivery whose worker was killed takes to come again. */
const DELIVERED_POSITIONS_KEPT = 20_000;

/** Changes what the base knows to be delivered. */
export function checkDeliveries(
  { feed, deliveries, delivered }: History,
  base: Base,
): Violation | undefined {
  for (const event of feed) base.eventDeliveries[event.id] = { event, to: {} };
  for (const { delivery, endpoint, text, signed } of deliveries) {
    const wrong = (what: string): Violation => ({
      kind: 'webhook',
      subject: delivery,
      calls: [],
      text: `delivery ${delivery} ${what}: ${text}`,
    });
    if (!signed) return wrong('has a signature that is not right');
    const body = JSON.parse(text) as { id: string };
    const known = base.eventDeliveries[body.id];
    if (known === undefined) return wrong('carries an event that the feed does not have');
    const { id, type, createdAt: created_at, data } = known.event;
    if (!isDeepStrictEqual(body, { id, type, created_at, data })) {
      return wrong(
        `differs from the feed, which has ${JSON.stringify({ id, type, created_at, data })}`,
      );
    }
    const before = known.to[endpoint];
    if (before !== undefined && before.delivery !== delivery) {
      return wrong(`repeats what delivery ${before.delivery} carried`);
    }
    const digest = hash('sha256', text);
    if (before !== undefined && before.digest !== digest)
      return wrong('has other bytes than before');
    known.to[endpoint] = { delivery, digest };
  }
  for (const { event, to } of Object.values(base.eventDeliveries)) {
    const missing = delivered.find((endpoint) => to[endpoint] === undefined);
    if (missing !== undefined) {
      return {
        kind: 'webhook',
        subject: event.id,
        calls: [],
        text: `${event.type} at position ${event.position} never came to endpoint ${missing}`,
      };
    }
  }
  for (const { event, to } of Object.values(base.eventDeliveries)) {
    if (event.position > base.position - DELIVERED_POSITIONS_KEPT) break;
    if (Object.keys(to).length > 0) delete base.eventDeliveries[event.id];
  }
  return undefined;
}
