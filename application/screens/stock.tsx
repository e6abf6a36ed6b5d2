import { answerOf, api, type Schemas } from '../api/client.ts';
import { usePages } from '../api/loaded.ts';
import { Badge } from '../components/badge.tsx';
import { LocationFilter, SwitchFilter, TextFilter } from '../components/filters.tsx';
import { Screen } from '../components/screen.tsx';
import { skuHref } from '../components/stock-columns.tsx';
import { type Column, List } from '../components/table.tsx';
import type { ScreenProps } from '../screen-entry.ts';
import { count, day } from '../words.ts';

type Level = Schemas['StockLevel'];

const ROWS = 50;

export function Stock({ query }: ScreenProps) {
  const sku_code = query.get('sku_code') ?? undefined;
  const location = query.get('location') ?? undefined;
  const low = query.get('low') === 'true';
  const pages = usePages(
    (cursor) =>
      answerOf(
        api.GET('/inventory/stock', {
          params: {
            query: {
              limit: ROWS,
              ...(sku_code && { sku_code }),
              ...(location && { location }),
              ...(low && { low }),
              ...(cursor && { cursor }),
            },
          },
        }),
      ),
    [sku_code, location, low],
  );
  return (
    <Screen title="Stock">
      <div class="filters">
        <TextFilter name="sku_code" label="Product code" />
        <LocationFilter />
        <SwitchFilter name="low" label="Low only" />
      </div>
      <List
        pages={pages}
        caption="Stock by product and location"
        columns={[SKU, LOCATION, ...LEVEL_COLUMNS]}
        keyOf={(level) => `${level.sku_code} ${level.location}`}
        empty={low ? 'Nothing is low.' : 'No stock fits.'}
      />
    </Screen>
  );
}

const SKU: Column<Level> = {
  label: 'Product',
  isName: true,
  cell: ({ sku_code }) => (
    <a class="code" href={skuHref(sku_code)}>
      {sku_code}
    </a>
  ),
};

export const LOCATION: Column<Level> = { label: 'Location', cell: ({ location }) => location };

export const LEVEL_COLUMNS: readonly Column<Level>[] = [
  {
    label: 'Available',
    align: 'end',
    cell: (level) => (
      <span class="pair">
        {isLow(level) && <Badge tone="warn">Low</Badge>}
        {count(level.available)}
      </span>
    ),
  },
  { label: 'Reserved', align: 'end', cell: ({ reserved }) => count(reserved) },
  { label: 'Quarantined', align: 'end', cell: ({ quarantined }) => count(quarantined) },
  { label: 'Expired', align: 'end', cell: ({ expired }) => count(expired) },
  { label: 'On hand', align: 'end', cell: ({ on_hand }) => count(on_hand) },
  { label: 'Next expiry', cell: ({ next_expiry }) => day(next_expiry) },
];

export function isLow({ available, reorder_point }: Level): boolean {
  return available !== null && reorder_point !== null && available <= reorder_point;
}
