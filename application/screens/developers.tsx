/**
 * The frame of the developers' screens: what they look at, and the environment whose things are shown. The environment
 * is in the address and in each request, and nothing of one is kept on the screen of the other.
 */
import type { ComponentChildren } from 'preact';
import { Fragment } from 'preact';
import { NoAnswer, Refusal } from '../api/refusal.ts';
import { Alert } from '../components/alert.tsx';
import { Screen } from '../components/screen.tsx';
import { hrefOf, withQuery } from '../router.ts';

export type Environment = 'live' | 'test';

const TABS = [
  { path: '/developers', label: 'Endpoints' },
  { path: '/developers/requests', label: 'Refused requests' },
  { path: '/developers/keys', label: 'Keys' },
  { path: '/developers/links', label: 'Documentation' },
] as const;

type TabPath = (typeof TABS)[number]['path'];

/** An address of these screens in an environment. */
export function hrefIn(environment: Environment, path: string): string {
  return hrefOf(withQuery(path, { environment: environment === 'test' && environment }));
}

export function Developers({
  at,
  title,
  query,
  children,
}: {
  at: TabPath;
  title: string;
  query: URLSearchParams;
  children(environment: Environment): ComponentChildren;
}) {
  const environment = query.get('environment') === 'test' ? 'test' : 'live';
  return (
    <Screen
      title={title}
      actions={
        <nav class="tabs" aria-label="Environment">
          {(['live', 'test'] as const).map((one) => (
            <a
              key={one}
              href={hrefIn(one, at)}
              aria-current={one === environment ? 'true' : undefined}
            >
              {one === 'live' ? 'Live' : 'Test'}
            </a>
          ))}
        </nav>
      }
    >
      <nav class="tabs" aria-label="Developers">
        {TABS.map(({ path, label }) => (
          <a
            key={path}
            href={hrefIn(environment, path)}
            aria-current={path === at ? 'page' : undefined}
          >
            {label}
          </a>
        ))}
      </nav>
      {environment === 'test' && <Alert tone="warn">You see the test environment.</Alert>}
      <Fragment key={environment}>{children(environment)}</Fragment>
    </Screen>
  );
}

/** A write without a key: where no answer comes, it may have been done, and sending it again does it again. */
export async function sentOnce<T>(sent: Promise<T>): Promise<T> {
  try {
    return await sent;
  } catch (failure) {
    if (!(failure instanceof NoAnswer && failure.wasSent)) throw failure;
    const message =
      'No answer came, and the change may have been made. Load the page again and check first.';
    throw new Refusal(0, { error: { code: 'no_answer', message } });
  }
}
