// What must not leave: wholesale costs and commissions, what is known of patients next to the projection,
// intakes, where an order goes, keys and secrets. Texts that are found nowhere else are planted in every column
// that reads do not show. Then everything that the service can be asked is asked, by everybody, rightly and
// wrongly; the database is made to refuse rows that hold them; and every output is searched.
//
// The tests of this file build on each other.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readerUrl } from '../../src/database/migrate.ts';
import type { Operation } from '../../src/http/operations.ts';
import { runProgram } from '../support/spawn-server.ts';
import { commands, runAll, takesAway } from './commands.ts';
import { hiddenColumns, learnBytes, withoutSentinel } from './hidden-columns.ts';
import { bringBackPeople } from './people.ts';
import { sendRefused } from './refusals.ts';
import { APPLICATION, driveAll, operations } from './requests.ts';
import { BIRTHDAY } from './sentinels.ts';
import { SECRETS_KEY, type Stage, setStage } from './stage.ts';
import { REFUSING, refuseRows, violateAll, wasViolated } from './violations.ts';

const WAIT_OPTIONS = { timeout: 600_000 };
/** Tables that the database checks in nothing but their keys. */
const WITHOUT_CHECKS = [
  'idempotency_key',
  'oidc_sign_in',
  'passkey_challenge',
  'person_session',
  'secrets_key',
  'sign_in_link',
  // But that no one is their own witness.
  'witness_token',
];

/** What needs a key of a device, or rows in a state that test/contract/fuzz-application.test.ts or its own test makes. */
const NOT_DONE_HERE = [
  'approveCountLines',
  'cancelPackingOrder',
  'handInCountSheet',
  'noteRecallCall',
  'registerPasskey',
  'shipPackingOrder',
  'signInWithLink',
  'signInWithOpenId',
  'signInWithPasskey',
  'transferStock',
  'undoCorrection',
];

/** Tables that requests write first of all, so that these are where they fail. */
const WRITTEN = [
  'customer_order',
  'idempotency_key',
  'intake',
  'movement',
  'patient',
  'webhook_endpoint',
];

let stage: Stage;
/** That hold what must not leave. */
let tables: string[];
/** Operations and commands that did their work for somebody. */
const done = new Set<string>();
const keep = (names: ReadonlySet<string>) => {
  for (const name of names) done.add(name);
};

const isPlainWrite = ({ method, template }: Operation) =>
  /post|put/.test(method) && !template.includes('{');

beforeAll(async () => {
  stage = await setStage();
}, WAIT_OPTIONS.timeout);
afterAll(() => stage?.close(), WAIT_OPTIONS.timeout);

