import { answerOf, api, type Schemas } from '../api/client.ts';
import { useLoaded } from '../api/loaded.ts';
import { useLocations } from '../catalog.ts';
import { Alert } from '../components/alert.tsx';
import { LotStatusBadge } from '../components/badge.tsx';
import { ORDER, WHERE, WHO, WHY, WITNESS } from '../components/done-columns.tsx';
import { List, useList } from '../components/list.tsx';
import { readLot } from '../components/on-lot.tsx';
import { SaveCsv } from '../components/save-csv.tsx';
import { Card, Screen } from '../components/screen.tsx';
import { CodeLink, Expiry, lotHref, SkuLink } from '../components/stock-columns.tsx';
import { type Column, Facts, Shown, Table } from '../components/table.tsx';
import { useNames } from '../names.ts';
import type { ScreenProps } from '../screen-entry.ts';
import { count, day, signed, spoken, time } from '../words.ts';
import { LotActions } from './lot-actions.tsx';

type Trace = Schemas['LotTrace'];

/** One lot: what it holds, who holds some of it, and everything that ever happened to it. */
export function LotScreen({ params }: ScreenProps) {
  const id = params.id ?? '';
  useLocations();
  const first = useLoaded(() => readLot(id), [id]);
  if (first.data) return <Lot trace={first.data} />;
  return (
    <Screen title="Lot">
      <Shown of={first}>{() => null}</Shown>
    </Screen>
  );
}

function Lot({ trace }: { trace: Trace }) {
  const { lot, allocations, allocations_total, orders, similar_lots } = trace;
  useNames();
  const path = { id: lot.id };
  const history = useList(
    (query) => answerOf(api.GET('/inventory/lots/{id}/history', { params: { path, query } })),
    { inputs: [trace] },
  );
  return (
    <Screen
      title={`Lot ${lot.lot_number}`}
      lead={
        <>
          <SkuLink of={lot} /> at {lot.location}
        </>
      }
      actions={<LotActions lot={lot} />}
    >
      {similar_lots.length > 0 && <Similar lots={similar_lots} />}
      <Facts
        facts={{
          Status: <LotStatusBadge status={lot.status} />,
          Expiry: <Expiry of={lot} />,
          'On hand': count(lot.on_hand),
          Reserved: count(lot.reserved),
          Available: count(lot.available),
          'First received': time(lot.created_at),
        }}
      />
      {allocations_total > 0 && (
        <Card title={`Reserved for ${count(allocations_total)}`}>
          <Table
            caption="Who holds some of the lot"
            columns={[
              { label: 'For', isName: true, cell: ({ reference }) => namesOf(reference, orders) },
              { label: 'Units', align: 'end', cell: ({ qty }) => count(qty) },
              { label: 'Since', cell: ({ created_at }) => time(created_at) },
            ]}
            rows={allocations}
            keyOf={(allocation) => allocation.id}
          />
        </Card>
      )}
      <Card title="History">
        <List
          pages={history}
          tools={
            <SaveCsv name={`lot ${lot.lot_number}`} list={`/inventory/lots/${lot.id}/history`} />
          }
          caption={`Everything that happened to lot ${lot.lot_number}`}
          columns={HISTORY}
          empty="Nothing has happened to it."
        />
      </Card>
    </Screen>
  );
}

const HISTORY: readonly Column<Schemas['LotEvent']>[] = [
  { label: 'When', isName: true, cell: ({ created_at }) => time(created_at) },
  { label: 'What', isMain: true, cell: whatHappened },
  {
    label: 'Units',
    align: 'end',
    cell: ({ units }) =>
      units === null ? '–' : <span class={units < 0 ? 'is-less' : 'is-more'}>{signed(units)}</span>,
  },
  { label: 'Balance', align: 'end', cell: ({ balance_after }) => count(balance_after) },
  WHERE,
  ORDER,
  WHY,
  WHO,
  WITNESS,
];

function whatHappened({ type, value, is_everywhere }: Schemas['LotEvent']): string {
  if (type === 'set_expiry') return `Expiry date ${day(value)}`;
  if (type !== 'set_status' || value === null) return spoken(type);
  if (!is_everywhere) return spoken(value);
  return value === 'quarantine' ? 'Recalled everywhere' : 'Recall ended, released everywhere';
}

/** An order by its number; other references by what they are alone, since partners write them freely. */
function namesOf(
  reference: { type?: string | null; id?: string | null },
  orders: Trace['orders'],
): string {
  const order = orders.find(({ id }) => id === reference.id);
  if (order) return `Order ${order.order_number}`;
  return reference.type ? spoken(reference.type) : '–';
}

function Similar({ lots }: { lots: Trace['similar_lots'] }) {
  return (
    <Alert tone="warn">
      <p>
        These numbers look alike and may be the same lot, written otherwise. A recall of this one
        passes over them:
      </p>
      <ul>
        {lots.map(({ lot_id, lot_number, location }) => (
          <li key={lot_id}>
            <CodeLink href={lotHref(lot_id)}>{lot_number}</CodeLink> at {location}
          </li>
        ))}
      </ul>
    </Alert>
  );
}
