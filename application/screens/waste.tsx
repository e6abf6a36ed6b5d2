import { answerOf, api, type Schemas } from '../api/client.ts';
import { timeZoneOf } from '../catalog.ts';
import { lotScreen } from '../components/lot-form.tsx';
import { may } from '../session.ts';
import { choices, count, daysBetween, plural, today } from '../words.ts';
import { commentOn, lotOf, type OfLot, reasonAmong } from './correction.ts';

type Reason = Schemas['WasteRequest']['reason'];

const REASONS = choices<Reason>({
  broken: 'Broken',
  spilled: 'Spilled',
  expired: 'Expired',
  recalled: 'Recalled',
  theft_or_loss: 'Theft or loss',
  other: 'Other',
});

const what = ({ qty, lot_number, sku_code, location }: OfLot) =>
  `${plural(qty, 'unit')} of lot ${lot_number} (${sku_code}) at ${location}`;

/** Writes units off, with their reason. */
export const Waste = lotScreen({
  title: 'Waste',
  at: '/waste',
  action: 'Waste',
  tone: 'danger',
  refused: (_, isControlled) =>
    isControlled && !may('stock:waste-controlled')
      ? 'The product is controlled: a pharmacist or a manager wastes it, with a witness. Ask one of them.'
      : undefined,
  initial: (lot) => {
    const isOver = daysBetween(today(timeZoneOf(lot.location)), lot.expiry_date) < 0;
    const qty = isOver ? String(lot.on_hand) : '';
    return { qty, reason: isOver ? 'expired' : '', comment: '' };
  },
  fields: (lot, { reason }) => [
    [
      {
        name: 'qty',
        label: 'Units',
        type: 'units',
        hint: `${count(lot.on_hand)} on hand`,
        isFirst: true,
      },
      reasonAmong(REASONS),
    ],
    commentOn(reason),
  ],
  body: (lot, values) => ({ ...lotOf(lot, values), reason: values.reason as Reason }),
  send: (body, key) =>
    answerOf(
      api.POST('/inventory/waste', { params: { header: { 'Idempotency-Key': key } }, body }),
    ),
  said: (posted, body) => `Wasted ${what(body)}; ${count(posted.balance_after)} left.`,
  correction: { operation: 'wasteStock', what: (body) => `waste ${what(body)}` },
});
