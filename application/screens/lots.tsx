import { answerOf, api } from '../api/client.ts';
import { usePages } from '../api/loaded.ts';
import { useLocations } from '../catalog.ts';
import { ChoiceFilter, LocationFilter, SwitchFilter, TextFilter } from '../components/filters.tsx';
import { Screen } from '../components/screen.tsx';
import {
  LOT_AVAILABLE,
  LOT_EXPIRY,
  LOT_LOCATION,
  LOT_NUMBER,
  LOT_ON_HAND,
  LOT_SKU,
  LOT_STATUS,
} from '../components/stock-columns.tsx';
import { List } from '../components/table.tsx';
import type { ScreenProps } from '../screen-entry.ts';

const ROWS = 50;
const STATUSES = [
  { value: 'released', label: 'Released' },
  { value: 'quarantine', label: 'Quarantined' },
];

export function Lots({ query }: ScreenProps) {
  useLocations();
  const [sku_code, lot_number, location, status] = [
    'sku_code',
    'lot_number',
    'location',
    'status',
  ].map((name) => query.get(name) ?? undefined);
  const withEmpty = query.get('empty') === 'true';
  const pages = usePages(
    (cursor) =>
      answerOf(
        api.GET('/inventory/lots', {
          params: {
            query: {
              limit: ROWS,
              ...(sku_code && { sku_code }),
              ...(lot_number && { lot_number }),
              ...(location && { location }),
              ...(status && { status }),
              ...(!withEmpty && { in_stock: true }),
              ...(cursor && { cursor }),
            },
          },
        }),
      ),
    [sku_code, lot_number, location, status, withEmpty],
  );
  return (
    <Screen title="Lots" lead="The first to expire stand first.">
      <div class="filters">
        <TextFilter name="sku_code" label="Product code" />
        <TextFilter name="lot_number" label="Lot" />
        <LocationFilter />
        <ChoiceFilter name="status" label="Status" all="All" choices={STATUSES} />
        <SwitchFilter name="empty" label="Empty ones too" />
      </div>
      <List
        pages={pages}
        caption="Lots"
        columns={[
          LOT_NUMBER,
          LOT_SKU,
          LOT_LOCATION,
          LOT_EXPIRY,
          LOT_STATUS,
          LOT_AVAILABLE,
          LOT_ON_HAND,
        ]}
        keyOf={({ id }) => id}
        empty="No lot fits."
      />
    </Screen>
  );
}
