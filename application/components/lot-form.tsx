/** Screens that do one thing with one lot: what they ask, what they send, and what is said when it is done. */
import { useState } from 'preact/hooks';
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
  readonly send: (body: Body, key: string) => Promise<Posted>;
  readonly said: (posted: Posted, body: Body) => string;
  /** Why there is nothing to do with this lot. */
  readonly refused?: (lot: Lot) => string | undefined;
  /** What may need a witness and can be undone: in words, for the witness and for the undo. */
  readonly correction?: { readonly operation: string; readonly what: (body: Body) => string };
}

type Described<V extends Values, Body extends object, Posted extends object> = {
  of: LotForm<V, Body, Posted>;
  lot: Lot;
  reload(): void;
};

export function lotScreen<V extends Values, Body extends object, Posted extends object>(
  of: LotForm<V, Body, Posted>,
) {
  return ({ query }: ScreenProps) => (
    <OnLot title={of.title} query={query}>
      {(lot, reload) => <OneLot of={of} lot={lot} reload={reload} />}
    </OnLot>
  );
}

function OneLot<V extends Values, Body extends object, Posted extends object>({
  of,
  lot,
  reload,
}: Described<V, Body, Posted>) {
  const { correction } = of;
  const form = useForm(of.at, of.initial(lot));
  const [done, setDone] = useState<{ posted: Posted; body: Body }>();
  const { withWitness, dialog } = useWitness();
  if (done) return <IsDone of={of} lot={lot} reload={reload} {...done} />;
  const refused = of.refused?.(lot);
  if (refused !== undefined) return <Alert tone="info">{refused}</Alert>;
  return (
    <Card>
      <FormByFields
        form={form}
        fields={(typed) => of.fields(lot, typed)}
        action={of.action}
        tone={of.tone}
        send={async (values, key) => {
          const body = of.body(lot, values);
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
}: Described<V, Body, Posted> & { posted: Posted; body: Body }) {
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
