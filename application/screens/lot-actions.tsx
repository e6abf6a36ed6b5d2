import type { Schemas } from '../api/client.ts';
import { LinkButton } from '../components/button.tsx';
import type { Column } from '../components/table.tsx';
import { go, hrefOf, withQuery } from '../router.ts';
import { useLetters } from '../scanning/keyboard.ts';
import { may } from '../session.ts';

type Lot = Schemas['Lot'];

/** The letter, what it says, the screen, and the scopes of which one is needed. */
const LOT_ACTIONS: readonly (readonly [string, string, string, ...string[]])[] = [
  ['r', 'Receive', '/receive', 'stock:receive'],
  ['a', 'Adjust', '/adjust', 'stock:adjust'],
  ['w', 'Waste', '/waste', 'stock:waste'],
  ['t', 'Transfer', '/transfer', 'stock:transfer'],
  ['q', 'Status', '/status', 'stock:quarantine', 'lots:release', 'lots:recall'],
  ['e', 'Expiry date', '/correct-expiry', 'lots:expiry'],
  ['c', 'Calls', '/calls', 'lots:recall'],
];

/** Only what is in quarantine is called about. */
function actionsOn({ status }: Lot) {
  return LOT_ACTIONS.filter(
    ([letter, , , ...scopes]) => scopes.some(may) && (letter !== 'c' || status === 'quarantine'),
  );
}

/** What can be done with a lot by whoever looks at it; each has its letter. */
export function LotActions({ lot }: { lot: Lot }) {
  const actions = actionsOn(lot);
  useLetters(
    Object.fromEntries(
      actions.map(([letter, , screen]) => [letter, () => go(actionOn(screen, lot))]),
    ),
  );
  return (
    <>
      {actions.map(([letter, label, screen]) => (
        <LinkButton key={letter} href={hrefOf(actionOn(screen, lot))} shortcut={letter}>
          {label}
        </LinkButton>
      ))}
    </>
  );
}

/** Waste and transfer, in each row of a list. */
export const ROW_ACTIONS: Column<Lot> = {
  label: 'Do',
  isWide: true,
  cell: (lot) => (
    <span class="pair">
      {actionsOn(lot)
        .filter(([letter]) => 'wt'.includes(letter))
        .map(([letter, label, screen]) => (
          <LinkButton key={letter} href={hrefOf(actionOn(screen, lot))}>
            {label}
          </LinkButton>
        ))}
    </span>
  ),
};

function actionOn(screen: string, lot: Lot): string {
  return withQuery(screen, { lot: lot.id });
}
