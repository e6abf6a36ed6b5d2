// The role that the service connects as, and the limits that it brings with it.
import { expect, it } from 'vitest';
import { readsOf } from '../../kit/database.ts';
import type { Statement } from '../../src/database/statement.ts';
import { useWorld } from '../support/world.ts';

const world = useWorld(undefined, { service: false });

const SHOW: Statement<{ value: string }> = {
  name: 'show',
  text: 'select current_setting($1) as value',
};

const show = async (...settings: string[]) => {
  const values = [];
  for (const setting of settings) {
    const [row] = await world.db.database.query(SHOW, [setting]);
    values.push(row?.value);
  }
  return values;
};

it('bounds every statement, lock and open transaction, outside of our own transactions too', async () => {
  expect(
    await show('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'),
  ).toEqual(['9s', '4s', '10s']);
});

it('stops a read after three seconds, in a role that can only select what reads show', async () => {
  const reads = readsOf(world.db.database);
  const limit = {
    name: 'show-limit',
    text: `select current_setting('statement_timeout') as value`,
  };
  expect(await reads.query(limit, [])).toEqual([{ value: '3s' }]);
  expect(await reads.transaction((tx) => tx.query(limit, []))).toEqual([{ value: '3s' }]);
  const attempts = [
    'update lot set status = status',
    'select secret from webhook_endpoint',
    'select key_hash from api_key',
    'select reader_password from service_role',
  ];
  for (const [index, text] of attempts.entries()) {
    await expect(reads.query({ name: `attempt-${index}`, text }, [])).rejects.toThrow(
      /permission denied|read-only transaction/,
    );
  }
});

it('leaves long transactions the limits of their own', async () => {
  const text = `select current_setting('statement_timeout') as value`;
  const read = () =>
    world.db.database.transaction((tx) => tx.query({ name: 'show-own', text }, []), { long: true });
  expect(await read()).toEqual([{ value: '10min' }]);
});
