import { answerOf, api } from '../api/client.ts';
import { useLoaded } from '../api/loaded.ts';
import { useLocations } from '../catalog.ts';
import { LinkButton } from '../components/button.tsx';
import { List, useList } from '../components/list.tsx';
import { Card, Screen } from '../components/screen.tsx';
import { lotColumns } from '../components/stock-columns.tsx';
import { Facts, Shown } from '../components/table.tsx';
import { hrefOf, withQuery } from '../router.ts';
import type { ScreenProps } from '../screen-entry.ts';
import { count } from '../words.ts';
import { LEVEL_COLUMNS, LOCATION } from './stock.tsx';

/** One product: how much of it is where, and in which lots. */
export function Sku({ params }: ScreenProps) {
  const sku_code = params.sku ?? '';
  useLocations();
  const sku = useLoaded(
    () =>
      answerOf(api.GET('/inventory/skus', { params: { query: { sku_code, limit: 1 } } })).then(
        ({ data }) => data[0],
      ),
    [sku_code],
  );
  const inputs = [sku_code];
  const levels = useList(
    (asked) => answerOf(api.GET('/inventory/stock', { params: { query: { ...asked, sku_code } } })),
    { inputs },
  );
  const lots = useList(
    (asked) => {
      const query = { ...asked, sku_code, in_stock: true };
      return answerOf(api.GET('/inventory/lots', { params: { query } }));
    },
    { inputs },
  );
  return (
    <Screen
      title={sku_code}
      lead={levels.rows[0]?.product_name}
      actions={
        <LinkButton href={hrefOf(withQuery('/lots', { sku_code, empty: true }))}>
          All lots
        </LinkButton>
      }
    >
      <Shown of={sku}>
        {(one) => (
          <Facts
            facts={{
              GTIN: one?.gtin ?? '–',
              NDC: one?.ndc ?? '–',
              UPC: one?.upc ?? undefined,
              EAN: one?.ean ?? undefined,
              'Low at': count(one?.reorder_point),
            }}
          />
        )}
      </Shown>
      <Card title="By location">
        <List
          pages={levels}
          caption={`Stock of ${sku_code} by location`}
          columns={[{ ...LOCATION, isName: true }, ...LEVEL_COLUMNS]}
          keyOf={({ location }) => location}
          empty="It was never in stock."
        />
      </Card>
      <Card title="Lots in stock">
        <List
          pages={lots}
          caption={`Lots of ${sku_code}`}
          columns={lotColumns('lot', 'location', 'expiry', 'status', 'available', 'on_hand')}
          empty="No lot of it is in stock."
        />
      </Card>
    </Screen>
  );
}
