import { useEffect, useState } from 'preact/hooks';
import { answerOf, api, type Schemas } from '../api/client.ts';
import { BY_LOCATION } from '../components/filters.tsx';
import { List, useList } from '../components/list.tsx';
import { Screen, Tabs } from '../components/screen.tsx';
import { lotColumns } from '../components/stock-columns.tsx';
import { go, withQuery } from '../router.ts';
import { useLetters } from '../scanning/keyboard.ts';
import { describeScan, useScans } from '../scanning/scans.ts';
import type { ScreenProps } from '../screen-entry.ts';
import { may } from '../session.ts';
import { addDays, today } from '../words.ts';
import { ROW_ACTIONS } from './lot-actions.tsx';

/** 0: what is over already. */
const WITHIN = [0, 7, 30, 90] as const;

const COLUMNS = [
  ...lotColumns('lot', 'product', 'location', 'expiry', 'status', 'on_hand'),
  ROW_ACTIONS,
];

/** What is over, and what will be soon: to waste it, or to move it to where it is used first. */
export function Expiry({ query }: ScreenProps) {
  const asked = Number(query.get('within') ?? 30);
  const within = WITHIN.find((days) => days === asked) ?? 30;
  const expiring_before = addDays(today(), within === 0 ? 0 : within + 1);
  const pages = useList<Schemas['Lot'], 'location'>(
    (asked) => {
      const query = { ...asked, in_stock: true, expiring_before };
      return answerOf(api.GET('/inventory/lots', { params: { query } }));
    },
    { filters: [BY_LOCATION], inputs: [expiring_before] },
  );
  const [at, setAt] = useState(0);
  const current = pages.rows[Math.min(at, pages.rows.length - 1)];
  const doWith = (screen: string) => () => {
    if (current) go(withQuery(screen, { lot: current.id }));
  };
  useLetters({
    ...(may('stock:waste') && { w: doWith('/waste') }),
    ...(may('stock:transfer') && { t: doWith('/transfer') }),
    ArrowDown: () => setAt((before) => Math.min(before + 1, pages.rows.length - 1)),
    ArrowUp: () => setAt((before) => Math.max(before - 1, 0)),
  });
  useScans(async (scanned) => {
    const { match, sku_code, lot_number } = scanned;
    const row = pages.rows.findIndex((lot) => {
      return lot.sku_code === sku_code && lot.lot_number === lot_number;
    });
    if (match !== 'sku') return { tone: 'bad', text: describeScan(scanned) };
    if (row < 0) return { tone: 'good', text: `${describeScan(scanned)} is not in this list.` };
    setAt(row);
    return { tone: 'good', text: `${describeScan(scanned)}: press W to waste it, T to move it.` };
  });
  useEffect(() => {
    document.querySelector('tr[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [at]);
  return (
    <Screen
      title="Expiry"
      lead="A lot can be used through the day of its expiry. Arrow keys choose a row; W wastes it, T moves it."
    >
      <List
        pages={pages}
        filters={[BY_LOCATION]}
        tools={
          <Tabs
            label="Expires within"
            at={String(within)}
            tabs={WITHIN.map((days) => ({
              value: String(days),
              label: days === 0 ? 'Expired' : `${days} days`,
              to: withQuery('/expiry', { within: String(days), location: query.get('location') }),
            }))}
          />
        }
        caption={within === 0 ? 'Lots that are over' : `Lots that expire within ${within} days`}
        columns={COLUMNS}
        isCurrent={(lot) => lot === current}
        empty={within === 0 ? 'Nothing is over.' : `Nothing expires within ${within} days.`}
      />
    </Screen>
  );
}
