// An anchor: the heads of lots' chains at one moment, signed, to be kept where the database's owner cannot
// write. JSON lines in UTF-8: a header, one line a lot, and the Ed25519 signature (RFC 8032) over every byte
// before its own line. A file names the key that signed it, for people to compare; that name is never trusted.
import {
  createPrivateKey,
  createPublicKey,
  hkdfSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import { OperatorError } from '../../errors.ts';
import { chainName } from './chain-rows.ts';

const FORMAT = 'pharmacy-ledger-anchor/1';
const KEY_INFO = 'pharmacy-ledger-anchor ed25519';
const SEED_BYTES = 32;
/** The bytes before the seed in PKCS #8, and before the public key in SPKI (RFC 8410). */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');
const SPKI_HEAD = Buffer.from('302a300506032b6570032100', 'hex');

/** The end of one lot's chain, and the lot's state there. */
export interface AnchoredHead {
  readonly organization: string;
  readonly lot: string;
  /** Decimal; beyond what a JSON number holds exactly. */
  readonly seq: string;
  /** The time of the last entry or record, as timestamp text. */
  readonly time: string;
  readonly hash: string;
  readonly on_hand: number;
  readonly reserved: number;
  readonly status: string;
  readonly expiry: string;
}

interface AnchorHeader {
  readonly format: typeof FORMAT;
  readonly time: string;
  /** The organization's id, or all of them. */
  readonly scope: string;
  /** Base64 of 32 bytes. */
  readonly public_key: string;
}

export interface Anchor {
  readonly time: string;
  /** Null: all organizations. */
  readonly organizationId: string | null;
  /** Keyed by `chainName`. */
  readonly heads: ReadonlyMap<string, AnchoredHead>;
}

const ALL = 'all';

/** @param secretsKey the first of SECRETS_KEY */
export function anchorKey(secretsKey: Buffer): KeyObject {
  const seed = Buffer.from(hkdfSync('sha256', secretsKey, Buffer.alloc(0), KEY_INFO, SEED_BYTES));
  const key = Buffer.concat([PKCS8_HEAD, seed]);
  return createPrivateKey({ key, format: 'der', type: 'pkcs8' });
}

/** @returns the 32 bytes of the public key as base64 */
function publicText(key: KeyObject): string {
  const der = createPublicKey(key).export({ format: 'der', type: 'spki' });
  return der.subarray(SPKI_HEAD.length).toString('base64');
}

/** @throws OperatorError when it is none */
export function readPublicKey(text: string): KeyObject {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length !== SEED_BYTES) {
    throw new OperatorError('--public-key must be 32 bytes as base64, as an anchor names its key.');
  }
  return createPublicKey({ key: Buffer.concat([SPKI_HEAD, bytes]), format: 'der', type: 'spki' });
}

/** Writes line by line and signs what it has written. */
export class AnchorWriter {
  readonly #key: KeyObject;
  readonly #print: (line: string) => void;
  readonly #written: Buffer[] = [];

  constructor(key: KeyObject, print: (line: string) => void) {
    this.#key = key;
    this.#print = print;
  }

  begin({ time, organizationId }: Pick<Anchor, 'time' | 'organizationId'>): void {
    const header: AnchorHeader = {
      format: FORMAT,
      time,
      scope: organizationId ?? ALL,
      public_key: publicText(this.#key),
    };
    this.#write(header);
  }

  add(head: AnchoredHead): void {
    this.#write(head);
  }

  end(): void {
    const signature = sign(null, Buffer.concat(this.#written), this.#key).toString('base64');
    this.#print(JSON.stringify({ signature }));
  }

  #write(value: AnchorHeader | AnchoredHead): void {
    const line = JSON.stringify(value);
    this.#written.push(Buffer.from(`${line}\n`, 'utf8'));
    this.#print(line);
  }
}

const NEWLINE = 0x0a;

/**
 * @param trusted any of them may have signed it
 * @throws OperatorError when it is no anchor, or none of them has signed just these bytes
 */
export function readAnchor(bytes: Buffer, trusted: readonly KeyObject[]): Anchor {
  const end = bytes.at(-1) === NEWLINE ? bytes.length - 1 : bytes.length;
  const lastLine = bytes.subarray(0, end).lastIndexOf(NEWLINE) + 1;
  const signed = bytes.subarray(0, lastLine);
  const signature = signatureOf(bytes.subarray(lastLine, end).toString('utf8'));
  if (signature === undefined) {
    throw new OperatorError('The file must be a whole anchor: it does not end with a signature.');
  }
  if (!trusted.some((key) => verify(null, signed, key, signature))) {
    throw new OperatorError(
      'The signature of the anchor does not fit: the file was changed, or its key is not one of the trusted keys.',
    );
  }
  const [first = '', ...lines] = signed.toString('utf8').trimEnd().split('\n');
  const header = JSON.parse(first) as AnchorHeader;
  if (header.format !== FORMAT) throw new OperatorError(`The anchor must have the form ${FORMAT}.`);
  const heads = lines.map((line) => JSON.parse(line) as AnchoredHead);
  return {
    time: header.time,
    organizationId: header.scope === ALL ? null : header.scope,
    heads: new Map(heads.map((head) => [chainName(head.organization, head.lot), head])),
  };
}

function signatureOf(line: string): Buffer | undefined {
  try {
    const { signature } = JSON.parse(line) as { signature?: unknown };
    return typeof signature === 'string' ? Buffer.from(signature, 'base64') : undefined;
  } catch {
    return undefined;
  }
}
