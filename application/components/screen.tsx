import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { hrefOf } from '../router.ts';

/** The frame of every screen: its heading, what can be done here, and its content. */
export function Screen({
  title,
  lead,
  actions,
  children,
}: {
  title: string;
  lead?: ComponentChildren;
  actions?: ComponentChildren;
  children: ComponentChildren;
}) {
  useEffect(() => {
    document.title = `${title} · Pharmacy Platform`;
  }, [title]);
  return (
    <section class="screen">
      <header class="screen-head">
        <div>
          <h1>{title}</h1>
          {lead && <p class="lead">{lead}</p>}
        </div>
        {actions && <div class="actions">{actions}</div>}
      </header>
      {children}
    </section>
  );
}

export function Card({
  title,
  actions,
  children,
}: {
  title?: string;
  actions?: ComponentChildren;
  children: ComponentChildren;
}) {
  return (
    <section class="card">
      {(title || actions) && (
        <header class="card-head">
          {title && <h2>{title}</h2>}
          {actions}
        </header>
      )}
      {children}
    </section>
  );
}

/** Addresses of which one is shown. */
export function Tabs({
  label,
  at,
  tabs,
}: {
  label: string;
  at: string;
  tabs: readonly { readonly value: string; readonly label: string; readonly to: string }[];
}) {
  return (
    <nav class="tabs" aria-label={label}>
      {tabs.map((one) => (
        <a
          key={one.value}
          href={hrefOf(one.to)}
          aria-current={one.value === at ? 'page' : undefined}
        >
          {one.label}
        </a>
      ))}
    </nav>
  );
}
