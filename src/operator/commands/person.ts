import { InvalidArgumentError } from 'commander';
import { OperatorError } from '../../errors.ts';
import { findOrganization, findOrganizationIn } from '../../organizations/find-organization.ts';
import { setApprovals } from '../../organizations/set-approvals.ts';
import { changePerson } from '../../people/change-person.ts';
import { erasePerson } from '../../people/erase-person.ts';
import { findPersonById } from '../../people/find-person.ts';
import { invite as invitePerson } from '../../people/invite.ts';
import { readPeople } from '../../people/list-people.ts';
import { ROLE_NAMES, type Role } from '../../people/roles.ts';
import { command, flag, type Noun, optional, required } from '../command.ts';
import { table } from '../lists.ts';
import { shortText, uuid } from '../option-values.ts';

const invite = command({
  name: 'invite',
  description: 'Invite somebody to work at an organization, by a link that signs them in once.',
  options: {
    organization: required('<slug>', 'where they work'),
    name: required('<name>', 'what they are called', shortText),
    roles: required('<list>', `some of ${ROLE_NAMES.join(', ')}, with commas between`, rolesOf),
    email: optional('<address>', 'by which OpenID Connect knows them', emailOf),
  },
  run: async (database, { organization, name, roles, email }, { action: typed, appUrl }) => {
    // The name and the address stand with the person alone.
    const action = { ...typed, arguments: { roles } };
    const invited = await database.transaction(async (tx) => {
      const { id: organizationId } = await findOrganizationIn(tx, organization);
      return invitePerson(tx, { organizationId, name, roles, email }, { action, appUrl });
    });
    return {
      json: invited,
      lines: [
        `person ${invited.id}, whose link signs in once until ${invited.expires_at}:`,
        invited.link,
      ],
    };
  },
});

const list = command({
  name: 'list',
  description: 'List the people of an organization, those who left last.',
  options: { organization: required('<slug>', 'whose people') },
  run: async (database, { organization: slug }) => {
    const { id } = await findOrganization(database, slug);
    return table(await readPeople(database, id), ['id', 'name', 'roles', 'created_at', 'ended_at']);
  },
});

const end = command({
  name: 'end',
  description: 'End a person, and their sessions with the next request.',
  options: { id: required('<id>', 'which person', uuid) },
  run: async (database, { id }, { action }) => {
    await database.transaction(async (tx) => {
      const { organizationId } = await findPersonById(tx, id);
      await changePerson(tx, { id, organizationId }, { roles: null, action });
    });
    return { json: { id, ended: true }, lines: [`person ${id} has ended`] };
  },
});

const erase = command({
  name: 'erase',
  description: 'Erase the name of somebody who has left; the ledger keeps the id.',
  options: { id: required('<id>', 'which person', uuid) },
  run: async (database, { id }, { action }) => {
    await database.transaction(async (tx) => {
      const { organizationId } = await findPersonById(tx, id);
      await erasePerson(tx, { id, organizationId }, action);
    });
    return { json: { id, erased: true }, lines: [`person ${id} has no name any more`] };
  },
});

const approvals = command({
  name: 'approvals',
  description: 'Say how many people a count takes: two, or one in a pharmacy of one person.',
  options: {
    organization: required('<slug>', 'which one'),
    one: flag('who counted may approve it, unless the product is controlled'),
    two: flag('another person approves it'),
  },
  run: async (database, { organization: slug, one, two }, { action }) => {
    if (one === two) throw new OperatorError('Say --one or --two.');
    const changed = await setApprovals(database, { slug, approvals: one ? 'one' : 'two' }, action);
    const line = `organization ${changed.slug}: a count takes ${changed.approvals}`;
    return { json: changed, lines: [line] };
  },
});

function rolesOf(text: string): Role[] {
  const roles = text.split(',').map((role) => role.trim());
  const isKnown = (role: string): role is Role => (ROLE_NAMES as readonly string[]).includes(role);
  if (!roles.every(isKnown)) {
    throw new InvalidArgumentError(`It must be some of ${ROLE_NAMES.join(', ')}.`);
  }
  return [...new Set(roles)];
}

function emailOf(text: string): string {
  if (!/^[^\s@\p{C}]+@[^\s@\p{C}]+$/u.test(text) || text.length > 254) {
    throw new InvalidArgumentError('It must be an e-mail address.');
  }
  return text.toLowerCase();
}

export const person: Noun = {
  name: 'person',
  description: 'People who work at an organization.',
  commands: [invite, list, end, erase, approvals],
};
