import { answerOf, api } from '../api/client.ts';
import { Alert } from '../components/alert.tsx';
import type { FieldRows } from '../components/fields.tsx';
import { useForm } from '../components/form.tsx';
import { FormByFields } from '../components/form-by-fields.tsx';
import { Card } from '../components/screen.tsx';
import { say } from '../components/toasts.tsx';
import { go } from '../router.ts';
import { GROUP_SEPARATOR } from '../scanning/separator.ts';
import { boxOf, emptyBox, type PackingOrder, type Pick, packedLots } from './packed.ts';

const ANOTHER = 'Another carrier';
const CARRIERS = ['UPS', 'FedEx', 'USPS', 'DHL', ANOTHER];
/** The carrier that was last chosen in this browser comes first. */
const KEPT = 'carrier';

const lastCarrier = () => localStorage.getItem(KEPT) ?? '';

export function useShipment() {
  const initial = { tracking_carrier: lastCarrier(), other: '', tracking_number: '', lots: '' };
  return useForm('ship', initial);
}

/** The label of the US post has the address's postal code before the number. */
const POSTAL_CODE = /^420(?:\d{5}|\d{9})(?=9\d{19,21}$)/;

export function trackingOf(code: string): string {
  return code.replace(/^\]C1/, '').replaceAll(GROUP_SEPARATOR, '').trim().replace(POSTAL_CODE, '');
}

function fieldsOf(carrier: string): FieldRows {
  const values = [...new Set([lastCarrier(), ...CARRIERS])].filter(Boolean);
  const another = {
    name: 'other',
    label: 'Its name',
    needed: 'Say who carries it.',
    maxLength: 50,
  };
  return [
    {
      name: 'tracking_carrier',
      label: 'Carrier',
      choices: values.map((value) => ({ value, label: value })),
      placeholder: 'Choose a carrier',
      needed: 'Say who carries it.',
    },
    ...(carrier === ANOTHER ? [another] : []),
    {
      name: 'tracking_number',
      label: 'Tracking number',
      hint: 'Scan it from the label, or type it.',
      needed: 'Type or scan the tracking number.',
      maxLength: 100,
    },
  ];
}

type ShipOrderProps = { order: PackingOrder; picks: readonly Pick[]; isWhole: boolean };

/** The shipment of what is in the box. Its status, its movements and its events are one transaction. */
export function ShipOrder({ order, picks, isWhole }: ShipOrderProps) {
  const form = useShipment();
  const lotsError = form.errors.value.lots;
  return (
    <Card title="Shipment">
      {isWhole ? (
        <FormByFields
          form={form}
          action="Ship"
          fields={({ tracking_carrier }) => fieldsOf(tracking_carrier)}
          send={({ other, tracking_number, ...typed }, key) => {
            const tracking_carrier = other || typed.tracking_carrier;
            localStorage.setItem(KEPT, tracking_carrier);
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
