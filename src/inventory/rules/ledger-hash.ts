// The ledger's hash chain. The form is published in the contract's introduction; changing it breaks every
// partner who verifies, so it only ever changes together with a new version there.
import { hash } from 'node:crypto';
import { randomSalt } from '../../lib/random.ts';

export const FIRST_HASH = Buffer.alloc(32);

const SALT_BYTES = 16;

/** A text that may have to be redacted one day: its salted digest stays, so the chain still holds. */
export interface Redactable {
  readonly text: string | null;
  readonly salt: Buffer | null;
  readonly digest: Buffer | null;
}

export interface MovementRecord {
  readonly id: string;
  readonly organizationId: string;
  readonly type: string;
  readonly skuId: string;
  readonly locationId: string;
  readonly idempotencyKey: string | null;
  readonly requestDigest: Buffer | null;
  readonly referenceType: string | null;
  readonly referenceId: string | null;
  readonly rxNumber: Redactable;
  readonly poNumber: string | null;
  readonly note: Redactable;
  readonly actor: string;
  /** Timestamp text. */
  readonly createdAt: string;
}

export interface EntryRecord {
  readonly id: string;
  readonly seq: bigint;
  readonly type: string;
  readonly skuId: string;
  readonly locationId: string;
  readonly lotId: string;
  /** Signed units; negative ones leave the lot. */
  readonly qty: number;
  readonly balanceAfter: number;
  /** Timestamp text. */
  readonly createdAt: string;
}

/** A change of a lot that is no change of its units. */
export interface LotRecord {
  readonly organizationId: string;
  readonly lotId: string;
  readonly seq: bigint;
  readonly type: LotRecordType;
  /** The order that holds the reservation; null where the record is of none. */
  readonly referenceType: string | null;
  readonly referenceId: string | null;
  /** Units that came to the reservation or went from it; at least 1. */
  readonly qty: number | null;
  /** This and what follows describe the lot afterwards. */
  readonly reservedAfter: number;
  readonly status: string;
  /** ISO date. */
  readonly expiryDate: string;
  /** Timestamp text. */
  readonly createdAt: string;
}

export type LotRecordType = 'reserve' | 'release' | 'set_status' | 'set_expiry';

export const NOTHING_REDACTABLE: Redactable = { text: null, salt: null, digest: null };

export function redactable(text: string | null | undefined): Redactable {
  if (text === null || text === undefined) return NOTHING_REDACTABLE;
  const salt = randomSalt(SALT_BYTES);
  return { text, salt, digest: saltedDigest(salt, text) };
}

export function saltedDigest(salt: Buffer, text: string): Buffer {
  return sha256(Buffer.concat([salt, Buffer.from(text, 'utf8')]));
}

/**
 * SHA-256 over the lot's previous hash and every column of the entry and its movement, each written with
 * its length before it, so that no two forms are the same.
 */
export function entryHash(previous: Buffer, entry: EntryRecord, movement: MovementRecord): Buffer {
  return chained(previous, [
    entry.id,
    movement.organizationId,
    movement.id,
    String(entry.seq),
    entry.type,
    entry.skuId,
    entry.locationId,
    entry.lotId,
    String(entry.qty),
    String(entry.balanceAfter),
    entry.createdAt,
    ...movementForm(movement),
  ]);
}

/** Hashes a record alike. It begins with a word, where an entry has its id, so that neither passes for the other. */
export function recordHash(previous: Buffer, record: LotRecord, movement: MovementRecord): Buffer {
  return chained(previous, [
    'lot_record',
    record.organizationId,
    movement.id,
    String(record.seq),
    record.type,
    record.lotId,
    record.referenceType,
    record.referenceId,
    record.qty === null ? null : String(record.qty),
    String(record.reservedAfter),
    record.status,
    record.expiryDate,
    record.createdAt,
    ...movementForm(movement),
  ]);
}

function movementForm(movement: MovementRecord): (string | null)[] {
  return [
    movement.type,
    movement.skuId,
    movement.locationId,
    movement.idempotencyKey,
    hex(movement.requestDigest),
    movement.referenceType,
    movement.referenceId,
    hex(movement.rxNumber.digest),
    movement.poNumber,
    hex(movement.note.digest),
    movement.actor,
    movement.createdAt,
  ];
}

function chained(previous: Buffer, values: readonly (string | null)[]): Buffer {
  const form = values.map(lengthPrefixed).join('');
  return sha256(Buffer.concat([previous, Buffer.from(form, 'utf8')]));
}

export function sha256(bytes: Buffer | string): Buffer {
  return hash('sha256', bytes, 'buffer');
}

function lengthPrefixed(value: string | null): string {
  return value === null ? '-' : `${Buffer.byteLength(value, 'utf8')}:${value}`;
}

function hex(bytes: Buffer | null): string | null {
  return bytes === null ? null : bytes.toString('hex');
}
