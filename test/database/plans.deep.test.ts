// What statements cost must follow neither from how large the tables are nor from what the planner knows of them.
// Every statement of what is done often, and of every list, runs as the service runs it, on small tables and on
// large ones, and the rows and pages that its plan has touched are compared.
//
//   npm run bench:plans
//
// does it with a million rows in each table, and PLAN_ROWS with any other number.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, openDatabase, type TestDatabase } from '../../kit/database.ts';
import { statements } from '../../src/database/statement.ts';
import { untilPrunable } from '../support/concurrency.ts';
import { beginTables, growTables } from '../support/grown-tables.ts';
import { logPlans, PlanWatch, pretendAnalysed, type Ran } from '../support/watched-plans.ts';
import { countUses, FOR_WORK, type Stage, stageOf, TYPICAL_WORKLOAD } from './typical-workload.ts';

/** Rows in each table. */
const SMALL = 2_000;
const LARGE = Number(process.env.PLAN_ROWS ?? 50_000);
/** An index of more rows is higher, which is a page or two more with every look into it. */
const FACTOR_MAX = 2;
const ROWS_MORE_MAX = 20;
const PAGES_MORE_MAX = 40;
const LOOKS_MAX = 5;
/** Statements that stop at a bound of their own, which only the large tables reach: the rows at which each stops. */
const STOPS_AT = new Map([
  ['preview', 2 * 1_000],
  ['count-skipped', 50_000],
]);
/** Of an index and of the table. */
const PAGES_A_ROW = 2;

/** A prepared statement is planned for its values at first, and later, if it seems as good, for any. */
const KINDS = ['custom', 'generic'] as const;

interface Watched {
  readonly stage: Stage;
  readonly watch: PlanWatch;
  close(): Promise<void>;
}

let small: TestDatabase;
let large: TestDatabase;
/** Of a database, for plans of each kind. */
const watched = new Map<TestDatabase, Record<(typeof KINDS)[number], Watched>>();

beforeAll(async () => {
  [small, large] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  for (const db of [small, large]) {
    await logPlans(db.owner);
    const nextUse = countUses();
    const custom = await watch(db, 'custom', nextUse);
    watched.set(db, { custom, generic: await watch(db, 'generic', nextUse) });
    await beginTables(db.owner);
    // Later no one is known but the one who came first.
    await db.owner.query('analyze');
    await growTables(db.owner, { from: 0, to: SMALL });
    await db.owner.query(FOR_WORK);
  }
}, 120_000);

afterAll(async () => {
  for (const { custom, generic } of watched.values()) {
    await custom.close();
    await generic.close();
  }
  await Promise.all([small.drop(), large.drop()]);
});

async function watch(db: TestDatabase, kind: string, nextUse: () => number): Promise<Watched> {
  const { database, reads, close } = await openDatabase(db.ownerUrl, {
    settings: { plan_cache_mode: `force_${kind}_plan` },
    // So that what a new session reads of the catalog is read once.
    connections: 1,
  });
  return { stage: stageOf(database, nextUse), watch: new PlanWatch(database, reads), close };
}

type Cost = Omit<Ran, 'text'>;

const NOTHING: Cost = { rows: 0, pages: 0, dearest: 'nothing' };

/** By the work and the statement. */
type Costs = Map<string, Cost>;

async function costsOf(db: TestDatabase, kind: (typeof KINDS)[number]): Promise<Costs> {
  const { stage, watch } = (watched.get(db) as Record<string, Watched>)[kind] as Watched;
  const costs: Costs = new Map();
  for (const [name, work] of Object.entries(TYPICAL_WORKLOAD)) {
    watch.take();
    await work(stage);
    for (const { text, rows, pages, dearest } of watch.take()) {
      const of = `${name}: ${text}`;
      const before = costs.get(of) ?? NOTHING;
      costs.set(of, { rows: before.rows + rows, pages: before.pages + pages, dearest });
    }
  }
  return costs;
}

/** What each costs on small tables at most, whatever is known of them. */
const onSmall: Costs = new Map();

const STATES: Readonly<Record<string, (db: TestDatabase) => Promise<unknown>>> = {
  'analysed when only another organization was there': async () => {},
  'never analysed': (db) => pretendAnalysed(db.owner, 'never'),
  'analysed while empty': (db) => pretendAnalysed(db.owner, 'while empty'),
  'analysed as they are': (db) => db.owner.query('analyze'),
};

// The tables grow once, and what is known of them is set in the order of the states.
describe('statements', { shuffle: false }, () => {
  it('does all that it is asked to on small tables', async () => {
    // Connections that were there when the tables were small keep their plans.
    for (const kind of KINDS) await costsOf(large, kind);
    for (const prepare of Object.values(STATES)) {
      await prepare(small);
      for (const kind of KINDS) {
        for (const [of, cost] of await costsOf(small, kind)) {
          const before = onSmall.get(of) ?? cost;
          onSmall.set(of, {
            rows: Math.max(before.rows, cost.rows),
            pages: Math.max(before.pages, cost.pages),
            dearest: cost.dearest,
          });
        }
      }
    }
    expect(onSmall.size).toBeGreaterThan(Object.keys(TYPICAL_WORKLOAD).length);
  }, 120_000);

  describe(`on tables of ${LARGE} rows, as on those of ${SMALL}`, () => {
    beforeAll(async () => {
      await growTables(large.owner, { from: SMALL, to: LARGE });
    }, 3_600_000);

    it.each(Object.entries(STATES))(
      'no statement touches more rows or pages where they were %s',
      async (_, prepare) => {
        await prepare(large);
        // The least of several looks: old versions of rows stay while somebody writes in any database of the server.
        let grown = await grownOf(large);
        for (let look = 1; grown.size > 0 && look < LOOKS_MAX; look += 1) {
          await untilPrunable(large.owner);
          const still = await grownOf(large);
          grown = new Map([...grown].filter(([of]) => still.has(of)));
        }
        expect([...grown.values()]).toEqual([]);
      },
      120_000,
    );
  });
});

/** Statements that cost more on large tables, and what they do. */
async function grownOf(db: TestDatabase): Promise<Map<string, string>> {
  const grown = new Map<string, string>();
  for (const kind of KINDS) {
    for (const [of, cost] of await costsOf(db, kind)) {
      const before = onSmall.get(of) ?? NOTHING;
      const stopsAt = STOPS_AT.get(statementOf(of)?.name ?? '') ?? 0;
      const isMore = (what: 'rows' | 'pages', more: number, bound: number) =>
        cost[what] > Math.max(FACTOR_MAX * before[what], bound) + more;
      if (
        isMore('rows', ROWS_MORE_MAX, stopsAt) ||
        isMore('pages', PAGES_MORE_MAX, PAGES_A_ROW * stopsAt)
      ) {
        const described = `${kind} ${spoken(of)}: ${spokenCost(before)}, now ${spokenCost(cost)}`;
        grown.set(`${kind} ${of}`, described);
      }
    }
  }
  return grown;
}

function statementOf(of: string) {
  return [...statements.values()].find(({ text }) => of.endsWith(text));
}

/** With the statement's name for its text. */
function spoken(of: string): string {
  const known = statementOf(of);
  const short = known === undefined ? of : of.slice(0, -known.text.length) + known.name;
  return short.replace(/\s+/g, ' ').slice(0, 300);
}

function spokenCost({ rows, pages, dearest }: Cost): string {
  return `${rows} rows, ${pages} pages, most by ${dearest}`;
}
