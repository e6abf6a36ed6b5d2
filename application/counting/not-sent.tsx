import { useEffect } from 'preact/hooks';
import { Button } from '../components/button.tsx';
import { Card } from '../components/screen.tsx';
import { Table } from '../components/table.tsx';
import { session } from '../session.ts';
import { count, plural, time } from '../words.ts';
import { discardCount, resumeCounting, type WaitingCount, waitingCounts } from './count-queue.ts';

/** This person's counts that the service does not have: they stay in sight until it has them or they are discarded. */
export function NotSent({ sheet }: { sheet?: string }) {
  useEffect(() => void resumeCounting(), []);
  const isShown = (one: WaitingCount) =>
    one.person === session.value?.person.id && one.sheet === (sheet ?? one.sheet);
  const rows = waitingCounts.value.filter(isShown);
  if (rows.length === 0) return null;
  return (
    <Card title={`Not sent: ${plural(rows.length, 'count')}, kept on this device`}>
      <Table
        caption="Counts that are not sent"
        columns={[
          { label: 'Product', isName: true, cell: ({ sku_code }) => sku_code },
          { label: 'Lot', cell: ({ lot_number }) => <span class="code">{lot_number}</span> },
          { label: 'Counted', align: 'end', isMain: true, cell: ({ counted }) => count(counted) },
          { label: 'At', cell: ({ counted_at }) => time(counted_at) },
          {
            label: 'Why',
            isLong: true,
            cell: ({ problem = 'Sent when there is network.' }) => problem,
          },
          {
            label: 'Do',
            isWide: true,
            cell: (row) =>
              row.problem === undefined ? null : (
                <Button
                  label={`Discard the count of ${row.sku_code}, lot ${row.lot_number}`}
                  onClick={() => void discardCount(row)}
                >
                  Discard
                </Button>
              ),
          },
        ]}
        rows={rows}
        keyOf={({ id }) => id}
        toneOf={({ problem }) => (problem === undefined ? 'warn' : 'bad')}
      />
    </Card>
  );
}
