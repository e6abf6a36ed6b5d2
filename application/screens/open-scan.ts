import { answerOf, api } from '../api/client.ts';
import { go } from '../router.ts';
import { describeScan, type Heard, type Scanned } from '../scanning/scans.ts';

/** Where no screen takes the scan, it opens the lot that the code names, or the product. */
export async function openScan(scanned: Scanned): Promise<Heard> {
  const { match, sku_code, lot_number } = scanned;
  if (match !== 'sku' || sku_code === undefined)
    return { tone: 'bad', text: `${describeScan(scanned)} Nothing in the catalog has it.` };
  if (lot_number === undefined) {
    go(`/stock/${encodeURIComponent(sku_code)}`);
    return { tone: 'good', text: sku_code };
  }
  const query = { sku_code, lot_number, limit: 25 };
  const { data } = await answerOf(api.GET('/inventory/lots', { params: { query } }));
  const lot = data.find(({ on_hand }) => on_hand > 0) ?? data[0];
  if (lot === undefined) {
    go(`/stock/${encodeURIComponent(sku_code)}`);
    return { tone: 'bad', text: `${sku_code} has no lot ${lot_number} here.` };
  }
  go(`/lots/${lot.id}`);
  const where = data.length > 1 ? `, at ${data.length} locations` : ` at ${lot.location}`;
  return { tone: 'good', text: `${describeScan(scanned)}${where}` };
}
