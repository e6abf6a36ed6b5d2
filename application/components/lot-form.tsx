/** Screens that do one thing with one lot: what they ask, what they send, and what is said when it is done. */
import { useState } from 'preact/hooks';
import { useLoaded } from '../api/loaded.ts';
import { listWitnesses } from '../api/witnesses.ts';
import type { ScreenProps } from '../screen-entry.ts';
import { count, sentence } from '../words.ts';
import { Alert } from './alert.tsx';
import { Done } from './done.tsx';
import type { FieldRows } from './fields.tsx';
import { useForm, type Values } from './form.tsx';
import { FormByFields } from './form-by-fields.tsx';
import { type Lot, OnLot } from './on-lot.tsx';
import { Card } from './screen.tsx';
import { Undo } from './undo.tsx';
import { NoWitness } from './witness-dialog.tsx';
import { useWitness } from './witnessed.tsx';

export interface LotForm<V extends Values, Body extends object, Posted> {
  readonly title: string;
  /** The screen's address. */
  readonly at: string;
  readonly action: string;
  readonly tone?: 'danger';
  readonly initial: (lot: Lot) => V;
  readonly fields: (lot: Lot, typed: V) => FieldRows;
  readonly body: (lot: Lot, values: V) => Body;
  /** Asks again about what looks like a mistake. */
  readonly check?: (form: object, body: Body) => Promise<void>;
  readonly send: (body: Body, key: string) => Promise<Posted>;
  readonly said: (posted: Posted, body: Body) => string;
  /** Why this person cannot do it with this lot, and whom to ask. */
  readonly refused?: (lot: Lot, isControlled: boolean) => string | undefined;
  /** What may need a witness and can be undone: in words, for the witness and for the undo. */
  readonly correction?: { readonly operation: string; readonly what: (body: Body) => string };
}

type Described<V extends Values, Body extends object, Posted extends object> = {
  of: LotForm<V, Body, Posted>;
  lot: Lot;
  isControlled: boolean;
  reload(): void;
};

export function lotScreen<V extends Values, Body extends object, Posted extends object>(
  of: LotForm<V, Body, Posted>,
) {
  return ({ query }: ScreenProps) => (
    <OnLot title={of.title} query={query}>
      {(lot, more) => <OneLot of={of} lot={lot} {...more} />}
    </OnLot>
  );
}

function OneLot<V extends Values, Body extends object, Posted extends object>({
  of,
  lot,
  isControlled,
  reload,
}: Described<V, Body, Posted>) {
  const { correction } = of;
  const form = useForm(of.at, of.initial(lot));
  const [done, setDone] = useState<{ posted: Posted; body: Body }>();
  const { withWitness, dialog } = useWitness();
  const isWitnessed = isControlled && correction !== undefined;
  const witnesses = useLoaded(async () => (isWitnessed ? listWitnesses() : undefined), []);
  if (done) return <IsDone of={of} lot={lot} reload={reload} {...done} />;
  const refused = of.refused?.(lot, isControlled);
  if (refused !== undefined) return <Alert tone="info">{refused}</Alert>;
  if (witnesses.data?.witnesses.length === 0) return <NoWitness {...witnesses.data} />;
  return (
    <Card>
      <FormByFields
        form={form}
        fields={(typed) => of.fields(lot, typed)}
        action={of.action}
        tone={of.tone}
        send={async (values, key) => {
          const body = of.body(lot, values);
          await of.check?.(form, body);
          if (!correction) return { body, posted: await of.send(body, key) };
          const asked = {
            operation: correction.operation,
            body: { ...body } as Record<string, unknown>,
          };
          const what = sentence(correction.what(body));
          const posted = await withWitness<Posted>({ ...asked, what }, (token) =>
            of.send({ ...body, ...(token && { witness_token: token }) }, key),
          );
          return { body, posted };
        }}
        onDone={(posted) => {
          setDone(posted);
          reload();
        }}
      />
      {dialog}
    </Card>
  );
}

function IsDone<V extends Values, Body extends object, Posted extends object>({
  of,
  lot,
  reload,
  posted,
  body,
}: Omit<Described<V, Body, Posted>, 'isControlled'> & { posted: Posted; body: Body }) {
  const [left, setLeft] = useState<number>();
  const what = of.correction?.what(body);
  if (what !== undefined && left !== undefined) {
    return (
      <Done again={of.at} lotId={lot.id}>
        Undone: {what}. The lot holds {count(left)} now.
      </Done>
    );
  }
  return (
    <Done
      again={of.at}
      lotId={lot.id}
      actions={
        what !== undefined &&
        'movement_id' in posted && (
          <Undo
            movementId={String(posted.movement_id)}
            what={what}
            onUndone={({ balance_after }) => {
              setLeft(balance_after);
              reload();
            }}
          />
        )
      }
    >
      {of.said(posted, body)}
      {what !== undefined && ' It can be undone for 15 minutes.'}
    </Done>
  );
}
