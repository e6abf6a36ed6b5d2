import { findOrganization } from '../../organizations/find-organization.ts';
import { listListings } from '../../storefront/list-listings.ts';
import { command, type Noun, required } from '../command.ts';
import { asReader, LIMIT, readRows, table } from '../lists.ts';

const list = command({
  name: 'list',
  description: 'List the storefront products of an organization, newest first.',
  options: {
    organization: required('<slug>', 'slug of the organization'),
    limit: LIMIT,
  },
  run: async (database, { organization, limit }) => {
    const { id: organizationId } = await findOrganization(database, organization);
    const principal = asReader(organizationId);
    const listings = await readRows(limit, (query) =>
      listListings({ query, principal }, { database }),
    );
    const terms = ['requires_prescription', 'min_order_qty', 'status'] as const;
    const fields = ['name', 'patient_price_cents', 'is_listed', ...terms, 'product_id'] as const;
    return table(listings, fields, limit);
  },
});

export const listing: Noun = {
  name: 'listing',
  description: 'List the products that an organization can order.',
  commands: [list],
};
