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

const DEVELOPERS = ['keys:read'];
const READ = ['inventory:read'];
const PACK = ['orders:pack'];

export const SCREENS: readonly ScreenEntry[] = [
  { path: '/', view: Home, menu: { group: DAY, label: 'Home' } },
  { path: '/orders', view: Orders, scopes: PACK, menu: { group: DAY, label: 'Orders to pack' } },
  { path: '/orders/:id', view: Order, scopes: PACK },
  {
    path: '/receive',
    view: Receive,
    scopes: ['stock:receive'],
    menu: { group: DAY, label: 'Receive' },
  },
  {
    path: '/transfer',
    view: Transfer,
    scopes: ['stock:transfer'],
    menu: { group: DAY, label: 'Transfer' },
  },
  { path: '/waste', view: Waste, scopes: ['stock:waste'], menu: { group: DAY, label: 'Waste' } },
  {
    path: '/temperature',
    view: Temperature,
    scopes: READ,
    menu: { group: DAY, label: 'Temperature' },
  },
  {
    path: '/counts',
    view: Counts,
    scopes: ['stock:count'],
    menu: { group: DAY, label: 'Count' },
  },
  { path: '/counts/:id', view: CountSheet, scopes: ['stock:count'] },
  {
    path: '/approve-counts',
    view: ApproveCounts,
    scopes: ['counts:approve'],
    menu: { group: CORRECT, label: 'Approve counts' },
  },
  { path: '/stock', view: Stock, scopes: READ, menu: { group: LOOK, label: 'Stock' } },
  { path: '/stock/:sku', view: Sku, scopes: READ },
  { path: '/lots', view: Lots, scopes: READ, menu: { group: LOOK, label: 'Lots' } },
  { path: '/lots/:id', view: LotScreen, scopes: READ },
  { path: '/expiry', view: Expiry, scopes: READ, menu: { group: LOOK, label: 'Expiry' } },
  {
    path: '/activity',
    view: ActivityScreen,
    scopes: ['activity:read'],
    menu: { group: LOOK, label: 'Activity' },
  },
  {
    path: '/adjust',
    view: Adjust,
    scopes: ['stock:adjust'],
    menu: { group: CORRECT, label: 'Adjust' },
  },
  {
    path: '/status',
    view: LotStatus,
    scopes: ['stock:quarantine', 'lots:release', 'lots:recall'],
    menu: { group: CORRECT, label: 'Quarantine, release' },
  },
  {
    path: '/correct-expiry',
    view: LotExpiry,
    scopes: ['lots:expiry'],
    menu: { group: CORRECT, label: 'Expiry date' },
  },
  {
    path: '/people',
    view: People,
    scopes: ['people:write'],
    menu: { group: PLACE, label: 'People' },
  },
  {
    path: '/terminals',
    view: Terminals,
    scopes: ['terminals:write'],
    menu: { group: PLACE, label: 'Terminals' },
  },
  {
    path: '/developers',
    view: Endpoints,
    scopes: DEVELOPERS,
    menu: { group: CONNECT, label: 'Webhooks and keys' },
  },
  { path: '/developers/endpoints/:id', view: EndpointScreen, scopes: DEVELOPERS },
  { path: '/developers/requests', view: Requests, scopes: DEVELOPERS },
  { path: '/developers/keys', view: ApiKeys, scopes: DEVELOPERS },
  { path: '/developers/links', view: DeveloperLinks, scopes: DEVELOPERS },
  { path: '/me', view: Me, menu: { group: HERE, label: 'Your PIN and passkeys' } },
  { path: '/scanner', view: ScannerCheck, menu: { group: HERE, label: 'Scanner check' } },
];
