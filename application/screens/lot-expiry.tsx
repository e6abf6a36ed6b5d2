import { answerOf, api } from '../api/client.ts';
import { lotScreen } from '../components/lot-form.tsx';
import { day } from '../words.ts';

const STEPS_MAX = 200;

/** Corrects the expiry date of a lot number, which is one everywhere. */
export const LotExpiry = lotScreen({
  title: 'Correct the expiry date',
  at: '/correct-expiry',
  action: 'Correct the date',
  initial: ({ expiry_date }) => ({ expiry_date, comment: '' }),
  fields: () => [
    {
      name: 'expiry_date',
      label: 'Expiry date on the package',
      type: 'date',
      hint: 'The last day on which it can be used. It is one date at all locations.',
      needed: 'Type the date on the package.',
      isFirst: true,
    },
    { name: 'comment', label: 'Why', needed: 'Say why.', maxLength: 1000 },
  ],
  body: ({ sku_code, lot_number }, values) => ({ sku_code, lot_number, ...values }),
  send: async (body, key) => {
    const params = { header: { 'Idempotency-Key': key } };
    const change = () => answerOf(api.POST('/inventory/lots/expiry', { params, body }));
    let result = await change();
    for (let step = 0; result.waiting > 0 && step < STEPS_MAX; step += 1) result = await change();
    return result;
  },
  said: ({ expiry_date }, { lot_number }) =>
    `Lot ${lot_number} expires ${day(expiry_date)}, at every location.`,
});
