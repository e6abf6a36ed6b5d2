// The ledger's hash as the contract's introduction publishes it, written from that text alone: it shares no
// code with the service, so that the two can disagree.
import { createHash } from 'node:crypto';

/** An entry's values in the published order; null where there is none. */
export interface HashedValues extends MovementValues {
  entryId: string;
  organizationId: string;
  seq: string;
  entryType: string;
  skuId: string;
  locationId: string;
  lotId: string;
  qty: string;
  balanceAfter: string;
  entryCreatedAt: string;
}

/** Those of a record of a lot, likewise. */
export interface RecordValues extends MovementValues {
  organizationId: string;
  seq: string;
  recordType: string;
  lotId: string;
  holderType: string | null;
  holderId: string | null;
  qty: string | null;
  reservedAfter: string;
  status: string;
  expiryDate: string;
  recordCreatedAt: string;
}

export interface MovementValues {
  movementId: string;
  movementType: string;
  movementSkuId: string;
  movementLocationId: string;
  idempotencyKey: string | null;
  requestDigest: string | null;
  referenceType: string | null;
  referenceId: string | null;
  rxNumberDigest: string | null;
  poNumber: string | null;
  noteDigest: string | null;
  actor: string;
  movementCreatedAt: string;
}

/** @param previous hex of the lot's previous hash; undefined for its first */
export function publishedHash(previous: string | undefined, v: HashedValues): string {
  return chained(previous, [
    v.entryId,
    v.organizationId,
    v.movementId,
    v.seq,
    v.entryType,
    v.skuId,
    v.locationId,
    v.lotId,
    v.qty,
    v.balanceAfter,
    v.entryCreatedAt,
    ...valuesOfMovement(v),
  ]);
}

export function publishedRecordHash(previous: string | undefined, v: RecordValues): string {
  return chained(previous, [
    'lot_record',
    v.organizationId,
    v.movementId,
    v.seq,
    v.recordType,
    v.lotId,
    v.holderType,
    v.holderId,
    v.qty,
    v.reservedAfter,
    v.status,
    v.expiryDate,
    v.recordCreatedAt,
    ...valuesOfMovement(v),
  ]);
}

function valuesOfMovement(v: MovementValues): (string | null)[] {
  return [
    v.movementType,
    v.movementSkuId,
    v.movementLocationId,
    v.idempotencyKey,
    v.requestDigest,
    v.referenceType,
    v.referenceId,
    v.rxNumberDigest,
    v.poNumber,
    v.noteDigest,
    v.actor,
    v.movementCreatedAt,
  ];
}

function chained(previous: string | undefined, values: (string | null)[]): string {
  const sha256 = createHash('sha256');
  sha256.update(previous === undefined ? new Uint8Array(32) : Buffer.from(previous, 'hex'));
  for (const value of values) {
    if (value === null) sha256.update('-');
    else {
      const bytes = new TextEncoder().encode(value);
      sha256.update(`${bytes.length}:`).update(bytes);
    }
  }
  return sha256.digest('hex');
}

/** The digest under which a text that may be redacted enters: the salt's bytes, then the text's. */
export function publishedDigest(salt: Uint8Array, text: string): string {
  return createHash('sha256').update(salt).update(text, 'utf8').digest('hex');
}
