import { expect, it } from 'vitest';
import { revokeKey } from '../support/as-operator.ts';
import { useIssuedKeys } from '../support/issued-keys.ts';

const desk = useIssuedKeys();

it('revocation counts from the next request and can be repeated', async () => {
  const issued = await desk.issue();
  expect(await desk.statusOf(issued.key)).toBe(200);
  const revoked = await revokeKey(desk.db.database, issued.id);
  expect(await desk.statusOf(issued.key)).toBe(401);
  expect(await revokeKey(desk.db.database, issued.id)).toEqual(revoked);
});

it('an unknown or malformed id is refused in words', async () => {
  await expect(revokeKey(desk.db.database, crypto.randomUUID())).rejects.toThrow(
    /No key has the id/,
  );
  await expect(revokeKey(desk.db.database, "x' or 1=1")).rejects.toThrow(/id must be/);
});
