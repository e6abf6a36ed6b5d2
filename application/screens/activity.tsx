import { answerOf, api, type Schemas } from '../api/client.ts';
import { Badge } from '../components/badge.tsx';
import { List, useList } from '../components/list.tsx';
import { Screen } from '../components/screen.tsx';
import type { Column } from '../components/table.tsx';
import { Undo } from '../components/undo.tsx';
import { nameOf, useNames } from '../names.ts';
import { sentence, spoken, time } from '../words.ts';

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
  invitePerson: 'Invited',
  updatePerson: 'Changed roles',
  endPerson: 'Ended a person',
  renewLink: 'Made a new link',
  confirmPerson: 'Confirmed',
  setPin: 'Set the PIN',
  registerPasskey: 'Kept a passkey',
  removePasskey: 'Removed a passkey',
  endPersonSession: 'Ended a session',
  signInWithLink: 'Signed in by a link',
  signInWithPin: 'Signed in by the PIN',
  signInWithPasskey: 'Signed in by a passkey',
  signInWithOpenId: 'Signed in by the pharmacy’s account',
  enrolTerminal: 'Enrolled a terminal',
  endTerminal: 'Ended a terminal',
  createWebhook: 'Added a webhook endpoint',
  updateWebhook: 'Changed a webhook endpoint',
  deleteWebhookById: 'Deleted a webhook endpoint',
  rotateWebhookSecret: 'Rotated a webhook secret',
  testWebhook: 'Sent a test event',
  putSkuPack: 'Taught a code',
  deleteSkuPack: 'Deleted a code',
  replayDelivery: 'Replayed a delivery',
  replayDeliveries: 'Replayed dead deliveries',
};

/** Who did what and why, who witnessed it, and a way back for a quarter of an hour. */
export function ActivityScreen() {
  useNames();
  const pages = useList((query) => answerOf(api.GET('/activity', { params: { query } })));
  const columns: readonly Column<Entry>[] = [
    { label: 'When', isName: true, cell: ({ at }) => time(at) },
    { label: 'Who', cell: ({ person_id }) => nameOf(person_id) },
    { label: 'What', isMain: true, isLong: true, cell: whatOf },
    {
      label: 'Why',
      isLong: true,
      cell: ({ comment, reason }) => comment ?? (reason ? spoken(reason) : '–'),
    },
    { label: 'Witness', cell: ({ witness_id }) => (witness_id ? nameOf(witness_id) : '–') },
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
        caption="What people did"
        columns={columns}
        empty="Nobody has done anything yet."
      />
    </Screen>
  );
}

function whatOf({ operation, target }: Entry): string {
  const did = OPERATIONS[operation] ?? sentence(operation.replace(/([A-Z])/g, ' $1').toLowerCase());
  // People have names; other ids say nothing to anybody.
  const [, kind, id] = /^(\S.*) ([\da-f-]{36})$/.exec(target ?? '') ?? [];
  if (target === null || (id !== undefined && kind !== 'person')) return did;
  return `${did}: ${id === undefined ? target : nameOf(id)}`;
}
