// What may hold one of libuv's four threads for long. The database's name is looked up there, so nothing that a caller
// asks for may.
import { createHook } from 'node:async_hooks';

/** Names, files, compression and slow hashes. Others, such as random bytes and what a new connection hashes, are quick. */
const SLOW = /^(GETADDRINFO|GETNAMEINFO|FSREQ|ZLIB|SCRYPT)/;

/** @returns ends the watch, and answers how much was queued since it began, by the type of the resource */
export function watchThreadPool(): () => Record<string, number> {
  const queued: Record<string, number> = {};
  const hook = createHook({
    init: (_id, type) => {
      if (SLOW.test(type)) queued[type] = (queued[type] ?? 0) + 1;
    },
  }).enable();
  return () => {
    hook.disable();
    return queued;
  };
}
