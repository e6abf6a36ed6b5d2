import { answerOf, api, type Schemas } from '../api/client.ts';
import { Badge } from '../components/badge.tsx';
import { ORDER, WHERE, WHO, WHY, WITNESS } from '../components/done-columns.tsx';
import { BY_LOT, filter, filtered } from '../components/filters.tsx';
import { List, useList } from '../components/list.tsx';
import { SaveCsv } from '../components/save-csv.tsx';
import { Screen } from '../components/screen.tsx';
import type { Column } from '../components/table.tsx';
import { Undo } from '../components/undo.tsx';
import { namedPeople, nameOf, useNames } from '../names.ts';
import { withQuery } from '../router.ts';
import { addDays, choices, count, day, sentence, spoken, startOf, time } from '../words.ts';

type Entry = Schemas['Activity'];

export const OPERATIONS: Readonly<Record<string, string>> = {
  receiveStock: 'Received',
  adjustStock: 'Adjusted',
  wasteStock: 'Wasted',
  transferStock: 'Transferred',
  undoCorrection: 'Undone',
  setLotStatus: 'Changed the status',
  setLotExpiry: 'Corrected the expiry date',
  recordTemperature: 'Recorded a temperature',
  shipPackingOrder: 'Shipped',
  cancelPackingOrder: 'Cancelled',
  createCountSheet: 'Made a count sheet',
  handInCountSheet: 'Handed in a count',
  approveCountLines: 'Approved a count',
  cancelCountSheet: 'Cancelled a count',
  setPin: 'Set the PIN',
  signInWithLink: 'Signed in by a link',
  signInWithPin: 'Signed in by the PIN',
  signInWithPasskey: 'Signed in by a passkey',
  signInWithOpenId: 'Signed in by the pharmacy’s account',
  enrolTerminal: 'Enrolled a terminal',
  putSkuPack: 'Taught a code',
  deleteSkuPack: 'Deleted a code',
};

const FILTERS = [
  filter('person_id', 'Who', { all: 'Everybody', choices: namedPeople }),
  filter('operation', 'What', { all: 'Everything', choices: choices(OPERATIONS) }),
  BY_LOT,
  filter('from', 'From', { type: 'date', meant: startOf }),
  filter('to', 'To', { type: 'date', meant: (day) => startOf(addDays(day, 1)) }),
];

/** Who did what and why, who witnessed it, and a way back for a quarter of an hour. */
export function ActivityScreen() {
  useNames();
  const pages = useList((query) => answerOf(api.GET('/activity', { params: { query } })), {
    filters: FILTERS,
  });
  const columns: readonly Column<Entry>[] = [
    { label: 'When', isName: true, cell: ({ at }) => time(at) },
    WHO,
    { label: 'What', isMain: true, isLong: true, cell: whatOf },
    { label: 'Units', align: 'end', cell: ({ units }) => count(units) },
    WHERE,
    ORDER,
    WHY,
    WITNESS,
    {
      label: 'Undo',
      isWide: true,
      cell: (entry) => {
        if (entry.undo === 'undone') return <Badge tone="plain">Undone</Badge>;
        if (entry.undo !== 'possible' || entry.movement_id === null) return null;
        return <Undo movementId={entry.movement_id} what={whatOf(entry)} onUndone={pages.reload} />;
      },
    },
  ];
  return (
    <Screen title="Activity" lead="What people did here, the newest first.">
      <List
        pages={pages}
        filters={FILTERS}
        tools={<SaveCsv name="activity" list={withQuery('/activity', filtered(FILTERS))} />}
        caption="What people did"
        columns={columns}
        empty="Nothing was done that fits."
      />
    </Screen>
  );
}

function whatOf({ operation, target, value }: Entry): string {
  // `invitePerson` is said as "Invited person".
  const words = sentence(operation.replace(/([A-Z])/g, ' $1').toLowerCase());
  const said = OPERATIONS[operation] ?? words.replace(/^(\w+?)e?\b/, '$1ed');
  const did = value && operation in SET ? `${said}, ${SET[operation]?.(value)}` : said;
  // People have names; other ids say nothing to anybody.
  const [, kind, id] = /^(\S.*) ([\da-f-]{36})$/.exec(target ?? '') ?? [];
  if (target === null || (id !== undefined && kind !== 'person')) return did;
  return `${did}: ${id === undefined ? target : nameOf(id)}`;
}

/** How a value that was set is said. */
const SET: Readonly<Record<string, (value: string) => string>> = {
  setLotStatus: (status) => spoken(status).toLowerCase(),
  setLotExpiry: day,
  recordTemperature: (celsius) => `${celsius} °C`,
};
