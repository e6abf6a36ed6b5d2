import { optional } from '../command.ts';
import { idempotencyKey } from '../option-values.ts';

/** The option that makes a command safe to repeat. */
export const KEY = {
  key: optional('<key>', 'said again with it, the command changes nothing', idempotencyKey),
};

/** What a line says of a result that was there before. */
export function repeated(idempotent: boolean): string {
  return idempotent ? ', posted before with this key' : '';
}
