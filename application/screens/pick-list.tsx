import { useLoaded } from '../api/loaded.ts';
import { type Column, Table } from '../components/table.tsx';
import { count, day } from '../words.ts';
import { keyOf, type PackingOrder, type Pick } from './packed.ts';

type PickListProps = { order: PackingOrder; picks: readonly Pick[] };

/** What is printed of an order: a list to go to the shelves with. A scan of its code opens the order again. */
export function PickList({ order: { order_number, location }, picks }: PickListProps) {
  const drawn = useLoaded(() => drawCode(order_number), [order_number]);
  const columns: readonly Column<Pick>[] = [
    { label: 'Location', cell: () => location },
    { label: 'Product', isName: true, isLong: true, cell: ({ product }) => product },
    { label: 'Code', cell: ({ skuCode }) => <span class="code">{skuCode}</span> },
    { label: 'Lot', cell: ({ lotNumber }) => <b class="code">{lotNumber}</b> },
    { label: 'Expiry', cell: ({ expiryDate }) => day(expiryDate) },
    { label: 'Units', align: 'end', cell: ({ wanted }) => <b>{count(wanted)}</b> },
    { label: 'Taken', cell: () => '☐' },
  ];
  return (
    <div class="pick-list">
      {drawn.data && <img src={drawn.data} alt={order_number} />}
      <Table caption="Pick list" columns={columns} rows={picks} keyOf={keyOf} />
    </div>
  );
}

/** What draws it is a part of the program of its own. */
async function drawCode(text: string): Promise<string> {
  const { code128, drawingSVG } = await import('bwip-js/browser');
  const svg = code128({ bcid: 'code128', text, height: 12 }, drawingSVG());
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
