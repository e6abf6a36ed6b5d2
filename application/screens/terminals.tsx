import { useState } from 'preact/hooks';
import { answerOf, api, type Schemas } from '../api/client.ts';
import { readSession } from '../api/sign-in.ts';
import { Badge } from '../components/badge.tsx';
import { Button } from '../components/button.tsx';
import { useForm } from '../components/form.tsx';
import { FormByFields, FormDialog } from '../components/form-by-fields.tsx';
import { List, useAll } from '../components/list.tsx';
import { Card, Screen } from '../components/screen.tsx';
import type { Column } from '../components/table.tsx';
import { say } from '../components/toasts.tsx';
import { session } from '../session.ts';
import { time } from '../words.ts';

type Terminal = Schemas['Terminal'];

export function Terminals() {
  const terminals = useAll(() => answerOf(api.GET('/terminals')));
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
        <List
          pages={terminals}
          caption="Terminals, those that were ended last"
          columns={columns}
          empty="There is none yet."
        />
      </Card>
      {ending && (
        <FormDialog
          name={`end ${ending.id}`}
          title={`End ${ending.name}?`}
          action="End"
          tone="danger"
          initial={{}}
          send={() => answerOf(api.DELETE('/terminals/{id}', { params: { path: ending } }))}
          onDone={() => {
            say(`${ending.name} has ended.`);
            setEnding(undefined);
            terminals.reload();
          }}
          onClose={() => setEnding(undefined)}
        >
          <p>Anyone signed in there is signed out at once. PINs open nothing there any more.</p>
        </FormDialog>
      )}
    </Screen>
  );
}

function Enrol({ onEnrolled }: { onEnrolled(): void }) {
  const needed = 'Type what it is called, such as Counter 1.';
  return (
    <Card title="Make this computer a terminal">
      <FormByFields
        form={useForm('enrol', { name: '' })}
        action="Make it a terminal"
        fields={[{ name: 'name', label: 'Name', needed, maxLength: 100 }]}
        send={(body) => answerOf(api.POST('/terminals', { body }))}
        onDone={({ name }) => {
          say(`This computer is the terminal ${name} now.`);
          void readSession().then(onEnrolled);
        }}
      />
    </Card>
  );
}
