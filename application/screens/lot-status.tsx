import { useState } from 'preact/hooks';
import { answerOf, api, type Schemas } from '../api/client.ts';
import { useLoaded } from '../api/loaded.ts';
import { Alert } from '../components/alert.tsx';
import { Done } from '../components/done.tsx';
import { useForm } from '../components/form.tsx';
import { FormByFields } from '../components/form-by-fields.tsx';
import { type Lot, OnLot } from '../components/on-lot.tsx';
import { Card } from '../components/screen.tsx';
import { Shown, Table } from '../components/table.tsx';
import type { ScreenProps } from '../screen-entry.ts';
import { may } from '../session.ts';
import { count, plural, spoken } from '../words.ts';

type Result = Schemas['LotStatusResult'];

/** A large recall moves what is reserved in steps; no one waits for more of them than this. */
const STEPS_MAX = 200;

/** Quarantine and release, at one location or everywhere; it shows first what that shortens. */
export function LotStatus({ query }: ScreenProps) {
  return (
    <OnLot title="Quarantine, release, recall" query={query}>
      {(lot, { reload }) => <ChangeStatus lot={lot} reload={reload} />}
    </OnLot>
  );
}

function ChangeStatus({ lot, reload }: { lot: Lot; reload(): void }) {
  const { sku_code, location, lot_number } = lot;
  const isReleased = lot.status === 'released';
  const [quarantines, releases, recalls] = ['stock:quarantine', 'lots:release', 'lots:recall'].map(
    may,
  );
  const choices = [
    quarantines && isReleased && ['quarantine here', `Quarantine at ${location}`],
    releases && !isReleased && ['released here', `Release at ${location}`],
    recalls && quarantines && ['quarantine everywhere', 'Recall: quarantine everywhere'],
    recalls && releases && ['released everywhere', 'End a recall: release everywhere'],
  ].flatMap((one) => (one ? [{ value: one[0] ?? '', label: one[1] ?? '' }] : []));
  const form = useForm('status', { action: choices[0]?.value ?? '', comment: '' });
  const [done, setDone] = useState<Result>();
  const [waiting, setWaiting] = useState(0);
  const [status = '', where = ''] = form.fields.action.value.split(' ');
  const reach = where === 'everywhere' ? { everywhere: true as const } : { location };
  const send = async ({ comment }: { comment: string }, key: string) => {
    const params = { header: { 'Idempotency-Key': key } };
    const body = { sku_code, lot_number, ...reach, status: status as Result['status'], comment };
    const change = () => answerOf(api.POST('/inventory/lots/status', { params, body }));
    let result = await change();
    // The same request continues with what still waits.
    for (let step = 0; waitingIn(result) > 0 && step < STEPS_MAX; step += 1) {
      setWaiting(waitingIn(result));
      result = await change();
    }
    return result;
  };
  if (done) {
    return (
      <Done again="/status" lotId={lot.id}>
        {describe(done, lot_number)}
      </Done>
    );
  }
  if (choices.length === 0)
    return (
      <Alert tone="info">
        {isReleased ? 'Your roles do not quarantine it' : 'It is quarantined already'}: ask a
        pharmacist to {isReleased ? 'do it' : 'release it'}.
      </Alert>
    );
  const isQuarantine = status === 'quarantine';
  return (
    <>
      <Card>
        <FormByFields
          form={form}
          send={(values, key) => send(values, key).finally(() => setWaiting(0))}
          onDone={(result) => {
            setDone(result);
            reload();
          }}
          action={isQuarantine ? 'Quarantine' : 'Release'}
          tone={isQuarantine ? 'danger' : undefined}
          fields={[
            { name: 'action', label: 'What to do', choices },
            {
              name: 'comment',
              label: 'Why',
              needed: 'Say why.',
              maxLength: 1000,
              isFirst: true,
              hint:
                where === 'everywhere' &&
                'It holds for all locations, and for those that receive this lot number later.',
            },
          ]}
        >
          {waiting > 0 && (
            <Alert tone="info">
              It is in effect. {plural(waiting, 'reservation')} still to move to other lots…
            </Alert>
          )}
        </FormByFields>
      </Card>
      {isQuarantine && <Preview {...{ sku_code, lot_number }} {...reach} />}
    </>
  );
}

type Reach = { everywhere: true } | { location: string };

function Preview(body: Reach & { sku_code: string; lot_number: string }) {
  const read = useLoaded(
    () => answerOf(api.POST('/inventory/lots/status/preview', { body })),
    [JSON.stringify(body)],
  );
  return <Shown of={read}>{(preview) => <PreviewOf {...preview} />}</Shown>;
}

function PreviewOf({ lots, short_orders, similar_lots }: Schemas['LotStatusPreview']) {
  const rows = lots.flatMap(({ location, reservations }) =>
    reservations.map((reservation) => ({ location, ...reservation })),
  );
  return (
    <Card title="What a quarantine does">
      <div class="stack">
        <Alert tone={short_orders > 0 ? 'bad' : 'info'}>
          {short_orders === 0
            ? 'No order becomes short.'
            : `${plural(short_orders, 'order')} would be short: no other lot has enough.`}
        </Alert>
        {similar_lots.length > 0 && (
          <Alert tone="warn">
            Lots with numbers that look alike stay as they are:{' '}
            {similar_lots
              .map(({ lot_number, location }) => `${lot_number} at ${location}`)
              .join(', ')}
            .
          </Alert>
        )}
        {rows.length > 0 && (
          <Table
            caption="Reservations that leave the lot"
            columns={[
              { label: 'For', isName: true, cell: ({ reference }) => spoken(reference.type) },
              { label: 'At', cell: ({ location }) => location },
              { label: 'Moves', align: 'end', cell: ({ moved }) => count(moved) },
              {
                label: 'Into',
                cell: ({ into }) =>
                  into.map(({ lot_number, qty }) => `${lot_number} (${count(qty)})`).join(', ') ||
                  '–',
              },
              { label: 'Short', align: 'end', cell: ({ released }) => count(released) },
            ]}
            rows={rows}
            keyOf={({ reference, location }) => `${location} ${reference.type} ${reference.id}`}
            toneOf={({ released }) => (released > 0 ? 'bad' : undefined)}
          />
        )}
      </div>
    </Card>
  );
}

function waitingIn({ lots }: Result): number {
  return lots.reduce((sum, lot) => sum + lot.waiting, 0);
}

function describe({ status, lots }: Result, lotNumber: string): string {
  const moved = lots.flatMap((lot) => lot.moved);
  const short = moved.filter(({ released }) => released > 0).length;
  const places = lots.map(({ location }) => location).join(', ');
  const left = waitingIn({ status, lots } as Result);
  return [
    `Lot ${lotNumber} is ${status === 'quarantine' ? 'quarantined' : 'released'} at ${places || 'every location'}.`,
    moved.length > 0 && `${plural(moved.length, 'reservation')} moved to other lots.`,
    short > 0 && `${plural(short, 'order')} short now.`,
    left > 0 && `${plural(left, 'reservation')} still to move: the service goes on with them.`,
  ]
    .filter(Boolean)
    .join(' ');
}
