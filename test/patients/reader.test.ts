// What the role that reads run as may not see of patients, whatever a statement asks.
import { expect, it } from 'vitest';
import { readsOf } from '../../kit/database.ts';
import { useWorld } from '../support/world.ts';

const world = useWorld(undefined, { service: false });

it.each([
  'select sealed from patient',
  'select * from patient',
  'select patient::text from patient',
  'select count(sealed) from patient',
  'select id from intake',
  'select sealed_answer from idempotency_key',
])('refuses the reader: %s', async (text) => {
  const asked = readsOf(world.db.database).query({ name: text, text }, []);
  await expect(asked).rejects.toMatchObject({ code: '42501' });
});
