import { useState } from 'preact/hooks';
import { answerOf, api, type Schemas } from '../api/client.ts';
import { useLoaded } from '../api/loaded.ts';
import { Alert, Failure } from '../components/alert.tsx';
import { Badge } from '../components/badge.tsx';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { TextField } from '../components/fields.tsx';
import { Form, needed, useForm, wrong } from '../components/form.tsx';
import { ROLES, RolesField } from '../components/roles-field.tsx';
import { Card, Screen } from '../components/screen.tsx';
import { type Column, Table } from '../components/table.tsx';
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
  const people = useLoaded(() => answerOf(api.GET('/people')), []);
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
  const columns: readonly Column<Person>[] = [
    { label: 'Name', isName: true, cell: nameOf },
    { label: 'Roles', cell: ({ roles }) => roles.map((role) => ROLES[role].label).join(', ') },
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
            <Button tone="danger" onClick={() => setDoing({ what: 'end', person })}>
              End
            </Button>
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
        <Failure problem={people.problem} retry={people.reload} />
        {people.data && (
          <Table
            caption="People, those who left last"
            columns={columns}
            rows={people.data.data}
            keyOf={({ id }) => id}
          />
        )}
      </Card>
      {doing?.what === 'roles' && <Roles person={doing.person} onDone={done} onClose={close} />}
      {doing?.what === 'ways' && (
        <Dialog title={`Ways in of ${nameOf(doing.person)}`} onClose={done}>
          <WaysIn id={doing.person.id} />
          <Button onClick={done}>Done</Button>
        </Dialog>
      )}
      {doing?.what === 'end' && <End person={doing.person} onDone={done} onClose={close} />}
      {doing?.what === 'link' && <ShowLink name={doing.name} link={doing.link} onClose={close} />}
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
  const send = () =>
    void form
      .submit(async ({ name, roles, email }) => {
        const body = {
          name: needed('name', name, 'Type the name.'),
          roles: rolesOf(roles),
          ...(email && { email }),
        };
        return { name, link: await answerOf(api.POST('/people', { body })) };
      })
      .then((invited) => {
        if (invited === undefined) return;
        form.fields.name.value = '';
        form.fields.email.value = '';
        onInvited(invited.name, invited.link);
      });
  return (
    <Card title="Invite somebody">
      <Form form={form} send={send} action="Invite">
        <div class="row">
          <TextField form={form} name="name" label="Name" maxLength={100} />
          <TextField
            form={form}
            name="email"
            label="E-mail"
            isOptional
            maxLength={254}
            hint="Only for sign-in by the pharmacy’s own accounts; nothing is sent to it."
          />
        </div>
        <RolesField form={form} />
      </Form>
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
  const send = () =>
    void form
      .submit(({ roles }) =>
        answerOf(api.PATCH('/people/{id}', { params, body: { roles: rolesOf(roles) } })),
      )
      .then((changed) => {
        if (changed === undefined) return;
        say(`${nameOf(person)} has other roles now.`);
        onDone();
      });
  return (
    <Dialog title={`Roles of ${nameOf(person)}`} onClose={onClose}>
      <Form form={form} send={send} action="Change" onCancel={onClose}>
        <RolesField form={form} />
      </Form>
    </Dialog>
  );
}

function End({ person, onDone, onClose }: Changing) {
  const form = useForm(`end ${person.id}`, {});
  const params = { path: { id: person.id } };
  const send = () =>
    void form
      .submit(() => answerOf(api.DELETE('/people/{id}', { params })))
      .then((ended) => {
        if (ended === undefined) return;
        say(`${nameOf(person)} has ended.`);
        onDone();
      });
  return (
    <Dialog title={`End ${nameOf(person)}?`} onClose={onClose}>
      <Form form={form} send={send} action="End" tone="danger" onCancel={onClose}>
        <p>They are signed out at once, and cannot sign in again. What they did stays.</p>
      </Form>
    </Dialog>
  );
}

function ShowLink({ name, link, onClose }: { name: string; link: Link; onClose(): void }) {
  return (
    <Dialog title={`A link for ${name}`} onClose={onClose}>
      <div class="stack">
        <Alert tone="info">
          It signs {name} in once, until {time(link.expires_at)}. It is shown only now: whoever has
          it comes in as {name}.
        </Alert>
        <p class="link-text">{link.link}</p>
        <div class="actions">
          <Button
            tone="primary"
            onClick={() =>
              void navigator.clipboard.writeText(link.link).then(
                () => say('The link is copied.'),
                () => say('Copy it by hand: the browser did not let us.', 'warn'),
              )
            }
          >
            Copy the link
          </Button>
          <Button onClick={onClose}>Done</Button>
        </div>
      </div>
    </Dialog>
  );
}
