import { startAuthentication } from '@simplewebauthn/browser';
import { session } from '../session.ts';
import { answerOf, api } from './client.ts';
import type { Schemas } from './schemas.ts';

type Request = Schemas['WitnessRequest'];
/** What the witness has seen. */
export type Seen = Pick<Request, 'person_id' | 'operation' | 'body'>;

/** People who may witness here, without oneself. */
export async function listWitnesses(): Promise<readonly Schemas['Colleague'][]> {
  const me = session.value?.person.id;
  const { data } = await answerOf(api.GET('/colleagues'));
  return data.filter(({ id, may_witness }) => may_witness && id !== me);
}

/** @returns a token for this one change */
export function witnessByPin(seen: Seen, pin: string): Promise<Schemas['WitnessToken']> {
  return answerOf(api.POST('/witness', { body: { ...seen, pin } }), { isProof: true });
}

/** The browser asks the witness for the passkey. */
export async function witnessByPasskey(seen: Seen): Promise<Schemas['WitnessToken']> {
  const { challenge_id, options } = await answerOf(api.POST('/session/passkey/options'));
  const optionsJSON = options as unknown as Parameters<
    typeof startAuthentication
  >[0]['optionsJSON'];
  const response = await startAuthentication({ optionsJSON });
  const passkey = { challenge_id, response: { ...response } };
  return answerOf(api.POST('/witness', { body: { ...seen, passkey } }), { isProof: true });
}
