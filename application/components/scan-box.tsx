/** The one place where a code is scanned or typed, and what the last one led to. */
import { useEffect, useState } from 'preact/hooks';
import { SCAN_BOX_ID, takeFocus } from '../scanning/keyboard.ts';
import { heard, waitingScans } from '../scanning/scans.ts';
import { chosen, openResult, type Result, results } from '../scanning/search.ts';
import { plural } from '../words.ts';
import { Icon } from './icon.tsx';
import { say } from './toasts.tsx';

/** On a screen that is touched, the focus alone must not bring up the keyboard. */
const isTouched = matchMedia('(pointer: coarse)').matches;

export function ScanBox() {
  useEffect(() => takeFocus(), []);
  const said = heard.value;
  const waiting = waitingScans.value;
  const found = results.value;
  const at = chosen.value;
  const [Camera, setCamera] = useState<typeof import('../scanning/camera.tsx')['Camera']>();
  const openCamera = () =>
    import('../scanning/camera.tsx').then(
      (part) => setCamera(() => part.Camera),
      () => say('The camera’s part of the page did not come. Try again.', 'bad'),
    );
  return (
    <div class="scan">
      <label class="unseen" for={SCAN_BOX_ID}>
        Scan, or type a name or a code
      </label>
      <input
        id={SCAN_BOX_ID}
        type="text"
        autoComplete="off"
        autoCapitalize="off"
        spellcheck={false}
        placeholder="Scan, or type a name or a code"
        role="combobox"
        aria-expanded={found.length > 0}
        aria-controls="found"
        aria-activedescendant={found[at] && `found-${at}`}
        aria-keyshortcuts="/"
        inputMode={isTouched ? 'none' : 'text'}
        onClick={(event) => {
          event.currentTarget.inputMode = 'text';
        }}
      />
      <span class="key" aria-hidden="true">
        /
      </span>
      {/* The list is there from the beginning, so that what controls it can name it. */}
      <div id="found" role="listbox" aria-label="Found" hidden={found.length === 0}>
        {found.map((one, index) => (
          <div
            key={`${one.kind} ${one.order_id} ${one.sku_code} ${one.lot_number}`}
            id={`found-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            onPointerDown={(event) => {
              event.preventDefault();
              openResult(one, document.getElementById(SCAN_BOX_ID) as HTMLInputElement);
            }}
          >
            <b>{one.order_number ?? one.lot_number ?? one.product_name}</b>{' '}
            <span class="quiet">{saidOf(one)}</span>
          </div>
        ))}
      </div>
      {navigator.mediaDevices && (
        <button type="button" class="button camera-button" onClick={() => void openCamera()}>
          <Icon name="scanner" />
          <span class="unseen">Scan by the camera</span>
        </button>
      )}
      {Camera && <Camera close={() => setCamera(undefined)} />}
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

const MATCHED: Readonly<Record<string, string>> = { ndc: ' by its NDC', gtin: ' by its GTIN' };

/** What a result is. */
function saidOf({ kind, matched_by, sku_code, product_name, status }: Result): string {
  if (kind === 'order') return `Order, ${status}`;
  if (kind === 'lot') return `Lot of ${product_name}, ${sku_code}`;
  return `${sku_code}${MATCHED[matched_by] ?? ''}`;
}
