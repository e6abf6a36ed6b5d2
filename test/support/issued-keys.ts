// Keys of one pharmacy, and what the service says to those who come with them.
import { issueKey } from './as-operator.ts';
import { client, makePharmacy } from './pharmacy.ts';
import { useWorld } from './world.ts';

/** A database and a service of this file's own. */
export function useIssuedKeys() {
  return useWorld(async ({ db, service }) => {
    await makePharmacy(db.database);
    const as = (key: string) => client({ url: service.url, key });
    return {
      issue: (scopes = 'all') =>
        issueKey(db.database, {
          organization: 'pharmacy',
          environment: 'live',
          scopes,
          plan: 'partner',
        }),
      as,
      /** Of a read, with this key. */
      statusOf: async (key: string) => (await as(key).get('/v1/inventory/stock')).status,
    };
  });
}
