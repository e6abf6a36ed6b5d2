// People of a test's organizations, and their browsers: each keeps its cookies as a browser does.

import type { TestDatabase } from '../../kit/database.ts';
import { type Answered, type Client, client, type RequestOptions } from './client.ts';
import { operateJson } from './operator.ts';

export interface Invited {
  readonly id: string;
  readonly link: string;
}

/** Invites somebody as the platform's operator does. */
export function invite(
  { database }: Pick<TestDatabase, 'database'>,
  { organization = 'pharmacy', name = 'Ana Ruiz', roles = 'manager', email = '' } = {},
): Promise<Invited> {
  const words = ['--organization', organization, '--name', name, '--roles', roles];
  return operateJson(database, 'person', 'invite', ...words, ...(email ? ['--email', email] : []));
}

export function tokenOf(link: string): string {
  return new URL(link).hash.slice(1);
}

export interface Browser extends Pick<Client, 'get' | 'post' | 'put' | 'patch' | 'delete'> {
  /** By their names. */
  readonly cookies: Record<string, string>;
}

/** @param cookies those that it has already */
export function browserAt(url: string, cookies: Record<string, string> = {}): Browser {
  const ask = async (method: string, path: string, options?: RequestOptions): Promise<Answered> => {
    const answered = await client({ url, cookies }).request(method, path, options);
    for (const line of answered.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/Max-Age=0(;|$)/.test(line)) delete cookies[name];
      else cookies[name] = value;
    }
    return answered;
  };
  return {
    cookies,
    get: (path, options) => ask('GET', path, options),
    post: (path, options) => ask('POST', path, options),
    put: (path, options) => ask('PUT', path, options),
    patch: (path, options) => ask('PATCH', path, options),
    delete: (path, options) => ask('DELETE', path, options),
  };
}

/** The browser of somebody who came in by their link. */
export async function signedIn(url: string, { link }: Invited): Promise<Browser> {
  const browser = browserAt(url);
  const answer = await browser.post('/session/link', { body: { token: tokenOf(link) } });
  if (answer.status !== 200) throw new Error(`the link was refused: ${answer.text}`);
  return browser;
}

/** What is refused, in short. */
export function refusal({ status, body }: Answered): [number, string] {
  return [status, body.error?.code ?? body.error];
}
