// What the service uses of Prisma's adapter for PostgreSQL beyond its documented interface: how the migration engine
// runs a script.
import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';

/** The versions whose source was read for this. test/database/migrate.test.ts shows that scripts arrive whole. */
export const READ_IN = {
  '@prisma/adapter-pg': '7.10.0',
  '@prisma/schema-engine-wasm': '7.10.0-4.0edf323efd1d98336f3f0a68684b56f689b900d3',
};

/**
 * Prisma's adapter for the migration engine. Its own way with a script cuts it at each semicolon, even within a
 * function's body; this one passes the script on whole.
 */
export class WholeScripts extends PrismaPg {
  /** What the database answered to the script that failed; the engine keeps only an id of it. */
  failure: Error | undefined;
  readonly #run: (pool: pg.Pool, script: string) => Promise<unknown>;
  readonly #connected: { dispose(): Promise<void> }[] = [];

  constructor(
    config: ConstructorParameters<typeof PrismaPg>[0],
    { schema, run }: { schema: string; run: (pool: pg.Pool, script: string) => Promise<unknown> },
  ) {
    super(config, { schema });
    this.#run = run;
  }

  async disconnect(): Promise<void> {
    for (const adapter of this.#connected) await adapter.dispose();
  }

  override async connect() {
    const adapter = await super.connect();
    this.#connected.push(adapter);
    adapter.executeScript = async (script) => {
      await this.#run(adapter.underlyingDriver(), script).catch((cause: Error) => {
        this.failure = cause;
        throw cause;
      });
    };
    return adapter;
  }
}
