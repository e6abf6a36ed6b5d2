// A commit whose wait for its synchronous standby is ended stands on the primary alone, and the server answers it as
// done. Nobody hears so before the standby has it: a promotion may lose it until then. Asked below HTTP, since who
// calls is counted in commits that wait too.
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { stockOf } from '../../../kit/one-database.ts';
import type { Call } from '../../../src/contract.ts';
import { Database, mayHaveCommitted } from '../../../src/database/database.ts';
import { failureKind } from '../../../src/database/failures.ts';
import { migrate, serviceUrl } from '../../../src/database/migrate.ts';
import { CONFIRM_FOUND } from '../../../src/database/standby.ts';
import { ApiError } from '../../../src/errors.ts';
import { answerOnce, keyedRequest } from '../../../src/idempotency/idempotency.ts';
import { createAllocation } from '../../../src/inventory/operations/create-allocation.ts';
import { postMovement } from '../../../src/inventory/operations/post-movement.ts';
import { releaseAllocations } from '../../../src/inventory/operations/release-allocations.ts';
import { patientAccessNoter } from '../../../src/patients/patient-access.ts';
import { makeServices, type Services } from '../../../src/program/services.ts';
import { AddressGuard } from '../../../src/webhooks/endpoints/address-guard.ts';
import { SECRETS } from '../../support/as-operator.ts';
import { until } from '../../support/concurrency.ts';
import { day, freshKey, makePharmacy } from '../../support/pharmacy.ts';
import { noServers, type Pair, startPair } from '../../support/postgres-pair.ts';
import { describeUnless } from '../fault-stage.ts';

