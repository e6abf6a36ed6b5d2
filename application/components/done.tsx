/** What was done, in the place of the form that did it, and what one can do next. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { hrefOf, withQuery } from '../router.ts';
import { Alert } from './alert.tsx';
import { LinkButton } from './button.tsx';

type DoneProps = {
  children: ComponentChildren;
  /** The address of the same screen without a lot. */
  again: string;
  lotId?: string;
  actions?: ComponentChildren;
};

export function Done({ children, again, lotId, actions }: DoneProps) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => element.current?.querySelector<HTMLElement>('a, button')?.focus(), []);
  return (
    <div ref={element} class="stack">
      <Alert tone="good">{children}</Alert>
      <div class="actions">
        <LinkButton href={hrefOf(again)} tone="primary">
          Next one
        </LinkButton>
        {lotId && (
          <LinkButton href={hrefOf(withQuery(`/lots/${lotId}`, {}))}>Open the lot</LinkButton>
        )}
        {actions}
      </div>
    </div>
  );
}
