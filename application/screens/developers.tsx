/**
 * The frame of the developers' screens: what they look at, and the environment whose things are shown. The environment
 * is in the address and in each request, and nothing of one is kept on the screen of the other.
 */
import type { JSX } from 'preact';
import { NoAnswer, Refusal } from '../api/refusal.ts';
import { Alert } from '../components/alert.tsx';
import { Screen, Tabs } from '../components/screen.tsx';
import { withQuery } from '../router.ts';
import type { ScreenProps } from '../screen-entry.ts';

export type Environment = 'live' | 'test';

const TABS = [
  { path: '/developers', label: 'Endpoints' },
  { path: '/developers/requests', label: 'Refused requests' },
  { path: '/developers/keys', label: 'Keys' },
  { path: '/developers/links', label: 'Documentation' },
] as const;

type TabPath = (typeof TABS)[number]['path'];

/** An address of these screens in an environment. */
export function addressIn(environment: Environment, path: string): string {
  return withQuery(path, { environment: environment === 'test' && environment });
}

export interface InEnvironment {
  readonly environment: Environment;
  readonly params: ScreenProps['params'];
}

/** One of the screens: its frame, and within it what the environment has. */
export function developers(
  at: TabPath,
  title: string,
  Content: (of: InEnvironment) => JSX.Element,
) {
  return ({ query, params }: ScreenProps) => {
    const environment = query.get('environment') === 'test' ? 'test' : 'live';
    return (
      <Screen
        title={title}
        actions={
          <Tabs
            label="Environment"
            at={environment}
            tabs={[
              { value: 'live', label: 'Live', to: addressIn('live', at) },
              { value: 'test', label: 'Test', to: addressIn('test', at) },
            ]}
          />
        }
      >
        <Tabs
          label="Developers"
          at={at}
          tabs={TABS.map(({ path, label }) => {
            return { value: path, label, to: addressIn(environment, path) };
          })}
        />
        {environment === 'test' && <Alert tone="warn">You see the test environment.</Alert>}
        <Content key={environment} environment={environment} params={params} />
      </Screen>
    );
  };
}

/** What a row is called, and its code below. */
export function Named({ name, code }: { name: string; code: string }) {
  return (
    <span class="pick">
      <span>{name}</span>
      <span class="code quiet">{code}</span>
    </span>
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
