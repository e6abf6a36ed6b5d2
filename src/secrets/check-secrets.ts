// Whether SECRETS_KEY is the one that this database's secrets were sealed with. Each key that seals leaves a
// sealed word behind, before it seals anything else; a start opens all of them.
import type { Queryable } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import type { SealedField, SecretBox } from '../lib/seal.ts';

const WORD = 'sealed';

/**
 * Notes the key that seals, unless words of other keys show that this is the wrong one.
 *
 * @returns the ids of the keys whose words do not open; they tell nothing of the keys
 */
export async function checkSecrets(database: Queryable, box: SecretBox): Promise<string[]> {
  const closed = await findClosed(database, box);
  if (closed.length > 0) return closed;
  await database.query(NOTE_KEY, [box.keyId, box.seal(WORD, placeOf(box.keyId))]);
  // Somebody else may have begun with another key at the same moment.
  return findClosed(database, box);
}

async function findClosed(database: Queryable, box: SecretBox): Promise<string[]> {
  const words = await database.query(FIND_WORDS, []);
  return words.filter((word) => !opens(box, word)).map(({ key_id }) => key_id);
}

function opens(box: SecretBox, { key_id, sealed }: SealedWord): boolean {
  try {
    return box.open(sealed, placeOf(key_id)) === WORD;
  } catch {
    return false;
  }
}

/** It belongs to no organization. */
function placeOf(keyId: string): SealedField {
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

/** Of all keys but the one that seals: what they sealed is sealed with that one now. */
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
