import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { readerUrl } from '../../src/database/migrate.ts';
import { importFile, issueKey } from '../support/as-operator.ts';
import { client, makePharmacy } from '../support/pharmacy.ts';
import { useWorld } from '../support/world.ts';

const PATH = '/partner/v1/store/checkout-config';
const TRANSACTION_KEY = 'transaction-key-that-must-not-leave';

const world = useWorld(async ({ db, service }) => {
  const mine = await makePharmacy(db.database, { skuCodes: [] });
  const theirs = await makePharmacy(db.database, { slug: 'theirs', skuCodes: [] });
  const live = client({ url: service.url, key: mine.liveKey });
  const test = client({ url: service.url, key: mine.testKey });
  const values = (name: string) => ({
    public_client_key: `${name}-public`,
    api_login_id: `${name}-login`,
    accept_js_url: `https://${name}.payments.example/v1/Accept.js`,
    transaction_key: TRANSACTION_KEY,
  });
  await importFile(
    db.database,
    JSON.stringify({
      checkout_configs: [
        { organization: mine.slug, environment: 'production', ...values('js') },
        { organization: mine.slug, environment: 'sandbox', ...values('jstest') },
        { organization: theirs.slug, environment: 'test' },
      ],
    }),
  );
  return { mine, theirs, live, test };
});

describe('the configuration', () => {
  it('of production is for live keys, the sandbox’s for test keys', async () => {
    const [ofLive, ofTest] = await Promise.all([world.live.get(PATH), world.test.get(PATH)]);
    expect([ofLive.status, ofLive.body]).toEqual([
      200,
      {
        data: {
          public_client_key: 'js-public',
          api_login_id: 'js-login',
          accept_js_url: 'https://js.payments.example/v1/Accept.js',
          environment: 'production',
        },
      },
    ]);
    expect([ofTest.status, ofTest.body]).toEqual([
      200,
      {
        data: {
          public_client_key: 'jstest-public',
          api_login_id: 'jstest-login',
          accept_js_url: 'https://jstest.payments.example/v1/Accept.js',
          environment: 'sandbox',
        },
      },
    ]);
  });

  it('that is set without a value has null for it', async () => {
    const { body } = await client({ url: world.service.url, key: world.theirs.testKey }).get(PATH);
    expect(body.data).toEqual({
      public_client_key: null,
      api_login_id: null,
      accept_js_url: null,
      environment: 'sandbox',
    });
  });

  it('that is not set is not found, whatever the other environment has', async () => {
    const { status, body } = await client({
      url: world.service.url,
      key: world.theirs.liveKey,
    }).get(PATH);
    expect([status, body.error.code]).toEqual([404, 'not_found']);
  });

  it('needs store:write; store:read does not do', async () => {
    const keyOf = (scopes: string) =>
      issueKey(world.db.database, {
        organization: world.mine.slug,
        environment: 'live',
        scopes,
        plan: 'standard',
      });
    const [reads, writes] = [await keyOf('store:read'), await keyOf('store:write')];
    const refused = await client({ url: world.service.url, key: reads.key }).get(PATH);
    expect([refused.status, refused.body.error.code]).toEqual([403, 'insufficient_scope']);
    expect((await client({ url: world.service.url, key: writes.key }).get(PATH)).status).toBe(200);
  });
});

describe('the transaction key', () => {
  it('is in no answer and in no row as it was typed', async () => {
    const answers = await Promise.all([world.live.get(PATH), world.test.get(PATH)]);
    const { rows } = await world.db.owner.query(
      'select checkout_config::text as text from checkout_config',
    );
    const texts = [...answers.map(({ text }) => text), ...rows.map(({ text }) => text)];
    for (const text of texts) {
      expect(text).not.toContain(TRANSACTION_KEY);
      expect(text).not.toContain(Buffer.from(TRANSACTION_KEY).toString('hex'));
    }
  });

  it('cannot be selected by the role that reads run as, sealed or not', async () => {
    const reader = new pg.Client({ connectionString: await readerUrl(world.db.ownerUrl) });
    await reader.connect();
    try {
      for (const columns of ['sealed', '*', 'checkout_config::text']) {
        await expect(reader.query(`select ${columns} from checkout_config`)).rejects.toThrow(
          'permission denied',
        );
      }
      const { rows } = await world.db.owner.query(
        'select array_agg(id)::text as all from organization',
      );
      await reader.query(`select set_config('app.organization_ids', $1, false)`, [rows[0].all]);
      expect((await reader.query('select api_login_id from checkout_config')).rowCount).toBe(3);
    } finally {
      await reader.end();
    }
  });
});
