// Names of receivers. Callers choose them, so only servers of names are asked, over sockets of this module's own:
// `dns.lookup` would hold one of the process's four threads until the system gives up, and the database's own name
// is looked up there. The hosts file is not read; a name of it is written into the url as its address.
import { type LookupAddress, promises } from 'node:dns';
import type { LookupFunction } from 'node:net';

// Two questions, the second with twice the wait, within the 5 s that a connection may take.
const QUESTION_MILLISECONDS = 1_000;
const QUESTIONS = 2;
/** RFC 6761, section 6.3: these names are the loopback, and no server is asked. */
const LOCALHOST = /(^|\.)localhost\.?$/i;

/**
 * Answers all addresses of a name, of both families; none where no server knows any, whatever the reason.
 *
 * @param servers for tests; the system's if not said
 */
export function nameResolver(servers?: readonly string[]): LookupFunction {
  const resolver = new promises.Resolver({ timeout: QUESTION_MILLISECONDS, tries: QUESTIONS });
  if (servers !== undefined) resolver.setServers(servers);
  const find = async (hostname: string): Promise<LookupAddress[]> => {
    if (LOCALHOST.test(hostname)) return [{ address: '127.0.0.1', family: 4 }];
    const none = (): string[] => [];
    const [four, six] = await Promise.all([
      resolver.resolve4(hostname).catch(none),
      resolver.resolve6(hostname).catch(none),
    ]);
    return [
      ...four.map((address) => ({ address, family: 4 })),
      ...six.map((address) => ({ address, family: 6 })),
    ];
  };
  return (hostname, _options, callback) => {
    void find(hostname).then((found) => callback(null, found));
  };
}
