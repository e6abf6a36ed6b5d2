import { userInfo } from 'node:os';

/** Of the account that this process runs in: who does it, unless --actor says otherwise. */
export function accountName(): string {
  try {
    return userInfo().username;
  } catch {
    // In a container an account may be a number without a name.
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
