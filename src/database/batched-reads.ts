// Batched reads: calls of one statement that come at once, of whatever organizations, are answered by one statement. To
// receive and answer a small read takes the server longer than to run it, and Node longer than to use its rows. What turns
// out to be long is asked by itself, one after another, and once for all that ask the same: it delays no other.
import { batched } from '../queues/batcher.ts';
import { failureKind } from './failures.ts';
import { type CallRows, type Short, type Statement, statement } from './statement.ts';

const CALLS_MAX = 16;
const IN_FLIGHT_MAX = 2;

/**
 * Lets calls of a statement be batched, outside transactions. It must be a read that is always short, since the calls of a
 * batch run one after another and each waits for all, or one that has a `short` form, which finds that out. Each `$1` of its text stands with its type, which is one word:
 * `$1::uuid`. Each column is the same in JSON: a text, a number up to 2^53 - 1, a boolean, JSON, or an array of texts.
 */
export function batchable<Row>(single: Statement<Row>, short?: Short<Row>): Statement<Row> {
  if (single.batch === undefined && short !== undefined) single.short = short;
  single.batch ??= batchOf(short?.short ?? single);
  return single;
}

function batchOf({ name, text }: Statement): Statement<CallRows> {
  const types = new Map<string, string>();
  const textOfCall = text.replace(/\$(\d+)(::\w+(?:\[\])?)?/g, (_, number, cast) => {
    const column = `value_${number}`;
    const known = types.get(column) ?? cast;
    if (cast === undefined || cast !== known)
      throw new Error(`${name} gives $${number} no one type.`);
    types.set(column, cast);
    return `call.${column}${cast}`;
  });
  const columns = [...types].map(([column, cast]) => `, ${column} ${cast.slice(2)}`);
  return statement<CallRows>(
    `${name}-batch`,
    `
    select (select coalesce(json_agg(row_of_call), '[]'::json) from (${textOfCall}) row_of_call) as rows
      from json_to_recordset($1::json) as call (ordinal int${columns.join('')})
     order by call.ordinal`,
  );
}

type Query = <Row>(statement: Statement<Row>, values: unknown[]) => Promise<Row[]>;

interface Call {
  readonly single: Statement;
  readonly values: unknown[];
}

/** The batches of one database. */
export class ReadBatches {
  readonly #query: Query;
  /** Each answers nothing where the call is long. */
  readonly #calls = new Map<Statement, (values: unknown[]) => Promise<unknown[] | undefined>>();
  readonly #long = batched((calls: Call[]) => this.#answerLong(calls), {
    queue: 'batched_reads',
    itemsMax: CALLS_MAX,
    inFlightMax: 1,
  });

  constructor(query: Query) {
    this.#query = query;
  }

  /** @returns undefined where the statement is not batchable */
  query<Row>(single: Statement<Row>, values: unknown[]): Promise<Row[]> | undefined {
    const { batch } = single;
    if (batch === undefined) return undefined;
    let call = this.#calls.get(single);
    if (call === undefined) {
      call = batched((calls: unknown[][]) => this.#answer(single, batch, calls), {
        queue: 'batched_reads',
        itemsMax: CALLS_MAX,
        inFlightMax: IN_FLIGHT_MAX,
      });
      this.#calls.set(single, call);
    }
    return call(values).then((rows) => rows ?? this.#long({ single, values })) as Promise<Row[]>;
  }

  async #answer(
    single: Statement,
    batch: Statement<CallRows>,
    calls: unknown[][],
  ): Promise<(unknown[] | undefined | Error)[]> {
    const { short: one = single, isPart = () => false } = single.short ?? {};
    const unlessPart = (rows: unknown[]) => (rows.some(isPart) ? undefined : rows);
    const alone = (values: unknown[]) =>
      this.#query(one, values)
        .then(unlessPart)
        .catch((error: Error) => error);
    if (calls.length === 1) return Promise.all(calls.map(alone));
    try {
      const asked = calls.map((values, ordinal) => ({
        ordinal,
        ...Object.fromEntries(values.map((value, index) => [`value_${index + 1}`, value])),
      }));
      return (await this.#query(batch, [JSON.stringify(asked)])).map(({ rows }) =>
        unlessPart(rows),
      );
    } catch (error) {
      // A lost connection, a lock or the server's memory would fail them alone as well, and later.
      if (failureKind(error) !== 'other') throw error;
      // The values of one call have failed all of them, so each is asked alone.
      return Promise.all(calls.map(alone));
    }
  }

  async #answerLong(calls: readonly Call[]): Promise<(unknown[] | Error)[]> {
    const answers = new Map<string, unknown[] | Error>();
    const nameOf = ({ single, values }: Call) => JSON.stringify([single.name, values]);
    for (const call of calls) {
      if (answers.has(nameOf(call))) continue;
      const { single, values } = call;
      const answer = await this.#query(single, values).catch((error: Error) => error);
      answers.set(nameOf(call), answer);
    }
    return calls.map((call) => answers.get(nameOf(call)) as unknown[] | Error);
  }
}
