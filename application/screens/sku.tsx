import { answerOf, api } from '../api/client.ts';
import { useLoaded, usePages } from '../api/loaded.ts';
import { useLocations } from '../catalog.ts';
import { Failure } from '../components/alert.tsx';
import { LinkButton } from '../components/button.tsx';
import { Card, Screen } from '../components/screen.tsx';
import {
  LOT_AVAILABLE,
  LOT_EXPIRY,
  LOT_LOCATION,
  LOT_NUMBER,
  LOT_ON_HAND,
  LOT_STATUS,
} from '../components/stock-columns.tsx';
import { Facts, List } from '../components/table.tsx';
import { hrefOf, withQuery } from '../router.ts';
import type { ScreenProps } from '../screen-entry.ts';
import { count } from '../words.ts';
import { LEVEL_COLUMNS, LOCATION } from './stock.tsx';

const ROWS = 50;

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
  const levels = usePages(
    (cursor) =>
      answerOf(
        api.GET('/inventory/stock', {
          params: { query: { sku_code, limit: ROWS, ...(cursor && { cursor }) } },
        }),
      ),
    [sku_code],
  );
  const lots = usePages(
    (cursor) =>
      answerOf(
        api.GET('/inventory/lots', {
          params: {
            query: { sku_code, limit: ROWS, in_stock: true, ...(cursor && { cursor }) },
          },
        }),
      ),
    [sku_code],
  );
  const { gtin, ndc, upc, ean, reorder_point } = sku.data ?? {};
  return (
    <Screen
      title={sku_code}
      actions={
        <LinkButton href={hrefOf(withQuery('/lots', { sku_code, empty: true }))}>
          All lots
        </LinkButton>
      }
    >
      <Failure problem={sku.problem} retry={sku.reload} />
      {sku.data && (
        <Facts
          facts={[
            ['GTIN', gtin ?? '–'],
            ['NDC', ndc ?? '–'],
            ...(upc ? [['UPC', upc] as const] : []),
            ...(ean ? [['EAN', ean] as const] : []),
            ['Low at', reorder_point === undefined ? '–' : count(reorder_point)],
          ]}
        />
      )}
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
          columns={[LOT_NUMBER, LOT_LOCATION, LOT_EXPIRY, LOT_STATUS, LOT_AVAILABLE, LOT_ON_HAND]}
          keyOf={({ id }) => id}
          empty="No lot of it is in stock."
        />
      </Card>
    </Screen>
  );
}
