/** Whether the service can be reached, as far as is known. */
import { effect, signal } from '@preact/signals';

export const isOnline = signal(navigator.onLine);

const ASK_AGAIN_MILLISECONDS = 3000;

/** Asks for the page itself until it answers: that says nothing of a session and does not keep one awake. */
export function watchNetwork(): void {
  addEventListener('offline', () => {
    isOnline.value = false;
  });
  addEventListener('online', () => void probe());
  effect(() => {
    if (isOnline.value) return;
    const timer = setInterval(() => void probe(), ASK_AGAIN_MILLISECONDS);
    return () => clearInterval(timer);
  });
}

async function probe(): Promise<void> {
  try {
    await fetch('/app', { method: 'HEAD', cache: 'no-store' });
    isOnline.value = true;
  } catch {
    isOnline.value = false;
  }
}

/** Resolves when the service can be reached. */
export function untilOnline(): Promise<void> {
  return new Promise((resolve) => {
    const stop = effect(() => {
      if (!isOnline.value) return;
      resolve();
      queueMicrotask(() => stop());
    });
  });
}
