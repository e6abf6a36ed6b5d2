import { describe, expect, it } from 'vitest';
import { browserAt, refusal } from '../support/browsers.ts';
import { useWorld } from '../support/world.ts';

const world = useWorld();

it('a challenge is answered once, and by a passkey that is known here', async () => {
  const browser = browserAt(world.service.url);
  const { status, body } = await browser.post('/session/passkey/options');
  expect([status, body.options.userVerification]).toEqual([201, 'required']);
  const answer = { challenge_id: body.challenge_id, response: { id: 'unknown' } };
  for (const message of ['This passkey is not known here.', 'The challenge was answered before']) {
    const refused = await browser.post('/session/passkey', { body: answer });
    expect(refusal(refused)).toEqual([401, 'unauthorized']);
    expect(refused.body.error.message).toContain(message);
  }
});

it('an id that is no text is refused as such', async () => {
  const browser = browserAt(world.service.url);
  const { body } = await browser.post('/session/passkey/options');
  const answer = { challenge_id: body.challenge_id, response: { id: { toString: 1 } } };
  const refused = await browser.post('/session/passkey', { body: answer });
  expect([...refusal(refused), refused.body.error.details[0].path]).toEqual([
    400,
    'validation_failed',
    'response.id',
  ]);
});

describe('challenges that wait', { shuffle: false }, () => {
  const ask = (address: string) =>
    browserAt(world.service.url).post('/session/passkey/options', {
      headers: { 'X-Forwarded-For': `203.0.113.1, ${address}` },
    });
  const fill = (count: number, from: string) =>
    world.db.owner.query(
      `insert into passkey_challenge (id, challenge, expires_at, asked_from_hash)
       select gen_random_uuid(), 'x', now() + interval '1 minute', sha256($2::bytea)
         from generate_series(1, $1)`,
      [count, from],
    );

  it('of one address are so many, and another one still asks', async () => {
    await fill(299, '198.51.100.7');
    expect((await ask('198.51.100.7')).status).toBe(201);
    const refused = await ask('198.51.100.7');
    expect(refusal(refused)).toEqual([503, 'unavailable']);
    expect(refused.headers.get('retry-after')).toBe('10');
    expect((await ask('198.51.100.8')).status).toBe(201);
  });

  it('of all are so many, until some are over', async () => {
    await fill(5_000, 'many');
    expect(refusal(await ask('198.51.100.9'))).toEqual([503, 'unavailable']);
    await world.db.owner.query('update passkey_challenge set expires_at = now()');
    expect((await ask('198.51.100.9')).status).toBe(201);
  });
});
