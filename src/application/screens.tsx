/** Every screen: its address, who may see it, and where it stands in the menu. */
import type { ScreenEntry } from './screen-entry.ts';
import { Home } from './screens/home.tsx';
import { LotScreen } from './screens/lot.tsx';
import { Lots } from './screens/lots.tsx';
import { Sku } from './screens/sku.tsx';
import { Stock } from './screens/stock.tsx';

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
