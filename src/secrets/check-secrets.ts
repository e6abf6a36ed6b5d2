// Checks that SECRETS_KEY is the one that this database's secrets were sealed with. Each key seals one word into
// the table secrets_key before it seals anything else; a start opens all of these words.
import type { Queryable } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import type { SealedField, SecretBox } from '../lib/seal.ts';

const WORD = 'sealed';

/**
 * Notes the key that seals, unless the words of other keys do not open with the keys given.
 *
 * @returns the ids of the keys whose words do not open; an id reveals nothing of its key
 */
export async function checkSecrets(database: Queryable, box: SecretBox): Promise<string[]> {
  const closed = await findClosed(database, box);
  if (closed.length > 0) return closed;
  await database.query(NOTE_KEY, [box.keyId, box.seal(WORD, sealedFieldOf(box.keyId))]);
  // Another process may have noted another key at the same moment.
  return findClosed(database, box);
}

async function findClosed(database: Queryable, box: SecretBox): Promise<string[]> {
  const words = await database.query(FIND_WORDS, []);
  return words.filter((word) => !opens(box, word)).map(({ key_id }) => key_id);
}

function opens(box: SecretBox, { key_id, sealed }: SealedWord): boolean {
  try {
    return box.open(sealed, sealedFieldOf(key_id)) === WORD;
  } catch {
    return false;
  }
}

/** The word belongs to no organization. */
function sealedFieldOf(keyId: string): SealedField {
  return { table: 'secrets_key', organizationId: '', rowId: keyId };
}

interface SealedWord {
  key_id: string;
  sealed: Buffer;
}

const FIND_WORDS = statement<SealedWord>(
  'find-secrets-keys',
  'select key_id, sealed from secrets_key order by key_id limit 100',
);

/** Deletes the words of all keys but the one that seals, once that one seals everything. */
export async function forgetOtherKeys(tx: Queryable, box: SecretBox): Promise<void> {
  await tx.query(FORGET_OTHER_KEYS, [box.keyId]);
}

const FORGET_OTHER_KEYS = statement<never>(
  'forget-secrets-keys',
  'delete from secrets_key where key_id <> $1::text',
);

const NOTE_KEY = statement<never>(
  'note-secrets-key',
  'insert into secrets_key (key_id, sealed) values ($1::text, $2::bytea) on conflict do nothing',
);
