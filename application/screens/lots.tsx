import { answerOf, api } from '../api/client.ts';
import { BY_LOCATION, BY_LOT, BY_SKU, filter } from '../components/filters.tsx';
import { List, useList } from '../components/list.tsx';
import { Screen } from '../components/screen.tsx';
import { lotColumns } from '../components/stock-columns.tsx';
import { choices } from '../words.ts';

const FILTERS = [
  BY_SKU,
  BY_LOT,
  BY_LOCATION,
  filter('status', 'Status', {
    all: 'All',
    choices: choices({ released: 'Released', quarantine: 'Quarantined' }),
  }),
  filter('empty', 'Empty ones too', { type: 'switch' }),
];
const COLUMNS = lotColumns(
  'lot',
  'product',
  'location',
  'expiry',
  'status',
  'available',
  'on_hand',
);

export function Lots() {
  const pages = useList(
    ({ empty, ...asked }) => {
      const query = { ...asked, ...(!empty && { in_stock: true }) };
      return answerOf(api.GET('/inventory/lots', { params: { query } }));
    },
    { filters: FILTERS },
  );
  return (
    <Screen title="Lots" lead="The first to expire stand first.">
      <List pages={pages} filters={FILTERS} caption="Lots" columns={COLUMNS} empty="No lot fits." />
    </Screen>
  );
}
