// Finds the cell of a key, and has the cell decide about it.
import { hashOfKey, isWellFormedKey } from '../api-keys/key-format.ts';
import type { Authenticate } from '../contract.ts';
import { ApiError, errors } from '../errors.ts';
import type { Directory } from './directory.ts';

/** A process remembers the cells of so many keys; the one that it has known for the longest is forgotten first. */
const KEYS_MAX = 100_000;

const RETRY_AFTER_SECONDS = 5;

class UnknownCell extends Error {
  override readonly name = 'UnknownCell';

  constructor(cell: string) {
    super(`the directory has a key in cell ${cell}, which CELLS does not name`);
  }
}

/**
 * Makes the function that authenticates where there are several cells. What a process remembers only says whom to ask:
 * whether the key is valid is decided by its cell with each request. A key that the remembered cell does not know is
 * asked of the directory once more.
 *
 * @param cells the authenticators of the cells, by their names
 */
export function cellAuthenticator(
  cells: ReadonlyMap<string, Authenticate>,
  directory: Pick<Directory, 'cellOfKey'>,
): Authenticate {
  const remembered = new Map<string, string>();
  const remember = (hash: string, cell: string) => {
    if (remembered.size >= KEYS_MAX) {
      const [oldest] = remembered.keys();
      if (oldest !== undefined) remembered.delete(oldest);
    }
    remembered.set(hash, cell);
  };
  return async (credentials) => {
    const { key } = credentials;
    if (key === undefined || !isWellFormedKey(key)) throw errors.unauthorized();
    const hash = hashOfKey(key).toString('hex');
    const known = remembered.get(hash);
    const authenticate = known === undefined ? undefined : cells.get(known);
    let refusal: unknown = errors.unauthorized();
    if (authenticate !== undefined) {
      try {
        return await authenticate(credentials);
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'unauthorized') throw error;
        remembered.delete(hash);
        refusal = error;
      }
    }
    const cell = await directory.cellOfKey(hash).catch((error) => {
      // Without the directory, the cell that was known to have the key has decided.
      throw known === undefined ? error : refusal;
    });
    if (cell === undefined || cell === known) throw refusal;
    const found = cells.get(cell);
    if (found === undefined) throw errors.unavailable(RETRY_AFTER_SECONDS, new UnknownCell(cell));
    const admitted = await found(credentials);
    remember(hash, cell);
    return admitted;
  };
}