describeUnless(noServers, 'a commit that waits for its standby', () => {
  let pair: Pair;
  /** As of two processes: one knows nothing of what the other remembers. */
  const databases: Database[] = [];
  let one: Services;
  let other: Services;
  let organizationId: string;

  beforeAll(async () => {
    pair = await startPair();
    const owner = pair.primary.url();
    await migrate(owner);
    const url = await serviceUrl(owner);
    for (let index = 0; index < 2; index += 1)
      databases.push(new Database(url, { preparedStatements: true }));
    const skuCodes = ['SKU-1', 'SKU-2'];
    const lot = { lot_number: 'L-1', expiry_date: day(90), qty: 100 };
    const lots = skuCodes.map((sku_code) => ({ sku_code, ...lot }));
    await makePharmacy(databases[0] as Database, { skuCodes, lots });
    [{ id: organizationId }] = (await pair.primary.query('select id from organization')) as [
      { id: string },
    ];
    [one, other] = databases.map((database) =>
      makeServices(database, {
        ...stockOf(database),
        secrets: SECRETS,
        addressGuard: new AddressGuard([]),
        notePatientAccess: patientAccessNoter(database),
        appUrl: () => 'http://localhost:3000',
      }),
    ) as [Services, Services];
  });

  afterEach(() => pair.standby.thaw());

  afterAll(async () => {
    for (const database of databases) await database.close();
    await pair?.end();
  });

  /** Sessions whose commit waits. */
  const waiting = async () => {
    const rows = await pair.primary.query<{ pid: number }>(
      "select pid from pg_stat_activity where wait_event = 'SyncRep' order by backend_start",
    );
    return rows.map(({ pid }) => pid);
  };
  const untilWaits = async (isAnswered: () => boolean, before: readonly number[] = []) => {
    let found: number | undefined;
    await until('a commit waits, or is answered', async () => {
      found = (await waiting()).find((pid) => !before.includes(pid));
      return found !== undefined || isAnswered();
    });
    return found;
  };
  /** What a caller hears, as it is known so far. */
  const asked = (answer: Promise<{ status: number }>) => {
    const outcome: { status?: number } = {};
    const status = answer.then(
      (given) => given.status,
      (error) => (error instanceof ApiError ? error.status : String(error)),
    );
    void status.then((known) => Object.assign(outcome, { status: known }));
    return { status, isAnswered: () => outcome.status !== undefined };
  };

  it.each([
    ['cancelled', 'pg_cancel_backend', 'SKU-1'],
    ['terminated', 'pg_terminate_backend', 'SKU-2'],
  ])(
    'and is %s there is acknowledged once the standby has it, and not before',
    async (_how, end, sku_code) => {
      const call = {
        body: { type: 'fulfill', sku_code, qty: 1 },
        header: { 'Idempotency-Key': freshKey() },
        principal: { organizationId, actor: `api_key:${crypto.randomUUID()}`, environment: 'live' },
      } as unknown as Call<'postMovement'>;
      pair.standby.freeze();
      const first = asked(postMovement(call, one));
      const commit = await untilWaits(first.isAnswered);
      await pair.primary.query(`select ${end}(${commit})`);
      // It is looked up, in a transaction whose commit waits.
      const lookUp = await untilWaits(first.isAnswered, [commit as number]);
      expect([first.isAnswered(), lookUp]).toEqual([false, expect.any(Number)]);

      const second = asked(postMovement(call, other));
      const repeat = await untilWaits(second.isAnswered, [commit as number, lookUp as number]);
      expect([second.isAnswered(), repeat]).toEqual([false, expect.any(Number)]);
      // Ended likewise, it is no answer either.
      await pair.primary.query(`select ${end}(${repeat})`);
      expect(await second.status).not.toBe(200);
      expect(first.isAnswered()).toBe(false);

      pair.standby.thaw();
      expect(await first.status).toBe(201);
      expect(await asked(postMovement(call, other)).status).toBe(200);
    },
  );

  it('and is cancelled is acknowledged to nobody who finds that nothing is held any more', async () => {
    const reference = { type: 'order', id: 'A-1' };
    const principal = {
      organizationId,
      actor: `api_key:${crypto.randomUUID()}`,
      environment: 'live',
    };
    const body = { sku_code: 'SKU-1', qty: 1, reference };
    const reserved = { body, header: {}, principal } as unknown as Call<'createAllocation'>;
    expect((await createAllocation(reserved, one)).status).toBe(201);
    const query = { reference_type: reference.type, reference_id: reference.id };
    const call = { query, principal } as unknown as Call<'releaseAllocations'>;
    pair.standby.freeze();
    const first = asked(releaseAllocations(call, one));
    const commit = await untilWaits(first.isAnswered);
    await pair.primary.query(`select pg_cancel_backend(${commit})`);
    const lookUp = await untilWaits(first.isAnswered, [commit as number]);
    const second = asked(releaseAllocations(call, other));
    const repeat = await untilWaits(second.isAnswered, [commit as number, lookUp as number]);
    expect([second.isAnswered(), repeat]).toEqual([false, expect.any(Number)]);
    pair.standby.thaw();
    expect(await Promise.all([first.status, second.status])).toEqual([200, 200]);
  });

  it('and is cancelled may have been one; who comes again with the key waits for the standby', async () => {
    const request = keyedRequest('createPatient', freshKey(), {});
    const answered = async () => {
      const { isRepeat } = await (databases[0] as Database).transaction((tx) =>
        answerOnce(
          tx,
          { principal: { organizationId, environment: 'live' }, request },
          async () => ({}),
        ),
      );
      return { status: isRepeat ? 200 : 201 };
    };
    pair.standby.freeze();
    const failure = answered().catch((error) => error);
    await pair.primary.query(`select pg_cancel_backend(${await untilWaits(() => false)})`);
    expect(mayHaveCommitted(await failure)).toBe(true);
    const repeat = asked(answered());
    expect([await untilWaits(repeat.isAnswered), repeat.isAnswered()]).toEqual([
      expect.any(Number),
      false,
    ]);
    pair.standby.thaw();
    expect(await repeat.status).toBe(200);
  });

  it('takes few of the sessions that the server has, however many come again while it is away', async () => {
    const url = await serviceUrl(pair.primary.url());
    // Who has given up is not heard by the server, which waits on.
    const impatient = new Database(url, { preparedStatements: true, answerSeconds: 6 });
    pair.standby.freeze();
    const before = (await waiting()).length;
    const repeats = Array.from({ length: 14 }, () =>
      impatient.query(CONFIRM_FOUND, []).then(() => 'confirmed', failureKind),
    );
    const ends = await Promise.all(repeats);
    expect(new Set(ends)).toEqual(new Set(['lost', 'lock_timeout']));
    expect((await waiting()).length - before).toBeLessThanOrEqual(4);
    pair.standby.thaw();
    await until('nobody waits', async () => (await waiting()).length === 0);
    expect(await impatient.query(CONFIRM_FOUND, [])).toEqual([{ position: expect.any(String) }]);
    await impatient.close();
  });
});
