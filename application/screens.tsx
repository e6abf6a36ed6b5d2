/** Every screen: its address, who may see it, and where it is in the menu. */
import { useLoaded } from './api/loaded.ts';
import type { IconName } from './components/icon.tsx';
import { Shown } from './components/table.tsx';
import type { ScreenEntry } from './screen-entry.ts';
import { ActivityScreen } from './screens/activity.tsx';
import { Adjust } from './screens/adjust.tsx';
import { CountSheet } from './screens/count-sheet.tsx';
import { ApproveCounts, Counts } from './screens/counts.tsx';
import { Expiry } from './screens/expiry.tsx';
import { Home } from './screens/home.tsx';
import { LotScreen } from './screens/lot.tsx';
import { LotExpiry } from './screens/lot-expiry.tsx';
import { LotStatus } from './screens/lot-status.tsx';
import { Lots } from './screens/lots.tsx';
import { Me } from './screens/me.tsx';
import { Order } from './screens/order.tsx';
import { Orders } from './screens/orders.tsx';
import { Receive } from './screens/receive.tsx';
import { Sku } from './screens/sku.tsx';
import { Stock } from './screens/stock.tsx';
import { Temperature } from './screens/temperature.tsx';
import { Transfer } from './screens/transfer.tsx';
import { Waste } from './screens/waste.tsx';

const DAY = 'The day';
const LOOK = 'Look up';
const CORRECT = 'Correct';
const PLACE = 'Pharmacy';
const CONNECT = 'Developers';
const HERE = 'This computer';

/** A screen of which the program is loaded when it is opened, since few people do. */
function later(name: keyof typeof import('./screens/rare.ts')): ScreenEntry['view'] {
  return (props) => {
    const part = useLoaded(
      () =>
        import('./screens/rare.ts').catch(() => {
          throw new Error('This part of the page did not come. Load the page again.');
        }),
      [],
    );
    return (
      <Shown of={part}>
        {(views) => {
          const View = views[name];
          return <View {...props} />;
        }}
      </Shown>
    );
  };
}

type Menu = readonly [group: string, label: string, icon: IconName];

/** @param scopes with commas between; one of them opens the screen, and without any everybody may */
function at(path: string, view: ScreenEntry['view'], scopes = '', menu?: Menu): ScreenEntry {
  return {
    path,
    view,
    ...(scopes !== '' && { scopes: scopes.split(',') }),
    ...(menu && { menu: { group: menu[0], label: menu[1], icon: menu[2] } }),
  };
}

export const SCREENS: readonly ScreenEntry[] = [
  at('/', Home, '', [DAY, 'Home', 'home']),
  at('/orders', Orders, 'orders:pack', [DAY, 'Orders to pack', 'orders']),
  at('/orders/:id', Order, 'orders:pack'),
  at('/receive', Receive, 'stock:receive', [DAY, 'Receive', 'receive']),
  at('/transfer', Transfer, 'stock:transfer', [DAY, 'Transfer', 'transfer']),
  at('/waste', Waste, 'stock:waste', [DAY, 'Waste', 'waste']),
  at('/temperature', Temperature, 'inventory:read', [DAY, 'Temperature', 'temperature']),
  at('/counts', Counts, 'stock:count', [DAY, 'Count', 'count']),
  at('/counts/:id', CountSheet, 'stock:count'),
  at('/approve-counts', ApproveCounts, 'counts:approve', [CORRECT, 'Approve counts', 'check']),
  at('/stock', Stock, 'inventory:read', [LOOK, 'Stock', 'stock']),
  at('/stock/:sku', Sku, 'inventory:read'),
  at('/lots', Lots, 'inventory:read', [LOOK, 'Lots', 'lots']),
  at('/lots/:id', LotScreen, 'inventory:read'),
  at('/expiry', Expiry, 'inventory:read', [LOOK, 'Expiry', 'calendar']),
  at('/activity', ActivityScreen, 'activity:read', [LOOK, 'Activity', 'activity']),
  at('/adjust', Adjust, 'stock:adjust', [CORRECT, 'Adjust', 'adjust']),
  at('/status', LotStatus, 'stock:quarantine,lots:release,lots:recall', [
    CORRECT,
    'Quarantine, release',
    'shield',
  ]),
  at('/calls', later('Calls'), 'lots:recall'),
  at('/correct-expiry', LotExpiry, 'lots:expiry', [CORRECT, 'Expiry date', 'calendar']),
  at('/people', later('People'), 'people:write', [PLACE, 'People', 'people']),
  at('/terminals', later('Terminals'), 'terminals:write', [PLACE, 'Terminals', 'terminal']),
  at('/developers', later('Endpoints'), 'keys:read', [CONNECT, 'Webhooks and keys', 'code']),
  at('/developers/endpoints/:id', later('EndpointScreen'), 'keys:read'),
  at('/developers/requests', later('Requests'), 'keys:read'),
  at('/developers/keys', later('ApiKeys'), 'keys:read'),
  at('/developers/links', later('DeveloperLinks'), 'keys:read'),
  at('/me', Me, '', [HERE, 'PIN and passkeys', 'key']),
  at('/scanner', later('ScannerCheck'), '', [HERE, 'Scanner check', 'scanner']),
];
