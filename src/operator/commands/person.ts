import { InvalidArgumentError } from 'commander';
import type { OperatorAction } from '../../audit/operator-actions.ts';
import type { Transaction } from '../../database/database.ts';
import { OperatorError } from '../../errors.ts';
import { changeOrganization } from '../../organizations/change-organization.ts';
import { findOrganization } from '../../organizations/find-organization.ts';
import { changePerson, confirm as confirmPerson, erasePerson } from '../../people/change-person.ts';
import { type Invited, invite as invitePerson, makeNewLink } from '../../people/invite.ts';
import { findPersonById, readPeople } from '../../people/people.ts';
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
      const { id: organizationId } = await findOrganization(tx, organization);
      return invitePerson(tx, { organizationId, name, roles, email }, { action, appUrl });
    });
    return { json: invited, lines: linkLines(invited) };
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

const link = aboutPerson({
  name: 'link',
  description: 'Make another one-time sign-in link for a person, and sign them out everywhere.',
  change: (tx, key, { action, appUrl }) => makeNewLink(tx, key, { action, appUrl }),
  lines: linkLines,
});

const confirm = aboutPerson({
  name: 'confirm',
  description: 'Confirm that a person who came in by a link is who they say.',
  change: async (tx, key, { action }) => {
    await confirmPerson(tx, key, { by: null, action });
    return { id: key.id, confirmed: true };
  },
  lines: ({ id }) => [`person ${id} is confirmed`],
});

const end = aboutPerson({
  name: 'end',
  description: 'End the access of a person and sign them out everywhere.',
  change: async (tx, key, { action }) => {
    await changePerson(tx, key, { roles: null, action });
    return { id: key.id, ended: true };
  },
  lines: ({ id }) => [`person ${id} has ended`],
});

const erase = aboutPerson({
  name: 'erase',
  description: 'Erase the name of a person who has left. The ledger keeps the id.',
  change: async (tx, key, { action }) => {
    await erasePerson(tx, key, action);
    return { id: key.id, erased: true };
  },
  lines: ({ id }) => [`the name of person ${id} was erased`],
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
    const change = { approvals: one ? ('one' as const) : ('two' as const), action };
    const { approvals } = await changeOrganization(database, slug, change);
    return {
      json: { slug, approvals },
      lines: [`organization ${slug}: a count takes ${approvals}`],
    };
  },
});

/** A command that changes one person, whom the id alone names. */
function aboutPerson<Result>({
  name,
  description,
  change,
  lines,
}: {
  readonly name: string;
  readonly description: string;
  readonly change: (
    tx: Transaction,
    key: { readonly id: string; readonly organizationId: string },
    typed: { readonly action: OperatorAction; readonly appUrl: string },
  ) => Promise<Result>;
  readonly lines: (changed: Result) => string[];
}) {
  return command({
    name,
    description,
    options: { id: required('<id>', 'id of the person', uuid) },
    run: async (database, { id }, typed) => {
      const json = await database.transaction(async (tx) => {
        const { organizationId } = await findPersonById(tx, id);
        return change(tx, { id, organizationId }, typed);
      });
      return { json, lines: lines(json) };
    },
  });
}

function linkLines({ id, link, expires_at }: Invited): string[] {
  return [`person ${id}; this link signs in once, until ${expires_at}:`, link];
}

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
  description: 'Invite, list, confirm, end and erase the people of an organization.',
  commands: [invite, list, link, confirm, end, erase, approvals],
};
