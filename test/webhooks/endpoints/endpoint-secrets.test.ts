import { describe, expect, it } from 'vitest';
import { SecretBox } from '../../../src/lib/seal.ts';
import { openSecrets, sealedFieldOf } from '../../../src/webhooks/endpoints/endpoint-secrets.ts';
import {
  create,
  rowOf,
  sealedSecrets,
  UNKNOWN,
  useEndpoints,
  WEBHOOKS,
} from '../../support/endpoints.ts';

const webhooks = useEndpoints();

const oldKey = Buffer.alloc(32, 7);
const box = new SecretBox([oldKey]);

describe('a secret', () => {
  it('is sealed at rest: no byte of the row shows it', async () => {
    const { id, secret } = await create(webhooks.live);
    const rotated = (await webhooks.live.post(`${WEBHOOKS}/${id}/rotate-secret`)).body.secret;
    const { rows } = await webhooks.db.owner.query(
      'select t::text as row from webhook_endpoint t where id = $1',
      [id],
    );
    const row = await rowOf(webhooks, id);
    for (const text of [secret, rotated]) {
      const key = Buffer.from(text.slice('whsec_'.length), 'base64');
      for (const form of [text, text.slice(6), key.toString('hex')]) {
        expect(rows[0].row).not.toContain(form);
      }
      for (const column of [row.secret, row.next_secret] as Buffer[]) {
        expect(column.includes(Buffer.from(text)) || column.includes(key)).toBe(false);
      }
    }
    expect(openSecrets(box, await sealedSecrets(webhooks, id))).toEqual({
      secret,
      nextSecret: rotated,
    });
  });

  it('opens in its own row alone, and not when a byte was changed', async () => {
    const [one, other] = [await create(webhooks.live), await create(webhooks.live)];
    const row = await sealedSecrets(webhooks, one.id);
    expect(openSecrets(box, row).secret).toBe(one.secret);
    expect(() => openSecrets(box, { ...row, endpoint_id: other.id })).toThrow();
    expect(() => openSecrets(box, { ...row, organization_id: UNKNOWN })).toThrow();
    for (let at = 0; at < row.secret.length; at += 1) {
      const changed = Buffer.from(row.secret);
      changed[at] = (changed[at] as number) ^ 1;
      expect(() => openSecrets(box, { ...row, secret: changed })).toThrow();
    }
    expect(() => openSecrets(box, { ...row, secret: row.secret.subarray(0, -1) })).toThrow();
  });

  it('still opens when a new key stands before the old one, and is sealed again with that', async () => {
    const newKey = Buffer.alloc(32, 8);
    const rotated = new SecretBox([newKey, oldKey]);
    const { id, secret } = await create(webhooks.live);
    const row = await sealedSecrets(webhooks, id);
    expect(openSecrets(rotated, row).secret).toBe(secret);
    const fresh = { ...row, secret: rotated.seal('new', sealedFieldOf(row.organization_id, id)) };
    expect(openSecrets(new SecretBox([newKey]), fresh).secret).toBe('new');
    expect(() => openSecrets(new SecretBox([newKey]), row)).toThrow(/SECRETS_KEY does not hold/);
  });
});
