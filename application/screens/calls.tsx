import { useState } from 'preact/hooks';
import { answerOf, api, type Schemas } from '../api/client.ts';
import { useLoaded } from '../api/loaded.ts';
import { Alert, Failure } from '../components/alert.tsx';
import { Button } from '../components/button.tsx';
import { Screen } from '../components/screen.tsx';
import { type Column, Shown, Table } from '../components/table.tsx';
import { nameOf, useNames } from '../names.ts';
import type { ScreenProps } from '../screen-entry.ts';
import { count, plural, spoken, time } from '../words.ts';

type Call = Schemas['RecallCall'];

const COLUMNS: readonly Column<Call>[] = [
  { label: 'Order', isName: true, cell: ({ order_number }) => order_number },
  {
    label: 'Whom',
    isMain: true,
    cell: ({ name, clinic }) => (name ? `${name}, by ${clinic}` : clinic),
  },
  { label: 'Phone', cell: ({ phone }) => (phone ? <a href={`tel:${phone}`}>{phone}</a> : '–') },
  {
    label: 'State',
    cell: ({ status, shipped_at }) =>
      shipped_at ? `${spoken(status)} ${time(shipped_at)}` : spoken(status),
  },
  { label: 'Got', align: 'end', cell: ({ shipped }) => count(shipped) },
  { label: 'Holds', align: 'end', cell: ({ held }) => count(held) },
  { label: 'Moved', align: 'end', cell: ({ moved }) => count(moved) },
  {
    label: 'Short',
    align: 'end',
    cell: ({ short }) => <span class={short > 0 ? 'is-less' : ''}>{count(short)}</span>,
  },
];

/** Whom to call about a lot number, each ticked off when it is done. */
export function Calls({ query }: ScreenProps) {
  useNames();
  const id = query.get('lot') ?? '';
  const params = { path: { id } };
  const read = useLoaded(() => answerOf(api.GET('/inventory/lots/{id}/calls', { params })), [id]);
  const [ticked, setTicked] = useState<Readonly<Record<string, boolean>>>({});
  const [problem, setProblem] = useState<Error>();
  const isCalled = (one: Call) => ticked[one.id] ?? one.called_at !== null;
  const tick = (order_id: string, called: boolean) =>
    answerOf(api.POST('/inventory/lots/{id}/calls', { params, body: { order_id, called } })).then(
      () => setTicked((before) => ({ ...before, [order_id]: called })),
      setProblem,
    );
  const called: Column<Call> = {
    label: 'Called',
    isWide: true,
    cell: (one) => (
      <label class="switch">
        <input
          type="checkbox"
          checked={isCalled(one)}
          onChange={(event) => void tick(one.id, event.currentTarget.checked)}
        />
        {!isCalled(one)
          ? 'Call'
          : one.called_by && !(one.id in ticked)
            ? `${nameOf(one.called_by)}, ${time(one.called_at)}`
            : 'Called by you'}
      </label>
    ),
  };
  return (
    <Screen
      title="Calls about a lot"
      lead="Those who were not called yet come first. That you saw the names is noted."
      actions={<Button onClick={() => print()}>Print the list</Button>}
    >
      <Failure problem={problem} retry={() => setProblem(undefined)} />
      <Shown of={read}>
        {({ sku_code, lot_number, orders, has_more, other_units }) => (
          <>
            <h2>
              Lot {lot_number} of {sku_code}
            </h2>
            {orders.length === 0 && <p class="empty">No order had units of it.</p>}
            {orders.length > 0 && (
              <Table
                caption="Whom to call"
                columns={[...COLUMNS, called]}
                rows={orders}
                keyOf={(one) => one.id}
                toneOf={(one) => (isCalled(one) ? 'good' : undefined)}
              />
            )}
            {has_more && (
              <Alert tone="info">There are more: they come as you tick these off and return.</Alert>
            )}
            {other_units > 0 && (
              <Alert tone="warn">
                {plural(other_units, 'unit')} left for something else than an order of this
                platform: the lot’s history names them.
              </Alert>
            )}
          </>
        )}
      </Shown>
    </Screen>
  );
}
