import pg from 'pg';

/** What a query of `pg` says to its connection; `pg` has no types for it. */
interface Wire {
  readonly parsedStatements: Record<string, string>;
  parse(statement: pg.QueryConfig): void;
  bind(portal: object): void;
  execute(portal: object): void;
}

/** What `pg.Query` makes of the answers to its own statement. */
interface Answers {
  prepare(connection: Wire): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: Wire): void;
}

const PlainQuery = pg.Query as unknown as new (
  config: pg.QueryConfig & { queryMode: 'extended' },
) => Answers & pg.Submittable;

/**
 * A statement and, before it, one that prepares the ground and whose answer nobody reads. Both go to the server at
 * once, and it takes what stands before one Sync for one transaction: of all ways to have something hold for
 * one statement the cheapest. In a transaction of its own a look-up by key takes about twice as long (2 busy
 * cores; scripts/bench/acting-for.ts measures it).
 *
 * Only for a pool's `query`, which drops a connection whose query fails: which of the two were prepared is not
 * known then.
 */
export class TwoInOne extends PlainQuery {
  readonly #first: pg.QueryConfig<string[]>;
  #isFirstOver = false;

  constructor(first: pg.QueryConfig<string[]>, second: pg.QueryConfig) {
    super({ ...second, queryMode: 'extended' });
    this.#first = first;
  }

  override prepare(connection: Wire): void {
    const { name, text, values } = this.#first;
    const known = connection.parsedStatements;
    if (name === undefined || known[name] === undefined) {
      connection.parse(this.#first);
      if (name !== undefined) known[name] = text;
    }
    connection.bind({ portal: '', statement: name, values, valueMapper: String });
    connection.execute({ portal: '' });
    super.prepare(connection);
  }

  override handleDataRow(message: unknown): void {
    if (this.#isFirstOver) super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, connection: Wire): void {
    if (this.#isFirstOver) super.handleCommandComplete(message, connection);
    this.#isFirstOver = true;
  }
}