describe('one story', { shuffle: false }, () => {
  it(
    'everybody calls every operation with every record, and runs every command',
    WAIT_OPTIONS,
    async () => {
      // Who does not listen gets no events.
      await driveAll(stage, ({ id }) => id === 'createWebhook');
      keep(await driveAll(stage, ({ method }) => method !== 'delete'));
      await bringBackPeople(stage);
      keep(await runAll(stage, (name) => !takesAway(name)));
    },
  );

  it('every column that reads do not show holds something to look for', async () => {
    const { username } = new URL(await readerUrl(stage.ownerUrl));
    const columns = await hiddenColumns({ owner: stage.owner, reader: username });
    tables = [...new Set(columns.map(({ table }) => table))];
    expect(await withoutSentinel(stage, columns)).toEqual([]);
    expect(await learnBytes(stage, columns)).toBeGreaterThan(20);
  });

  it(
    'the database refuses a row of each of those tables, by a check and by a key',
    WAIT_OPTIONS,
    async () => {
      const refused = await violateAll(stage, tables);
      const how = [...refused].map(([table, codes]) => [table, wasViolated(codes)]);
      expect(Object.fromEntries(how)).toEqual(
        Object.fromEntries(
          tables.map((table) => [table, { check: !WITHOUT_CHECKS.includes(table), unique: true }]),
        ),
      );
    },
  );

  it('writes fail in the database, and reads of what does not open', WAIT_OPTIONS, async () => {
    // A write with an Idempotency-Key keeps that first.
    const first = ['idempotency_key'];
    const acceptKeys = await refuseRows(stage, first);
    await driveAll(stage, isPlainWrite);
    await acceptKeys();
    const accept = await refuseRows(
      stage,
      tables.filter((table) => !first.includes(table)),
    );
    expect(await driveAll(stage, isPlainWrite)).not.toContain('createWebhook');
    const { sentinels } = stage;
    const secret = sentinels.text('in a file');
    const files = {
      broken: `{"patients": [{"last_name": "${secret}`,
      refused: JSON.stringify({ partners: [{ external_id: 7, name: secret }] }),
      failing: JSON.stringify({
        products: [{ organization: 'sen-pharmacy', name: secret, description: BIRTHDAY }],
        checkout_configs: [
          { organization: 'sen-brand', environment: 'live', transaction_key: secret },
        ],
      }),
    };
    for (const [name, text] of Object.entries(files)) {
      const path = join(stage.dataDir, `${name}.json`);
      writeFileSync(path, text);
      const env = { DATA_DIR: stage.dataDir, SECRETS_KEY };
      const { code, stdout, stderr } = await runProgram(['operator', 'import', path], env);
      expect([name, code]).toEqual([name, 1]);
      sentinels.look({ where: 'command', command: 'import' }, `${stdout} ${stderr}`);
    }
    await accept();
    const lengthen = `update store_order set sealed = sealed || '\\x00'::bytea`;
    const shorten = 'update store_order set sealed = substr(sealed, 1, length(sealed) - 1)';
    await stage.owner.query(lengthen);
    await driveAll(stage, ({ id }) => id === 'listStoreOrders');
    await stage.owner.query(shorten);
    const failed = new RegExp(`"table":"(\\w+)","constraint":"${REFUSING}"`, 'g');
    const found = new Set([...stage.server.log().matchAll(failed)].map(([, table]) => table));
    expect([...found].sort()).toEqual(expect.arrayContaining(WRITTEN));
    expect(stage.server.log()).toContain('"operationId":"listStoreOrders","status":500');
  });

  it('every operation refuses something', WAIT_OPTIONS, async () => {
    const refused = await sendRefused(stage);
    expect(operations.map(({ id }) => id).filter((id) => !refused.has(id))).toEqual([]);
  });

  it('every operation and every command has done its work for somebody', WAIT_OPTIONS, async () => {
    for (const { id } of operations.filter(({ method }) => method === 'delete')) {
      // Something new, to take away.
      await driveAll(stage, isPlainWrite);
      keep(await driveAll(stage, (operation) => operation.id === id));
    }
    await driveAll(stage, isPlainWrite);
    keep(await runAll(stage, takesAway));
    const all = [...operations.map(({ id }) => id), ...commands];
    expect(all.filter((name) => !done.has(name))).toEqual([]);
  });

  it(
    'somebody who is signed in asks the application for everything, rightly and wrongly',
    WAIT_OPTIONS,
    async () => {
      const worked = await driveAll(stage, undefined, APPLICATION);
      const refused = await sendRefused(stage, APPLICATION);
      const ids = APPLICATION.operations.map(({ id }) => id);
      expect(ids.filter((id) => !refused.has(id))).toEqual([]);
      expect(ids.filter((id) => !worked.has(id) && !NOT_DONE_HERE.includes(id))).toEqual([]);
    },
  );

  it(
    'nothing has left: in no answer, event, delivery, log, metric, error or command',
    WAIT_OPTIONS,
    async () => {
      const { sentinels, owner, receiver, server } = stage;
      // Once more, for what was written since.
      await driveAll(stage, ({ method }) => method === 'get');
      expect(receiver.received.length).toBeGreaterThan(10);
      for (const { rawHeaders, text } of receiver.received) {
        sentinels.look({ where: 'delivery' }, `${rawHeaders.join(' ')} ${text}`);
      }
      const { rows: events } = await owner.query('select event::text as text from event');
      for (const { text } of events) sentinels.look({ where: 'event' }, text);
      const { rows: deliveries } = await owner.query(
        `select concat(webhook_delivery::text, webhook_attempt::text) as text
       from webhook_delivery left join webhook_attempt on delivery_id = id`,
      );
      for (const { text } of deliveries) sentinels.look({ where: 'delivery' }, text);
      sentinels.look({ where: 'metrics' }, await (await fetch(`${server.url}/metrics`)).text());
      for (const line of server.output().split('\n')) sentinels.look({ where: 'log' }, line);
      for (const line of stage.databaseLog().split('\n')) {
        sentinels.look({ where: 'database log' }, line);
      }
      expect(events.length).toBeGreaterThan(10);
      expect(stage.databaseLog()).toContain('violates check constraint');
      expect(server.output().split('\n').length).toBeGreaterThan(1_000);
      expect(sentinels.leaks).toEqual([]);
    },
  );

  it('the search has found what may be seen where it may', () => {
    expect(stage.sentinels.neverFound()).toEqual([]);
  });
});
