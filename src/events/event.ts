// The kinds of events and the data of each, as the contract's webhooks describe them: a new kind is added
// there, and nowhere a second time.
import type { Environment, EventBody } from '../contract.ts';
import { timestampText } from '../database/database.ts';

/** The kinds of events. A test of an endpoint is only sent: no event is written for it. */
export type EventType = Exclude<EventBody['type'], 'webhook.test'>;

/** The data of an event of this kind holds ids, codes and quantities only: never notes, prescription numbers or patient data. */
type EventData<Type extends EventType> = Extract<EventBody, { type: Type }>['data'];

/** A kind with its data. */
export type Fact = {
  [Type in EventType]: { readonly type: Type; readonly data: EventData<Type> };
}[EventType];

export type NewEvent = Fact & {
  readonly id: string;
  readonly organizationId: string;
  /** Set for orders, which live and test have apart. Keys and endpoints of the other environment never see the event. */
  readonly environment?: Environment;
  /** Timestamp text; without it, the time at which the event gets its position. */
  readonly createdAt?: string | undefined;
};

/**
 * The envelope: how an event leaves, in the feed and in a delivery.
 *
 * @param event a row with id, type, created_at and data
 */
export function envelopeColumns(event: string): string {
  return `${event}.id, ${event}.type, ${timestampText(`${event}.created_at`)} as created_at, ${event}.data`;
}

/** The envelope as JSON text, which is what a delivery keeps and sends. */
export function envelopeText(event: string): string {
  return `(select row_to_json(envelope)::text from (select ${envelopeColumns(event)}) envelope)`;
}
