import { useState } from 'preact/hooks';
import { answerOf, api, type Schemas } from '../api/client.ts';
import { Badge } from '../components/badge.tsx';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { useForm, wrong } from '../components/form.tsx';
import { FormByFields, FormDialog } from '../components/form-by-fields.tsx';
import { List, useAll } from '../components/list.tsx';
import { ROLES, RolesField } from '../components/roles-field.tsx';
import { Card, Screen } from '../components/screen.tsx';
import { ShowOnce } from '../components/show-once.tsx';
import type { Column } from '../components/table.tsx';
import { say } from '../components/toasts.tsx';
import { WaysIn } from '../components/ways-in.tsx';
import { session } from '../session.ts';
import { plural, time } from '../words.ts';

type Person = Schemas['Person'];
type Role = Schemas['Role'];
type Link = Schemas['Invitation'];

/** What is being done with somebody. */
type Doing =
  | { readonly what: 'roles' | 'ways' | 'end'; readonly person: Person }
  | { readonly what: 'link'; readonly name: string; readonly link: Link };

export function People() {
  const people = useAll(() => answerOf(api.GET('/people')));
  const [doing, setDoing] = useState<Doing>();
  const close = () => setDoing(undefined);
  const done = () => {
    close();
    people.reload();
  };
  const renew = (person: Person) =>
    void answerOf(api.POST('/people/{id}/link', { params: { path: { id: person.id } } })).then(
      (link) => setDoing({ what: 'link', name: nameOf(person), link }),
      (failure: Error) => say(failure.message, 'bad'),
    );
  const managers = people.rows.filter(({ roles, ended_at }) => {
    return ended_at === null && roles.includes('manager');
  });
  const isLastManager = ({ id }: Person) => managers.length === 1 && managers[0]?.id === id;
  const columns: readonly Column<Person>[] = [
    { label: 'Name', isName: true, cell: nameOf },
    {
      label: 'Roles',
      isLong: true,
      cell: ({ roles }) => roles.map((role) => ROLES[role].label).join(', '),
    },
    { label: 'Ways in', cell: waysIn },
    { label: 'Since', cell: ({ created_at }) => time(created_at) },
    {
      label: 'Change',
      isWide: true,
      cell: (person) =>
        person.ended_at === null ? (
          <div class="actions">
            <Button onClick={() => setDoing({ what: 'roles', person })}>Roles</Button>
            <Button onClick={() => setDoing({ what: 'ways', person })}>Ways in</Button>
            {person.id !== session.value?.person.id && (
              <Button onClick={() => renew(person)}>New link</Button>
            )}
            {isLastManager(person) ? (
              <span class="quiet">Make another manager first to end them.</span>
            ) : (
              <Button tone="danger" onClick={() => setDoing({ what: 'end', person })}>
                End
              </Button>
            )}
          </div>
        ) : (
          <Badge tone="warn">{`Ended ${time(person.ended_at)}`}</Badge>
        ),
    },
  ];
  return (
    <Screen title="People" lead="Who works here, and what their roles allow.">
      <Invite
        onInvited={(name, link) => {
          setDoing({ what: 'link', name, link });
          people.reload();
        }}
      />
      <Card title="Everybody">
        <List
          pages={people}
          caption="People, those who left last"
          columns={columns}
          empty="There is none yet."
        />
      </Card>
      {doing?.what === 'roles' && <Roles person={doing.person} onDone={done} onClose={close} />}
      {doing?.what === 'ways' && (
        <Dialog title={`Ways in of ${nameOf(doing.person)}`} onClose={done}>
          <WaysIn id={doing.person.id} />
          <Button onClick={done}>Done</Button>
        </Dialog>
      )}
      {doing?.what === 'end' && <End person={doing.person} onDone={done} onClose={close} />}
      {doing?.what === 'link' && (
        <ShowOnce
          title={`A link for ${doing.name}`}
          what="link"
          text={doing.link.link}
          onClose={close}
        >
          It signs {doing.name} in once, until {time(doing.link.expires_at)}. It is shown only now:
          anyone who has it comes in as {doing.name}.
        </ShowOnce>
      )}
    </Screen>
  );
}

function nameOf({ name }: Person): string {
  return name ?? 'Without a name';
}

function waysIn({ has_pin, pin_locked, passkeys, ended_at, linked_by }: Person) {
  if (ended_at !== null) return '–';
  const ways = [has_pin ? 'PIN' : '', passkeys > 0 ? plural(passkeys, 'passkey') : ''];
  return (
    <span class="pair">
      {ways.filter(Boolean).join(', ') || 'A link'}
      {pin_locked && <Badge tone="bad">PIN locked</Badge>}
      {linked_by.length > 0 && <Badge tone="warn">Not confirmed</Badge>}
    </span>
  );
}

function rolesOf(typed: string): Role[] {
  const roles = typed.split(',').filter(Boolean) as Role[];
  if (roles.length === 0) throw wrong('roles', 'Choose one or more.');
  return roles;
}

function Invite({ onInvited }: { onInvited(name: string, link: Link): void }) {
  const form = useForm('invite', { name: '', roles: 'clerk', email: '' });
  return (
    <Card title="Invite somebody">
      <FormByFields
        form={form}
        action="Invite"
        fields={[
          [
            { name: 'name', label: 'Name', needed: 'Type the name.', maxLength: 100 },
            {
              name: 'email',
              label: 'E-mail',
              isOptional: true,
              maxLength: 254,
              hint: 'Only for sign-in by the pharmacy’s own accounts; nothing is sent to it.',
            },
          ],
        ]}
        after={<RolesField form={form} />}
        send={async ({ name, roles, email }) => {
          const body = { name, roles: rolesOf(roles), ...(email && { email }) };
          return { name, link: await answerOf(api.POST('/people', { body })) };
        }}
        onDone={({ name, link }) => {
          form.fields.name.value = '';
          form.fields.email.value = '';
          onInvited(name, link);
        }}
      />
    </Card>
  );
}

interface Changing {
  person: Person;
  onDone(): void;
  onClose(): void;
}

function Roles({ person, onDone, onClose }: Changing) {
  const form = useForm(`roles ${person.id}`, { roles: person.roles.join(',') });
  const params = { path: { id: person.id } };
  return (
    <Dialog title={`Roles of ${nameOf(person)}`} onClose={onClose}>
      <FormByFields
        form={form}
        action="Change"
        after={
          person.id === session.value?.person.id ? (
            <RolesField form={form} only={person.roles} />
          ) : (
            <RolesField form={form} />
          )
        }
        send={({ roles }) =>
          answerOf(api.PATCH('/people/{id}', { params, body: { roles: rolesOf(roles) } }))
        }
        onDone={() => {
          say(`${nameOf(person)} has other roles now.`);
          onDone();
        }}
        onCancel={onClose}
      />
    </Dialog>
  );
}

function End({ person, onDone, onClose }: Changing) {
  const params = { path: { id: person.id } };
  return (
    <FormDialog
      name={`end ${person.id}`}
      title={`End ${nameOf(person)}?`}
      action="End"
      tone="danger"
      initial={{}}
      send={() => answerOf(api.DELETE('/people/{id}', { params }))}
      onDone={() => {
        say(`${nameOf(person)} has ended.`);
        onDone();
      }}
      onClose={onClose}
    >
      <p>They are signed out at once, and cannot sign in again. What they did stays.</p>
    </FormDialog>
  );
}
