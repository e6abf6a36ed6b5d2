import { render } from 'preact';
import { answerOf, api } from './api/client.ts';
import { watchNetwork } from './api/network.ts';
import { linkToken, watchIdle } from './api/sign-in.ts';
import { App } from './app.tsx';
import { followLinks } from './router.ts';
import { watchKeyboard } from './scanning/keyboard.ts';
import { setFallback } from './scanning/scans.ts';
import { openScan } from './screens/open-scan.ts';
import { coverScreen, findSession } from './session.ts';

followLinks();
setFallback(openScan);
watchNetwork();
watchKeyboard();
const root = document.getElementById('application') as HTMLElement;
// What was shown until now would stay below the page.
root.replaceChildren();
render(<App />, root);
watchIdle();
// A link is for anyone who opens it, also where somebody else is signed in.
if (linkToken() === undefined) void findSession(() => answerOf(api.GET('/session')));
else coverScreen('signed out');
