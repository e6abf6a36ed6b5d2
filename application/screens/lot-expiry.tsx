import { useState } from 'preact/hooks';
import { answerOf, api, type Schemas } from '../api/client.ts';
import { Done } from '../components/done.tsx';
import { TextField } from '../components/fields.tsx';
import { Form, needed, useForm } from '../components/form.tsx';
import { type Lot, OnLot } from '../components/on-lot.tsx';
import { Card } from '../components/screen.tsx';
import type { ScreenProps } from '../screen-entry.ts';
import { day } from '../words.ts';

const STEPS_MAX = 200;

/** Corrects the expiry date of a lot number, which is one everywhere. */
export function LotExpiry({ query }: ScreenProps) {
  return (
    <OnLot title="Correct the expiry date" query={query}>
      {(lot, reload) => <CorrectExpiry lot={lot} reload={reload} />}
    </OnLot>
  );
}

function CorrectExpiry({ lot, reload }: { lot: Lot; reload(): void }) {
  const { sku_code, lot_number } = lot;
  const form = useForm('expiry', { expiry_date: lot.expiry_date, comment: '' });
  const [done, setDone] = useState<Schemas['LotExpiryResult']>();
  const send = () =>
    void form
      .submit(async ({ expiry_date, comment }, key) => {
        needed('expiry_date', expiry_date, 'Type the date on the package.');
        needed('comment', comment, 'Say why.');
        const change = () =>
          answerOf(
            api.POST('/inventory/lots/expiry', {
              params: { header: { 'Idempotency-Key': key } },
              body: { sku_code, lot_number, expiry_date, comment },
            }),
          );
        let result = await change();
        for (let step = 0; result.waiting > 0 && step < STEPS_MAX; step += 1)
          result = await change();
        return result;
      })
      .then((result) => {
        if (result === undefined) return;
        setDone(result);
        reload();
      });
  if (done) {
    return (
      <Done again="/correct-expiry" lotId={lot.id}>
        Lot {lot_number} expires {day(done.expiry_date)}, at every location.
      </Done>
    );
  }
  return (
    <Card>
      <Form form={form} send={send} action="Correct the date">
        <TextField
          form={form}
          name="expiry_date"
          label="Expiry date on the package"
          type="date"
          hint="The last day on which it can be used. It is one date at all locations."
          isFirst
        />
        <TextField form={form} name="comment" label="Why" maxLength={1000} />
      </Form>
    </Card>
  );
}
