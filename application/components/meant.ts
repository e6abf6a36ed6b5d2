import { answerOf, api } from '../api/client.ts';
import { count } from '../words.ts';
import { wrong } from './form.tsx';

const FAR_TIMES = 100;
/** The number that each form was asked about. */
const askedAbout = new WeakMap<object, number>();

/**
 * Asks once about so many units that they look like a mistake: sent again, they are meant. A new lot is taken for one of
 * a hundred units, and a lot that cannot be read now says nothing.
 *
 * @throws {Refusal} that names the field
 */
export async function meant(
  form: object,
  path: string,
  qty: number,
  { sku_code, lot_number, location }: { sku_code: string; lot_number: string; location: string },
): Promise<void> {
  if (qty < FAR_TIMES || askedAbout.get(form) === qty) return;
  const query = { sku_code, lot_number, location, limit: 1 };
  const read = answerOf(api.GET('/inventory/lots', { params: { query } }));
  const onHand = await read.then(
    ({ data }) => data[0]?.on_hand ?? FAR_TIMES,
    () => undefined,
  );
  if (onHand === undefined || qty < FAR_TIMES * onHand) return;
  askedAbout.set(form, qty);
  const text = `${count(qty)} is a hundred times what is in the lot, or ought to be. Send it again if it is right.`;
  throw wrong(path, text);
}
