import { useState } from 'preact/hooks';
import { answerOf, api, type Schemas } from '../api/client.ts';
import { useLoaded } from '../api/loaded.ts';
import { readSession } from '../api/sign-in.ts';
import { Failure } from '../components/alert.tsx';
import { Badge } from '../components/badge.tsx';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { TextField } from '../components/fields.tsx';
import { Form, needed, useForm } from '../components/form.tsx';
import { Card, Screen } from '../components/screen.tsx';
import { type Column, Table } from '../components/table.tsx';
import { say } from '../components/toasts.tsx';
import { session } from '../session.ts';
import { time } from '../words.ts';

type Terminal = Schemas['Terminal'];

export function Terminals() {
  const terminals = useLoaded(() => answerOf(api.GET('/terminals')), []);
  const [ending, setEnding] = useState<Terminal>();
  const here = session.value?.terminal ?? undefined;
  const columns: readonly Column<Terminal>[] = [
    {
      label: 'Name',
      isName: true,
      cell: ({ id, name }) => (
        <span class="pair">
          {name} {id === here?.id && <Badge tone="good">This computer</Badge>}
        </span>
      ),
    },
    { label: 'Since', cell: ({ created_at }) => time(created_at) },
    {
      label: 'Change',
      isWide: true,
      cell: (terminal) =>
        terminal.ended_at === null ? (
          <Button tone="danger" onClick={() => setEnding(terminal)}>
            End
          </Button>
        ) : (
          <Badge tone="warn">{`Ended ${time(terminal.ended_at)}`}</Badge>
        ),
    },
  ];
  return (
    <Screen title="Terminals" lead="Computers that many share: people sign in there by a PIN.">
      {here === undefined && <Enrol onEnrolled={terminals.reload} />}
      <Card title="All terminals">
        <Failure problem={terminals.problem} retry={terminals.reload} />
        {terminals.data?.data.length === 0 && <p class="quiet">There is none yet.</p>}
        {terminals.data && terminals.data.data.length > 0 && (
          <Table
            caption="Terminals, those that were ended last"
            columns={columns}
            rows={terminals.data.data}
            keyOf={({ id }) => id}
          />
        )}
      </Card>
      {ending && (
        <End
          terminal={ending}
          onClose={() => setEnding(undefined)}
          onDone={() => {
            setEnding(undefined);
            terminals.reload();
          }}
        />
      )}
    </Screen>
  );
}

function Enrol({ onEnrolled }: { onEnrolled(): void }) {
  const form = useForm('enrol', { name: '' });
  const send = () =>
    void form
      .submit(({ name }) => {
        const body = { name: needed('name', name, 'Type what it is called, such as Counter 1.') };
        return answerOf(api.POST('/terminals', { body }));
      })
      .then(async (enrolled) => {
        if (enrolled === undefined) return;
        say(`This computer is the terminal ${enrolled.name} now.`);
        await readSession();
        onEnrolled();
      });
  return (
    <Card title="Make this computer a terminal">
      <Form form={form} send={send} action="Make it a terminal">
        <TextField form={form} name="name" label="Name" maxLength={100} />
      </Form>
    </Card>
  );
}

function End({
  terminal,
  onDone,
  onClose,
}: {
  terminal: Terminal;
  onDone(): void;
  onClose(): void;
}) {
  const form = useForm(`end ${terminal.id}`, {});
  const params = { path: { id: terminal.id } };
  const send = () =>
    void form
      .submit(() => answerOf(api.DELETE('/terminals/{id}', { params })))
      .then((ended) => {
        if (ended === undefined) return;
        say(`${terminal.name} has ended.`);
        onDone();
      });
  return (
    <Dialog title={`End ${terminal.name}?`} onClose={onClose}>
      <Form form={form} send={send} action="End" tone="danger" onCancel={onClose}>
        <p>Whoever is signed in there is signed out at once. PINs open nothing there any more.</p>
      </Form>
    </Dialog>
  );
}
