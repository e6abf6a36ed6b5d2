import { ORGANIZATION_KINDS, ORGANIZATION_STATUSES } from '../../contract.ts';
import { changeOrganization } from '../../organizations/change-organization.ts';
import { createOrganization } from '../../organizations/create-organization.ts';
import { listOrganizations } from '../../organizations/list-organizations.ts';
import { choice, command, type Noun, required } from '../command.ts';
import { LIMIT, readRows, table } from '../lists.ts';

const create = command({
  name: 'create',
  description: 'Create an organization.',
  options: {
    slug: required('<slug>', 'short name used in commands and files'),
    name: required('<name>', 'full name'),
    kind: choice('<kind>', 'kind of organization', { choices: ORGANIZATION_KINDS }),
  },
  run: async (database, { slug, name, kind }, { action, placement }) => {
    const created = await placement.placeOrganizations([slug], () =>
      createOrganization(database, { slug, name, kind }, action),
    );
    return { json: created, lines: [`organization ${created.slug} created: ${created.id}`] };
  },
});

const list = command({
  name: 'list',
  description: 'List the organizations by slug.',
  options: { limit: LIMIT },
  everyCell: () => true,
  run: async (database, { limit }) => {
    const found = await readRows(limit, async ({ limit: rows, cursor }) => {
      const data = await listOrganizations(database, { after: cursor, limit: rows });
      const next_cursor = data.length < rows ? null : (data.at(-1)?.slug ?? null);
      return { body: { data, next_cursor } };
    });
    return table(found, ['slug', 'name', 'kind', 'status', 'id'], limit);
  },
});

const setStatus = command({
  name: 'set-status',
  description: 'Suspend or reactivate an organization.',
  options: {
    organization: required('<slug>', 'slug of the organization'),
    status: choice('<status>', 'new status', { choices: ORGANIZATION_STATUSES }),
  },
  run: async (database, { organization: slug, status }, { action }) => {
    const { id } = await changeOrganization(database, slug, { status, action });
    return { json: { id, slug, status }, lines: [`organization ${slug} is ${status}`] };
  },
});

export const organization: Noun = {
  name: 'organization',
  description: 'Create, list, suspend and reactivate organizations.',
  commands: [list, create, setStatus],
};
