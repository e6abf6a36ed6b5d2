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

/** @returns ends the watch, and answers how many of a type were under way at once at most, by the type of the resource */
export function watchThreadsTaken(): () => Record<string, number> {
  const underWay = new Map<number, string>();
  const most: Record<string, number> = {};
  const hook = createHook({
    init: (id, type) => {
      if (!SLOW.test(type)) return;
      underWay.set(id, type);
      const now = [...underWay.values()].filter((other) => other === type).length;
      most[type] = Math.max(most[type] ?? 0, now);
    },
    // Its first callback: the thread is free again.
    before: (id) => underWay.delete(id),
  }).enable();
  return () => {
    hook.disable();
    return most;
  };
}
