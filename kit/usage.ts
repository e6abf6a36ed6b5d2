// What processes have used, from /proc. Elsewhere than on Linux nothing is known.
import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts processor time in hundredths of a second for everybody. */
const TICK_MICROSECONDS = 10_000;

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
  readonly micros: number;
  /** Of children that have ended. */
  readonly endedMicros: number;
}

export interface Usage {
  /** Processor time so far. */
  readonly micros: number;
  /** Of the largest process, now. */
  readonly memoryMb: number;
}

/** @param command what the command line of those that count holds; all descendants where it is absent */
export function usageOf(root: number, command = ''): Usage | undefined {
  const all = processes();
  if (all.length === 0) return undefined;
  const family = new Set([root]);
  // A child may come before its parent in the list.
  for (let before = 0; before < family.size; ) {
    before = family.size;
    for (const { pid, parent } of all) if (family.has(parent)) family.add(pid);
  }
  const counted = all.filter((one) => family.has(one.pid) && one.command.includes(command));
  return {
    micros: counted.reduce((sum, { micros, endedMicros }) => sum + micros + endedMicros, 0),
    memoryMb: Math.max(0, ...counted.map(({ pid }) => memoryMb(pid))),
  };
}

function processes(): Process[] {
  try {
    return readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? read(Number(name)) : []));
  } catch {
    return [];
  }
}

/** One that has just ended is nobody. */
function read(pid: number): Process[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in brackets may hold anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = (from: number) => Number(fields[from]) + Number(fields[from + 1]);
    return [
      {
        pid,
        parent: Number(fields[1]),
        command: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' '),
        micros: ticks(11) * TICK_MICROSECONDS,
        endedMicros: ticks(13) * TICK_MICROSECONDS,
      },
    ];
  } catch {
    return [];
  }
}

function memoryMb(pid: number): number {
  try {
    const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Number(kilobytes ?? 0) / 1024;
  } catch {
    return 0;
  }
}
