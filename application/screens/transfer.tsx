import { useState } from 'preact/hooks';
import { answerOf, api, type Schemas } from '../api/client.ts';
import { useLocations } from '../catalog.ts';
import { Alert } from '../components/alert.tsx';
import { Done } from '../components/done.tsx';
import { ChoiceField, TextField, UnitsField } from '../components/fields.tsx';
import { Form, needed, units, useForm } from '../components/form.tsx';
import { type Lot, OnLot } from '../components/on-lot.tsx';
import { Card } from '../components/screen.tsx';
import type { ScreenProps } from '../screen-entry.ts';
import { count, plural } from '../words.ts';

/** Moves units of a lot to another location, at once. */
export function Transfer({ query }: ScreenProps) {
  return (
    <OnLot title="Transfer" query={query}>
      {(lot, reload) => <TransferLot lot={lot} reload={reload} />}
    </OnLot>
  );
}

function TransferLot({ lot, reload }: { lot: Lot; reload(): void }) {
  const { sku_code, location, lot_number } = lot;
  const others = useLocations()
    .filter(({ name }) => name !== location)
    .map(({ name }) => ({ value: name, label: name }));
  const form = useForm('transfer', { to: '', qty: '', comment: '' });
  const [done, setDone] = useState<Schemas['Transfer']>();
  const send = () =>
    void form
      .submit(async ({ to, qty, comment }, key) =>
        answerOf(
          api.POST('/inventory/transfers', {
            params: { header: { 'Idempotency-Key': key } },
            body: {
              sku_code,
              location,
              lot_number,
              to: needed('to', to, 'Choose where it goes.'),
              qty: units('qty', qty),
              ...(comment && { comment }),
            },
          }),
        ),
      )
      .then((posted) => {
        if (posted === undefined) return;
        setDone(posted);
        reload();
      });
  if (done) {
    return (
      <Done again="/transfer" lotId={lot.id}>
        Moved {plural(done.qty, 'unit')} of lot {lot_number} from {done.from} to {done.to}.
      </Done>
    );
  }
  if (others.length === 0)
    return <Alert tone="info">There is no other location to move it to.</Alert>;
  return (
    <Card>
      <Form form={form} send={send} action="Transfer">
        <div class="row">
          <ChoiceField
            form={form}
            name="to"
            label="To"
            choices={others}
            placeholder="Choose a location"
            isFirst
          />
          <UnitsField
            form={form}
            name="qty"
            label="Units"
            hint={`${count(lot.on_hand - lot.reserved)} of ${count(lot.on_hand)} are not reserved`}
          />
        </div>
        <TextField form={form} name="comment" label="Comment" isOptional maxLength={1000} />
      </Form>
    </Card>
  );
}
