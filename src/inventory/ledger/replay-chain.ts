import {
  entryHash,
  FIRST_HASH,
  type Redactable,
  recordHash,
  saltedDigest,
} from '../rules/ledger-hash.ts';
import type { AnchoredHead } from './anchor-file.ts';
import {
  type ChainPosition,
  type ChainRow,
  entryOf,
  isWithLot,
  isWithMovement,
  type LotColumns,
  type LotEnd,
  type MovementColumns,
  movementOf,
  nameOf,
  type RecordRow,
  recordOf,
  SEQ_MIN,
} from './chain-rows.ts';

export interface LedgerProblem {
  readonly kind: 'entry' | 'record' | 'movement' | 'lot' | 'level';
  /**
   * A record has no id of its own: this is its lot's id and its number, as in `LOT/SEQ`. A level has none either:
   * this is the ids of its SKU and its location, as in `SKU/LOCATION`.
   */
  readonly id: string;
  readonly message: string;
}

export class LedgerReport {
  static readonly PROBLEMS_SHOWN_MAX = 1_000;
  readonly problems: LedgerProblem[] = [];
  count = 0;
  entries = 0;
  records = 0;

  add(kind: LedgerProblem['kind'], id: string, message: string): void {
    this.count += 1;
    if (this.problems.length < LedgerReport.PROBLEMS_SHOWN_MAX) {
      this.problems.push({ kind, id, message });
    }
  }
}

interface LotState {
  onHand: number;
  reserved: number;
  /** Null before the first link. */
  status: string | null;
  expiryDate: string | null;
}

/** One lot's chain while it is read from link to link: what the lot must be, and whether each link follows. */
export class LotChain {
  readonly #organizationId: string;
  readonly #lotId: string;
  readonly #head: AnchoredHead | undefined;
  readonly #state: LotState = { onHand: 0, reserved: 0, status: null, expiryDate: null };
  #hash: Buffer = FIRST_HASH;
  #seq = SEQ_MIN;
  #createdAt = '-infinity';
  #lot: LotColumns | undefined;
  #headSeen = false;

  /** Begins a chain. @param head the anchored head that the chain must contain */
  static begin(row: ChainRow, head: AnchoredHead | undefined): LotChain {
    return new LotChain(row.organization_id, row.lot_id, head);
  }

