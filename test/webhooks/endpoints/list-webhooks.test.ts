import { beforeAll } from 'vitest';
import { create, useEndpoints, WEBHOOKS } from '../../support/endpoints.ts';
import { itLists } from '../../support/lists.ts';

const webhooks = useEndpoints();

beforeAll(async () => {
  const { live, test, theirs } = webhooks;
  for (const api of [live, test, live, theirs, live, live]) await create(api);
});

itLists({
  path: WEBHOOKS,
  world: webhooks,
  caller: () => webhooks.live,
  foreign: () => [webhooks.test, webhooks.theirs],
  order: `select endpoint.id from webhook_endpoint endpoint join organization on organization.id = organization_id
           where slug = 'pharmacy' and environment = 'live' order by endpoint.id`,
});
