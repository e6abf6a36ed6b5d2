// All that is wrong with a file. Whatever it is, nothing of the file is imported then, so the judging continues without
// the records that are refused, to find more.
import { OperatorError } from '../../errors.ts';
import type { RecordFault } from '../../import/record-faults.ts';
import { atLine, type FileFault, type ImportSource } from './import-source.ts';
import type { SectionName } from './sections.ts';

/** The errors that are named; beyond them a file is not judged further. */
export const FAULTS_MAX = 100;

/** Every known field has a shorter name. */
const NAME_CHARACTERS_MAX = 60;

/** The fields that name records of another section, and the fields there that are named. */
const REFERENCES: Readonly<Record<string, readonly [SectionName, string]>> = {
  organization: ['organizations', 'slug'],
  branding_organization: ['organizations', 'slug'],
  affiliate_organization: ['organizations', 'slug'],
  fulfillment_organization: ['organizations', 'slug'],
  product_id: ['products', 'id'],
  sku_code: ['skus', 'sku_code'],
  location: ['locations', 'name'],
  patient_id: ['patients', 'id'],
  order_id: ['orders', 'id'],
};

export class FileFaults {
  readonly #source: ImportSource;
  readonly #faults: FileFault[] = [];
  /** The indexes of refused records, by section. */
  readonly #refused = new Map<SectionName, Set<number>>();
  /** What other records may call the refused ones. */
  readonly #names = new Set<string>();

  constructor(source: ImportSource) {
    this.#source = source;
    for (const fault of source.faults) this.#add(fault);
  }

  /** Whether nothing is to be imported. */
  get any(): boolean {
    return this.#refused.size > 0;
  }

  get isFull(): boolean {
    return this.#faults.length >= FAULTS_MAX;
  }

  isRefused(section: SectionName, index: number): boolean {
    return this.#refused.get(section)?.has(index) ?? false;
  }

  /** Adds what a section refuses; a record that is refused only because the one it names was is left out quietly. */
  add(faults: readonly FileFault[]): void {
    for (const fault of faults) this.#add(fault, this.#isConsequence(fault));
  }

  #add(fault: FileFault, isConsequence = false): void {
    const { section, index } = fault;
    if (!isConsequence) this.#faults.push(fault);
    this.#refused.set(section, (this.#refused.get(section) ?? new Set()).add(index));
    const record = this.#recordOf(section, index);
    for (const [own, name] of Object.values(REFERENCES)) {
      if (own === section && typeof record[name] === 'string') {
        this.#names.add(nameOf(section, record, record[name]));
      }
    }
    // A lot that names no location means the default one, which may be this.
    if (section === 'locations') this.#names.add(nameOf(section, record, undefined));
  }

  /** @throws OperatorError with a line for each of the first errors */
  refuseFile(): void {
    if (this.any) throw refusal(this.lines());
  }

  /** The first errors in the order of their lines. */
  lines(): string[] {
    const faults = this.#faults.slice(0, FAULTS_MAX).map((fault) => {
      const { section, index, field } = fault;
      return { fault, line: this.#source.lineOf(section, index, field?.split('.')[0]) };
    });
    faults.sort((one, other) => (one.line ?? 0) - (other.line ?? 0));
    return faults.map(({ fault, line }) => `${atLine(this.#source.path, line)} ${words(fault)}`);
  }

  #isConsequence({ section, index, field = '' }: FileFault): boolean {
    const [named] = REFERENCES[field] ?? [];
    if (named === undefined) return false;
    const record = this.#recordOf(section, index);
    return this.#names.has(nameOf(named, record, record[field]));
  }

  #recordOf(section: SectionName, index: number): FieldValues {
    const record: unknown = this.#source.file[section]?.[index];
    return typeof record === 'object' && record !== null ? (record as FieldValues) : {};
  }
}

/** Refuses a file for the first of these errors, a line for each. */
export function refusal(errors: readonly string[]): OperatorError {
  const count = errors.length === 1 ? '1 error' : `${errors.length} errors`;
  const end =
    errors.length >= FAULTS_MAX ? `These are the first ${FAULTS_MAX} errors.` : `${count}.`;
  return new OperatorError(...errors.slice(0, FAULTS_MAX), `${end} Nothing was imported.`);
}

type FieldValues = Readonly<Record<string, unknown>>;

/**
 * Returns what a name means within its organization; two organizations may use one name.
 *
 * @param record the record that is called so, or that names it
 */
function nameOf(section: SectionName, { organization }: FieldValues, name: unknown): string {
  const owner = section === 'organizations' ? undefined : organization;
  return JSON.stringify([section, owner, name]).toLowerCase();
}

function words({ section, index, field, message, repeats }: FileFault): string {
  const path = [`${section}[${index}]`, shortened(field ?? '')].filter(Boolean).join('.');
  const end = repeats === undefined ? '' : ` ${section}[${repeats}]`;
  return `${path}: ${message}${end}.`;
}

/** Cuts the name of a field that may be unknown: it may be a value that is in the wrong column or line. */
export function shortened(name: string): string {
  return name.length > NAME_CHARACTERS_MAX
    ? `${name.slice(0, NAME_CHARACTERS_MAX).toWellFormed()}…`
    : name;
}

/** Gives faults of a list of records the indexes that these have in the file. */
export function inFile(
  section: SectionName,
  faults: readonly RecordFault[],
  indexes: readonly number[],
): FileFault[] {
  return faults.map((fault) => ({
    ...fault,
    section,
    index: indexes[fault.index] as number,
    ...(fault.repeats !== undefined && { repeats: indexes[fault.repeats] as number }),
  }));
}
