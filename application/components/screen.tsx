import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { hrefOf } from '../router.ts';

type ScreenProps = {
  title: string;
  lead?: ComponentChildren;
  actions?: ComponentChildren;
  children: ComponentChildren;
};

/** The frame of every screen: its heading, what can be done here, and its content. */
export function Screen({ title, lead, actions, children }: ScreenProps) {
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

type CardProps = { title?: string; actions?: ComponentChildren; children: ComponentChildren };

export function Card({ title, actions, children }: CardProps) {
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

type TabsProps = {
  label: string;
  at: string;
  tabs: readonly { readonly value: string; readonly label: string; readonly to: string }[];
};

/** Addresses of which one is shown. */
export function Tabs({ label, at, tabs }: TabsProps) {
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
