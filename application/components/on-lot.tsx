/** A screen that does something with one lot: it takes the lot of its address, or one that is scanned or chosen. */
import type { ComponentChildren } from 'preact';
import { answerOf, api, type Schemas } from '../api/client.ts';
import { useLoaded } from '../api/loaded.ts';
import { useLocations } from '../catalog.ts';
import { go, hrefOf, path, withQuery } from '../router.ts';
import { describeScan, useScans } from '../scanning/scans.ts';
import type { ScreenProps } from '../screen-entry.ts';
import { count } from '../words.ts';
import { Badge, LotStatusBadge } from './badge.tsx';
import { BY_LOCATION, BY_LOT, BY_SKU } from './filters.tsx';
import { List, useList } from './list.tsx';
import { Screen } from './screen.tsx';
import { CodeLink, Expiry, lotColumns, lotHref, SkuLink } from './stock-columns.tsx';
import { Facts, Shown } from './table.tsx';

export type Lot = Schemas['Lot'];

const ROWS = 25;
const FILTERS = [BY_SKU, BY_LOT, BY_LOCATION];

/** @param isControlled whether its product is a controlled substance */
type OfLot = (lot: Lot, more: { reload(): void; isControlled: boolean }) => ComponentChildren;

type OnLotProps = { title: string; query: ScreenProps['query']; children: OfLot };

export function OnLot({ title, query, children }: OnLotProps) {
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
        <Choice />
      )}
    </Screen>
  );
}

/** One lot as it is now. */
export function readLot(id: string): Promise<Schemas['LotTrace']> {
  const params = { path: { id }, query: { everywhere: false, limit: 1 } };
  return answerOf(api.GET('/inventory/lots/{id}/trace', { params }));
}

function Chosen({ id, children }: { id: string; children: OfLot }) {
  const read = useLoaded(() => readLot(id), [id]);
  return (
    <Shown of={read}>
      {({ lot, is_controlled }) => (
        <>
          <Facts
            facts={{
              Lot: <CodeLink href={lotHref(lot.id)}>{lot.lot_number}</CodeLink>,
              Product: <SkuLink of={lot} />,
              Location: lot.location,
              Expiry: <Expiry of={lot} />,
              Status: <LotStatusBadge status={lot.status} />,
              'On hand': count(lot.on_hand),
              Reserved: count(lot.reserved),
              Controlled: is_controlled ? <Badge tone="warn">Controlled</Badge> : undefined,
            }}
          />
          {children(lot, { reload: read.reload, isControlled: is_controlled })}
        </>
      )}
    </Shown>
  );
}

function Choice() {
  const pages = useList(
    (asked) =>
      answerOf(api.GET('/inventory/lots', { params: { query: { ...asked, in_stock: true } } })),
    { filters: FILTERS },
  );
  return (
    <List
      pages={pages}
      filters={FILTERS}
      caption="Lots in stock"
      columns={[
        {
          label: 'Lot',
          isName: true,
          cell: ({ id, lot_number }) => (
            <CodeLink href={hrefOf(withQuery(path.value, { lot: id }))}>{lot_number}</CodeLink>
          ),
        },
        ...lotColumns('product', 'location', 'expiry', 'status', 'on_hand'),
      ]}
      empty="No lot in stock fits."
    />
  );
}
