import { answerOf, api } from '../api/client.ts';
import { FormDialog } from '../components/form-by-fields.tsx';
import { say } from '../components/toasts.tsx';
import { go } from '../router.ts';
import { plural } from '../words.ts';
import { emptyBox, type PackingOrder } from './packed.ts';

export function CancelOrder({ order, onClose }: { order: PackingOrder; onClose(): void }) {
  return (
    <FormDialog
      name="cancel"
      title={`Cancel order ${order.order_number}?`}
      action="Cancel the order"
      tone="danger"
      initial={{ reason: '' }}
      fields={[
        {
          name: 'reason',
          label: 'Reason',
          type: 'long',
          needed: 'Say why.',
          isFirst: true,
          maxLength: 500,
        },
      ]}
      send={(body, key) =>
        answerOf(
          api.POST('/packing/orders/{id}/cancel', {
            params: { path: { id: order.id }, header: { 'Idempotency-Key': key } },
            body,
          }),
        )
      }
      onDone={({ order_number, released }) => {
        emptyBox(order.id);
        say(`Order ${order_number} is cancelled; ${plural(released, 'unit')} are free again.`);
        go('/orders');
      }}
      onClose={onClose}
    >
      <p>All that it holds becomes free. Nothing is refunded.</p>
    </FormDialog>
  );
}
