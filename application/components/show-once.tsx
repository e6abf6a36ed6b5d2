import type { ComponentChildren } from 'preact';
import { Alert } from './alert.tsx';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { say } from './toasts.tsx';

type ShowOnceProps = {
  title: string;
  /** What it is, for the button that copies it. */
  what: string;
  text: string;
  onClose(): void;
  children: ComponentChildren;
};

/** A link or a secret, which no one can be shown again. */
export function ShowOnce({ title, what, text, onClose, children }: ShowOnceProps) {
  const copy = () =>
    void navigator.clipboard.writeText(text).then(
      () => say(`The ${what} is copied.`),
      () => say('Copy it by hand: the browser did not let us.', 'warn'),
    );
  return (
    <Dialog title={title} onClose={onClose}>
      <div class="stack">
        <Alert tone="info">{children}</Alert>
        <p class="link-text">{text}</p>
        <div class="actions">
          <Button tone="primary" onClick={copy}>{`Copy the ${what}`}</Button>
          <Button onClick={onClose}>Done</Button>
        </div>
      </div>
    </Dialog>
  );
}
