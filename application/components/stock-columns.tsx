/** Columns that several lists have. */

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

export const LOT_NUMBER: Column<Lot> = {
  label: 'Lot',
  isName: true,
  cell: ({ id, lot_number }) => (
    <a class="code" href={lotHref(id)}>
      {lot_number}
    </a>
  ),
};

export const LOT_SKU: Column<Lot> = {
  label: 'Product',
  cell: ({ sku_code }) => (
    <a class="code" href={skuHref(sku_code)}>
      {sku_code}
    </a>
  ),
};

export const LOT_LOCATION: Column<Lot> = { label: 'Location', cell: ({ location }) => location };

export const LOT_EXPIRY: Column<Lot> = {
  label: 'Expiry',
  cell: ({ expiry_date, location }) => (
    <span class="pair">
      {day(expiry_date)} <ExpiryBadge date={expiry_date} timeZone={timeZoneOf(location)} />
    </span>
  ),
};

export const LOT_STATUS: Column<Lot> = {
  label: 'Status',
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
