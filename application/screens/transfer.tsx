import { answerOf, api } from '../api/client.ts';
import { otherLocations } from '../catalog.ts';
import { lotScreen } from '../components/lot-form.tsx';
import { count, plural } from '../words.ts';
import { commentOn, lotOf } from './correction.ts';

/** Moves units of a lot to another location, at once. */
export const Transfer = lotScreen({
  title: 'Transfer',
  at: '/transfer',
  action: 'Transfer',
  initial: () => ({ to: '', qty: '', comment: '' }),
  refused: ({ location }) =>
    otherLocations(location).length === 0 ? 'There is no other location to move it to.' : undefined,
  fields: ({ location, on_hand, reserved }) => [
    [
      {
        name: 'to',
        label: 'To',
        choices: otherLocations(location),
        placeholder: 'Choose a location',
        needed: 'Choose where it goes.',
        isFirst: true,
      },
      {
        name: 'qty',
        label: 'Units',
        type: 'units',
        hint: `${count(on_hand - reserved)} of ${count(on_hand)} are not reserved`,
      },
    ],
    commentOn(),
  ],
  body: (lot, { to, ...values }) => ({ ...lotOf(lot, values), to }),
  send: (body, key) =>
    answerOf(
      api.POST('/inventory/transfers', { params: { header: { 'Idempotency-Key': key } }, body }),
    ),
  said: ({ qty, from, to }, { lot_number }) =>
    `Moved ${plural(qty, 'unit')} of lot ${lot_number} from ${from} to ${to}.`,
});
