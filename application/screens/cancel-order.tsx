import { answerOf, api } from '../api/client.ts';
import { Dialog } from '../components/dialog.tsx';
import { LongTextField } from '../components/fields.tsx';
import { Form, needed, useForm } from '../components/form.tsx';
import { say } from '../components/toasts.tsx';
import { go } from '../router.ts';
import { plural } from '../words.ts';
import { emptyBox, type PackingOrder } from './packed.ts';

export function CancelOrder({ order, onClose }: { order: PackingOrder; onClose(): void }) {
  const form = useForm('cancel', { reason: '' });
  const send = () =>
    void form
      .submit(async ({ reason }, key) => {
        needed('reason', reason, 'Say why.');
        return answerOf(
          api.POST('/packing/orders/{id}/cancel', {
            params: { path: { id: order.id }, header: { 'Idempotency-Key': key } },
            body: { reason },
          }),
        );
      })
      .then((cancelled) => {
        if (cancelled === undefined) return;
        emptyBox(order.id);
        const { order_number, released } = cancelled;
        say(`Order ${order_number} is cancelled; ${plural(released, 'unit')} are free again.`);
        go('/orders');
      });
  return (
    <Dialog title={`Cancel order ${order.order_number}?`} onClose={onClose}>
      <Form form={form} send={send} action="Cancel the order" tone="danger" onCancel={onClose}>
        <p>All that it holds becomes free. Nothing is refunded.</p>
        <LongTextField form={form} name="reason" label="Reason" isFirst maxLength={500} />
      </Form>
    </Dialog>
  );
}
