import { createCipheriv, createDecipheriv, hash, randomBytes } from 'node:crypto';

const VERSION = 1;
const KEY_ID_BYTES = 4;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEADER_BYTES = 1 + KEY_ID_BYTES + NONCE_BYTES;

/** The row that a secret belongs to; a ciphertext that is moved to another row does not open. */
export interface SealedField {
  readonly table: string;
  readonly organizationId: string;
  readonly rowId: string;
}

/**
 * Encrypts secrets at rest: AES-256-GCM (NIST SP 800-38D). A ciphertext is a version byte, 4 bytes that name the
 * key, a nonce of 12 bytes, the text and a tag of 16 bytes; header and field are authenticated too.
 */
export class SecretBox {
  readonly #keys: Map<string, Buffer>;
  readonly #first: Buffer;

  /** @param keys 32 bytes each; the first encrypts, all decrypt */
  constructor(keys: readonly Buffer[]) {
    const [first] = keys;
    if (first === undefined) throw new Error('A secret box needs a key.');
    this.#first = first;
    this.#keys = new Map(keys.map((key) => [keyId(key).toString('hex'), key]));
  }

  /** The id of the key that encrypts, as in the ciphertexts. It reveals nothing of the key. */
  get keyId(): string {
    return keyId(this.#first).toString('hex');
  }

  seal(text: string, field: SealedField): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const header = Buffer.concat([Buffer.from([VERSION]), keyId(this.#first), nonce]);
    const cipher = createCipheriv('aes-256-gcm', this.#first, nonce);
    cipher.setAAD(Buffer.concat([header, fieldBytes(field)]));
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([header, sealed, cipher.getAuthTag()]);
  }

  /** Returns the id of the key that a ciphertext was sealed with, from its unencrypted header. */
  static keyIdOf(bytes: Buffer): string {
    return bytes.subarray(1, 1 + KEY_ID_BYTES).toString('hex');
  }

  /** @throws Error when the key is unknown, or the bytes were not sealed for this field */
  open(bytes: Buffer, field: SealedField): string {
    const header = bytes.subarray(0, HEADER_BYTES);
    const key = this.#keys.get(SecretBox.keyIdOf(bytes));
    if (header[0] !== VERSION || key === undefined) {
      throw new Error('A secret was sealed with a key that SECRETS_KEY does not hold.');
    }
    const decipher = createDecipheriv('aes-256-gcm', key, header.subarray(1 + KEY_ID_BYTES));
    decipher.setAAD(Buffer.concat([header, fieldBytes(field)]));
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    const text = decipher.update(bytes.subarray(HEADER_BYTES, -TAG_BYTES));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  }
}

function keyId(key: Buffer): Buffer {
  return hash('sha256', key, 'buffer').subarray(0, KEY_ID_BYTES);
}

function fieldBytes({ table, organizationId, rowId }: SealedField): Buffer {
  return Buffer.from(`${table} ${organizationId} ${rowId}`, 'utf8');
}
