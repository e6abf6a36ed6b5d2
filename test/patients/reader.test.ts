// What the role that reads run as may not see of patients, whatever a statement asks.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, readsOf, type TestDatabase } from '../support/database.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

it.each([
  'select sealed from patient',
  'select * from patient',
  'select patient::text from patient',
  'select count(sealed) from patient',
  'select id from intake',
  'select sealed_answer from idempotency_key',
])('refuses the reader: %s', async (text) => {
  const asked = readsOf(db.database).query({ name: text, text }, []);
  await expect(asked).rejects.toMatchObject({ code: '42501' });
});
