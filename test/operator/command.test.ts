// What a command is handed: the options that it describes, typed as it describes them.
import { expect, expectTypeOf, it } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import { choice, command, optional, required } from '../../src/operator/command.ts';
import { units } from '../../src/operator/option-values.ts';

const nothing = { json: null, lines: [] };

it('hands over each option as it was described, and no other', () => {
  command({
    name: 'count',
    description: 'Counts.',
    options: {
      asOf: required('<date>', 'when'),
      counted: optional('<n>', 'units', units),
      status: choice('<status>', 'which', { choices: ['released', 'quarantine'] }),
    },
    run: async (database, options) => {
      expectTypeOf(database).toEqualTypeOf<Database>();
      expectTypeOf(options.asOf).toEqualTypeOf<string>();
      expectTypeOf(options.counted).toEqualTypeOf<number | undefined>();
      expectTypeOf(options.status).toEqualTypeOf<'released' | 'quarantine'>();
      // @ts-expect-error the command has no such option
      expect(options.reason).toBeUndefined();
      return nothing;
    },
  });
});

it('is sure of a choice that has a standing one, which is one of the choices', () => {
  const plan = choice('<plan>', 'which', { choices: ['small', 'large'], standing: 'small' });
  expectTypeOf(plan.isSure).toEqualTypeOf<true>();
  expect(plan.standing).toBe('small');
});
