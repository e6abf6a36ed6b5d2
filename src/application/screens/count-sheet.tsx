import { answerOf, api } from '../api/client.ts';
import { useLoaded } from '../api/loaded.ts';
import { Failure } from '../components/alert.tsx';
import { Screen } from '../components/screen.tsx';
import { Facts, Waiting } from '../components/table.tsx';
import type { ScreenProps } from '../screen-entry.ts';
import { count, time } from '../words.ts';
import { ApproveSheet } from './approve-sheet.tsx';
import { CountLots } from './count-lots.tsx';
import { SCOPES, SheetBadge } from './counts.tsx';

/** One sheet: to count on while it is open, to approve once it is handed in, and to look at afterwards. */
export function CountSheet({ params }: ScreenProps) {
  const id = params.id as string;
  const read = useLoaded(
    () => answerOf(api.GET('/counts/{id}', { params: { path: { id } } })),
    [id],
  );
  if (!read.data) {
    return (
      <Screen title="Count sheet">
        <Failure problem={read.problem} retry={read.reload} />
        {read.isLoading && <Waiting />}
      </Screen>
    );
  }
  const { sheet, data } = read.data;
  const { location, scope, state, created_at, handed_in_at, lines } = sheet;
  return (
    <Screen title={`Count ${location}`}>
      <Facts
        facts={[
          ['What', SCOPES[scope]],
          ['State', <SheetBadge key="state" state={state} />],
          ['Made', time(created_at)],
          ...(handed_in_at === null ? [] : [['Handed in', time(handed_in_at)] as const]),
          ['Counted', `${count(lines.counted)} of ${count(lines.total)}`],
          ...(handed_in_at === null ? [] : [['Approved', count(lines.approved)] as const]),
        ]}
      />
      {state === 'open' ? (
        <CountLots sheet={sheet} lines={data} reload={read.reload} />
      ) : (
        <ApproveSheet sheet={sheet} lines={data} reload={read.reload} />
      )}
    </Screen>
  );
}
