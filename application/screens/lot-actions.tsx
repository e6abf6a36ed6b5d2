import type { Schemas } from '../api/client.ts';
import { LinkButton } from '../components/button.tsx';
import type { Column } from '../components/table.tsx';
import { go, hrefOf, withQuery } from '../router.ts';
import { useLetters } from '../scanning/keyboard.ts';
import { may } from '../session.ts';

type Lot = Schemas['Lot'];

interface LotAction {
  readonly letter: string;
  readonly label: string;
  readonly screen: string;
  readonly isAllowed: () => boolean;
}

const LOT_ACTIONS: readonly LotAction[] = [
  { letter: 'r', label: 'Receive', screen: '/receive', isAllowed: () => may('stock:receive') },
  { letter: 'a', label: 'Adjust', screen: '/adjust', isAllowed: () => may('stock:adjust') },
  { letter: 'w', label: 'Waste', screen: '/waste', isAllowed: () => may('stock:waste') },
  { letter: 't', label: 'Transfer', screen: '/transfer', isAllowed: () => may('stock:transfer') },
  {
    letter: 'q',
    label: 'Status',
    screen: '/status',
    isAllowed: () => may('stock:quarantine') || may('lots:release') || may('lots:recall'),
  },
  {
    letter: 'e',
    label: 'Expiry date',
    screen: '/correct-expiry',
    isAllowed: () => may('lots:expiry'),
  },
];

/** What can be done with a lot by whoever looks at it; each has its letter. */
export function LotActions({ lot }: { lot: Lot }) {
  const actions = LOT_ACTIONS.filter(({ isAllowed }) => isAllowed());
  useLetters(
    Object.fromEntries(
      actions.map(({ letter, screen }) => [letter, () => go(actionOn(screen, lot))]),
    ),
  );
  return (
    <>
      {actions.map(({ letter, label, screen }) => (
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
      {LOT_ACTIONS.filter(({ letter, isAllowed }) => 'wt'.includes(letter) && isAllowed()).map(
        ({ letter, label, screen }) => (
          <LinkButton key={letter} href={hrefOf(actionOn(screen, lot))}>
            {label}
          </LinkButton>
        ),
      )}
    </span>
  ),
};

function actionOn(screen: string, lot: Lot): string {
  return withQuery(screen, { lot: lot.id });
}
