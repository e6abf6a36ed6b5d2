/** The one place where a code is scanned or typed, and what the last one led to. */
import { useEffect } from 'preact/hooks';
import { SCAN_BOX_ID, takeFocus } from '../scanning/keyboard.ts';
import { heard, waitingScans } from '../scanning/scans.ts';
import { plural } from '../words.ts';

/** On a screen that is touched, the focus alone must not bring up the keyboard. */
const isTouched = matchMedia('(pointer: coarse)').matches;

export function ScanBox() {
  useEffect(() => takeFocus(), []);
  const said = heard.value;
  const waiting = waitingScans.value;
  return (
    <div class="scan">
      <label class="unseen" for={SCAN_BOX_ID}>
        Scan or type a code
      </label>
      <input
        id={SCAN_BOX_ID}
        type="text"
        autoComplete="off"
        autoCapitalize="off"
        spellcheck={false}
        placeholder="Scan or type a code"
        aria-keyshortcuts="/"
        inputMode={isTouched ? 'none' : 'text'}
        onClick={(event) => {
          event.currentTarget.inputMode = 'text';
        }}
      />
      <span class="key" aria-hidden="true">
        /
      </span>
      <div class="heard" role="status" aria-live="assertive" aria-atomic="true">
        {said && (
          <p key={said.turn} class={`is-${said.tone}`}>
            {said.text}
            {waiting > 0 && <span class="quiet"> {plural(waiting, 'scan')} waiting</span>}
          </p>
        )}
      </div>
    </div>
  );
}
