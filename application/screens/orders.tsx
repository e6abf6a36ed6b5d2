import { answerOf, api, type Schemas } from '../api/client.ts';
import { Badge } from '../components/badge.tsx';
import { List, useList } from '../components/list.tsx';
import { Screen } from '../components/screen.tsx';
import { CodeLink } from '../components/stock-columns.tsx';
import type { Column } from '../components/table.tsx';
import { hrefOf } from '../router.ts';
import { count, spoken, time } from '../words.ts';

type Summary = Schemas['PackingOrderSummary'];

export const ORDER_COLUMNS: readonly Column<Summary>[] = [
  {
    label: 'Order',
    isName: true,
    cell: ({ id, order_number, short_by_recall }) => (
      <span class="pair">
        <CodeLink href={hrefOf(`/orders/${id}`)}>{order_number}</CodeLink>
        {short_by_recall && <Badge tone="bad">Short: recall</Badge>}
      </span>
    ),
  },
  { label: 'Placed', cell: ({ created_at }) => time(created_at) },
  { label: 'Products', align: 'end', cell: ({ items }) => count(items) },
  { label: 'Units', align: 'end', isMain: true, cell: ({ units }) => count(units) },
];

/** What the pharmacy has to pack, the oldest first. */
export function Orders() {
  const pages = useList((query) => answerOf(api.GET('/packing/orders', { params: { query } })));
  return (
    <Screen title="Orders to pack" lead="The oldest first.">
      <List
        pages={pages}
        caption="Orders to pack"
        columns={[
          ...ORDER_COLUMNS,
          { label: 'Status', cell: ({ status }) => <Badge tone="plain">{spoken(status)}</Badge> },
        ]}
        empty="No order waits to be packed."
      />
    </Screen>
  );
}
