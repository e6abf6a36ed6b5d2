// Names of receivers. `dns.lookup` holds one of four threads until the system gives up, so a few names whose
// servers never answer would stop all deliveries; these questions wait on sockets of their own.
import { lookup, Resolver } from 'node:dns';
import type { LookupFunction } from 'node:net';

// Two questions, the second with twice the wait, within the 5 s that a connection may take.
const QUESTION_MILLISECONDS = 1_000;
const QUESTIONS = 2;

/** Answers all addresses of a name, of both families. @param servers for tests; the system's if not said */
export function nameResolver(servers?: readonly string[]): LookupFunction {
  const resolver = new Resolver({ timeout: QUESTION_MILLISECONDS, tries: QUESTIONS });
  if (servers !== undefined) resolver.setServers(servers);
  return (hostname, _options, callback) => {
    const families = [
      new Promise<string[] | Error>((resolve) =>
        resolver.resolve4(hostname, (error, found) => resolve(error ?? found)),
      ),
      new Promise<string[] | Error>((resolve) =>
        resolver.resolve6(hostname, (error, found) => resolve(error ?? found)),
      ),
    ];
    void Promise.all(families).then((answers) => {
      const found = answers.flatMap((answer, place) =>
        answer instanceof Error
          ? []
          : answer.map((address) => ({ address, family: place === 0 ? 4 : 6 })),
      );
      const late = answers.find(
        (answer) => answer instanceof Error && 'code' in answer && answer.code === 'ETIMEOUT',
      );
      if (found.length > 0) callback(null, found);
      else if (late instanceof Error) callback(late, '', 0);
      // What no server knows may stand in the hosts file, and is known or not at once.
      else lookup(hostname, { all: true }, callback);
    });
  };
}
