/** A screen that does something with one lot: it takes the lot of its address, or one that is scanned or chosen. */
import type { ComponentChildren } from 'preact';
import { answerOf, api, type Schemas } from '../api/client.ts';
import { useLoaded, usePages } from '../api/loaded.ts';
import { timeZoneOf, useLocations } from '../catalog.ts';
import { go, hrefOf, path, withQuery } from '../router.ts';
import { describeScan, useScans } from '../scanning/scans.ts';
import type { ScreenProps } from '../screen-entry.ts';
import { count, day } from '../words.ts';
import { Failure } from './alert.tsx';
import { ExpiryBadge, LotStatusBadge } from './badge.tsx';
import { LocationFilter, TextFilter } from './filters.tsx';
import { Screen } from './screen.tsx';
import {
  LOT_EXPIRY,
  LOT_LOCATION,
  LOT_ON_HAND,
  LOT_SKU,
  LOT_STATUS,
  lotHref,
  skuHref,
} from './stock-columns.tsx';
import { Facts, List, Waiting } from './table.tsx';

export type Lot = Schemas['Lot'];

const ROWS = 25;

export function OnLot({
  title,
  query,
  children,
}: {
  title: string;
  query: ScreenProps['query'];
  children(lot: Lot, reload: () => void): ComponentChildren;
}) {
  useLocations();
  useScans(async (scanned) => {
    const { match, sku_code, lot_number } = scanned;
    if (match !== 'sku' || sku_code === undefined)
      return { tone: 'bad', text: describeScan(scanned) };
    const asked = { sku_code, limit: ROWS, in_stock: true, ...(lot_number && { lot_number }) };
    const { data } = await answerOf(api.GET('/inventory/lots', { params: { query: asked } }));
    const [only] = data;
    if (only === undefined)
      return { tone: 'bad', text: `Nothing of ${describeScan(scanned)} is in stock.` };
    if (data.length === 1) {
      go(withQuery(path.peek(), { lot: only.id }), { replace: true });
      return { tone: 'good', text: `${describeScan(scanned)} at ${only.location}` };
    }
    go(withQuery(path.peek(), { sku_code, lot_number }), { replace: true });
    return { tone: 'good', text: `${describeScan(scanned)}: choose which one.` };
  });
  const id = query.get('lot');
  return (
    <Screen title={title} lead={id ? undefined : 'Scan a package, or choose the lot.'}>
      {id ? (
        <Chosen id={id} key={id}>
          {children}
        </Chosen>
      ) : (
        <Choice query={query} />
      )}
    </Screen>
  );
}

function Chosen({
  id,
  children,
}: {
  id: string;
  children(lot: Lot, reload: () => void): ComponentChildren;
}) {
  const read = useLoaded(
    () =>
      answerOf(
        api.GET('/inventory/lots/{id}/trace', {
          params: { path: { id }, query: { everywhere: false, limit: 1 } },
        }),
      ),
    [id],
  );
  const lot = read.data?.lot;
  if (lot === undefined) {
    return (
      <>
        <Failure problem={read.problem} retry={read.reload} />
        {read.isLoading && <Waiting />}
      </>
    );
  }
  return (
    <>
      <LotFacts lot={lot} />
      {children(lot, read.reload)}
    </>
  );
}

function LotFacts({ lot }: { lot: Lot }) {
  return (
    <Facts
      facts={[
        [
          'Lot',
          <a key="lot" class="code" href={lotHref(lot.id)}>
            {lot.lot_number}
          </a>,
        ],
        [
          'Product',
          <a key="sku" class="code" href={skuHref(lot.sku_code)}>
            {lot.sku_code}
          </a>,
        ],
        ['Location', lot.location],
        [
          'Expiry',
          <span key="expiry" class="pair">
            {day(lot.expiry_date)}
            <ExpiryBadge date={lot.expiry_date} timeZone={timeZoneOf(lot.location)} />
          </span>,
        ],
        ['Status', <LotStatusBadge key="status" status={lot.status} />],
        ['On hand', count(lot.on_hand)],
        ['Reserved', count(lot.reserved)],
      ]}
    />
  );
}

function Choice({ query }: { query: ScreenProps['query'] }) {
  const sku_code = query.get('sku_code') ?? undefined;
  const lot_number = query.get('lot_number') ?? undefined;
  const location = query.get('location') ?? undefined;
  const pages = usePages<Lot>(
    (cursor) =>
      answerOf(
        api.GET('/inventory/lots', {
          params: {
            query: {
              limit: ROWS,
              in_stock: true,
              ...(sku_code && { sku_code }),
              ...(lot_number && { lot_number }),
              ...(location && { location }),
              ...(cursor && { cursor }),
            },
          },
        }),
      ),
    [sku_code, lot_number, location],
  );
  return (
    <>
      <div class="filters">
        <TextFilter name="sku_code" label="Product code" />
        <TextFilter name="lot_number" label="Lot" />
        <LocationFilter />
      </div>
      <List
        pages={pages}
        caption="Lots in stock"
        columns={[
          {
            label: 'Lot',
            isName: true,
            cell: ({ id, lot_number: number }) => (
              <a class="code" href={hrefOf(withQuery(path.value, { lot: id }))}>
                {number}
              </a>
            ),
          },
          LOT_SKU,
          LOT_LOCATION,
          LOT_EXPIRY,
          LOT_STATUS,
          LOT_ON_HAND,
        ]}
        keyOf={({ id }) => id}
        empty="No lot in stock fits."
      />
    </>
  );
}
