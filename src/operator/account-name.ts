import { userInfo } from 'node:os';

/** @returns the name of the process's account, which is the actor of a command without --actor */
export function accountName(): string {
  try {
    return userInfo().username;
  } catch {
    // An account in a container may be a number without a name.
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
