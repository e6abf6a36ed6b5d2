import { useState } from 'preact/hooks';
import { answerOf, api, type Schemas } from '../api/client.ts';
import { usePages } from '../api/loaded.ts';
import { Failure } from '../components/alert.tsx';
import { Screen } from '../components/screen.tsx';
import { Facts, Waiting } from '../components/table.tsx';
import { NotSent } from '../counting/not-sent.tsx';
import type { ScreenProps } from '../screen-entry.ts';
import { count, time } from '../words.ts';
import { ApproveSheet } from './approve-sheet.tsx';
import { CountLots } from './count-lots.tsx';
import { SCOPES, SheetBadge } from './counts.tsx';

type Line = Schemas['CountLine'];

const ROWS = 100;

/**
 * One sheet: to count on while it is open, to approve once it is handed in, and to look at afterwards. All of an open
 * one is read, since people scan its lots in any order and may lose the network; then pages of what was counted.
 */
export function CountSheet({ params }: ScreenProps) {
  const id = params.id as string;
  const [sheet, setSheet] = useState<Schemas['CountSheet']>();
  const read = usePages<Line>(
    async (first) => {
      const data: Line[] = [];
      for (let cursor = first; ; ) {
        const query = { limit: ROWS, ...(cursor && { cursor }) };
        const page = await answerOf(api.GET('/counts/{id}', { params: { path: { id }, query } }));
        data.push(...page.data);
        const next = page.next_cursor;
        if (next === null || (page.sheet.state !== 'open' && data.some(isCounted))) {
          setSheet(page.sheet);
          return { data, next_cursor: next };
        }
        cursor = next;
      }
    },
    [id],
  );
  const pages = { ...read, rows: [...read.rows].sort(byName) };
  if (sheet?.id !== id) {
    return (
      <Screen title="Count sheet">
        <Failure problem={pages.problem} retry={pages.reload} />
        {pages.isLoading && <Waiting />}
      </Screen>
    );
  }
  const { location, scope, state, created_at, handed_in_at, lines } = sheet;
  return (
    <Screen title={`Count ${location}`}>
      <Facts
        facts={{
          What: SCOPES[scope],
          State: <SheetBadge state={state} />,
          Made: time(created_at),
          // While people count, what follows knows more: some of it may wait to be sent.
          ...(handed_in_at !== null && {
            'Handed in': time(handed_in_at),
            Counted: `${count(lines.counted)} of ${count(lines.total)}`,
            Approved: count(lines.approved),
          }),
        }}
      />
      <NotSent sheet={id} />
      {state === 'open' ? (
        <CountLots sheet={sheet} lines={pages.rows} reload={pages.reload} />
      ) : (
        <ApproveSheet sheet={sheet} pages={pages} />
      )}
    </Screen>
  );
}

function isCounted({ counted }: Line): boolean {
  return counted !== null;
}

function byName(one: Line, other: Line): number {
  const byCode = one.sku_code.localeCompare(other.sku_code);
  return byCode || one.lot_number.localeCompare(other.lot_number);
}
