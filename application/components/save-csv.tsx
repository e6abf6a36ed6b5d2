import { useState } from 'preact/hooks';
import { answerOf, api } from '../api/client.ts';
import { Failure } from './alert.tsx';
import { Button } from './button.tsx';

const AS_CSV = { headers: { Accept: 'text/csv' }, parseAs: 'blob' };

/** Keeps a whole list as a file. @param list its address in the API, with what narrows it */
export function SaveCsv({ name, list }: { name: string; list: string }) {
  const [problem, setProblem] = useState<Error>();
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    setProblem(undefined);
    const asked = api.GET(list as '/activity', AS_CSV as never);
    await answerOf(asked as Promise<{ data?: Blob; response: Response }>).then((file) => {
      const href = URL.createObjectURL(file);
      Object.assign(document.createElement('a'), { href, download: `${name}.csv` }).click();
      URL.revokeObjectURL(href);
    }, setProblem);
    setBusy(false);
  };
  return (
    <>
      <Button onClick={save} isBusy={isBusy}>
        Save as CSV
      </Button>
      <Failure problem={problem} retry={save} />
    </>
  );
}
