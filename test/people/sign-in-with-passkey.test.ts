import { expect, it } from 'vitest';
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
