import { render } from 'preact';
import { answerOf, api } from './api/client.ts';
import { watchNetwork } from './api/network.ts';
import { App } from './app.tsx';
import { followLinks } from './router.ts';
import { watchKeyboard } from './scanning/keyboard.ts';
import { findSession } from './session.ts';

followLinks();
watchNetwork();
watchKeyboard();
render(<App />, document.getElementById('application') as HTMLElement);
void findSession(() => answerOf(api.GET('/session')));
