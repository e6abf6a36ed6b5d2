import { answerOf, api } from '../api/client.ts';
import { go } from '../router.ts';
import { describeScan, type Heard, type Scanned } from '../scanning/scans.ts';
import { may } from '../session.ts';

const ORDER_NUMBER = /^V[OT]-[0-9A-Z]{10}$/;

/** @returns undefined where the code is none of a pick list */
export async function openOrder(code: string): Promise<Heard | undefined> {
  const order_number = code.trim();
  if (!ORDER_NUMBER.test(order_number) || !may('orders:pack')) return undefined;
  const query = { order_number, limit: 1 };
  const { data } = await answerOf(api.GET('/packing/orders', { params: { query } }));
  if (!data[0]) return { tone: 'bad', text: `Order ${order_number} is not to be packed here.` };
  go(`/orders/${data[0].id}`);
  return { tone: 'good', text: `Order ${order_number}` };
}

/** Where no screen takes the scan, it opens the lot that the code names, or the product. */
export async function openScan(scanned: Scanned): Promise<Heard> {
  const order = await openOrder(scanned.code);
  if (order) return order;
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
