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
  description: 'Invite a person to an organization with a one-time sign-in link.',
  options: {
    organization: required('<slug>', 'slug of the organization'),
    name: required('<name>', 'name of the person', shortText),
    roles: required('<list>', `comma-separated roles: ${ROLE_NAMES.join(', ')}`, rolesOf),
    email: optional(
      '<address>',
      'e-mail address of the person at the OpenID Connect issuer',
      emailOf,
    ),
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
        `person ${invited.id}; this link signs in once, until ${invited.expires_at}:`,
        invited.link,
      ],
    };
  },
});

const list = command({
  name: 'list',
  description: 'List the people of an organization. Those who have left come last.',
  options: { organization: required('<slug>', 'slug of the organization') },
  run: async (database, { organization: slug }) => {
    const { id } = await findOrganization(database, slug);
    return table(await readPeople(database, id), ['id', 'name', 'roles', 'created_at', 'ended_at']);
  },
});

const end = command({
  name: 'end',
  description: 'End the access of a person and sign them out everywhere.',
  options: { id: required('<id>', 'id of the person', uuid) },
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
  description: 'Erase the name of a person who has left. The ledger keeps the id.',
  options: { id: required('<id>', 'id of the person', uuid) },
  run: async (database, { id }, { action }) => {
    await database.transaction(async (tx) => {
      const { organizationId } = await findPersonById(tx, id);
      await erasePerson(tx, { id, organizationId }, action);
    });
    return { json: { id, erased: true }, lines: [`the name of person ${id} was erased`] };
  },
});

const approvals = command({
  name: 'approvals',
  description: 'Set whether one person or two people must approve a count.',
  options: {
    organization: required('<slug>', 'slug of the organization'),
    one: flag('the person who counted may approve, except for controlled products'),
    two: flag('another person must approve'),
  },
  run: async (database, { organization: slug, one, two }, { action }) => {
    if (one === two) throw new OperatorError('Use either --one or --two.');
    const changed = await setApprovals(database, { slug, approvals: one ? 'one' : 'two' }, action);
    const line = `organization ${changed.slug}: a count takes ${changed.approvals}`;
    return { json: changed, lines: [line] };
  },
});

function rolesOf(text: string): Role[] {
  const roles = text.split(',').map((role) => role.trim());
  const isKnown = (role: string): role is Role => (ROLE_NAMES as readonly string[]).includes(role);
  if (!roles.every(isKnown)) {
    throw new InvalidArgumentError(
      `It must be a comma-separated list of ${ROLE_NAMES.join(', ')}.`,
    );
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
  description: 'Invite, list, end and erase the people of an organization.',
  commands: [invite, list, end, erase, approvals],
};
