import type { Signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { answerOf, api } from '../api/client.ts';
import { Refusal } from '../api/refusal.ts';
import { otherLocations, useFirstLocation, useSkus } from '../catalog.ts';
import { Alert } from '../components/alert.tsx';
import { Badge } from '../components/badge.tsx';
import { Button } from '../components/button.tsx';
import { Fields } from '../components/fields.tsx';
import { needed, units, unitsOf, useDraft, useForm } from '../components/form.tsx';
import { meant } from '../components/meant.ts';
import { readLot } from '../components/on-lot.tsx';
import { Card, Screen } from '../components/screen.tsx';
import { say } from '../components/toasts.tsx';
import { useEnter } from '../scanning/keyboard.ts';
import { useScans } from '../scanning/scans.ts';
import type { ScreenProps } from '../screen-entry.ts';
import { count, plural } from '../words.ts';
import {
  addLine,
  type Delivery,
  type Line,
  makeDelivery,
  removeLine,
  takePackage,
} from './delivery.ts';

/** A delivery: each scan fills a line or adds a unit to it, and each line is received with a key of its own. */
export function Receive({ query }: ScreenProps) {
  const { draft: delivery } = useDraft('delivery', makeDelivery);
  const form = useForm('head', { location: '', po_number: '' });
  useScans((scanned) => takePackage(delivery, scanned));
  useEnter(() => focusWhatIsMissing());
  useFirstLocation(form.fields.location, query.get('location'));
  useFromLot(delivery, query, form.fields.location);
  const lines = delivery.lines.value;
  const open = lines.filter(({ received }) => received.value === undefined);
  const isBusy = lines.some((line) => line.form.isBusy.value);
  const receive = async () => {
    for (const line of open) {
      await receiveLine(line, {
        location: form.fields.location.peek(),
        poNumber: form.fields.po_number.peek().trim(),
      });
    }
    const left = open.filter(({ received }) => received.peek() === undefined).length;
    if (left === 0) say(`${plural(open.length, 'line')} received.`);
    else say(`${plural(left, 'line')} not received: see what they need.`, 'bad');
  };
  return (
    <Screen
      title="Receive"
      lead="Scan each package: it fills its line, or adds a unit to it."
      actions={
        lines.length > 0 && open.length === 0 ? (
          <Button
            tone="primary"
            onClick={() => {
              delivery.lines.value = [];
              form.fields.po_number.value = '';
            }}
          >
            New delivery
          </Button>
        ) : undefined
      }
    >
      <Card>
        <Fields
          form={form}
          fields={[
            [
              { name: 'location', label: 'Location', choices: otherLocations() },
              { name: 'po_number', label: 'Purchase order', isOptional: true, maxLength: 100 },
            ],
          ]}
        />
      </Card>
      {lines.length === 0 && (
        <p class="empty">Nothing yet. Scan the first package, or add a line by hand.</p>
      )}
      {lines.map((line) => (
        <LineCard key={line.id} line={line} delivery={delivery} />
      ))}
      <div class="actions">
        {open.length > 0 && (
          <Button tone="primary" isBusy={isBusy} onClick={() => void receive()}>
            Receive {plural(open.length, 'line')}
          </Button>
        )}
        <Button onClick={() => addLine(delivery)}>Add a line</Button>
      </div>
    </Screen>
  );
}

function LineCard({ line, delivery }: { line: Line; delivery: Delivery }) {
  const { form, received } = line;
  const skus = useSkus();
  const { sku_code, lot_number, qty } = form.fields;
  if (received.value !== undefined) {
    return (
      <Card>
        <p class="pair">
          <Badge tone="good">Received</Badge>
          <b>{plural(unitsOf(qty.value) ?? 0, 'unit')}</b> of {sku_code.value}, lot{' '}
          {lot_number.value}; {count(received.value)} in the lot now.
        </p>
      </Card>
    );
  }
  return (
    <section class="card line" aria-label={`Line ${sku_code.value || 'without a product'}`}>
      {form.problem.value && <Alert tone="bad">{form.problem.value}</Alert>}
      <div class="line-fields">
        <Fields
          form={form}
          fields={[
            {
              name: 'sku_code',
              label: 'Product',
              suggestions: skus.map((sku) => sku.sku_code),
              maxLength: 100,
              isFirst: sku_code.peek() === '',
            },
            { name: 'lot_number', label: 'Lot', maxLength: 100 },
            { name: 'expiry_date', label: 'Expiry', type: 'date' },
            { name: 'qty', label: 'Units', type: 'units' },
          ]}
        />
        <Button
          tone="quiet"
          label={`Remove the line ${sku_code.value} ${lot_number.value}`}
          onClick={() => removeLine(delivery, line)}
        >
          Remove
        </Button>
      </div>
    </section>
  );
}

async function receiveLine(
  line: Line,
  { location, poNumber }: { location: string; poNumber: string },
): Promise<void> {
  const { form, received } = line;
  const posted = await form.submit(async ({ sku_code, lot_number, expiry_date, qty }, key) => {
    const body = {
      sku_code: needed('sku_code', sku_code, 'Scan or type the product.'),
      location,
      lot_number: needed('lot_number', lot_number, 'Type the lot from the package.'),
      expiry_date: needed('expiry_date', expiry_date, 'Type the expiry date.'),
      qty: units('qty', qty),
      ...(poNumber && { po_number: poNumber }),
    };
    if (!line.isSent) await meant(form, 'qty', body.qty, body);
    line.isSent = true;
    const params = { header: { 'Idempotency-Key': key } };
    return answerOf(api.POST('/inventory/receipts', { params, body })).catch((failure) => {
      line.isSent = !(failure instanceof Refusal);
      throw failure;
    });
  });
  if (posted !== undefined) received.value = posted.balance_after;
}

/** `R` on a lot begins a line of it. */
function useFromLot(delivery: Delivery, query: ScreenProps['query'], at: Signal<string>): void {
  const id = query.get('lot');
  useEffect(() => {
    if (id === null) return;
    void readLot(id).then(({ lot: { sku_code, lot_number, expiry_date, location } }) => {
      // The lot lies there, and what others were scanned for stays where it was to go.
      if (delivery.lines.peek().length === 0) at.value = location;
      const isThere = delivery.lines.peek().some(({ received, form: { fields } }) => {
        const isSame =
          fields.sku_code.peek() === sku_code && fields.lot_number.peek() === lot_number;
        return received.peek() === undefined && isSame;
      });
      if (!isThere) addLine(delivery, { sku_code, lot_number, expiry_date });
    });
  }, [id]);
}

function focusWhatIsMissing(): void {
  const inputs = document.querySelectorAll<HTMLInputElement>('.line input');
  const missing = [...inputs].find(({ value }) => value === '');
  (missing ?? document.querySelector<HTMLElement>('#content .button.is-primary'))?.focus();
}
