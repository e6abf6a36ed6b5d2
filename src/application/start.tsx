import { render } from 'preact';
import { answerOf, api } from './api/client.ts';
import { watchNetwork } from './api/network.ts';
import { App } from './app.tsx';
import { followLinks } from './router.ts';
import { watchKeyboard } from './scanning/keyboard.ts';
import { setFallback } from './scanning/scans.ts';
import { openScan } from './screens/open-scan.ts';
import { findSession } from './session.ts';

followLinks();
setFallback(openScan);
watchNetwork();
watchKeyboard();
render(<App />, document.getElementById('application') as HTMLElement);
void findSession(() => answerOf(api.GET('/session')));
