import { optional } from '../command.ts';
import { idempotencyKey } from '../option-values.ts';

/** The option that makes a command safe to repeat. */
export const KEY = {
  key: optional(
    '<key>',
    'idempotency key: repeating the command with it changes nothing',
    idempotencyKey,
  ),
};

/** @returns the words that a line adds for a repeated command */
export function repeated(idempotent: boolean): string {
  return idempotent ? ', already posted with this key' : '';
}
