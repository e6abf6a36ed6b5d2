import { answerOf, api, type Schemas } from '../api/client.ts';
import { lotScreen } from '../components/lot-form.tsx';
import { meant } from '../components/meant.ts';
import { choices, count, plural } from '../words.ts';
import { commentOn, lotOf, type OfLot, reasonAmong } from './correction.ts';

type Reason = Schemas['AdjustmentRequest']['reason'];

const REASONS = choices<Reason>({ found: 'Found', mistake: 'Mistake', other: 'Other' });
const DIRECTIONS = choices({ add: 'Add units', take: 'Take units away' });

const what = ({ qty, lot_number, sku_code, location }: OfLot) =>
  `${qty < 0 ? 'take' : 'add'} ${plural(Math.abs(qty), 'unit')}, lot ${lot_number} (${sku_code}) at ${location}`;

/** Corrects what the book says of a lot. */
export const Adjust = lotScreen({
  title: 'Adjust',
  at: '/adjust',
  action: 'Adjust',
  initial: () => ({ direction: '', qty: '', reason: '', comment: '' }),
  fields: (lot, { direction, qty, reason }) => {
    const change = Number(qty) * (direction === 'take' ? -1 : 1);
    const then = lot.on_hand + change;
    const isKnown = direction !== '' && change !== 0 && Number.isInteger(then);
    return [
      [
        {
          name: 'direction',
          label: 'Change',
          choices: DIRECTIONS,
          placeholder: 'Choose',
          needed: 'Say whether units are added or taken away.',
          isFirst: true,
        },
        {
          name: 'qty',
          label: 'Units',
          type: 'units',
          hint: `${count(lot.on_hand)} on hand${isKnown ? `, then ${count(then)}` : ''}`,
        },
      ],
      reasonAmong(REASONS),
      commentOn(reason),
    ];
  },
  body: (lot, { direction, reason, ...values }) => {
    const body = lotOf(lot, values);
    const qty = direction === 'take' ? -body.qty : body.qty;
    return { ...body, qty, reason: reason as Reason };
  },
  check: (form, body) => meant(form, 'qty', body.qty, body),
  send: (body, key) =>
    answerOf(
      api.POST('/inventory/adjustments', { params: { header: { 'Idempotency-Key': key } }, body }),
    ),
  said: ({ balance_after }, body) =>
    `Adjusted: ${what(body)}. The lot holds ${count(balance_after)} now.`,
  correction: { operation: 'adjustStock', what: (body) => `adjust: ${what(body)}` },
});
