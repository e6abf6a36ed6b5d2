/**
 * Who is signed in. The page keeps nothing of it but what the service last said; the cookie is out of its reach. A
 * session that locks or ends covers the screen, which stays as it is below the cover for the same person.
 */
import { computed, signal } from '@preact/signals';
import type { Schemas } from './api/schemas.ts';

export type Session = Schemas['Session'];

/** `unknown` until the service has answered for the first time. */
export type Cover = 'unknown' | 'locked' | 'signed out' | 'another person' | undefined;

/** The last session that was seen, under a cover or not. */
export const session = signal<Session>();
export const cover = signal<Cover>('unknown');
/** Why the last session was ended, where no one asked for it. */
export const leftBecause = signal<string>();

export const scopes = computed(() => new Set(session.value?.scopes ?? []));

/** Whether the person's roles allow it. */
export function may(scope: string): boolean {
  return scopes.value.has(scope);
}

export function coverScreen(how: Exclude<Cover, undefined>): void {
  cover.value = how;
}

/** Called with what the service says of a session. */
export function openSession(opened: Session): void {
  leftBecause.value = undefined;
  session.value = opened;
  cover.value = opened.locked ? 'locked' : undefined;
}

/** Asks who is signed in. Where nobody answers, it is asked again when the network is back. */
export async function findSession(ask: () => Promise<Session>): Promise<void> {
  try {
    openSession(await ask());
  } catch {
    if (cover.peek() === 'unknown') coverScreen('signed out');
  }
}

/** Resolves when somebody is signed in and the session is not locked. */
export function untilOpen(): Promise<void> {
  return new Promise((resolve) => {
    const stop = cover.subscribe((how) => {
      if (how !== undefined) return;
      resolve();
      queueMicrotask(() => stop());
    });
  });
}
