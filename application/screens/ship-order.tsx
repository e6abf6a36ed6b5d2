import { answerOf, api } from '../api/client.ts';
import { Alert } from '../components/alert.tsx';
import { TextField } from '../components/fields.tsx';
import { Form, needed, useForm } from '../components/form.tsx';
import { Card } from '../components/screen.tsx';
import { say } from '../components/toasts.tsx';
import { go } from '../router.ts';
import { boxOf, emptyBox, type PackingOrder, type Pick, packedLots } from './packed.ts';

const CARRIERS = ['UPS', 'FedEx', 'USPS', 'DHL'];

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
  const send = () =>
    void form
      .submit(async ({ tracking_carrier, tracking_number }, key) => {
        needed('tracking_carrier', tracking_carrier, 'Say who carries it.');
        needed('tracking_number', tracking_number, 'Type or scan the tracking number.');
        const lots = packedLots(boxOf(order.id).peek(), picks, order.location);
        return answerOf(
          api.POST('/packing/orders/{id}/ship', {
            params: { path: { id: order.id }, header: { 'Idempotency-Key': key } },
            body: { tracking_carrier, tracking_number, lots },
          }),
        );
      })
      .then((shipped) => {
        if (shipped === undefined) return;
        emptyBox(order.id);
        say(`Order ${shipped.order_number} is shipped.`);
        go('/orders');
      });
  const lotsError = form.errors.value.lots;
  return (
    <Card title="Shipment">
      {isWhole ? (
        <Form form={form} send={send} action="Ship">
          {lotsError && <Alert tone="bad">{lotsError}</Alert>}
          <TextField
            form={form}
            name="tracking_carrier"
            label="Carrier"
            suggestions={CARRIERS}
            maxLength={50}
          />
          <TextField
            form={form}
            name="tracking_number"
            label="Tracking number"
            hint="Scan it from the label, or type it."
            maxLength={100}
          />
        </Form>
      ) : (
        <p class="quiet">Scan each unit first. It ships when all of it is packed.</p>
      )}
    </Card>
  );
}
