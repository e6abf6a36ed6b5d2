import type { ComponentChildren } from 'preact';

export function Button({
  type = 'button',
  tone,
  isBusy = false,
  isDisabled = false,
  shortcut,
  label,
  onClick,
  children,
}: {
  type?: 'button' | 'submit';
  tone?: 'primary' | 'danger' | 'quiet' | undefined;
  isBusy?: boolean;
  isDisabled?: boolean;
  /** The single letter that does the same. */
  shortcut?: string;
  /** Where what is shown does not say enough. */
  label?: string;
  onClick?: () => void;
  children: ComponentChildren;
}) {
  return (
    <button
      type={type}
      class={`button${tone ? ` is-${tone}` : ''}`}
      disabled={isDisabled}
      aria-disabled={isBusy}
      aria-label={label}
      aria-keyshortcuts={shortcut}
      onClick={isBusy ? (event) => event.preventDefault() : onClick && (() => onClick())}
    >
      {isBusy && <span class="spinner" aria-hidden="true" />}
      {children}
      <Shortcut of={shortcut} />
    </button>
  );
}

type LinkButtonProps = {
  href: string;
  tone?: 'primary' | 'danger' | 'quiet';
  shortcut?: string;
  children: ComponentChildren;
};

/** A link that looks like a button. */
export function LinkButton({ href, tone, shortcut, children }: LinkButtonProps) {
  return (
    <a class={`button${tone ? ` is-${tone}` : ''}`} href={href} aria-keyshortcuts={shortcut}>
      {children}
      <Shortcut of={shortcut} />
    </a>
  );
}

function Shortcut({ of }: { of: string | undefined }) {
  if (of === undefined) return null;
  return (
    <span class="key" aria-hidden="true">
      {of.toUpperCase()}
    </span>
  );
}
