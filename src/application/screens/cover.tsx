import { cover } from '../session.ts';

/** Covers the page while nobody is signed in, or the session is locked. */
export function Cover() {
  const how = cover.value;
  return (
    <main class="cover">
      <div class="card">
        {how === 'unknown' && <p role="status">Loading…</p>}
        {how === 'locked' && <h1>Locked</h1>}
        {how === 'signed out' && <h1>Sign in</h1>}
      </div>
    </main>
  );
}
