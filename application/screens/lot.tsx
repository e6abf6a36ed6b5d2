import { answerOf, api, type Schemas } from '../api/client.ts';
import { useLoaded, usePages } from '../api/loaded.ts';
import { timeZoneOf, useLocations } from '../catalog.ts';
import { Alert, Failure } from '../components/alert.tsx';
import { ExpiryBadge, LotStatusBadge } from '../components/badge.tsx';
import { Card, Screen } from '../components/screen.tsx';
import { lotHref, skuHref } from '../components/stock-columns.tsx';
import { type Column, Facts, List, Table, Waiting } from '../components/table.tsx';
import type { ScreenProps } from '../screen-entry.ts';
import { count, day, spoken, time } from '../words.ts';
import { LotActions } from './lot-actions.tsx';

type Entry = Schemas['LedgerTransaction'];
type Trace = Schemas['LotTrace'];

const ROWS = 50;

/** One lot: what it holds, who holds some of it, and everything that ever happened to it. */
export function LotScreen({ params }: ScreenProps) {
  const id = params.id ?? '';
  useLocations();
  const first = useLoaded(() => trace(id), [id]);
  const ledger = usePages(
    (cursor) =>
      trace(id, cursor).then(({ movements, next_cursor }) => ({ data: movements, next_cursor })),
    [id],
  );
  if (!first.data) {
    return (
      <Screen title="Lot">
        <Failure problem={first.problem} retry={first.reload} />
        {first.isLoading && <Waiting />}
      </Screen>
    );
  }
  const { lot, allocations, allocations_total, orders, similar_lots } = first.data;
  return (
    <Screen
      title={`Lot ${lot.lot_number}`}
      lead={
        <>
          <a class="code" href={skuHref(lot.sku_code)}>
            {lot.sku_code}
          </a>{' '}
          at {lot.location}
        </>
      }
      actions={<LotActions lot={lot} />}
    >
      {similar_lots.length > 0 && <Similar lots={similar_lots} />}
      <Facts
        facts={[
          ['Status', <LotStatusBadge key="status" status={lot.status} />],
          [
            'Expiry',
            <span key="expiry" class="pair">
              {day(lot.expiry_date)}{' '}
              <ExpiryBadge date={lot.expiry_date} timeZone={timeZoneOf(lot.location)} />
            </span>,
          ],
          ['On hand', count(lot.on_hand)],
          ['Reserved', count(lot.reserved)],
          ['Available', count(lot.available)],
          ['First received', time(lot.created_at)],
        ]}
      />
      {allocations_total > 0 && (
        <Card title={`Reserved for ${count(allocations_total)}`}>
          <Table
            caption="Who holds some of the lot"
            columns={[
              {
                label: 'For',
                isName: true,
                cell: ({ reference }) => namesOf(reference, orders),
              },
              { label: 'Units', align: 'end', cell: ({ qty }) => count(qty) },
              { label: 'Since', cell: ({ created_at }) => time(created_at) },
            ]}
            rows={allocations}
            keyOf={(allocation) => allocation.id}
          />
        </Card>
      )}
      <Card title="Ledger">
        <List
          pages={ledger}
          caption={`Everything that happened to lot ${lot.lot_number}`}
          columns={ledgerColumns(orders)}
          keyOf={(entry) => entry.id}
          empty="Nothing has happened to it."
        />
      </Card>
    </Screen>
  );
}

function trace(id: string, cursor?: string): Promise<Trace> {
  return answerOf(
    api.GET('/inventory/lots/{id}/trace', {
      params: {
        path: { id },
        query: { everywhere: false, limit: ROWS, ...(cursor && { cursor }) },
      },
    }),
  );
}

function ledgerColumns(orders: Trace['orders']): readonly Column<Entry>[] {
  return [
    { label: 'When', isName: true, cell: ({ created_at }) => time(created_at) },
    { label: 'What', cell: ({ type }) => spoken(type) },
    {
      label: 'Units',
      align: 'end',
      cell: ({ qty }) => (
        <span class={qty < 0 ? 'is-less' : 'is-more'}>
          {qty > 0 ? '+' : '−'}
          {count(Math.abs(qty))}
        </span>
      ),
    },
    { label: 'Balance', align: 'end', cell: ({ balance_after }) => count(balance_after) },
    { label: 'For', cell: ({ reference }) => (reference ? namesOf(reference, orders) : '–') },
    { label: 'Purchase order', cell: ({ po_number }) => po_number ?? '–' },
  ];
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
            <a class="code" href={lotHref(lot_id)}>
              {lot_number}
            </a>{' '}
            at {location}
          </li>
        ))}
      </ul>
    </Alert>
  );
}
