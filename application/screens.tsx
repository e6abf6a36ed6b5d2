/** Every screen: its address, who may see it, and where it is in the menu. */
import type { ScreenEntry } from './screen-entry.ts';
import { ActivityScreen } from './screens/activity.tsx';
import { Adjust } from './screens/adjust.tsx';
import { ApiKeys } from './screens/api-keys.tsx';
import { CountSheet } from './screens/count-sheet.tsx';
import { ApproveCounts, Counts } from './screens/counts.tsx';
import { DeveloperLinks } from './screens/developer-links.tsx';
import { EndpointScreen } from './screens/endpoint.tsx';
import { Endpoints } from './screens/endpoints.tsx';
import { Expiry } from './screens/expiry.tsx';
import { Home } from './screens/home.tsx';
import { LotScreen } from './screens/lot.tsx';
import { LotExpiry } from './screens/lot-expiry.tsx';
import { LotStatus } from './screens/lot-status.tsx';
import { Lots } from './screens/lots.tsx';
import { Me } from './screens/me.tsx';
import { Order } from './screens/order.tsx';
import { Orders } from './screens/orders.tsx';
import { People } from './screens/people.tsx';
import { Receive } from './screens/receive.tsx';
import { Requests } from './screens/requests.tsx';
import { ScannerCheck } from './screens/scanner-check.tsx';
import { Sku } from './screens/sku.tsx';
import { Stock } from './screens/stock.tsx';
import { Temperature } from './screens/temperature.tsx';
import { Terminals } from './screens/terminals.tsx';
import { Transfer } from './screens/transfer.tsx';
import { Waste } from './screens/waste.tsx';

const DAY = 'The day';
const LOOK = 'Look up';
const CORRECT = 'Correct';
const PLACE = 'Pharmacy';
const CONNECT = 'Developers';
const HERE = 'This computer';

type Menu = readonly [group: string, label: string];

/** @param scopes with commas between; one of them opens the screen, and without any everybody may */
function at(path: string, view: ScreenEntry['view'], scopes = '', menu?: Menu): ScreenEntry {
  return {
    path,
    view,
    ...(scopes !== '' && { scopes: scopes.split(',') }),
    ...(menu && { menu: { group: menu[0], label: menu[1] } }),
  };
}

export const SCREENS: readonly ScreenEntry[] = [
  at('/', Home, '', [DAY, 'Home']),
  at('/orders', Orders, 'orders:pack', [DAY, 'Orders to pack']),
  at('/orders/:id', Order, 'orders:pack'),
  at('/receive', Receive, 'stock:receive', [DAY, 'Receive']),
  at('/transfer', Transfer, 'stock:transfer', [DAY, 'Transfer']),
  at('/waste', Waste, 'stock:waste', [DAY, 'Waste']),
  at('/temperature', Temperature, 'inventory:read', [DAY, 'Temperature']),
  at('/counts', Counts, 'stock:count', [DAY, 'Count']),
  at('/counts/:id', CountSheet, 'stock:count'),
  at('/approve-counts', ApproveCounts, 'counts:approve', [CORRECT, 'Approve counts']),
  at('/stock', Stock, 'inventory:read', [LOOK, 'Stock']),
  at('/stock/:sku', Sku, 'inventory:read'),
  at('/lots', Lots, 'inventory:read', [LOOK, 'Lots']),
  at('/lots/:id', LotScreen, 'inventory:read'),
  at('/expiry', Expiry, 'inventory:read', [LOOK, 'Expiry']),
  at('/activity', ActivityScreen, 'activity:read', [LOOK, 'Activity']),
  at('/adjust', Adjust, 'stock:adjust', [CORRECT, 'Adjust']),
  at('/status', LotStatus, 'stock:quarantine,lots:release,lots:recall', [
    CORRECT,
    'Quarantine, release',
  ]),
  at('/correct-expiry', LotExpiry, 'lots:expiry', [CORRECT, 'Expiry date']),
  at('/people', People, 'people:write', [PLACE, 'People']),
  at('/terminals', Terminals, 'terminals:write', [PLACE, 'Terminals']),
  at('/developers', Endpoints, 'keys:read', [CONNECT, 'Webhooks and keys']),
  at('/developers/endpoints/:id', EndpointScreen, 'keys:read'),
  at('/developers/requests', Requests, 'keys:read'),
  at('/developers/keys', ApiKeys, 'keys:read'),
  at('/developers/links', DeveloperLinks, 'keys:read'),
  at('/me', Me, '', [HERE, 'Your PIN and passkeys']),
  at('/scanner', ScannerCheck, '', [HERE, 'Scanner check']),
];
