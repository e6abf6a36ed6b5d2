import { listSkus } from '../../catalog/list-skus.ts';
import { findOrganization } from '../../organizations/find-organization.ts';
import { command, type Noun, optional, required } from '../command.ts';
import { asReader, LIMIT, readRows, table } from '../lists.ts';
import { uuid } from '../option-values.ts';

const list = command({
  name: 'list',
  description: 'List the SKUs of an organization by SKU code.',
  options: {
    organization: required('<slug>', 'slug of the organization'),
    product: optional('<id>', 'only this product', uuid),
    limit: LIMIT,
  },
  run: async (database, { organization, product, limit }) => {
    const { id: organizationId } = await findOrganization(database, organization);
    const principal = asReader(organizationId);
    const filters = product === undefined ? {} : { product_id: product };
    const skus = await readRows(limit, (page) =>
      listSkus({ query: { ...page, ...filters }, principal }, { database }),
    );
    const codes = ['gtin', 'upc', 'ean', 'ndc'] as const;
    return table(skus, ['sku_code', ...codes, 'reorder_point', 'product_id'], limit);
  },
});

export const sku: Noun = {
  name: 'sku',
  description: 'List SKUs, the products that organizations stock.',
  commands: [list],
};
