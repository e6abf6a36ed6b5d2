/** Columns that several lists have. */

import type { ComponentChildren } from 'preact';
import type { Schemas } from '../api/client.ts';
import { timeZoneOf } from '../catalog.ts';
import { hrefOf } from '../router.ts';
import { count, day } from '../words.ts';
import { ExpiryBadge, LotStatusBadge } from './badge.tsx';
import type { Column } from './table.tsx';

type Lot = Schemas['Lot'];

export function skuHref(skuCode: string): string {
  return hrefOf(`/stock/${encodeURIComponent(skuCode)}`);
}

export function lotHref(id: string): string {
  return hrefOf(`/lots/${id}`);
}

/** A code that leads to what it names. */
export function CodeLink({ href, children }: { href: string; children: ComponentChildren }) {
  return (
    <a class="code" href={href}>
      {children}
    </a>
  );
}

type Named = { product_name?: string; sku_code: string };

/** What a product is called, and its code. */
export function Product({ of: { product_name, sku_code } }: { of: Named }) {
  return (
    <span class="pair">
      {product_name} <span class="code quiet">{sku_code}</span>
    </span>
  );
}

export function SkuLink({ of }: { of: Named }) {
  return (
    <a href={skuHref(of.sku_code)}>
      <Product of={of} />
    </a>
  );
}

/** The last day on which a lot can be used, and what that means today. */
export function Expiry({ of }: { of: Pick<Lot, 'expiry_date' | 'location'> }) {
  return (
    <span class="pair">
      {day(of.expiry_date)} <ExpiryBadge date={of.expiry_date} timeZone={timeZoneOf(of.location)} />
    </span>
  );
}

const LOT_COLUMNS = {
  lot: {
    label: 'Lot',
    isName: true,
    cell: ({ id, lot_number }) => <CodeLink href={lotHref(id)}>{lot_number}</CodeLink>,
  },
  product: { label: 'Product', isLong: true, cell: (lot) => <SkuLink of={lot} /> },
  location: { label: 'Location', cell: ({ location }) => location },
  expiry: { label: 'Expiry', isMain: true, cell: (lot) => <Expiry of={lot} /> },
  status: {
    label: 'Status',
    isUsual: ({ status }) => status === 'released',
    cell: ({ status }) => <LotStatusBadge status={status} />,
  },
  available: { label: 'Available', align: 'end', cell: ({ available }) => count(available) },
  on_hand: { label: 'On hand', align: 'end', cell: ({ on_hand }) => count(on_hand) },
} satisfies Record<string, Column<Lot>>;

/** Columns of lots, in this order. */
export function lotColumns(...names: (keyof typeof LOT_COLUMNS)[]): Column<Lot>[] {
  return names.map((name) => LOT_COLUMNS[name]);
}
