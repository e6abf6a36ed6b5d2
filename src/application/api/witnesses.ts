import { answerOf, api } from './client.ts';

export interface Witness {
  readonly id: string;
  readonly name: string;
}

/** People who may witness here, without oneself. */
export async function listWitnesses(): Promise<readonly Witness[]> {
  const { data } = (await answerOf(api.GET('/witnesses' as never))) as { data: Witness[] };
  return data;
}

/** @returns a token for this one change, of which the witness is shown the same */
export async function createWitness(body: {
  person_id: string;
  pin: string;
  operation: string;
  body: Readonly<Record<string, unknown>>;
}): Promise<{ token: string }> {
  return (await answerOf(api.POST('/witness' as never, { body } as never))) as { token: string };
}
