import { useState } from 'preact/hooks';
import { answerOf, api, type Schemas } from '../api/client.ts';
import { timeZoneOf } from '../catalog.ts';
import { Done } from '../components/done.tsx';
import { ChoiceField, TextField, UnitsField } from '../components/fields.tsx';
import { Form, needed, units, useForm, wrong } from '../components/form.tsx';
import { type Lot, OnLot } from '../components/on-lot.tsx';
import { Card } from '../components/screen.tsx';
import { Undo } from '../components/undo.tsx';
import { useWitness } from '../components/witnessed.tsx';
import type { ScreenProps } from '../screen-entry.ts';
import { choices, count, daysBetween, plural, today } from '../words.ts';

type Reason = Schemas['WasteRequest']['reason'];

const REASONS = choices<Reason>({
  broken: 'Broken',
  spilled: 'Spilled',
  expired: 'Expired',
  recalled: 'Recalled',
  theft_or_loss: 'Theft or loss',
  other: 'Other',
});

/** Writes units off, with their reason. */
export function Waste({ query }: ScreenProps) {
  return (
    <OnLot title="Waste" query={query}>
      {(lot, reload) => <WasteLot lot={lot} reload={reload} />}
    </OnLot>
  );
}

function WasteLot({ lot, reload }: { lot: Lot; reload(): void }) {
  const isOver = daysBetween(today(timeZoneOf(lot.location)), lot.expiry_date) < 0;
  const form = useForm('waste', {
    qty: isOver ? String(lot.on_hand) : '',
    reason: isOver ? 'expired' : '',
    comment: '',
  });
  const [done, setDone] = useState<Schemas['Correction']>();
  const { withWitness, dialog } = useWitness();
  const { sku_code, location, lot_number } = lot;
  const what = (qty: number) =>
    `${plural(qty, 'unit')} of lot ${lot_number} (${sku_code}) at ${location}`;
  const send = () =>
    void form
      .submit(async ({ qty, reason, comment }, key) => {
        const body = {
          sku_code,
          location,
          lot_number,
          qty: units('qty', qty),
          reason: needed('reason', reason, 'Choose a reason.') as Reason,
          ...(comment && { comment }),
        };
        if (reason === 'other' && comment === '') throw wrong('comment', 'Say what happened.');
        return withWitness(
          { operation: 'wasteStock', body, what: `Waste ${what(body.qty)}` },
          (witness_token) =>
            answerOf(
              api.POST('/inventory/waste', {
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
  if (done) {
    return (
      <Done
        again="/waste"
        lotId={lot.id}
        actions={
          <Undo movementId={done.movement_id} what={`waste ${what(-done.qty)}`} onUndone={reload} />
        }
      >
        Wasted {what(-done.qty)}; {count(done.balance_after)} left. It can be undone for 15 minutes.
      </Done>
    );
  }
  return (
    <Card>
      <Form form={form} send={send} action="Waste" tone="danger">
        <div class="row">
          <UnitsField
            form={form}
            name="qty"
            label="Units"
            hint={`${count(lot.on_hand)} on hand`}
            isFirst
          />
          <ChoiceField
            form={form}
            name="reason"
            label="Reason"
            choices={REASONS}
            placeholder="Choose a reason"
          />
        </div>
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
