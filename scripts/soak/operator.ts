// The person who runs the platform, at a command line with its own connections: what the API does not do.
import type { Database } from '../../src/database/database.ts';
import { ApiError, OperatorError } from '../../src/errors.ts';
import { runOperator } from '../../src/operator/program.ts';
import type { Command } from '../../test/support/model.ts';
import type { Stretch } from './client.ts';
import type { Draw } from './draw.ts';
import type { Told } from './history.ts';
import { datesOf, LOTS, PLACES, RECALLED, SKUS } from './world.ts';

export async function workAsOperator(
  stretch: Stretch,
  {
    draw,
    database,
    organization,
    name,
    rest,
  }: {
    draw: Draw;
    database: Database;
    organization: string;
    name: string;
    /** Between two commands. */
    rest: () => Promise<unknown>;
  },
): Promise<void> {
  for (let nth = 1; !stretch.isOver(); nth += 1) {
    const command = drawCommand(draw, stretch);
    const actor = `${stretch.name}-${name}-${nth}`;
    // Movements name who did it, and so each command has a name of its own.
    const end = stretch.recorder.begin(`operator:${actor}`, { kind: 'change', command });
    end(await run(command, { database, organization, actor }));
    await rest();
  }
}

function drawCommand(draw: Draw, { lots }: Stretch): Command {
  const place = { sku: draw.one(SKUS), at: draw.one(PLACES) };
  const lot = draw.one([...LOTS, ...RECALLED]);
  const seen = lots.get(`${lot} of ${place.sku} at ${place.at}`)?.onHand;
  const qty = draw.between(1, 15);
  const kinds: { weight: number; make: () => Command }[] = [
    { weight: 3, make: () => ({ kind: 'adjust', ...place, lot, qty: draw.one([-qty, qty]) }) },
    { weight: 3, make: () => ({ kind: 'waste', ...place, lot, qty }) },
    {
      weight: 3,
      make: () => ({
        kind: 'count',
        ...place,
        lot,
        qty: draw.chance(60) && seen !== undefined ? seen : draw.below(30),
      }),
    },
    {
      weight: 4,
      make: () => ({
        kind: 'transfer',
        ...place,
        lot,
        qty,
        to: place.at === 'Main' ? 'Annex' : 'Main',
      }),
    },
    {
      weight: 3,
      make: () => ({
        ...{ kind: 'set_status', ...place, lot: draw.one(LOTS) },
        status: draw.one(['released', 'released', 'quarantine']),
      }),
    },
    {
      weight: 3,
      make: () => ({
        ...{ kind: 'set_status', sku: place.sku, lot: draw.one(RECALLED) },
        status: draw.one(['released', 'quarantine']),
      }),
    },
    {
      weight: 2,
      make: () => {
        const { usual, later, gone } = datesOf(lot);
        return {
          kind: 'set_expiry',
          sku: place.sku,
          lot,
          expiry: draw.one([usual, usual, usual, later, gone]),
        };
      },
    },
  ];
  return draw.weighted(kinds).make();
}

/** @returns nothing where nobody knows what became of it */
async function run(
  c: Command,
  { database, organization, actor }: { database: Database; organization: string; actor: string },
): Promise<Told | undefined> {
  const lines: string[] = [];
  try {
    const code = await runOperator([...wordsOf(c, organization), '--actor', actor, '--json'], {
      print: (line) => lines.push(line),
      withDatabase: (work) => work(database, []),
    });
    if (code !== 0) return undefined;
  } catch (error) {
    if (error instanceof OperatorError) return { status: 0, code: 'OPERATOR' };
    if (!(error instanceof ApiError) || error.status >= 500) return undefined;
    const { requested, available, blocked } = (error.details ?? {}) as Record<string, never>;
    return {
      ...{ status: error.status, code: error.code },
      ...(requested !== undefined && { requested, available, blocked }),
    };
  }
  const said = JSON.parse(lines.join(''));
  switch (c.kind) {
    case 'set_status': {
      const places = said.places as { changed: boolean }[];
      return { moved: [], changed: places.filter(({ changed }) => changed).length };
    }
    case 'set_expiry':
      return { moved: [] };
    default:
      return { corrected: said.qty };
  }
}

function wordsOf(c: Command, organization: string): string[] {
  const on = (verb: string[], ...rest: string[]) => [
    ...[...verb, '--organization', organization],
    ...('sku' in c && c.sku !== undefined ? ['--sku', c.sku] : []),
    ...('lot' in c && c.lot !== undefined ? ['--lot', c.lot] : []),
    ...('at' in c && c.at !== undefined ? ['--location', c.at] : []),
    ...rest,
  ];
  const reason = ['--reason', 'soak'];
  switch (c.kind) {
    case 'adjust':
    case 'waste':
      return on(['stock', c.kind], '--qty', `${c.qty}`, ...reason);
    case 'count':
      return on(['stock', 'count'], '--counted', `${c.qty}`);
    case 'transfer':
      return on(['stock', 'transfer'], '--to', c.to, '--qty', `${c.qty}`);
    case 'set_status':
      return on(['lot', 'set-status'], '--status', c.status);
    case 'set_expiry':
      return on(['lot', 'set-expiry'], '--expiry', c.expiry, ...reason);
    default:
      throw new Error(`${c.kind} is not the operator's.`);
  }
}
