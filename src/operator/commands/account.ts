import { listCharges } from '../../orders/list-charges.ts';
import { command, type Noun, optional, required } from '../command.ts';
import { rowLimit } from '../option-values.ts';

const LIMIT_DEFAULT = 1_000;

const list = command({
  name: 'list',
  description: 'List the charges of an organization for its orders, newest first.',
  options: {
    organization: required('<slug>', 'slug of the organization'),
    limit: optional('<n>', `maximum number of rows; default: ${LIMIT_DEFAULT}`, rowLimit),
  },
  run: async (database, { organization, limit = LIMIT_DEFAULT }) => {
    const charges = await listCharges(database, { organization, limit });
    return {
      json: charges,
      lines: charges.map(
        ({ created_at, order_id, order_number, amount_cents, currency, status }) =>
          `${created_at} ${order_number} ${amount_cents} cents (${currency}) ${status}, order ${order_id}`,
      ),
    };
  },
});

export const account: Noun = {
  name: 'account',
  description: 'List what organizations owe.',
  commands: [list],
};
