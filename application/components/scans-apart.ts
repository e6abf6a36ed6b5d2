/**
 * Where a PIN is asked for, a scanner types too. What comes at its speed, or is longer than a PIN, is no attempt at one:
 * it reaches neither the field's form nor a button that has the focus.
 */
import { useEffect, useRef } from 'preact/hooks';
import type { RawScan } from '../scanning/scans.ts';
import { GROUP_SEPARATOR, isSeparator } from '../scanning/separator.ts';

const PIN_DIGITS = 6;
/** Between the keys of a scanner; no person types six digits so fast. */
const FAST_MILLISECONDS = 50;

export function useScansApart(take: (scan: RawScan) => void): void {
  const taker = useRef(take);
  taker.current = take;
  useEffect(() => {
    let [code, isFast, lastAt] = ['', true, 0];
    const forget = () => {
      code = '';
      isFast = true;
    };
    const listen = (event: KeyboardEvent) => {
      const { key, timeStamp, ctrlKey, metaKey, altKey } = event;
      if (key === 'Shift') return;
      const isKey = isSeparator(event) || (key.length === 1 && !ctrlKey && !metaKey && !altKey);
      if (isKey) {
        if (code !== '' && timeStamp - lastAt > FAST_MILLISECONDS) isFast = false;
        code += isSeparator(event) ? GROUP_SEPARATOR : key;
        lastAt = timeStamp;
        return;
      }
      const isScan = code.length > PIN_DIGITS || (code.length === PIN_DIGITS && isFast);
      if (isScan && (key === 'Enter' || key === 'Tab')) {
        event.preventDefault();
        event.stopImmediatePropagation();
        taker.current({ code, endedBy: key });
      }
      forget();
    };
    addEventListener('keydown', listen, { capture: true });
    addEventListener('pointerdown', forget, { capture: true });
    return () => {
      removeEventListener('keydown', listen, { capture: true });
      removeEventListener('pointerdown', forget, { capture: true });
    };
  }, []);
}