  /** Resumes a chain at its anchored head, or begins it where it has none. */
  static resume(lot: LotEnd, head: AnchoredHead | undefined): LotChain {
    const chain = new LotChain(lot.organization_id, lot.id, head);
    chain.#lot = lot;
    if (head === undefined) return chain;
    chain.#headSeen = true;
    chain.#hash = Buffer.from(head.hash, 'hex');
    chain.#seq = head.seq;
    chain.#createdAt = head.time;
    Object.assign(chain.#state, stateOf(head));
    return chain;
  }

  private constructor(organizationId: string, lotId: string, head: AnchoredHead | undefined) {
    this.#organizationId = organizationId;
    this.#lotId = lotId;
    this.#head = head;
  }

  isOf(row: ChainRow): boolean {
    return row.organization_id === this.#organizationId && row.lot_id === this.#lotId;
  }

  position(): ChainPosition {
    return {
      organizationId: this.#organizationId,
      lotId: this.#lotId,
      createdAt: this.#createdAt,
      seq: this.#seq,
    };
  }

  follow(row: ChainRow, report: LedgerReport): void {
    const problem = (message: string) => report.add(row.kind, nameOf(row), message);
    if (row.kind === 'entry') report.entries += 1;
    else report.records += 1;
    if (isWithMovement(row)) this.#verifyHash(row, report);
    else problem('its movement is gone');
    if (isWithLot(row)) this.#lot = row;
    else problem('its lot is gone');
    if (BigInt(row.seq) <= BigInt(this.#seq)) {
      problem(`its number does not follow the one of the ${row.kind} before it`);
    }
    const state = this.#state;
    if (row.kind === 'record') this.#followRecord(row, problem);
    else {
      if (row.balance_after !== state.onHand + row.qty) {
        problem('its balance_after is not the balance before it plus its qty');
      }
      if (state.status === null) problem('its lot has no status and no expiry date yet');
      if (isWithLot(row)) {
        const isThere = row.lot_sku_id === row.sku_id && row.lot_location_id === row.location_id;
        if (!isThere) problem('its lot is of another SKU or location');
      }
      state.onHand = row.balance_after;
    }
    this.#hash = row.hash;
    this.#seq = row.seq;
    this.#createdAt = row.created_at;
    if (this.#head?.seq === row.seq) this.#verifyHead(this.#head, report);
  }

  /** Checks after the last link that the lot is what follows from all of them. */
  end(report: LedgerReport): void {
    const lot = this.#lot;
    const problem = (message: string) => report.add('lot', this.#lotId, message);
    if (this.#head !== undefined && !this.#headSeen) {
      problem('its chain does not contain the head that was anchored');
    }
    // A lot without a chain, or a chain without its lot, has been reported already.
    if (lot === undefined || this.#seq === SEQ_MIN) return;
    const { onHand, reserved, status, expiryDate } = this.#state;
    if (!lot.lot_last_hash.equals(this.#hash)) {
      problem('its last entry is not the one that its row names');
    }
    if (lot.lot_last_entry_at !== this.#createdAt) {
      problem('its last entry has not the time that its row names');
    }
    if (lot.lot_on_hand !== onHand) problem('its on_hand is not the balance after its last entry');
    if (lot.lot_reserved !== reserved) problem('its reserved does not follow from its chain');
    if (lot.lot_status !== status) problem('its status does not follow from its chain');
    if (lot.lot_expiry_date !== expiryDate) {
      problem('its expiry_date does not follow from its chain');
    }
  }

  #followRecord(row: RecordRow, problem: (message: string) => void): void {
    const state = this.#state;
    const isFirst = state.status === null;
    if (isFirst && row.type !== 'set_status')
      problem('it is the first of its lot and no set_status');
    const came = { reserve: 1, release: -1, set_status: 0, set_expiry: 0 }[row.type];
    if (row.reserved_after !== state.reserved + came * (row.qty ?? 0)) {
      problem('its reserved_after does not follow from what was reserved before it');
    }
    if (!isFirst && row.type !== 'set_status' && row.status !== state.status) {
      problem('its status is not the one before it');
    }
    if (!isFirst && row.type !== 'set_expiry' && row.expiry_date !== state.expiryDate) {
      problem('its expiry_date is not the one before it');
    }
    state.reserved = row.reserved_after;
    state.status = row.status;
    state.expiryDate = row.expiry_date;
  }

  #verifyHash(row: ChainRow & MovementColumns, report: LedgerReport): void {
    const movement = movementOf(row);
    const expected =
      row.kind === 'entry'
        ? entryHash(this.#hash, entryOf(row), movement)
        : recordHash(this.#hash, recordOf(row), movement);
    if (!expected.equals(row.hash)) {
      const message = `its hash does not follow from its content and the ${row.kind} before it`;
      report.add(row.kind, nameOf(row), message);
    }
    const note = { text: row.note, salt: row.note_salt, digest: row.note_digest };
    if (!holds(note, row.is_redacted)) {
      report.add('movement', row.movement_id, 'its note is not the one that was posted');
    }
    const rxNumber = {
      text: row.rx_number,
      salt: row.rx_number_salt,
      digest: row.rx_number_digest,
    };
    if (!holds(rxNumber, row.is_redacted)) {
      report.add('movement', row.movement_id, 'its rx_number is not the one that was posted');
    }
  }

  #verifyHead(head: AnchoredHead, report: LedgerReport): void {
    this.#headSeen = true;
    const anchored = stateOf(head);
    const isSame = (Object.keys(anchored) as (keyof LotState)[]).every(
      (part) => anchored[part] === this.#state[part],
    );
    if (head.hash === this.#hash.toString('hex') && isSame) return;
    report.add('lot', this.#lotId, 'its chain is another one than when it was anchored');
  }
}

function stateOf({ on_hand, reserved, status, expiry }: AnchoredHead): LotState {
  return { onHand: on_hand, reserved, status, expiryDate: expiry };
}

/** Redacted means that text and salt are both gone; otherwise the text must be the one that was posted. */
function holds({ text, salt, digest }: Redactable, isRedacted: boolean): boolean {
  if (digest === null || isRedacted) return text === null && salt === null;
  return text !== null && salt !== null && saltedDigest(salt, text).equals(digest);
}
