import { answerOf, api, type Schemas } from '../api/client.ts';
import { Badge } from '../components/badge.tsx';
import { BY_LOCATION, BY_SKU, filter, filtered } from '../components/filters.tsx';
import { List, useList } from '../components/list.tsx';
import { Screen } from '../components/screen.tsx';
import { SkuLink } from '../components/stock-columns.tsx';
import type { Column } from '../components/table.tsx';
import { count, day } from '../words.ts';

type Level = Schemas['StockLevel'];

const FILTERS = [BY_SKU, BY_LOCATION, filter('low', 'Low only', { type: 'switch' })];

export function Stock() {
  const pages = useList(
    ({ low, ...asked }) => {
      const query = { ...asked, ...(low && { low: true }) };
      return answerOf(api.GET('/inventory/stock', { params: { query } }));
    },
    { filters: FILTERS },
  );
  return (
    <Screen title="Stock">
      <List
        pages={pages}
        filters={FILTERS}
        caption="Stock by product and location"
        columns={[SKU, LOCATION, ...LEVEL_COLUMNS]}
        keyOf={(level) => `${level.sku_code} ${level.location}`}
        empty={filtered(FILTERS).low ? 'Nothing is low.' : 'No stock fits.'}
      />
    </Screen>
  );
}

const SKU: Column<Level> = {
  label: 'Product',
  isName: true,
  isLong: true,
  cell: (level) => <SkuLink of={level} />,
};

export const LOCATION: Column<Level> = { label: 'Location', cell: ({ location }) => location };

/** On a card it is said where there is some. */
function unusual(label: string, of: 'reserved' | 'quarantined' | 'expired'): Column<Level> {
  return { label, align: 'end', isUsual: (row) => !row[of], cell: (row) => count(row[of]) };
}

export const LEVEL_COLUMNS: readonly Column<Level>[] = [
  {
    label: 'Available',
    align: 'end',
    isMain: true,
    cell: (level) => (
      <span class="pair">
        {isLow(level) && <Badge tone="warn">Low</Badge>}
        {count(level.available)}
      </span>
    ),
  },
  unusual('Reserved', 'reserved'),
  unusual('Quarantined', 'quarantined'),
  unusual('Expired', 'expired'),
  { label: 'On hand', align: 'end', cell: ({ on_hand }) => count(on_hand) },
  { label: 'Next expiry', cell: ({ next_expiry }) => day(next_expiry) },
];

export function isLow({ available, reorder_point }: Level): boolean {
  return available !== null && reorder_point !== null && available <= reorder_point;
}
