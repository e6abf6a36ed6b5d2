import type { ComponentChildren } from 'preact';
import { NoAnswer } from '../api/refusal.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

export type Tone = 'good' | 'warn' | 'bad' | 'info';

const ICONS = { good: 'check', warn: 'alert', bad: 'alert', info: 'info' } as const;

export function Alert({ tone, children }: { tone: Tone; children: ComponentChildren }) {
  return (
    <div class={`alert is-${tone}`} role={tone === 'bad' ? 'alert' : 'status'}>
      <Icon name={ICONS[tone]} />
      <div>{children}</div>
    </div>
  );
}

/** A read that failed, and a way to repeat it. */
export function Failure({ problem, retry }: { problem: Error | undefined; retry(): void }) {
  if (!problem) return null;
  return (
    <Alert tone="bad">
      <p>
        {problem instanceof NoAnswer
          ? 'No answer came, so this may not be up to date.'
          : problem.message}
      </p>
      <Button onClick={retry}>Try again</Button>
    </Alert>
  );
}
