import { useEffect } from 'preact/hooks';
import { answerOf, api } from '../api/client.ts';
import { useLoaded } from '../api/loaded.ts';
import { Alert } from '../components/alert.tsx';
import { Button } from '../components/button.tsx';
import { openSession, session } from '../session.ts';
import { SignIn } from './sign-in.tsx';

/** Another person has signed in in another window. What was typed here waits below for whose it is. */
export function AnotherPerson() {
  const shown = session.value?.person;
  const { data: now, reload } = useLoaded(() => answerOf(api.GET('/session')), []);
  useEffect(() => {
    addEventListener('focus', reload);
    return () => removeEventListener('focus', reload);
  }, [reload]);
  useEffect(() => {
    if (now && now.person.id === shown?.id) openSession(now);
  }, [now]);
  const name = now?.person.name ?? 'Another person';
  return (
    <div class="stack">
      <Alert tone="warn">
        {name} has signed in in another window of this browser. What was typed here is kept for{' '}
        {shown?.name ?? 'who typed it'}: sign in again to continue.
      </Alert>
      {now && <Button onClick={() => openSession(now)}>{`Drop it and continue as ${name}`}</Button>}
      <SignIn />
    </div>
  );
}
