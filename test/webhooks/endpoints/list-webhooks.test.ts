import { expect, it } from 'vitest';
import { create, useEndpoints, WEBHOOKS } from '../../support/endpoints.ts';

const webhooks = useEndpoints();

it('lists endpoints page by page, each once', async () => {
  for (let index = 0; index < 4; index += 1) await create(webhooks.test);
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const query: Record<string, string | number> = { limit: 3, ...(cursor && { cursor }) };
    const { body } = await webhooks.test.get(WEBHOOKS, { query });
    expect(body.data.length).toBeLessThanOrEqual(3);
    seen.push(...body.data.map(({ id }: { id: string }) => id));
    cursor = body.next_cursor;
  } while (cursor !== null);
  const { rows } = await webhooks.db.owner.query(
    `select id from webhook_endpoint where environment = 'test' order by id`,
  );
  expect(seen).toEqual(rows.map(({ id }) => id));
  expect((await webhooks.test.get(WEBHOOKS, { query: { cursor: 'x' } })).status).toBe(400);
});
