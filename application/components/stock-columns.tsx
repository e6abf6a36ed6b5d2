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

export function SkuLink({ code }: { code: string }) {
  return <CodeLink href={skuHref(code)}>{code}</CodeLink>;
}

/** The last day on which a lot can be used, and what that means today. */
export function Expiry({ of }: { of: Pick<Lot, 'expiry_date' | 'location'> }) {
  return (
    <span class="pair">
      {day(of.expiry_date)} <ExpiryBadge date={of.expiry_date} timeZone={timeZoneOf(of.location)} />
    </span>
  );
}

export const LOT_NUMBER: Column<Lot> = {
  label: 'Lot',
  isName: true,
  cell: ({ id, lot_number }) => <CodeLink href={lotHref(id)}>{lot_number}</CodeLink>,
};
export const LOT_SKU: Column<Lot> = {
  label: 'Product',
  cell: ({ sku_code }) => <SkuLink code={sku_code} />,
};
export const LOT_LOCATION: Column<Lot> = { label: 'Location', cell: ({ location }) => location };
export const LOT_EXPIRY: Column<Lot> = {
  label: 'Expiry',
  isMain: true,
  cell: (lot) => <Expiry of={lot} />,
};
export const LOT_STATUS: Column<Lot> = {
  label: 'Status',
  isUsual: ({ status }) => status === 'released',
  cell: ({ status }) => <LotStatusBadge status={status} />,
};
export const LOT_ON_HAND: Column<Lot> = {
  label: 'On hand',
  align: 'end',
  cell: ({ on_hand }) => count(on_hand),
};
export const LOT_AVAILABLE: Column<Lot> = {
  label: 'Available',
  align: 'end',
  cell: ({ available }) => count(available),
};
