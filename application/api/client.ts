/**
 * Calls the operations of the application. An answer is returned; a refusal is thrown as `Refusal`, and silence as
 * `NoAnswer`. Both are noted here for the whole page: a session that is locked, has ended or is another person's covers the
 * screen, and a lost network shows its bar until an answer comes again.
 */
import createClient from 'openapi-fetch';
import type { paths } from '../../generated/application.d.ts';
import { coverScreen, session } from '../session.ts';
import { noteClock } from './clock.ts';
import { isOnline } from './network.ts';
import { NoAnswer, Refusal } from './refusal.ts';

export type { Schemas } from './schemas.ts';

/** Far above any answer of the service, which gives up sooner itself. */
const ANSWER_MILLISECONDS_MAX = 30_000;

/** Names the person that the page shows: a session of another one, of another window, does nothing. */
const PERSON = 'Pharmacy-Person';
const ANOTHER_PERSON = 'another_person';

export const api = createClient<paths>({ baseUrl: '/app/api', fetch: send });

/**
 * What the answer holds; where it holds nothing, undefined. A text is CSV, which this page never asks for.
 *
 * @param isProof somebody shows who they are, so that 401 is about that and not about the session
 */
export async function answerOf<T>(
  asked: Promise<{ data?: T; error?: unknown; response: Response }>,
  { isProof = false } = {},
): Promise<Exclude<T, string>> {
  const { data, error, response } = await asked;
  if (response.ok) return data as Exclude<T, string>;
  const refusal = new Refusal(response.status, error);
  if (refusal.code === 'session_locked') coverScreen('locked');
  else if (refusal.code === ANOTHER_PERSON) coverScreen('another person');
  else if (refusal.code === 'unauthorized' && !isProof) coverScreen('signed out');
  throw refusal;
}

async function send(request: Request): Promise<Response> {
  if (!navigator.onLine) {
    isOnline.value = false;
    throw new NoAnswer(false);
  }
  const shown = session.peek()?.person.id;
  // What was queued says itself whose it is.
  if (shown !== undefined && !request.headers.has(PERSON)) request.headers.set(PERSON, shown);
  const sentAt = Date.now();
  // What the browser cannot do throws here, and is not taken for a lost network.
  const signal = AbortSignal.timeout(ANSWER_MILLISECONDS_MAX);
  const response = await fetch(request, { signal }).catch(() => {
    isOnline.value = false;
    throw new NoAnswer(true);
  });
  isOnline.value = true;
  noteClock(response, sentAt);
  if (shown === undefined || shown === (session.peek()?.person.id ?? shown)) return response;
  // Another person has signed in in this window meanwhile: what was begun must not be continued as them.
  throw new Refusal(409, {
    error: { code: ANOTHER_PERSON, message: 'Another person is here now.' },
  });
}
