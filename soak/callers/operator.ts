// The person who runs the platform, at a command line with its own connections: what the API does not do.
import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command, Import } from '../../kit/model.ts';
import { oneDatabase } from '../../kit/one-database.ts';
import { SECRETS_KEY } from '../../kit/product.ts';
import type { Database } from '../../src/database/database.ts';
import { ApiError, OperatorError } from '../../src/errors.ts';
import { runOperator } from '../../src/operator/program.ts';
import { gtinOf } from '../catalog.ts';
import type { Draw } from '../draw.ts';
import type { CallResponse } from '../history.ts';
import type { World } from '../world.ts';
import { drawCommand, drawSweepDay } from './draw-command.ts';
import type { Stretch } from './shared.ts';

const LOOKS_PERCENT = 6;
const TWICE_AT_ONCE_PERCENT = 25;
const AGAIN_PERCENT = 25;

export class SoakOperator {
  readonly #stretch: Stretch;
  readonly #database: Database;
  readonly #world: Pick<World, 'slug' | 'products'>;
  readonly #name: string;
  #commands = 0;

  constructor(
    stretch: Stretch,
    {
      database,
      world,
      name,
    }: { database: Database; world: Pick<World, 'slug' | 'products'>; name: string },
  ) {
    this.#stretch = stretch;
    this.#database = database;
    this.#world = world;
    this.#name = name;
  }

  /** @param rest between two commands */
  async work(draw: Draw, rest: () => Promise<unknown>): Promise<void> {
    while (!this.#stretch.isOver()) {
      if (draw.chance(LOOKS_PERCENT)) await this.#dryRun(drawSweepDay(draw));
      else {
        const command = drawCommand(draw, this.#stretch);
        const isImport = command.kind === 'import';
        const twice = isImport && draw.chance(TWICE_AT_ONCE_PERCENT);
        await Promise.all([this.perform(command), ...(twice ? [this.perform(command)] : [])]);
        if (isImport && draw.chance(AGAIN_PERCENT)) await this.perform(command);
      }
      await rest();
    }
  }

  /** @returns nothing where no one knows what became of it */
  async perform(command: Command): Promise<CallResponse | undefined> {
    const actor = this.#nextActor();
    // Movements name who did it, and so each command has a name of its own.
    const end = this.#stretch.recorder.begin(`operator:${actor}`, { kind: 'change', command });
    const output = await this.#run(command, actor);
    const response = output && responseOf(command, output);
    end(response);
    return response;
  }

  async #dryRun(asOf: string): Promise<void> {
    const actor = this.#nextActor();
    const end = this.#stretch.recorder.begin(`operator:${actor}`, { kind: 'dry_run', asOf });
    const words = [...sweepWords({ asOf }, this.#world.slug), '--dry-run'];
    const output = await this.#say(words, actor);
    end(output && 'code' in output ? output : output && { rows: previewRows(output) });
  }

  #nextActor(): string {
    this.#commands += 1;
    return `${this.#stretch.name}-${this.#name}-${this.#commands}`;
  }

  async #run(command: Command, actor: string): Promise<Output | undefined> {
    const { slug } = this.#world;
    if (command.kind !== 'import') return this.#say(wordsOf(command, slug), actor);
    const file = join(tmpdir(), `${slug}-${process.pid}-${actor}.json`);
    writeFileSync(file, JSON.stringify(recordsOf(command, this.#world)));
    try {
      return await this.#say(['import', file], actor);
    } finally {
      rmSync(file);
    }
  }

  async #say(words: string[], actor: string): Promise<Output | undefined> {
    const lines: string[] = [];
    try {
      const code = await runOperator([...words, '--actor', actor, '--json'], {
        print: (line) => lines.push(line),
        ...oneDatabase({ database: this.#database, secretsKeys: [SECRETS_KEY] }),
      });
      return code === 0 ? JSON.parse(lines.join('')) : undefined;
    } catch (error) {
      if (error instanceof OperatorError) return { status: 0, code: 'OPERATOR' };
      if (!(error instanceof ApiError) || error.status >= 500) return undefined;
      const { requested, available, blocked } = (error.details ?? {}) as Record<string, never>;
      return {
        status: error.status,
        code: error.code,
        ...(requested !== undefined && { requested, available, blocked }),
      };
    }
  }
}

// biome-ignore lint/suspicious/noExplicitAny: anyone who asks says what he expects
type Output = any;

function responseOf(c: Command, output: Output): CallResponse {
  if ('code' in output) return output;
  switch (c.kind) {
    case 'set_status': {
      const locations = output.places as { changed: boolean; waiting: number }[];
      return {
        moved: [],
        changed: locations.filter(({ changed }) => changed).length,
        waiting: locations.reduce((units, { waiting }) => units + waiting, 0),
      };
    }
    case 'set_expiry':
      return { moved: [], waiting: output.waiting };
    case 'sweep':
      return { moved: output.moved.map(movedOf), expiring: output.expiring, busy: output.busy };
    case 'import':
      return {
        created: output.lots.created,
        updated: output.skus.created + output.skus.updated,
      };
    case 'count':
      return { corrected: output.qty, leaving: output.moved.map(movedOf) };
    default:
      return { corrected: output.qty };
  }
}

/** Makes the tuple that the model has for a moved reservation. */
function movedOf({
  reference,
  lot_number,
  moved,
  released,
}: Output): [string, string, number, number] {
  return [reference.id, lot_number, moved, released];
}

/** Makes the rows that `readOf` makes of a state. */
function previewRows({ would_announce, would_move }: Output): string[] {
  const announced = would_announce.map((lot: Output) => [
    lot.sku_code,
    lot.location,
    lot.lot_number,
    lot.days,
    lot.on_hand,
  ]);
  return [...would_move.map(movedOf), ...announced].map(String).sort();
}

function sweepWords({ asOf }: { asOf: string }, organization: string): string[] {
  return ['lot', 'sweep', '--organization', organization, '--as-of', asOf];
}

function wordsOf(c: Command, organization: string): string[] {
  const on = (verb: string[], ...rest: string[]) => [
    ...verb,
    '--organization',
    organization,
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
    case 'sweep':
      return sweepWords(c, organization);
    default:
      throw new Error(`${c.kind} is not the operator's.`);
  }
}

/** The file. SKUs that were not there come with the product of the first. */
function recordsOf(
  { skus, lots, isSpoilt }: Import,
  { slug: organization, products }: Pick<World, 'slug' | 'products'>,
) {
  const [anyProduct] = Object.values(products);
  const records = lots.map(({ sku: sku_code, at: location, lot: lot_number, qty, ...rest }) => ({
    organization,
    sku_code,
    location,
    lot_number,
    qty,
    expiry_date: rest.expiry,
    ...(rest.status && { status: rest.status }),
  }));
  const [last] = records.slice(-1);
  return {
    skus: skus.map(({ sku, reorderPoint }) => ({
      organization,
      sku_code: sku,
      product_id: products[sku] ?? anyProduct,
      reorder_point: reorderPoint,
      gtin: gtinOf(sku),
    })),
    lots: isSpoilt ? [...records, { ...last, location: 'Nowhere' }] : records,
  };
}
