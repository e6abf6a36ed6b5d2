import { useState } from 'preact/hooks';
import { answerOf, api, type Schemas } from '../api/client.ts';
import { Done } from '../components/done.tsx';
import { ChoiceField, TextField, UnitsField } from '../components/fields.tsx';
import { Form, needed, units, useForm, wrong } from '../components/form.tsx';
import { type Lot, OnLot } from '../components/on-lot.tsx';
import { Card } from '../components/screen.tsx';
import { Undo } from '../components/undo.tsx';
import { useWitness } from '../components/witnessed.tsx';
import type { ScreenProps } from '../screen-entry.ts';
import { choices, count, plural } from '../words.ts';

type Reason = Schemas['AdjustmentRequest']['reason'];

const REASONS = choices<Reason>({
  found: 'Found',
  mistake: 'Mistake',
  other: 'Other',
});

const DIRECTIONS = [
  { value: 'add', label: 'Add units' },
  { value: 'take', label: 'Take units away' },
];

/** Corrects what the book says of a lot. */
export function Adjust({ query }: ScreenProps) {
  return (
    <OnLot title="Adjust" query={query}>
      {(lot, reload) => <AdjustLot lot={lot} reload={reload} />}
    </OnLot>
  );
}

/** The form of an adjustment, and what it has posted. */
function useAdjustment({ lot, reload }: { lot: Lot; reload(): void }) {
  const form = useForm('adjust', { direction: '', qty: '', reason: '', comment: '' });
  const [done, setDone] = useState<Schemas['Correction']>();
  const { withWitness, dialog } = useWitness();
  const { sku_code, location, lot_number } = lot;
  const what = (qty: number) =>
    `${qty < 0 ? 'take' : 'add'} ${plural(Math.abs(qty), 'unit')}, lot ${lot_number} (${sku_code}) at ${location}`;
  const send = () =>
    void form
      .submit(async ({ direction, qty, reason, comment }, key) => {
        needed('direction', direction, 'Say whether units are added or taken away.');
        const changed = units('qty', qty);
        const body = {
          sku_code,
          location,
          lot_number,
          qty: direction === 'take' ? -changed : changed,
          reason: needed('reason', reason, 'Choose a reason.') as Reason,
          ...(comment && { comment }),
        };
        if (reason === 'other' && comment === '') throw wrong('comment', 'Say what happened.');
        return withWitness(
          { operation: 'adjustStock', body, what: `Adjust: ${what(body.qty)}` },
          (witness_token) =>
            answerOf(
              api.POST('/inventory/adjustments', {
                params: { header: { 'Idempotency-Key': key } },
                body: { ...body, ...(witness_token && { witness_token }) },
              }),
            ),
        );
      })
      .then((posted) => {
        if (posted === undefined) return;
        setDone(posted);
        reload();
      });
  return { form, send, done, dialog, what };
}

function AdjustLot({ lot, reload }: { lot: Lot; reload(): void }) {
  const { form, send, done, dialog, what } = useAdjustment({ lot, reload });
  if (done) {
    return (
      <Done
        again="/adjust"
        lotId={lot.id}
        actions={
          <Undo
            movementId={done.movement_id}
            what={`adjust: ${what(done.qty)}`}
            onUndone={reload}
          />
        }
      >
        Adjusted: {what(done.qty)}. The lot holds {count(done.balance_after)} now. It can be undone
        for 15 minutes.
      </Done>
    );
  }
  const { direction, qty } = form.fields;
  const change = Number(qty.value) * (direction.value === 'take' ? -1 : 1);
  const then = lot.on_hand + change;
  return (
    <Card>
      <Form form={form} send={send} action="Adjust">
        <div class="row">
          <ChoiceField
            form={form}
            name="direction"
            label="Change"
            choices={DIRECTIONS}
            placeholder="Choose"
            isFirst
          />
          <UnitsField
            form={form}
            name="qty"
            label="Units"
            hint={
              direction.value !== '' && change !== 0 && Number.isInteger(then)
                ? `${count(lot.on_hand)} on hand, then ${count(then)}`
                : `${count(lot.on_hand)} on hand`
            }
          />
        </div>
        <ChoiceField
          form={form}
          name="reason"
          label="Reason"
          choices={REASONS}
          placeholder="Choose a reason"
        />
        <TextField
          form={form}
          name="comment"
          label="Comment"
          isOptional={form.fields.reason.value !== 'other'}
          maxLength={1000}
        />
      </Form>
      {dialog}
    </Card>
  );
}
