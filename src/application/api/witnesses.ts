import { startAuthentication } from '@simplewebauthn/browser';
import { answerOf, api } from './client.ts';
import type { Schemas } from './schemas.ts';

type Request = Schemas['WitnessRequest'];
/** What the witness has seen. */
export type Seen = Pick<Request, 'person_id' | 'operation' | 'body'>;

/** People who may witness here, without oneself. */
export async function listWitnesses(): Promise<readonly Schemas['Witness'][]> {
  return (await answerOf(api.GET('/witnesses'))).data;
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
