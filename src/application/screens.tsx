/** Every screen: its address, who may see it, and where it stands in the menu. */
import type { ScreenEntry } from './screen-entry.ts';
import { Expiry } from './screens/expiry.tsx';
import { Home } from './screens/home.tsx';
import { LotScreen } from './screens/lot.tsx';
import { Lots } from './screens/lots.tsx';
import { Order } from './screens/order.tsx';
import { Orders } from './screens/orders.tsx';
import { ScannerCheck } from './screens/scanner-check.tsx';
import { Sku } from './screens/sku.tsx';
import { Stock } from './screens/stock.tsx';
import { Temperature } from './screens/temperature.tsx';

const READ = 'inventory:read';
const PACK = 'orders:pack';

export const SCREENS: readonly ScreenEntry[] = [
  { path: '/', view: Home, menu: { group: '', label: 'Home' } },
  { path: '/orders', view: Orders, scope: PACK, menu: { group: '', label: 'Orders to pack' } },
  { path: '/orders/:id', view: Order, scope: PACK },
  { path: '/stock', view: Stock, scope: READ, menu: { group: 'Look up', label: 'Stock' } },
  { path: '/stock/:sku', view: Sku, scope: READ },
  { path: '/lots', view: Lots, scope: READ, menu: { group: 'Look up', label: 'Lots' } },
  { path: '/lots/:id', view: LotScreen, scope: READ },
  { path: '/expiry', view: Expiry, scope: READ, menu: { group: 'Look up', label: 'Expiry' } },
  {
    path: '/temperature',
    view: Temperature,
    scope: READ,
    menu: { group: 'Look up', label: 'Temperature' },
  },
  {
    path: '/scanner',
    view: ScannerCheck,
    menu: { group: 'This computer', label: 'Scanner check' },
  },
];
