import { answerOf, api, type Schemas } from '../api/client.ts';
import { usePages } from '../api/loaded.ts';
import { Badge } from '../components/badge.tsx';
import { Screen } from '../components/screen.tsx';
import { type Column, List } from '../components/table.tsx';
import { hrefOf } from '../router.ts';
import { count, spoken, time } from '../words.ts';

type Summary = Schemas['PackingOrderSummary'];

const ROWS = 50;

export const ORDER_COLUMNS: readonly Column<Summary>[] = [
  {
    label: 'Order',
    isName: true,
    cell: ({ id, order_number }) => (
      <a class="code" href={hrefOf(`/orders/${id}`)}>
        {order_number}
      </a>
    ),
  },
  { label: 'Placed', cell: ({ created_at }) => time(created_at) },
  {
    label: 'Products',
    align: 'end',
    cell: ({ items }) => count(items),
  },
  { label: 'Units', align: 'end', cell: ({ units }) => count(units) },
];

/** What the pharmacy has to pack, the oldest first. */
export function Orders() {
  const pages = usePages(
    (cursor) =>
      answerOf(
        api.GET('/packing/orders', {
          params: { query: { limit: ROWS, ...(cursor && { cursor }) } },
        }),
      ),
    [],
  );
  return (
    <Screen title="Orders to pack" lead="The oldest first.">
      <List
        pages={pages}
        caption="Orders to pack"
        columns={[
          ...ORDER_COLUMNS,
          {
            label: 'Status',
            cell: ({ status }) => <Badge tone="plain">{spoken(status)}</Badge>,
          },
        ]}
        keyOf={({ id }) => id}
        empty="No order waits to be packed."
      />
    </Screen>
  );
}
