/** Every screen: its address, who may see it, and where it stands in the menu. */
import type { JSX } from 'preact';
import { Home } from './screens/home.tsx';
import { LotScreen } from './screens/lot.tsx';
import { Lots } from './screens/lots.tsx';
import { Sku } from './screens/sku.tsx';
import { Stock } from './screens/stock.tsx';

export interface ScreenProps {
  /** What the names in the address stand for. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
}

export interface ScreenEntry {
  /** Below `/app`; `:name` stands for a part of it. */
  readonly path: string;
  readonly view: (props: ScreenProps) => JSX.Element;
  readonly scope?: string;
  /** Its name in the menu, below the name of a group. */
  readonly menu?: { readonly group: string; readonly label: string };
}

export const SCREENS: readonly ScreenEntry[] = [
  { path: '/', view: Home, menu: { group: '', label: 'Home' } },
  {
    path: '/stock',
    view: Stock,
    scope: 'inventory:read',
    menu: { group: 'Stock', label: 'Stock' },
  },
  { path: '/stock/:sku', view: Sku, scope: 'inventory:read' },
  { path: '/lots', view: Lots, scope: 'inventory:read', menu: { group: 'Stock', label: 'Lots' } },
  { path: '/lots/:id', view: LotScreen, scope: 'inventory:read' },
];
