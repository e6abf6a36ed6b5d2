// A disk that can be full for a while.
import { execFileSync } from 'node:child_process';
import { mkdirSync, statfsSync } from 'node:fs';

const FILL_TRIES_MAX = 50;

export interface Disk {
  readonly path: string;
  /** Leaves room for nothing: its size becomes what is in use. */
  fill(): void;
  free(): void;
  unmount(): void;
}

/**
 * A disk in memory, so that no other is filled. It takes as much of that as is written to it, and no more where it
 * is full.
 *
 * @returns nothing where this account may mount none
 */
export function mountDisk(path: string, megabytes: number): Disk | undefined {
  mkdirSync(path);
  const size = `size=${megabytes}m`;
  try {
    mount('-t', 'tmpfs', '-o', `${size},mode=0755`, 'tmpfs', path);
  } catch {
    return undefined;
  }
  return {
    path,
    fill: () => {
      for (let tries = 1; ; tries += 1) {
        const { blocks, bfree, bsize } = statfsSync(path);
        try {
          mount('-o', `remount,size=${(blocks - bfree) * bsize}`, path);
          return;
        } catch (error) {
          // Something was written since it was looked.
          if (tries === FILL_TRIES_MAX) throw error;
        }
      }
    },
    free: () => mount('-o', `remount,${size}`, path),
    unmount: () => void execFileSync('umount', ['--lazy', path]),
  };
}

function mount(...words: string[]): void {
  execFileSync('mount', words, { stdio: 'ignore' });
}
