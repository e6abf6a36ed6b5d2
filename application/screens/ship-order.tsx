import { answerOf, api } from '../api/client.ts';
import { Alert } from '../components/alert.tsx';
import type { FieldRows } from '../components/fields.tsx';
import { useForm } from '../components/form.tsx';
import { FormByFields } from '../components/form-by-fields.tsx';
import { Card } from '../components/screen.tsx';
import { say } from '../components/toasts.tsx';
import { go } from '../router.ts';
import { boxOf, emptyBox, type PackingOrder, type Pick, packedLots } from './packed.ts';

const FIELDS: FieldRows = [
  {
    name: 'tracking_carrier',
    label: 'Carrier',
    suggestions: ['UPS', 'FedEx', 'USPS', 'DHL'],
    needed: 'Say who carries it.',
    maxLength: 50,
  },
  {
    name: 'tracking_number',
    label: 'Tracking number',
    hint: 'Scan it from the label, or type it.',
    needed: 'Type or scan the tracking number.',
    maxLength: 100,
  },
];

/** The shipment of what is in the box. Its status, its movements and its events are one transaction. */
export function ShipOrder({
  order,
  picks,
  isWhole,
}: {
  order: PackingOrder;
  picks: readonly Pick[];
  isWhole: boolean;
}) {
  const form = useForm('ship', { tracking_carrier: '', tracking_number: '', lots: '' });
  const lotsError = form.errors.value.lots;
  return (
    <Card title="Shipment">
      {isWhole ? (
        <FormByFields
          form={form}
          action="Ship"
          fields={FIELDS}
          send={({ tracking_carrier, tracking_number }, key) => {
            const lots = packedLots(boxOf(order.id).peek(), picks, order.location);
            const params = { path: { id: order.id }, header: { 'Idempotency-Key': key } };
            const body = { tracking_carrier, tracking_number, lots };
            return answerOf(api.POST('/packing/orders/{id}/ship', { params, body }));
          }}
          onDone={({ order_number }) => {
            emptyBox(order.id);
            say(`Order ${order_number} is shipped.`);
            go('/orders');
          }}
        >
          {lotsError && <Alert tone="bad">{lotsError}</Alert>}
        </FormByFields>
      ) : (
        <p class="quiet">Scan each unit first. It ships when all of it is packed.</p>
      )}
    </Card>
  );
}
