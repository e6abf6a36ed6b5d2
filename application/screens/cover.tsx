import { cover } from '../session.ts';
import { AnotherPerson } from './another-person.tsx';
import { SignIn } from './sign-in.tsx';
import { Unlock } from './unlock.tsx';

/** Covers the page while no one is signed in, or the session is locked or another person's. */
export function Cover() {
  const how = cover.value;
  return (
    <main class="cover">
      <div class="card">
        {how === 'unknown' && <p role="status">Loading…</p>}
        {how === 'locked' && <Unlock />}
        {how === 'signed out' && <SignIn />}
        {how === 'another person' && <AnotherPerson />}
      </div>
    </main>
  );
}
