// Requests of callers that give up, or lose their connection, at any moment.
import { Agent, request as open } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Draw } from '../draw.ts';

const TIMEOUT_MILLISECONDS = 20_000;
const LEAVES_WITHIN_MILLISECONDS = 40;
/** The pause before the next try where no answer came. */
export const AGAIN_MILLISECONDS = 120;

export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: anyone who asks says what he expects
  readonly body: any;
}

export interface Request {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** The path with its query. */
  readonly path: string;
  readonly body?: unknown;
  readonly key?: string;
  /** The caller goes away after so many milliseconds. */
  readonly leaveAfter?: number;
}

export const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** @returns nothing where no answer came, or not all of it */
export function send(
  { url, bearer }: { url: string; bearer: string },
  { method, path, body, key, leaveAfter }: Request,
): Promise<Answer | undefined> {
  const bytes = body === undefined ? undefined : JSON.stringify(body);
  return new Promise((resolve) => {
    const request = open(`${url}/api/public${path}`, {
      method,
      agent,
      headers: {
        Authorization: `Bearer ${bearer}`,
        ...(bytes !== undefined && { 'Content-Type': 'application/json' }),
        ...(key !== undefined && { 'Idempotency-Key': key }),
      },
    });
    const leave = () => request.destroy(new Error('gone'));
    const timer = setTimeout(leave, leaveAfter ?? TIMEOUT_MILLISECONDS);
    const settle = (answer: Answer | undefined) => {
      clearTimeout(timer);
      resolve(answer);
    };
    request.on('error', () => settle(undefined));
    request.on('response', async (response) => {
      try {
        const text = Buffer.concat(await response.toArray()).toString();
        settle({ status: response.statusCode ?? 0, body: JSON.parse(text) });
      } catch {
        settle(undefined);
      }
    });
    request.end(bytes);
  });
}

/** Sends the request to one of the processes, and sometimes leaves before the answer. */
export async function sendToAny(
  urls: readonly string[],
  { bearer, draw }: { bearer: string; draw: Draw },
  request: Request,
): Promise<Answer | undefined> {
  const url = draw.one(urls);
  if (url === undefined) {
    await pause(AGAIN_MILLISECONDS);
    return undefined;
  }
  const leaves = draw.chance(3);
  const leaveAfter = draw.below(LEAVES_WITHIN_MILLISECONDS);
  return send({ url, bearer }, { ...request, ...(leaves && { leaveAfter }) });
}

/** Whether the answer says what became of the request. */
export function decides(answer: Answer | undefined): answer is Answer {
  return answer !== undefined && answer.status < 500 && answer.status !== 429;
}
