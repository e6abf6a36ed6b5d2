/** Short notices of what was done. They are read out, and go by themselves. */
import { signal } from '@preact/signals';
import type { Tone } from './alert.tsx';

interface Toast {
  readonly id: number;
  readonly tone: Tone;
  readonly text: string;
}

const toasts = signal<readonly Toast[]>([]);
const SHOWN_MILLISECONDS = 6000;
const TOASTS_MAX = 4;
let last = 0;

export function say(text: string, tone: Tone = 'good'): void {
  last += 1;
  const id = last;
  toasts.value = [...toasts.value, { id, tone, text }].slice(-TOASTS_MAX);
  setTimeout(() => {
    toasts.value = toasts.value.filter((toast) => toast.id !== id);
  }, SHOWN_MILLISECONDS);
}

export function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.value.map(({ id, tone, text }) => (
        <p key={id} class={`toast is-${tone}`}>
          {text}
        </p>
      ))}
    </div>
  );
}
