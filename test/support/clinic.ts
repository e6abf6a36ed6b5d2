// A clinic with its keys, and what tests need of its patients.
import type { Database } from '../../src/database/database.ts';
import { importFile, issueKey } from './as-operator.ts';
import { type Client, client, type RunningService } from './pharmacy.ts';
import { hiddenText } from './sentinels.ts';

const MANY = 100_000_000;

export interface Clinic {
  readonly slug: string;
  /** Of the organization. */
  readonly id: string;
  readonly live: Client;
  readonly test: Client;
}

/** An organization, a clinic by default, and callers with its keys, which may do anything. */
export async function makeClinic(
  database: Database,
  service: RunningService,
  { slug = 'clinic', kind = 'clinic' }: { slug?: string; kind?: string } = {},
): Promise<Clinic> {
  const id = crypto.randomUUID();
  await importFile(database, JSON.stringify({ organizations: [{ id, slug, name: slug, kind }] }));
  const caller = async (environment: 'live' | 'test') => {
    const { key } = await issueKey(database, {
      organization: slug,
      environment,
      scopes: 'all',
      plan: 'enterprise',
      requestsPerMinute: MANY,
      requestsPerDay: MANY,
    });
    return client({ url: service.url, key });
  };
  return { slug, id, live: await caller('live'), test: await caller('test') };
}

/** What a patient must have. Of the last name one letter is shown. */
export const ADA = {
  first_name: 'Ada',
  last_name: `Lovelace ${hiddenText('lastname')}`,
  date_of_birth: '1990-12-10',
};
