// The processes of WEB_CONCURRENCY, as the machine lists them.
import { execFileSync } from 'node:child_process';

/** Server processes whose parent is this one. */
export function childrenOf(parent: number): number[] {
  const listed = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat=,args='], { encoding: 'utf8' });
  return listed
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line))
    .filter((found) => found && Number(found[2]) === parent && !found[3]?.startsWith('Z'))
    .filter((found) => found?.[4]?.includes('main.ts'))
    .map((found) => Number(found?.[1]));
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
