// The lots by the ledger alone, next to the model: each entry and each record says what its lot is then.
import { findLotNumber, type State } from '../../kit/model.ts';
import { type Link, lotName } from '../history.ts';

interface LotInLedger {
  onHand: number;
  status: string;
  expiry: string;
  holds: Map<string, number>;
}

export class LedgerBook {
  readonly #lots = new Map<string, LotInLedger>();

  constructor(state: State) {
    for (const { name, ...lot } of lotsOf(state)) this.#lots.set(name, lot);
  }

  /** @returns what does not fit the chain of its lot */
  enter(link: Link): string | undefined {
    const name = lotName(link);
    const lot = this.#lots.get(name) ?? { onHand: 0, status: '', expiry: '', holds: new Map() };
    this.#lots.set(name, lot);
    if (link.kind === 'entry') {
      lot.onHand += link.qty;
      if (lot.onHand === link.after) return undefined;
      return `${name}: ${link.qty} units make ${lot.onHand}, and the entry says ${link.after}`;
    }
    if (link.kind === 'reserve' || link.kind === 'release') {
      const order = link.order ?? '';
      const held = (lot.holds.get(order) ?? 0) + (link.kind === 'reserve' ? link.qty : -link.qty);
      if (held === 0) lot.holds.delete(order);
      else lot.holds.set(order, held);
    } else if (link.qty !== 0) return `${name}: a ${link.kind} says that it moves units`;
    lot.status = link.status ?? lot.status;
    lot.expiry = link.expiry ?? lot.expiry;
    const reserved = [...lot.holds.values()].reduce((total, qty) => total + qty, 0);
    if (reserved === link.after) return undefined;
    return `${name}: ${reserved} units are reserved, and the record says ${link.after}`;
  }

  /** @returns how the lots of the level differ from the model's */
  compare(state: State, level: { sku: string; at: string }): string | undefined {
    for (const { name, ...expected } of lotsOf(state, level)) {
      const here = factsOf(this.#lots.get(name));
      const right = factsOf(expected);
      if (here.join() !== right.join()) {
        // A lot may have many holders, so only those that differ are printed.
        const [recorded, ruled] = [but(here, right), but(right, here)].map((one) => one.join(', '));
        return `${name} is ${recorded} by the ledger, and ${ruled} by the rules`;
      }
    }
    return undefined;
  }
}

function lotsOf(state: State, level?: { sku: string; at: string }) {
  return state.lots
    .filter(({ sku, at }) => level === undefined || (sku === level.sku && at === level.at))
    .map((lot) => ({
      name: lotName(lot),
      onHand: lot.onHand,
      status: lot.status as string,
      expiry: findLotNumber(state, lot).expiry,
      holds: new Map(
        state.holds.filter((hold) => hold.lot === lot).map(({ order, qty }) => [order, qty]),
      ),
    }));
}

/** What it is comes first, then who holds it. */
function factsOf(lot: LotInLedger | undefined): string[] {
  if (lot === undefined) return ['not there'];
  const holds = [...lot.holds].map(([order, qty]) => `${qty} for ${order}`).sort();
  return [`${lot.onHand} on hand, ${lot.status}, until ${lot.expiry}`, ...holds];
}

function but([lot = '', ...holds]: string[], others: string[]): string[] {
  return [lot, ...holds.filter((one) => !others.includes(one))];
}
