// The role of a database that did not answer when the process started. The service connects as a role whose name and
// password are in the database, so it learns them when the database answers for the first time.
import type pg from 'pg';
import { connectAs } from '../internals/pg.ts';

export interface LoginRole {
  readonly user: string;
  readonly password: string;
}

export type FindRole = () => Promise<LoginRole>;

/** Makes a client class whose connections are opened as the role that is found, once it is known. */
export function actingAs(Client: typeof pg.Client, findRole: FindRole): typeof pg.Client {
  return class extends Client {
    /** The pool calls it with a callback, and so does half-open.ts. */
    override connect(callback?: (...ends: never[]) => void): Promise<never> {
      const onEnd = callback as (error?: Error) => void;
      findRole().then((role) => {
        connectAs(this, role);
        super.connect(onEnd);
      }, onEnd);
      return undefined as never;
    }
  };
}
