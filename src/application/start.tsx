import { render } from 'preact';
import { watchNetwork } from './api/network.ts';
import { App } from './app.tsx';
import { followLinks } from './router.ts';
import { watchKeyboard } from './scanning/keyboard.ts';

followLinks();
watchNetwork();
watchKeyboard();
render(<App />, document.getElementById('application') as HTMLElement);
