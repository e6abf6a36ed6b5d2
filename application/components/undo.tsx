/** Takes an adjustment or waste back, by posting its opposite. */
import { useState } from 'preact/hooks';
import { answerOf, api, type Schemas } from '../api/client.ts';
import { Alert } from './alert.tsx';
import { Button } from './button.tsx';
import { useForm } from './form.tsx';
import { say } from './toasts.tsx';
import { useWitness } from './witnessed.tsx';

type UndoProps = {
  movementId: string;
  /** In words, for a witness. */
  what: string;
  onUndone(posted: Schemas['Correction']): void;
};

export function Undo({ movementId, what, onUndone }: UndoProps) {
  const form = useForm(`undo ${movementId}`, {});
  const [isUndone, setUndone] = useState(false);
  const { withWitness, dialog } = useWitness();
  const undo = () =>
    void form
      .submit((_values, key) =>
        withWitness(
          { operation: 'undoCorrection', body: { movement_id: movementId }, what: `Undo: ${what}` },
          (token) =>
            answerOf(
              api.POST('/inventory/corrections/{movement_id}/undo', {
                params: { path: { movement_id: movementId }, header: { 'Idempotency-Key': key } },
                body: { ...(token && { witness_token: token }) },
              }),
            ),
        ),
      )
      .then((posted) => {
        if (posted === undefined) return;
        setUndone(true);
        say(`Undone: ${what}`);
        onUndone(posted);
      });
  return (
    <>
      {form.problem.value && <Alert tone="bad">{form.problem.value}</Alert>}
      <Button onClick={undo} isBusy={form.isBusy.value} isDisabled={isUndone}>
        {isUndone ? 'Undone' : 'Undo'}
      </Button>
      {dialog}
    </>
  );
}
