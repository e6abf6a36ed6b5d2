import { startAuthentication } from '@simplewebauthn/browser';
import { session } from '../session.ts';
import { answerOf, api } from './client.ts';
import type { Schemas } from './schemas.ts';

type Request = Schemas['WitnessRequest'];
/** What the witness has seen. */
export type Seen = Pick<Request, 'person_id' | 'operation' | 'body'>;

/** People who may witness what one does, and those whom somebody else has to confirm first. */
export async function listWitnesses() {
  const { data } = await answerOf(api.GET('/colleagues'));
  const others = data.filter(({ id, ended }) => !ended && id !== session.value?.person.id);
  return {
    witnesses: others.filter(({ may_witness }) => may_witness),
    unconfirmed: others.filter((one) => !one.may_witness && one.linked_by.length > 0),
  };
}

export type Witnesses = Awaited<ReturnType<typeof listWitnesses>>;

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
