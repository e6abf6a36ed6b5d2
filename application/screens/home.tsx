import { answerOf, api, type Schemas } from '../api/client.ts';
import { type Loaded, type Page, useLoaded } from '../api/loaded.ts';
import { useLocations } from '../catalog.ts';
import { Failure } from '../components/alert.tsx';
import { Identity } from '../components/identity.tsx';
import { Card, Screen } from '../components/screen.tsx';
import { lotColumns } from '../components/stock-columns.tsx';
import { type Column, Table } from '../components/table.tsx';
import { hrefOf, withQuery } from '../router.ts';
import { may, session } from '../session.ts';
import { addDays, time, today } from '../words.ts';
import { ORDER_COLUMNS } from './orders.tsx';
import { degrees } from './temperature.tsx';

/** A page of a list; what is beyond it is counted as more. */
const COUNTED_MAX = 100;
const SHOWN_ROWS = 6;
const EXPIRING_DAYS = 30;
const EXCURSION_DAYS = 7;
const DAY_MILLISECONDS = 86_400_000;

/** The lists that the cards count, each with what reads it again. */
function useHomeLists() {
  const expiring_before = addDays(today(), EXPIRING_DAYS);
  const orders = usePageFor('orders:pack', () => answerOf(api.GET('/packing/orders', asked({}))));
  const low = usePageFor('inventory:read', () =>
    answerOf(api.GET('/inventory/stock', asked({ low: true }))),
  );
  const expiring = usePageFor('inventory:read', () =>
    answerOf(api.GET('/inventory/lots', asked({ in_stock: true, expiring_before }))),
  );
  const excursions = usePageFor('inventory:read', readExcursions);
  const sheets = usePageFor('counts:approve', () =>
    answerOf(api.GET('/counts', asked({ state: 'handed_in' as const }))),
  );
  const recalled = usePageFor('lots:recall', () =>
    answerOf(api.GET('/inventory/lots', asked({ status: 'quarantine' as const }))),
  );
  return { orders, low, expiring, excursions, sheets, recalled };
}

/** The day at a glance: what waits to be done, and what goes wrong if no one looks. */
export function Home() {
  useLocations();
  const lists = useHomeLists();
  const { orders, low, expiring, excursions, sheets, recalled } = lists;
  const reads: readonly Loaded<unknown>[] = Object.values(lists);
  const failed = reads.find(({ problem }) => problem !== undefined);
  const hour = new Date().getHours();
  const greeting = hour < 12 ? 'Good morning' : hour < 18 ? 'Good afternoon' : 'Good evening';
  return (
    <Screen
      title={`${greeting}, ${session.value?.person.name?.split(' ')[0] ?? ''}`}
      lead="Scan a package to open its lot."
    >
      <Identity />
      <Failure
        problem={failed?.problem}
        retry={() => {
          for (const { reload } of reads) reload();
        }}
      />
      <div class="cards">
        {may('orders:pack') && <Stat href="/orders" of={orders.data} label="order# to pack" />}
        <Stat href="/stock?low=true" of={low.data} label="low in stock" tone="warn" />
        <Stat
          href={withQuery('/expiry', { within: EXPIRING_DAYS })}
          of={expiring.data}
          label="expired or expiring in 30 days"
          tone="bad"
        />
        <Stat
          href="/temperature"
          of={excursions.data}
          label="reading# out of range in 7 days"
          tone="bad"
        />
        {may('lots:recall') && (
          <Stat
            href="/lots?status=quarantine&empty=true"
            of={recalled.data}
            label="lot# in quarantine, with calls"
            tone="warn"
          />
        )}
        {may('counts:approve') && (
          <Stat href="/approve-counts" of={sheets.data} label="count# to approve" />
        )}
      </div>
      <div class="columns">
        <Oldest
          of={orders.data}
          title="Oldest orders to pack"
          at="/orders"
          columns={ORDER_COLUMNS}
        />
        <Oldest of={expiring.data} title="Next to expire" at="/expiry" columns={LOT_COLUMNS} />
        <Oldest
          of={excursions.data}
          title="Out of range"
          at="/temperature"
          columns={READING_COLUMNS}
        />
      </div>
    </Screen>
  );
}

const LOT_COLUMNS = lotColumns('lot', 'product', 'location', 'expiry', 'on_hand');
const READING_COLUMNS: readonly Column<Schemas['TemperatureReading']>[] = [
  { label: 'Location', isName: true, cell: ({ location }) => location },
  { label: 'Measured', cell: ({ measured_at }) => time(measured_at) },
  { label: '°C', align: 'end', isMain: true, cell: ({ celsius }) => degrees(celsius) },
  { label: 'What happened', isLong: true, cell: ({ comment }) => comment ?? '–' },
];

/** The first rows of a list, where it has any. */
function Oldest<Row extends { id: string }>({
  of,
  title,
  at,
  columns,
}: {
  of: Page<Row> | undefined;
  title: string;
  at: string;
  columns: readonly Column<Row>[];
}) {
  if (!of || of.data.length === 0) return null;
  return (
    <Card title={title} actions={<a href={hrefOf(at)}>All</a>}>
      <Table
        caption={title}
        columns={columns}
        rows={of.data.slice(0, SHOWN_ROWS)}
        keyOf={({ id }) => id}
      />
    </Card>
  );
}

function asked<Query>(query: Query) {
  return { params: { query: { ...query, limit: COUNTED_MAX } } };
}

/** Who may not read it sees none. */
function usePageFor<T>(scope: string, read: () => Promise<Page<T>>): Loaded<Page<T>> {
  return useLoaded<Page<T>>(
    () => (may(scope) ? read() : Promise.resolve({ data: [], next_cursor: null })),
    [],
  );
}

async function readExcursions() {
  const from = new Date(Date.now() - EXCURSION_DAYS * DAY_MILLISECONDS).toISOString();
  const page = await answerOf(api.GET('/inventory/temperatures', asked({ from })));
  const corrected = new Set(page.data.map(({ corrects }) => corrects));
  const data = page.data.filter(({ id, in_range }) => !in_range && !corrected.has(id));
  return { ...page, data };
}

type StatProps = {
  href: string;
  of: Page<unknown> | undefined;
  label: string;
  tone?: 'warn' | 'bad';
};

/** @param label has `#` where several have an s */
function Stat({ href, of, label, tone }: StatProps) {
  const found = of?.data.length;
  return (
    <a class={`stat${tone && found ? ` is-${tone}` : ''}`} href={hrefOf(href)}>
      <b>{found === undefined ? '…' : `${found}${of?.next_cursor == null ? '' : '+'}`}</b>
      <span>{label.replace('#', found === 1 ? '' : 's')}</span>
    </a>
  );
}
