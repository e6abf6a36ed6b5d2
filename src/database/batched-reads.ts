// Batched reads: calls of one statement that come at once, of whatever organizations, are answered by one statement. To
// receive and answer a small read takes the server longer than to run it, and Node longer than to use its rows.
import { batched } from '../lib/batcher.ts';
import { failureKind } from './failures.ts';
import { type Statement, statement } from './statement.ts';

const CALLS_MAX = 64;
/** While the server runs one, Node sends the next. */
const IN_FLIGHT_MAX = 2;

type Query = <Row>(statement: Statement<Row>, values: unknown[]) => Promise<Row[]>;

/** What one call reads. */
interface CallRows {
  readonly rows: unknown[];
}

const ofSeveral = new WeakMap<Statement, Statement<CallRows>>();

/**
 * Lets calls of a statement share one, outside transactions. It is for a read that is always short, since each call waits
 * for all of its batch. Each `$1` of its text must stand with its type, as `$1::uuid`, and each column must be the same in
 * JSON: a text, a number, a boolean, JSON, or an array of texts.
 */
export function batchable<Row>(one: Statement<Row>): Statement<Row> {
  if (!ofSeveral.has(one)) ofSeveral.set(one, forSeveral(one));
  return one;
}

function forSeveral({ name, text }: Statement): Statement<CallRows> {
  const types = new Map<string, string>();
  const ofCall = text.replace(/\$(\d+)(?:::(\w+(?:\[\])?))?/g, (_, number, type) => {
    if (type === undefined) throw new Error(`${name} gives $${number} no type.`);
    types.set(`value_${number}`, type);
    return `call.value_${number}`;
  });
  const columns = [...types].map(([column, type]) => `, ${column} ${type}`);
  return statement<CallRows>(
    `${name}-batch`,
    `
    select (select coalesce(json_agg(found), '[]'::json) from (${ofCall}) found) as rows
      from json_to_recordset($1::json) as call (ordinal int${columns.join('')})
     order by call.ordinal`,
  );
}

/** The batches of one database. */
export class ReadBatches {
  readonly #query: Query;
  readonly #calls = new Map<Statement, (values: unknown[]) => Promise<unknown[]>>();

  constructor(query: Query) {
    this.#query = query;
  }

  /** @returns undefined where the statement is not batchable */
  query<Row>(one: Statement<Row>, values: unknown[]): Promise<Row[]> | undefined {
    const several = ofSeveral.get(one);
    if (several === undefined) return undefined;
    let call = this.#calls.get(one);
    if (call === undefined) {
      call = batched((calls: unknown[][]) => this.#answer(one, several, calls), {
        queue: 'batched_reads',
        itemsMax: CALLS_MAX,
        inFlightMax: IN_FLIGHT_MAX,
      });
      this.#calls.set(one, call);
    }
    return call(values) as Promise<Row[]>;
  }

  async #answer(
    one: Statement,
    several: Statement<CallRows>,
    calls: unknown[][],
  ): Promise<(unknown[] | Error)[]> {
    const alone = (values: unknown[]) => this.#query(one, values).catch((error: Error) => error);
    const [only, another] = calls;
    if (only !== undefined && another === undefined) return [await alone(only)];
    try {
      const asked = calls.map((values, ordinal) => ({
        ordinal,
        ...Object.fromEntries(values.map((value, index) => [`value_${index + 1}`, value])),
      }));
      return (await this.#query(several, [JSON.stringify(asked)])).map(({ rows }) => rows);
    } catch (error) {
      if (failureKind(error) === 'lost') throw error;
      // The values of one call, or its rows, may have failed them all.
      return Promise.all(calls.map(alone));
    }
  }
}
