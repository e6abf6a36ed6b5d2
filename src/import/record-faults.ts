// What is wrong with records of an import. A section names all the records that one of its checks refuses; the import
// then leaves them out and asks the section again, so that a person learns of all errors in one run.

/** One error in a record. */
export interface RecordFault {
  /** The record's index in its section. */
  readonly index: number;
  /** The path of the field within the record, such as `address.state`; absent where the whole record is wrong. */
  readonly field?: string;
  /** A predicate without a full stop, or a text that follows a colon. It never quotes patient data. */
  readonly message: string;
  /** The index of the record that this one repeats; `message` then ends before its name. */
  readonly repeats?: number;
}

export class FaultyRecords extends Error {
  override readonly name = 'FaultyRecords';
  readonly faults: readonly RecordFault[];

  constructor(faults: readonly RecordFault[]) {
    super(`${faults.length} records are refused`);
    this.faults = faults;
  }
}

/** @throws FaultyRecords where there is a fault */
export function refuseFaulty(faults: readonly RecordFault[]): void {
  if (faults.length > 0) throw new FaultyRecords(faults);
}
