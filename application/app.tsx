/** The whole page: a menu of what one's roles allow, the scan box, the screen of the address, and a cover over all. */
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { isOnline } from './api/network.ts';
import { lock, signOut } from './api/sign-in.ts';
import { forgetCatalog } from './catalog.ts';
import { Alert } from './components/alert.tsx';
import { Button } from './components/button.tsx';
import { forgetDrafts } from './components/form.tsx';
import { Icon } from './components/icon.tsx';
import { ScanBox } from './components/scan-box.tsx';
import { Screen } from './components/screen.tsx';
import { TeachCode } from './components/teach-code.tsx';
import { say, Toasts } from './components/toasts.tsx';
import { forgetNames } from './names.ts';
import { hrefOf, match, path, query } from './router.ts';
import { forgetScans } from './scanning/scans.ts';
import type { ScreenEntry } from './screen-entry.ts';
import { Cover } from './screens/cover.tsx';
import { SCREENS } from './screens.tsx';
import { cover, may, session } from './session.ts';

export function App() {
  const who = session.value;
  const isCovered = cover.value !== undefined;
  return (
    <>
      {who && (
        // What is covered must not be read, and stays as it was left.
        <div class="frame" hidden={isCovered} key={who.person.id}>
          <Frame />
        </div>
      )}
      {isCovered && <Cover />}
      <Toasts />
    </>
  );
}

function Frame() {
  useEffect(
    () => () => {
      forgetDrafts();
      forgetCatalog();
      forgetNames();
      forgetScans();
    },
    [],
  );
  return (
    <>
      <a class="skip" href="#content">
        Skip the menu
      </a>
      <header class="top">
        <Brand />
        <ScanBox />
        <Account />
      </header>
      <OfflineBar />
      <Menu />
      <main id="content" tabIndex={-1}>
        <Current />
        <TeachCode />
      </main>
    </>
  );
}

const isMenuOpen = signal(false);

function Brand() {
  return (
    <div class="brand">
      <button
        type="button"
        class="menu-button"
        aria-expanded={isMenuOpen.value}
        aria-controls="menu"
        onClick={() => {
          isMenuOpen.value = !isMenuOpen.value;
        }}
      >
        Menu
      </button>
      <a href={hrefOf('/')}>
        <Icon name="orders" />
        <span>{session.value?.organization.name}</span>
      </a>
    </div>
  );
}

function Account() {
  return (
    <div class="account">
      <a href={hrefOf('/me')}>{session.value?.person.name}</a>
      <Button tone="quiet" onClick={() => void lock()}>
        Lock
      </Button>
      <Button
        tone="quiet"
        onClick={() => void signOut().catch((failure: Error) => say(failure.message, 'bad'))}
      >
        Sign out
      </Button>
    </div>
  );
}

function OfflineBar() {
  if (isOnline.value) return null;
  return (
    <p class="offline" role="alert">
      No network. On a count sheet that is open you can scan and count: it is kept on this device
      and sent later. Nothing else that you do now is done; what you type is kept, and scans wait.
    </p>
  );
}

function Menu() {
  const shown = SCREENS.filter(isAllowed).filter((screen) => screen.menu !== undefined);
  const groupOf = (screen: (typeof shown)[number]) => screen.menu?.group ?? '';
  const groups = [...new Set(shown.map(groupOf))];
  return (
    <nav id="menu" aria-label="Menu" class={isMenuOpen.value ? 'is-open' : undefined}>
      {groups.map((group) => (
        <div key={group}>
          {group !== '' && <h2>{group}</h2>}
          <ul>
            {shown
              .filter((screen) => groupOf(screen) === group)
              .map((screen) => (
                <li key={screen.path}>
                  <a
                    href={hrefOf(screen.path)}
                    title={screen.menu?.label}
                    aria-current={isWithin(screen.path) ? 'page' : undefined}
                    onClick={() => {
                      isMenuOpen.value = false;
                    }}
                  >
                    <Icon name={screen.menu?.icon ?? 'dot'} />
                    <span>{screen.menu?.label}</span>
                  </a>
                </li>
              ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

function Current() {
  const at = path.value;
  for (const screen of SCREENS) {
    const params = match(screen.path, at);
    if (!params) continue;
    if (isAllowed(screen)) return <screen.view key={at} params={params} query={query.value} />;
    return (
      <Screen title="Not for your roles">
        <Alert tone="info">Your roles do not open this screen. A manager can change them.</Alert>
      </Screen>
    );
  }
  return (
    <Screen title="No such screen">
      <p>
        Nothing has this address. <a href={hrefOf('/')}>Go home</a>.
      </p>
    </Screen>
  );
}

function isAllowed({ scopes }: ScreenEntry): boolean {
  return scopes === undefined || scopes.some(may);
}

function isWithin(of: string): boolean {
  return of === '/' ? path.value === '/' : `${path.value}/`.startsWith(`${of}/`);
}
